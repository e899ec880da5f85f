#include "floor/line.h"
#include "server/awaited.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace cardroom::floor {

namespace asio = boost::asio;
using server::Answered;

namespace {

using server::awaited;
constexpr int64_t between_sends_ms = 6;  // a channel may carry 200 messages a second
constexpr int64_t answer_ms = 10'000;    // then the connection is not believed any more
constexpr int refusals_max = 5;          // of a token: it is not valid

std::string text_of(const server::Incoming& message) {
  return ledger::to_full_json(message);
}

}  // namespace

Line::Line(Net& net, std::string device, std::string token)
    : net_(net), device_(std::move(device)), token_(std::move(token)), changed_(net.io()) {}

void Line::open() {
  connect();
}

void Line::close() {
  closing_ = true;
  socket_.reset();
  changed_.cancel();
}

void Line::connect() {
  server::Request request;
  request.path = "/v1/live";
  request.headers["authorization"] = "Bearer " + token_;
  greeted_ = false;
  server::WebClient::Events events;
  events.message = [this](std::string_view text) { on_message(text); };
  events.closed = [this](uint16_t code, const std::string& reason) { on_closed(code, reason); };
  socket_ = net_.client().connect(net_.server(server_), request, std::move(events));
}

void Line::on_closed(uint16_t code, const std::string& reason) {
  greeted_ = false;
  changed_.cancel();
  if (closing_) return;
  if (lost_ms_ == 0) lost_ms_ = Net::now_ms();
  if (code == static_cast<uint16_t>(server::CloseCode::replaced))
    net_.fail({"connect " + device_, "another program uses this device's token"});
  if (code == 1 && (reason == "401" || reason == "403")) ++refusals_;
  if (refusals_ >= refusals_max)
    net_.fail(
        {"connect " + device_, "its token was refused; remove it from the floor's file to enroll the device again"});
  else if (Net::now_ms() - lost_ms_ > net_.options().patience_ms)
    net_.fail({"connect " + device_, reason});
  if (net_.failure()) return;
  ++failures_;
  ++server_;
  asio::co_spawn(net_.io(), reconnect(), asio::detached);
}

awaitable<void> Line::reconnect() {
  co_await net_.back_off(failures_);
  if (!closing_ && !net_.failure()) connect();
}

void Line::send(std::string text) {
  next_send_ms_ = std::max(next_send_ms_, Net::now_ms()) + between_sends_ms;
  socket_->channel().send(server::text(std::move(text)));
}

void Line::on_message(std::string_view text) {
  boost::json::value value;
  try {
    value = ledger::codec::parse(text);
  } catch (const ledger::DecodeError&) {
    return;
  }
  const boost::json::object& object = value.as_object();
  if (const auto* hello = object.if_contains("hello")) {
    const auto said = ledger::from_json<server::Hello>(*hello);
    if (!said || !said->leading) return socket_->channel().close(server::CloseCode::normal, "another one is leading");
    greeted_ = true;
    failures_ = refusals_ = 0;
    lost_ms_ = 0;
    ++connections_;
    table_.reset();
    if (lit_) tell(*lit_);
    if (asking_ && !answer_) {
      if (sent_ && asked_.press) asked_.press->again = true;
      sent_ = true;
      send(text_of(asked_));
    }
  } else if (const auto* answer = object.if_contains("answer")) {
    auto told = ledger::from_json<Answered>(*answer);
    if (told && asking_ && told->id == asked_.id) answer_ = std::move(*told);
  } else if (const auto* tables = object.if_contains("tables")) {
    auto told = ledger::from_json<server::Tables>(*tables);
    if (told && !told->tables.empty()) table_ = std::move(told->tables.front());
  } else {
    return;
  }
  changed_.cancel();
}

void Line::tell(std::vector<progressive::Wager> lit) {
  lit_ = std::move(lit);
  if (!greeted_) return;
  server::Incoming message;
  message.sensors = server::Sensors{*lit_};
  send(text_of(message));
}

awaitable<void> Line::wait_turn() {
  for (int64_t now_ms = Net::now_ms(); now_ms < next_send_ms_; now_ms = Net::now_ms()) {
    asio::steady_timer timer(net_.io(), std::chrono::milliseconds(next_send_ms_ - now_ms));
    co_await timer.async_wait(awaited);
  }
}

awaitable<bool> Line::ready() {
  while (!table_ && !net_.failure()) {
    changed_.expires_after(std::chrono::milliseconds(200));
    co_await changed_.async_wait(awaited);
  }
  co_return !net_.failure().has_value();
}

awaitable<std::optional<Answered>> Line::ask(server::Incoming message) {
  CHECK(!asking_);
  co_await wait_turn();
  asked_ = std::move(message);
  asked_.id = net_.next_id();
  asking_ = true;
  sent_ = false;
  answer_.reset();
  if (greeted_) {
    sent_ = true;
    send(text_of(asked_));
  }
  int64_t since_ms = Net::now_ms();
  uint64_t connection = connections_;
  while (!net_.failure()) {
    if (answer_ && answer_->failed) {
      // Nothing is known to be recorded: once more, after a moment.
      answer_.reset();
      co_await net_.back_off(3);
      if (answer_) continue;
      if (asked_.press) asked_.press->again = true;
      if (greeted_) send(text_of(asked_));
      since_ms = Net::now_ms();
    }
    if (answer_) break;
    if (connection != connections_) {
      connection = connections_;
      since_ms = Net::now_ms();
    }
    if (greeted_ && Net::now_ms() - since_ms > answer_ms) {
      greeted_ = false;
      since_ms = Net::now_ms();
      socket_.reset();
      on_closed(0, "no response in time");
    }
    changed_.expires_after(std::chrono::milliseconds(500));
    co_await changed_.async_wait(awaited);
  }
  asking_ = false;
  auto answer = std::move(answer_);
  answer_.reset();
  co_return answer;
}

}  // namespace cardroom::floor
