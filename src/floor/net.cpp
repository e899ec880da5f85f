#include "floor/net.h"
#include "server/awaited.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/steady_timer.hpp>

namespace cardroom::floor {

namespace asio = boost::asio;

namespace {

using server::awaited;

ErrorBody gave_up(const Net& net) {
  return {"gave_up", "", net.failure() ? net.failure()->to_text() : "no server responds"};
}

// The body of an answer that refuses.
ErrorBody error_in(const server::Response& response) {
  try {
    const boost::json::value value = ledger::codec::parse(response.body);
    if (const auto* error = value.as_object().if_contains("error"))
      if (auto body = ledger::from_json<ErrorBody>(*error)) return *body;
  } catch (const ledger::DecodeError&) {
  } catch (const boost::system::system_error&) {
  }
  return {"unreadable", "", fmt::format("the server answered {} without giving a reason", response.status)};
}

std::string cookie_in(const server::Response& response) {
  for (const auto& [name, value] : response.headers)
    if (name == "Set-Cookie" || name == "set-cookie") return value.substr(0, value.find(';'));
  return {};
}

}  // namespace

Net::Net(asio::io_context& io, NetOptions options, uint64_t prng_key)
    : io_(io), options_(std::move(options)), prng_(prng_key) {
  server::WebClientOptions client;
  client.ca_file = options_.ca_file;
  client_ = server::WebClient::make(io_, std::move(client));
}

int64_t Net::now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

void Net::fail(base::Error error) {
  if (!failure_) failure_ = std::move(error);
  hurried_ = true;
}

awaitable<std::expected<server::Response, base::Error>> Net::request(const ServerUrl& url, server::Request request) {
  struct Waiting {
    explicit Waiting(asio::io_context& io) : timer(io, asio::steady_timer::time_point::max()) {}
    asio::steady_timer timer;
    std::optional<std::expected<server::Response, base::Error>> result;
  };
  const auto waiting = std::make_shared<Waiting>(io_);
  client_->request(url, std::move(request), [waiting](std::expected<server::Response, base::Error> result) {
    waiting->result = std::move(result);
    waiting->timer.cancel();
  });
  if (!waiting->result) co_await waiting->timer.async_wait(awaited);
  co_return std::move(*waiting->result);
}

awaitable<void> Net::pause(int64_t ms) {
  constexpr int64_t step_ms = 100;
  const int64_t until_ms = now_ms() + ms;
  for (int64_t left_ms = ms; left_ms > 0 && (!hurried_ || left_ms < step_ms); left_ms = until_ms - now_ms()) {
    asio::steady_timer timer(io_, std::chrono::milliseconds(std::min(left_ms, step_ms)));
    co_await timer.async_wait(awaited);
  }
}

awaitable<void> Net::back_off(int count) {
  const int64_t ms = std::min(options_.backoff_most_ms, int64_t{50} << std::min(count - 1, 10));
  asio::steady_timer timer(io_, std::chrono::milliseconds(ms + base::uniform_below(prng_, static_cast<uint32_t>(ms))));
  co_await timer.async_wait(awaited);
}

awaitable<std::optional<ErrorBody>> Console::sign_in() {
  server::Request request;
  request.method = "POST";
  request.path = "/v1/sign-in";
  request.headers["content-type"] = "application/json";
  request.body = ledger::to_full_json(who_);
  auto response = co_await net_.request(net_.server(server_), std::move(request));
  if (!response) co_return ErrorBody{"unreachable", "", response.error().to_text()};
  if (response->status == 200) {
    cookie_ = cookie_in(*response);
    co_return std::nullopt;
  }
  co_return error_in(*response);
}

awaitable<Console::Told<boost::json::value>> Console::ask(server::Request request, bool signed_in) {
  int failures = 0;
  const int64_t begun_ms = Net::now_ms();
  int64_t lost_ms = 0;  // since when no server has responded
  for (;;) {
    if (net_.failure()) co_return std::unexpected(gave_up(net_));
    if (failures > 0) co_await net_.back_off(failures);
    ErrorBody error;
    if (signed_in && cookie_.empty()) {
      if (auto refused = co_await sign_in()) error = std::move(*refused);
    }
    if (error.code.empty()) {
      server::Request again = request;
      if (signed_in) again.headers["cookie"] = cookie_;
      auto response = co_await net_.request(net_.server(server_), std::move(again));
      if (response && response->status < 300) {
        if (!signed_in) cookie_ = cookie_in(*response);
        try {
          co_return ledger::codec::parse(response->body);
        } catch (const ledger::DecodeError& broken) {
          co_return std::unexpected(ErrorBody{"unreadable", broken.field, broken.text});
        }
      }
      error = response ? error_in(*response) : ErrorBody{"unreachable", "", response.error().to_text()};
      if (error.code == "not_signed_in" && signed_in) {
        cookie_.clear();
        failures = std::max(failures, 1);
        if (Net::now_ms() - begun_ms < net_.options().patience_ms) continue;
      }
    }
    const bool gone = error.code == "unreachable" || error.code == "standby" || error.code == "recording_failed" ||
                      error.code == "unreadable";
    const bool later = error.code == "too_many_attempts" || error.code == "busy";
    if (!gone && !later) co_return std::unexpected(std::move(error));
    ++failures;
    if (gone) {
      ++server_;
      cookie_.clear();
      if (lost_ms == 0) lost_ms = Net::now_ms();
      if (Net::now_ms() - lost_ms > net_.options().patience_ms) {
        base::Error failure{"reach the server", error.text};
        net_.fail(std::move(failure));
      }
    } else {
      lost_ms = 0;
    }
  }
}

awaitable<Console::Told<boost::json::value>> Console::get(std::string path,
                                                          std::map<std::string, std::string, std::less<>> query) {
  server::Request request;
  request.method = "GET";
  request.path = std::move(path);
  request.query = std::move(query);
  co_return co_await ask(std::move(request), true);
}

awaitable<Console::Told<boost::json::value>> Console::post(std::string path, std::string body) {
  server::Request request;
  request.method = "POST";
  request.path = std::move(path);
  request.headers["content-type"] = "application/json";
  request.body = std::move(body);
  co_return co_await ask(std::move(request), true);
}

awaitable<Console::Told<boost::json::value>> Console::first_start(std::string code, std::string name) {
  server::FirstStart first{std::move(code), who_.staff, std::move(name), who_.pin};
  server::Request request;
  request.method = "POST";
  request.path = "/v1/first-start";
  request.headers["content-type"] = "application/json";
  request.body = ledger::to_full_json(first);
  co_return co_await ask(std::move(request), false);
}

bool Console::Posted::by_rule() const {
  return !recorded && progressive::code_named(refused.code).has_value();
}

awaitable<Console::Posted> Console::command(progressive::CommandBody body, std::optional<server::Credentials> second) {
  server::PostedCommand posted{net_.next_id(), std::move(second), std::move(body)};
  std::string text = ledger::to_full_json(posted);
  Posted result{who_.staff.text + ":" + posted.id, {}, {}};
  auto answer = co_await post("/v1/commands", std::move(text));
  if (!answer) {
    result.refused = std::move(answer.error());
    co_return result;
  }
  auto recorded = ledger::from_json<server::Recorded>(*answer);
  if (recorded)
    result.recorded = std::move(*recorded);
  else
    result.refused = {"unreadable", recorded.error().field, recorded.error().text};
  co_return result;
}

}  // namespace cardroom::floor
