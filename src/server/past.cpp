#include "server/past.h"

#include "server/log.h"

namespace cardroom::server {

namespace {

constexpr size_t piece_entries = 20'000;  // a tenth of a second: a report waits no longer for it

}  // namespace

Past::Past(const Manager& manager, Workers& clerk, std::string ledger)
    : manager_(manager), clerk_(clerk), ledger_(std::move(ledger)) {
  begin();
}

void Past::begin() {
  ++run_;
  chronicle_.begin(manager_.state());
  began_at_ = manager_.sequence();
  read_to_ = 0;
  reading_ = false;
  older_ = std::make_shared<Chronicle>();
}

const Chronicle& Past::chronicle() {
  if (!is_whole() && !reading_) read_on();
  return chronicle_;
}

void Past::read_on() {
  struct Piece {
    uint64_t read_to;
    bool failed = false;
  };
  const auto work = [this, run = run_, older = older_, from = read_to_, until = began_at_,
                     ledger = ledger_]() -> std::function<void()> {
    Piece piece{from};
    auto store = ledger::open_store(ledger, ledger::OpenMode::read_only);
    piece.failed = !store;
    if (store) {
      const auto read = (*store)->read(from + 1, [&](const ledger::Entry& entry) {
        const auto event = ledger::from_json_text<Event>(entry.body, ledger::body_bytes_max);
        if (!event) return false;  // an audit reports what is wrong
        older->note(entry.sequence, *event);
        piece.read_to = entry.sequence;
        return piece.read_to < until && piece.read_to - from < piece_entries;
      });
      piece.failed = !read || piece.read_to == from;
    }
    return [this, run, piece] {
      if (run != run_) return;
      reading_ = false;
      // The next request tries again.
      if (piece.failed)
        return note(LogLevel::warning, "earlier journal entries cannot be read", {{"after", std::to_string(read_to_)}});
      read_to_ = piece.read_to;
      if (!is_whole()) return read_on();
      chronicle_.prepend(std::move(*older_));
      older_.reset();
    };
  };
  reading_ = clerk_.run(work);
}

}  // namespace cardroom::server
