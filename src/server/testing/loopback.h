// For tests: a server on loopback in a thread of its own, and a client that may say anything, byte by byte.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "server/listener.h"
#include "server/transport.h"

namespace cardroom::server::testing {

// Answers /echo with what it was told, /large with a megabyte, /headers with headers of its own, /later when told to.
// Channels echo; they are refused at /refused, and answer "flood N" by N messages of 1,000 bytes, "close" by closing.
class EchoSite : public Site {
 public:
  void answer(Request request, std::function<void(Response)> done) override;
  std::variant<Opening, Response> open_channel(const Request& request) override;

  std::vector<std::function<void(Response)>> waiting;  // of /later; io thread
  std::atomic<int> answered = 0;
  std::atomic<int> asked_later = 0;
  std::atomic<int> opened = 0;
  std::atomic<int> gone = 0;
  std::atomic<int> messages = 0;
};

class Server {
 public:
  explicit Server(const ListenerLimits& limits = {}, std::unique_ptr<TlsFiles> tls = nullptr);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  uint16_t port() const { return port_; }
  // On the io thread; returns when it is done.
  void run(std::function<void(Listener&)> what);
  ListenerCounts counts();
  void stop(int64_t patience_ms, std::function<void()> done);
  void destroy_listener();

  EchoSite site;
  boost::asio::io_context io;

 private:
  std::unique_ptr<Listener> listener_;
  uint16_t port_ = 0;
  std::thread thread_;
};

struct Frame {
  int opcode = -1;  // -1: the connection ended
  std::string payload;

  int close_code() const;  // -1 where this is no close
};

// Blocking; what does not come within ten seconds did not come.
class RawClient {
 public:
  // `from`: an address of this machine, such as 127.0.0.2.
  explicit RawClient(uint16_t port, int receive_buffer_bytes = 0, const std::string& from = "127.0.0.1");
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool send(std::string_view bytes);  // false: the other side is gone
  std::string read_some();            // empty: the end
  std::string read_all();
  std::string read_response();  // head and body; what follows stays
  void end_sending();
  void reset();  // leaves without the usual farewell

  std::string upgrade(std::string_view path = "/channel", std::string_view more_headers = "");
  bool send_frame(int opcode, std::string_view payload, bool final = true);
  bool say(std::string_view text) { return send_frame(1, text); }
  Frame read_frame();
  Frame read_close();  // over all that comes before it

 private:
  bool fill(size_t size);

  int socket_ = -1;
  std::string rest_;
};

// "GET /echo HTTP/1.1" with a Host and what is added, each line with its end.
std::string get(std::string_view target, std::string_view more_headers = "");
int status_of(std::string_view response);
std::string body_of(std::string_view response);
std::string header_of(std::string_view response, std::string_view name);

// Until it holds; false after ten seconds.
bool eventually(const std::function<bool()>& holds);

// A certificate for localhost and 127.0.0.1 that signs itself, in files that live as long as this.
class TestCertificate {
 public:
  explicit TestCertificate(const std::string& name = "localhost");
  ~TestCertificate();
  std::unique_ptr<TlsFiles> files() const;
  std::string certificate() const { return (folder_ / "certificate.pem").string(); }

 private:
  std::filesystem::path folder_;
};

}  // namespace cardroom::server::testing
