#include "server/testing/house.h"

#include <fmt/format.h>

#include <sys/resource.h>

#include <boost/asio/post.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <csignal>
#include <future>

#include "ledger/testing/house.h"
#include "server/log.h"

namespace cardroom::server::testing {

namespace json = boost::json;

namespace {

constexpr int64_t patience_ms = 10'000;

ServerUrl url_of(uint16_t port) {
  return {false, "127.0.0.1", port};
}

}  // namespace

TestChannel::TestChannel(uint16_t port, std::string token_or_cookie, bool device) {
  client_ = WebClient::make(io_, {});
  Request request;
  request.path = "/v1/live";
  if (device)
    request.headers["authorization"] = "Bearer " + token_or_cookie;
  else
    request.headers["cookie"] = std::move(token_or_cookie);
  WebClient::Events events;
  events.opened = [](Channel&) {};
  events.message = [this](std::string_view text) {
    const json::object message = json::parse(text).as_object();
    heard_.push_back({std::string(message.begin()->key()), message.begin()->value().as_object()});
  };
  events.closed = [this](uint16_t code, const std::string& reason) {
    code_ = code == 1 ? std::stoi(reason) : code;
    closing_text_ = reason;
  };
  socket_ = client_->connect(url_of(port), request, std::move(events));
}

TestChannel::~TestChannel() = default;

void TestChannel::send(const std::string& message) {
  socket_->channel().send(text(message));
  io_.restart();
  io_.poll();
}

std::optional<Heard> TestChannel::pop(int64_t wait_ms) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(wait_ms);
  while (heard_.empty() && !code_ && std::chrono::steady_clock::now() < until) {
    io_.restart();
    io_.run_one_for(std::chrono::milliseconds(50));
  }
  if (heard_.empty()) return std::nullopt;
  Heard first = std::move(heard_.front());
  heard_.pop_front();
  return first;
}

json::object TestChannel::next(const std::string& kind) {
  while (auto heard = pop(patience_ms))
    if (heard->kind == kind) return heard->body;
  ADD_FAILURE() << "no message of kind " << kind << (code_ ? fmt::format("; closed with {}", *code_) : "");
  return {};
}

json::object TestChannel::answer(const std::string& id) {
  while (true) {
    json::object message = next("answer");
    if (message.empty() || message["id"].as_string() == id) return message;
  }
}

json::object TestChannel::ask(const std::string& id, const std::string& rest) {
  send(fmt::format(R"({{"id":"{}",{}}})", id, rest));
  return answer(id);
}

int TestChannel::closed() {
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience_ms);
  while (!code_ && std::chrono::steady_clock::now() < until) {
    io_.restart();
    io_.run_one_for(std::chrono::milliseconds(50));
  }
  return code_.value_or(-1);
}

namespace {

rlim_t usual_size_max = RLIM_INFINITY;

void limit_files(rlim_t bytes) {
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_FSIZE, &limit);
}

}  // namespace

FullDisk::FullDisk() {
  std::signal(SIGXFSZ, SIG_IGN);  // the write fails instead
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  usual_size_max = limit.rlim_max;
  limit_files(0);
}

FullDisk::~FullDisk() {
  limit_files(usual_size_max);
}

TestHouse::TestHouse(ServiceOptions options, Furnished furnished) : options_(std::move(options)) {
  set_log_level(LogLevel::silent);
  if (options_.ledger.empty()) options_.ledger = "sqlite:" + folder_.file("floor.ledger");
  if (options_.secret_file.empty()) options_.secret_file = folder_.file("secret");
  options_.port = 0;
  options_.version = "test";
  options_.hash_cost = {.passes = 1, .memory_bytes = 8192};
  if (options_.gate.attempts_burst == GateLimits{}.attempts_burst)
    options_.gate.attempts_burst = 10'000;  // the clock stands still
  if (!options_.clock_ms) options_.clock_ms = [this] { return clock_ms_.load(); };
  start();
  options_.port = port_;
  if (furnished == Furnished::yes) furnish();
}

TestHouse::~TestHouse() {
  stop();
  if (!standby_) return;
  standby_->stop();
  standby_thread_.join();
}

uint16_t TestHouse::start_standby() {
  ServiceOptions options = options_;
  options.port = 0;
  options.standby = true;
  auto opened = Service::open(std::move(options));
  if (!opened) throw std::runtime_error(opened.error().to_text());
  standby_ = std::move(*opened);
  standby_thread_ = std::thread([this] { standby_->run(false); });
  return standby_->port();
}

bool TestHouse::standby_leads() {
  std::promise<bool> leads;
  standby_->post([&] { leads.set_value(standby_->is_leading()); });
  return leads.get_future().get();
}

void TestHouse::start() {
  auto opened = Service::open(options_);
  if (!opened) throw std::runtime_error(opened.error().to_text());
  service_ = std::move(*opened);
  port_ = service_->port();
  thread_ = std::thread([this] { service_->run(false); });
}

void TestHouse::stop() {
  if (!service_) return;
  service_->stop();
  thread_.join();
  service_.reset();
}

void TestHouse::restart() {
  stop();
  start();
  for (const char* card : {"1001", "2001", "3001", "4001", "5001"}) sign_in(card, pin(card));
}

