// The floor's side of the network: requests, pauses, ids, and when it gives up. One io thread.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/json/value.hpp>
#include <chrono>

#include "base/prng.h"
#include "server/protocol.h"
#include "server/web_client.h"

namespace cardroom::floor {

template <class T>
using awaitable = boost::asio::awaitable<T>;

using server::ErrorBody;
using server::ServerUrl;

struct NetOptions {
  std::vector<ServerUrl> servers;  // tried one after the other
  std::string ca_file;
  int64_t patience_ms = 60'000;  // without any server; then the floor gives up
  int64_t backoff_most_ms = 2'000;
};

class Net {
 public:
  Net(boost::asio::io_context& io, NetOptions options, uint64_t prng_key);

  boost::asio::io_context& io() { return io_; }
  server::WebClient& client() { return *client_; }
  const NetOptions& options() const { return options_; }
  const ServerUrl& server(size_t attempt) const { return options_.servers[attempt % options_.servers.size()]; }

  awaitable<std::expected<server::Response, base::Error>> request(const ServerUrl& url, server::Request request);
  // Shorter where the floor is to end soon.
  awaitable<void> pause(int64_t ms);
  // Before attempt `count` (from 1) to reach a server: 50 ms, doubled each time, and up to as much again by chance.
  awaitable<void> back_off(int count);

  // Names of this run's messages: no earlier run has used the tag.
  void set_tag(std::string tag) { tag_ = std::move(tag); }
  const std::string& tag() const { return tag_; }
  std::string next_id() { return tag_ + std::to_string(++last_id_); }

  void hurry() { hurried_ = true; }
  bool hurried() const { return hurried_; }
  // The floor cannot go on: everybody ends.
  void fail(base::Error error);
  const std::optional<base::Error>& failure() const { return failure_; }

  static int64_t now_ms();

 private:
  boost::asio::io_context& io_;
  NetOptions options_;
  std::unique_ptr<server::WebClient> client_;
  base::Prng prng_;
  std::string tag_ = "x";
  uint64_t last_id_ = 0;
  bool hurried_ = false;
  std::optional<base::Error> failure_;
};

// A person at a console: signed in when needed, again after the session ended or the server changed. What is not
// answered is sent again under the same id, to the next server.
class Console {
 public:
  Console(Net& net, server::Credentials who) : net_(net), who_(std::move(who)) {}

  template <class T>
  using Told = std::expected<T, ErrorBody>;

  awaitable<Told<boost::json::value>> get(std::string path, std::map<std::string, std::string, std::less<>> query = {});
  awaitable<Told<boost::json::value>> post(std::string path, std::string body);
  // Under a new id of this run.
  struct Posted {
    std::string id;  // as the journal has it
    std::optional<server::Recorded> recorded;
    ErrorBody refused;  // where it was not recorded as done

    bool by_rule() const;  // the journal keeps the refusal
  };
  awaitable<Posted> command(progressive::CommandBody body, std::optional<server::Credentials> second = {});
  // Enrols the first administrator with the code that the server printed.
  awaitable<Told<boost::json::value>> first_start(std::string code, std::string name);

  const server::Credentials& who() const { return who_; }

 private:
  awaitable<Told<boost::json::value>> ask(server::Request request, bool signed_in);
  awaitable<std::optional<ErrorBody>> sign_in();

  Net& net_;
  server::Credentials who_;
  std::string cookie_;
  size_t server_ = 0;
};

}  // namespace cardroom::floor
