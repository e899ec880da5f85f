// A running game manager for tests, with a small house on it: staff of every role, a link, two tables, their devices.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <thread>

#include "ledger/testing/temporary_folder.h"
#include "server/protocol.h"
#include "server/service.h"
#include "server/web_client.h"

namespace cardroom::server::testing {

// A message from the server, read.
struct Heard {
  std::string kind;  // "hello", "answer", …
  boost::json::object body;
};

// One live channel, read at leisure.
class TestChannel {
 public:
  TestChannel(uint16_t port, std::string token_or_cookie, bool device);
  ~TestChannel();

  void send(const std::string& text);
  // The next message of this kind; others that come before it are dropped. Fails the test after five seconds.
  boost::json::object next(const std::string& kind);
  // The answer to the message of this id.
  boost::json::object answer(const std::string& id);
  // Sends {"id":…, rest} and waits for the answer.
  boost::json::object ask(const std::string& id, const std::string& rest);
  // Waits until the other side closes; its code, or the HTTP status of a refused handshake.
  int closed();
  // The reason that came with that code.
  const std::string& closing_text() const { return closing_text_; }

 private:
  std::optional<Heard> pop(int64_t wait_ms);

  boost::asio::io_context io_;
  std::unique_ptr<WebClient> client_;
  std::unique_ptr<WebClient::Socket> socket_;
  std::deque<Heard> heard_;
  std::optional<int> code_;
  std::string closing_text_;
};

// While it lives no file of this process grows: the journal cannot be written.
class FullDisk {
 public:
  FullDisk();
  ~FullDisk();
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
};

class TestHouse {
 public:
  enum class Furnished : uint8_t { no, yes };

  TestHouse() : TestHouse(ServiceOptions{}) {}
  // Without furniture there is nobody yet, and the code of the first start waits.
  explicit TestHouse(ServiceOptions options, Furnished furnished = Furnished::yes);
  ~TestHouse();

  // A second game manager on the same ledger, standing by; its port.
  uint16_t start_standby();
  // Whether the second one leads by now.
  bool standby_leads();
  // Requests and channels go to the second one from now on.
  void use_standby() { use_port(standby_->port()); }
  void use_port(uint16_t port) { port_ = port; }

  // Stops it and starts it again on the same ledger and port, with what options() says by then.
  void restart();
  void stop();
  ServiceOptions& options() { return options_; }
  std::string first_code() const { return service_->first_code(); }
  // Of the thread that does all networking.
  std::thread::id io_thread() const { return thread_.get_id(); }

  uint16_t port() const { return port_; }
  std::string ledger() const { return options_.ledger; }
  std::string secret_file() const { return options_.secret_file; }
  int64_t advance_clock(int64_t ms) { return clock_ms_ += ms; }

  // One request; with a session's cookie where a card is named that has signed in.
  Response request(const std::string& method, const std::string& path, const std::string& body = "",
                   const std::string& card = "", std::map<std::string, std::string> headers = {});
  boost::json::value get(const std::string& path, const std::string& card);
  // Signs in with the card's PIN; the status.
  unsigned sign_in(const std::string& card, const std::string& pin);
  // A command in the card's name; must be accepted.
  boost::json::object must(const std::string& card, const std::string& command, const std::string& second = "");
  Response command(const std::string& card, const std::string& command, const std::string& second = "");
  std::string enrol(const std::string& device, const std::string& kind, const std::string& table);
  // A further link like link-1, open, with its rules changed, and a table that plays on it.
  void add_link(const std::string& link, const std::function<void(progressive::LinkRules&)>& change = {});
  void add_table(const std::string& table, const std::string& keypad, const std::string& link);

  std::string cookie(const std::string& card) const { return cookies_.at(card); }
  const std::string& token(const std::string& device) const { return tokens_.at(device); }
  std::unique_ptr<TestChannel> device(const std::string& name);
  std::unique_ptr<TestChannel> page(const std::string& card);

  // Cards: adm 1001, exe 2001, sup 3001, dealer 4001, auditor 5001; PINs 47110 + first digit.
  static std::string pin(const std::string& card) { return "4711" + card.substr(0, 1); }

 private:
  void start();
  void furnish();

  ledger::testing::TemporaryFolder folder_;
  ServiceOptions options_;
  std::atomic<int64_t> clock_ms_ = 1'767'225'600'000;
  uint16_t port_ = 0;
  std::unique_ptr<Service> service_;
  std::thread thread_;
  std::unique_ptr<Service> standby_;
  std::thread standby_thread_;
  std::map<std::string, std::string> cookies_;
  std::map<std::string, std::string> tokens_;
  int commands_ = 0;
};

}  // namespace cardroom::server::testing