Response TestHouse::request(const std::string& method, const std::string& path, const std::string& body,
                            const std::string& card, std::map<std::string, std::string> headers) {
  boost::asio::io_context io;
  const auto client = WebClient::make(io, {});
  Request request;
  request.method = method;
  const size_t question = path.find('?');
  request.path = path.substr(0, question);
  if (question != std::string::npos) {
    std::string rest = path.substr(question + 1);
    while (!rest.empty()) {
      const std::string pair = rest.substr(0, rest.find('&'));
      rest = pair.size() == rest.size() ? "" : rest.substr(pair.size() + 1);
      request.query[pair.substr(0, pair.find('='))] = pair.substr(pair.find('=') + 1);
    }
  }
  request.body = body;
  if (!body.empty()) request.headers["content-type"] = "application/json";
  if (!card.empty()) request.headers["cookie"] = cookies_.at(card);
  for (auto& [name, value] : headers) request.headers[name] = value;
  Response result;
  client->request(url_of(port_), request, [&](std::expected<Response, base::Error> response) {
    if (response)
      result = std::move(*response);
    else
      ADD_FAILURE() << response.error().to_text();
  });
  io.run();
  for (const auto& [name, value] : result.headers)
    if ((name == "Set-Cookie" || name == "set-cookie") && value.starts_with("cardroom_session="))
      cookies_["last"] = value.substr(0, value.find(';'));
  return result;
}

json::value TestHouse::get(const std::string& path, const std::string& card) {
  const Response response = request("GET", path, "", card);
  EXPECT_EQ(response.status, 200U) << path << ": " << response.body;
  return json::parse(response.body);
}

unsigned TestHouse::sign_in(const std::string& card, const std::string& pin) {
  const Response response = request("POST", "/v1/sign-in", fmt::format(R"({{"staff":"{}","pin":"{}"}})", card, pin));
  if (response.status == 200) cookies_[card] = cookies_.at("last");
  return response.status;
}

Response TestHouse::command(const std::string& card, const std::string& command, const std::string& second) {
  std::string body = fmt::format(R"({{"id":"c{}","command":{})", ++commands_, command);
  if (!second.empty()) body += fmt::format(R"(,"second":{{"staff":"{}","pin":"{}"}})", second, pin(second));
  return request("POST", "/v1/commands", body + "}", card);
}

json::object TestHouse::must(const std::string& card, const std::string& what, const std::string& second) {
  const Response response = command(card, what, second);
  EXPECT_EQ(response.status, 200U) << what << ": " << response.body;
  return json::parse(response.body).as_object();
}

std::string TestHouse::enrol(const std::string& device, const std::string& kind, const std::string& table) {
  const Response response =
      request("POST", "/v1/devices",
              fmt::format(R"({{"id":"d{}","device":"{}","kind":"{}","table":"{}"}})", ++commands_, device, kind, table),
              "1001");
  EXPECT_EQ(response.status, 200U) << response.body;
  return tokens_[device] = std::string(json::parse(response.body).at("token").as_string());
}

void TestHouse::furnish() {
  const std::string first = fmt::format(R"({{"code":"{}","staff":"1001","name":"Administrator","pin":"{}"}})",
                                        service_->first_code(), pin("1001"));
  EXPECT_EQ(request("POST", "/v1/first-start", first).status, 200U);
  cookies_["1001"] = cookies_.at("last");
  for (const auto& [card, role] : std::map<std::string, std::string>{
           {"2001", "executive"}, {"3001", "supervisor"}, {"4001", "dealer"}, {"5001", "auditor"}}) {
    must("1001", fmt::format(R"({{"enrol_staff":{{"staff":"{}","role":"{}","name":"{}"}}}})", card, role, role));
    const Response set = request(
        "POST", "/v1/pin", fmt::format(R"({{"id":"p{}","staff":"{}","pin":"{}"}})", card, card, pin(card)), "1001");
    EXPECT_EQ(set.status, 200U) << set.body;
    EXPECT_EQ(sign_in(card, pin(card)), 200U);
  }
  // The link and the tables of the ledger's own test house.
  for (const progressive::Command& made : ledger::testing::opening(1, 2)) {
    const std::string name(progressive::command_name(made.body));
    if (name == "enrol_staff") continue;
    must("1001", ledger::to_json(made.body), name == "open_link" ? "" : "2001");
  }
  for (const char* table : {"T1", "T2"})
    for (const char* kind : {"controller", "keypad", "display", "shuffler"})
      enrol(std::string(table) + "-" + kind, kind, table);
  enrol("monitor", "monitor", "");
}

void TestHouse::add_link(const std::string& link, const std::function<void(progressive::LinkRules&)>& change) {
  for (const progressive::Command& made : ledger::testing::opening(1, 0)) {
    const auto* create = std::get_if<progressive::CreateLink>(&made.body);
    if (!create) continue;
    progressive::CreateLink another = *create;
    another.link = {link};
    if (change) change(another.rules);
    must("1001", ledger::to_json(progressive::CommandBody(another)), "2001");
  }
  must("1001", fmt::format(R"({{"open_link":{{"link":"{}"}}}})", link));
}

void TestHouse::add_table(const std::string& table, const std::string& keypad, const std::string& link) {
  must("1001",
       fmt::format(R"({{"place_table":{{"table":{{"table":"{}","game":"three-card-poker","positions":6,"keypad":"{}",)"
                   R"("links":["{}"]}}}}}})",
                   table, keypad, link),
       "2001");
  enrol(table + "-controller", "controller", table);
}

std::unique_ptr<TestChannel> TestHouse::device(const std::string& name) {
  return std::make_unique<TestChannel>(port_, tokens_.at(name), true);
}

std::unique_ptr<TestChannel> TestHouse::page(const std::string& card) {
  return std::make_unique<TestChannel>(port_, cookies_.at(card), false);
}

}  // namespace cardroom::server::testing
