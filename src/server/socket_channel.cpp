#include "server/socket_channel.h"
#include "server/awaited.h"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <optional>

namespace cardroom::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;

int64_t steady_us() {
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

namespace {

constexpr size_t kept_capacity_max = 4096;  // of the read buffer, between messages
constexpr size_t reason_bytes_max = 123;    // RFC 6455, 5.5.1

constexpr size_t batch_bytes = 16384;  // of one write: a TLS record
constexpr size_t batch_messages_max = 31;

// What one write takes: frames of messages (RFC 6455, 5.2; a server does not mask), or bytes.
class Batch {
 public:
  bool has_room() const { return count_ < batch_messages_max && size_ < batch_bytes; }
  void add(Text message) {
    std::array<uint8_t, 10>& head = heads_[count_];
    const uint64_t size = message->size();
    head[0] = 0x81;  // the whole of a text
    size_t length_bytes = 0;
    if (size < 126) {
      head[1] = static_cast<uint8_t>(size);
    } else {
      length_bytes = size < 65536 ? 2 : 8;
      head[1] = length_bytes == 2 ? 126 : 127;
      for (size_t i = 0; i < length_bytes; ++i)
        head[2 + i] = static_cast<uint8_t>(size >> (8 * (length_bytes - 1 - i)));
    }
    add(asio::buffer(head.data(), 2 + length_bytes));
    add(asio::buffer(*message));
    messages_[count_++] = std::move(message);
  }
  void add(asio::const_buffer bytes) {
    pieces_[pieces_count_++] = bytes;
    size_ += bytes.size();
  }
  size_t size() const { return size_; }
  size_t messages() const { return count_; }
  std::span<const asio::const_buffer> pieces() const { return std::span(pieces_).first(pieces_count_); }
  std::string after(size_t taken) const {
    std::string rest;
    for (const asio::const_buffer& piece : pieces()) {
      const size_t skipped = std::min(taken, piece.size());
      taken -= skipped;
      rest.append(static_cast<const char*>(piece.data()) + skipped, piece.size() - skipped);
    }
    return rest;
  }

 private:
  std::array<std::array<uint8_t, 10>, batch_messages_max> heads_;
  std::array<Text, batch_messages_max> messages_;
  std::array<asio::const_buffer, 2 * batch_messages_max + 1> pieces_;
  size_t count_ = 0;
  size_t pieces_count_ = 0;
  size_t size_ = 0;
};

// A server writes its messages itself, as many as wait in one system call; Beast reads, and answers pings and closes. A
// client, which has to mask, leaves everything to Beast.
class BeastChannel final : public SocketChannel, private Outbox {
 public:
  BeastChannel(std::weak_ptr<void> keeper, Wire& wire, const ChannelLimits& limits,
               std::shared_ptr<ChannelCounts> counts)
      : keeper_(std::move(keeper)), wire_(wire), limits_(limits), counts_(std::move(counts)), ws_(wire) {
    ws_.auto_fragment(false);
    ws_.write_buffer_bytes(1024);  // a client masks through it, a server does not use it
    ws_.read_message_max(limits.message_bytes_max);
    ws_.text(true);
  }

  asio::awaitable<error_code> accept(const HttpRequest& request, HeaderLines lines) override {
    ws_.set_option(websocket::stream_base::decorator([lines = std::move(lines)](websocket::response_type& response) {
      for (const auto& [name, value] : lines) response.set(name, value);
    }));
    const auto [error] = co_await ws_.async_accept(request, awaited);
    gathers_ = true;
    if (!error) wire_.use_outbox(this);
    begin();
    co_return error;
  }

  asio::awaitable<error_code> handshake(std::string host, std::string target, HeaderLines lines,
                                        unsigned& refused) override {
    ws_.set_option(websocket::stream_base::decorator([lines = std::move(lines)](websocket::request_type& request) {
      for (const auto& [name, value] : lines) request.set(name, value);
    }));
    websocket::response_type response;
    const auto [error] = co_await ws_.async_handshake(response, host, target, awaited);
    if (error == websocket::error::upgrade_declined) refused = response.result_int();
    begin();
    co_return error;
  }

  asio::awaitable<Ending> run(Visitor& visitor) override {
    ws_.control_callback([this](websocket::frame_type kind, beast::string_view) {
      heard_ = true;
      // Inside a read a close may not begin: it begins with the next tick.
      if (kind == websocket::frame_type::ping && !within_rate()) flooded_ = true;
    });
    beast::flat_buffer buffer;
    for (;;) {
      const auto [error, size] = co_await ws_.async_read(buffer, awaited);
      if (error) {
        ended_ = true;
        co_return ending(error);
      }
      heard_ = true;
      if (!closing_) take(visitor, buffer);
      buffer.consume(buffer.size());
      if (buffer.capacity() > kept_capacity_max) buffer.shrink_to_fit();
    }
  }

  void send(Text message) override {
    if (closing_ || ended_) return;
    if (queue_bytes_ + unsent_.size() + message->size() > limits_.queue_bytes_max ||
        queue_.size() - next_ >= limits_.queue_messages_max) {
      drop(Drop::slow, CloseCode::too_slow, "the reader is not keeping up");
      return;
    }
    queue_bytes_ += message->size();
    queue_.push_back(std::move(message));
    pump();
  }

  void close(CloseCode code, std::string reason) override {
    if (closing_ || ended_) return;
    if (reason.size() > reason_bytes_max) {
      size_t size = reason_bytes_max;
      while (size > 0 && (static_cast<unsigned char>(reason[size]) & 0xc0) == 0x80) --size;
      reason.resize(size);
    }
    closing_.emplace(static_cast<uint16_t>(code), std::move(reason));
    pump();
  }

  void tick(int64_t now_ms) override {
    if (ended_ || !opened_) return;
    if (std::exchange(heard_, false)) {
      heard_ms_ = now_ms;
      pinged_ = false;
    }
    if (wire_.bytes_out() != seen_out_ || !is_writing()) {
      seen_out_ = wire_.bytes_out();
      progress_ms_ = now_ms;
    }
    if (flooded_) drop(Drop::fast, CloseCode::too_fast, "too many pings per second");
    if (closing_) {
      const bool overdue = deadline_ms_ > 0 && now_ms >= deadline_ms_;
      if (overdue || now_ms - progress_ms_ >= limits_.silence_ms) wire_.close();
      return;
    }
    const bool silent = now_ms - heard_ms_ >= limits_.silence_ms;
    // Who does not read does not see our pings either.
    if (now_ms - progress_ms_ >= limits_.silence_ms || (silent && is_writing())) {
      drop(Drop::slow, CloseCode::too_slow, "the reader is not keeping up");
    } else if (silent) {
      drop(Drop::silent, CloseCode::silent, "no activity");
    } else if (now_ms - heard_ms_ >= limits_.silence_ms / 2 && !pinged_) {
      pinged_ = true;
      if (!std::exchange(pinging_, true)) {
        ws_.async_ping({}, [this, keep = keeper_.lock()](error_code) { pinging_ = false; });
      }
    }
  }

  Drop dropped() const override { return dropped_; }

 private:
  void begin() {
    ws_.set_option(websocket::stream_base::decorator(nullptr_decorator));
    opened_ = true;
    heard_ms_ = progress_ms_ = steady_ms();
    pump();
  }
  static void nullptr_decorator(websocket::request_type&) {}

  void take(Visitor& visitor, const beast::flat_buffer& buffer) {
    if (!ws_.got_text()) {
      close(CloseCode::not_text, "messages must be text");
    } else if (!within_rate()) {
      drop(Drop::fast, CloseCode::too_fast, "too many messages per second");
    } else {
      ++counts_->messages_in;
      visitor.message({static_cast<const char*>(buffer.data().data()), buffer.size()});
    }
  }

  // A bucket of tokens, kept as the time at which it will be full.
  bool within_rate() {
    if (limits_.messages_a_second_max == 0) return true;
    const int64_t each_us = 1'000'000 / limits_.messages_a_second_max;
    const int64_t now = steady_us();
    full_us_ = std::max(full_us_, now) + each_us;
    return full_us_ - now <= 2 * each_us * limits_.messages_a_second_max;
  }

  void drop(Drop why, CloseCode code, std::string reason) {
    if (closing_ || ended_) return;
    dropped_ = why;
    // Only what is being written stays: half a frame would make the close unreadable.
    queue_.resize(std::min(queue_.size(), next_ + (writing_ ? 1 : 0)));  // unsent_ stays too
    queue_bytes_ = 0;
    for (size_t at = next_; at < queue_.size(); ++at) queue_bytes_ += queue_[at]->size();
    deadline_ms_ = steady_ms() + limits_.close_ms;
    close(code, std::move(reason));
  }

  bool is_writing() const { return writing_ || !unsent_.empty(); }

  // Beast has a control frame to write.
  void append(std::string bytes) override {
    if (bytes.empty()) return;
    if ((static_cast<uint8_t>(bytes.front()) & 0xf) == 8) said_close_ = true;  // nothing may follow it
    unsent_ += bytes;
    write_what_waits();
    if (closing_) flush_soon();  // a close may not begin inside of what Beast is doing
  }
  size_t unsent() const override { return unsent_.size(); }

  // Soon: what is said in the same turn goes out together.
  void flush_soon() {
    if (waiting_ || std::exchange(flush_posted_, true)) return;
    asio::post(wire_.get_executor(), [this, keep = keeper_.lock()] {
      flush_posted_ = false;
      flush();
    });
  }

  void flush() {
    write_what_waits();
    if (!unsent_.empty()) return;
    wire_.sent_all();
    begin_close();
  }

  void write_what_waits() {
    while (!waiting_ && !ended_ && !broken_) {
      Batch batch;
      if (!unsent_.empty())
        batch.add(asio::buffer(unsent_));
      else
        while (!said_close_ && next_ < queue_.size() && batch.has_room()) {
          queue_bytes_ -= queue_[next_]->size();
          batch.add(std::move(queue_[next_++]));
        }
      if (batch.size() == 0) break;
      tidy_queue();
      const Wire::Step step = wire_.write_now(batch.pieces());
      broken_ = step.error.failed();  // the reader hears of it
      counts_->messages_out += batch.messages();
      if (step.size < batch.size())
        unsent_ = batch.after(step.size);
      else
        std::string().swap(unsent_);
      if (broken_ || step.need == Wire::Need::nothing) continue;
      waiting_ = true;
      wire_.when_ready(step.need, [this, keep = keeper_.lock()](error_code error) {
        waiting_ = false;
        if (!error) flush();
      });
    }
  }

  void tidy_queue() {
    if (next_ == queue_.size()) {
      queue_.clear();
      if (queue_.capacity() > 64) queue_.shrink_to_fit();
      next_ = 0;
    } else if (next_ >= 64 && next_ * 2 >= queue_.size()) {
      queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(next_));
      next_ = 0;
    }
  }

  void begin_close() {
    if (!closing_ || ended_ || next_ < queue_.size() || std::exchange(close_begun_, true)) return;
    if (deadline_ms_ == 0) deadline_ms_ = steady_ms() + limits_.close_ms;
    websocket::close_reason reason(closing_->first);
    reason.reason = closing_->second;
    ws_.async_close(reason, [keep = keeper_.lock()](error_code) {});
  }

  void pump() {
    if (writing_ || ended_ || !opened_) return;
    if (gathers_) return flush_soon();
    if (next_ < queue_.size()) {
      writing_ = true;
      ws_.async_write(asio::buffer(*queue_[next_]),
                      [this, keep = keeper_.lock()](error_code error, size_t) { wrote(error); });
    } else {
      begin_close();
    }
  }

  void wrote(error_code error) {
    writing_ = false;
    if (error) return;  // the reader hears of it
    ++counts_->messages_out;
    queue_bytes_ -= queue_[next_]->size();
    queue_[next_++].reset();
    tidy_queue();
    pump();
  }

  Ending ending(error_code error) const {
    if (ws_.reason().code != websocket::close_code::none) {
      return {ws_.reason().code, std::string(ws_.reason().reason.data(), ws_.reason().reason.size())};
    }
    if (closing_) return {closing_->first, closing_->second};
    if (error == websocket::error::closed) return {static_cast<uint16_t>(websocket::close_code::no_status), ""};
    return {0, error.message()};
  }

  std::weak_ptr<void> keeper_;
  Wire& wire_;
  const ChannelLimits limits_;
  std::shared_ptr<ChannelCounts> counts_;
  websocket::stream<Wire&, false> ws_;
  std::vector<Text> queue_;  // from next_ on
  size_t next_ = 0;
  size_t queue_bytes_ = 0;
  std::string unsent_;  // the socket had no place for it; goes before everything else
  std::optional<std::pair<uint16_t, std::string>> closing_;
  int64_t full_us_ = 0;
  int64_t heard_ms_ = 0;
  int64_t progress_ms_ = 0;
  int64_t deadline_ms_ = 0;
  uint64_t seen_out_ = 0;
  Drop dropped_ = Drop::none;
  bool gathers_ = false;
  bool flush_posted_ = false;
  bool waiting_ = false;  // for the socket to take more
  bool broken_ = false;
  bool said_close_ = false;
  bool opened_ = false;
  bool writing_ = false;
  bool close_begun_ = false;
  bool ended_ = false;
  bool heard_ = false;
  bool pinged_ = false;
  bool pinging_ = false;
  bool flooded_ = false;
};

}  // namespace

std::unique_ptr<SocketChannel> SocketChannel::make(std::weak_ptr<void> keeper, Wire& wire, const ChannelLimits& limits,
                                                   std::shared_ptr<ChannelCounts> counts) {
  return std::make_unique<BeastChannel>(std::move(keeper), wire, limits, std::move(counts));
}

}  // namespace cardroom::server
