#include "server/prover.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>

#include "ledger/audit.h"
#include "server/log.h"

namespace cardroom::server {

namespace {

constexpr uint64_t note_every = 50'000;  // entries; a restart proves as many again
constexpr int64_t show_every_ms = 250;
constexpr int64_t again_ms = 1'000;  // after a journal that could not be read
constexpr int lowest_priority = 19;

std::unexpected<base::Error> start_refused(const std::string& ledger, const ledger::Finding& first) {
  return std::unexpected(
      base::Error{"start on the ledger " + ledger,
                  fmt::format("it fails its audit: {}. Nothing was changed. Run 'cardroom audit' for the full list of "
                              "findings; then restore a backup or have the journal examined",
                              to_text(first))});
}

}  // namespace

Prover::Prover(ProverOptions options) : options_(std::move(options)) {}

Prover::~Prover() {
  *alive_ = false;
  stop();
}

void Prover::stop() {
  stopping_ = true;
  asked_.notify_all();
  while (thread_.joinable() && !is_done_) {
    {
      const std::lock_guard lock(mutex_);
      if (checking_ != nullptr) checking_->interrupt();
    }
    asked_.notify_all();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (thread_.joinable()) thread_.join();
  proof_.reset();
}

std::expected<void, base::Error> Prover::prove_before_start() {
  if (!options_.key_file.empty()) key_ = ledger::SigningKey::read(options_.key_file).value_or(std::nullopt);
  begin();
  // A new ledger has nothing to prove; other errors are reported when it is opened for writing.
  if (!proof_) return {};
  uint64_t left = options_.before_start;
  do {
    const uint64_t before = own_.proved;
    if (const auto done = proof_->go_on(std::min(left, options_.slice)); !done)
      return std::unexpected(done.error().error);
    own_.proved = proof_->result().head.sequence;
    own_.total = proof_->end();
    left -= std::min(left, own_.proved - std::min(before, own_.proved));
    if (!proof_->result().findings.empty()) return start_refused(options_.ledger, proof_->result().findings.front());
    if (options_.progress && !options_.progress(own_.proved, own_.total))
      return std::unexpected(base::Error{"audit the ledger", "it was stopped before the end"});
  } while (left > 0 && !proof_->is_at_end());
  if (proof_->end() <= options_.before_start) {
    if (const auto checked = proof_->check_store(); !checked) return std::unexpected(checked.error().error);
    is_store_checked_ = true;
    if (!proof_->result().findings.empty()) return start_refused(options_.ledger, proof_->result().findings.front());
  }
  if (proof_->is_at_end() && is_store_checked_) end_proof();
  view_ = own_;
  return {};
}

void Prover::start(std::function<void()> changed) {
  changed_ = std::move(changed);
  // The first start makes the key.
  if (!key_ && !options_.key_file.empty()) key_ = ledger::SigningKey::read(options_.key_file).value_or(std::nullopt);
  // The store is opened again: the ledger may have been brought up to date in the meantime.
  keep_note();
  proof_.reset();
  thread_ = std::thread([this] { work(); });
}

void Prover::prove_all() {
  {
    const std::lock_guard lock(mutex_);
    if (all_asked_ || (view_.running && view_.is_whole)) return;
    all_asked_ = true;
  }
  view_.running = true;
  asked_.notify_all();
}

void Prover::begin() {
  auto store = ledger::open_store(options_.ledger, ledger::OpenMode::read_only);
  if (!store) return;
  std::optional<ledger::ProofNote> note;
  if (key_ && !own_.is_whole) {
    auto read = ledger::read_proof_note(ledger::proof_file(options_.key_file), key_->public_key());
    if (!read)
      server::note(LogLevel::warning, "the journal is proved from its first entry", {{"why", read.error().to_text()}});
    else
      note = *read;
  }
  auto begun = ledger::Proof::begin(std::move(*store), note);
  if (!begun) return;
  proof_ = std::move(*begun);
  own_.is_whole = proof_->began_after() == 0;
  own_.running = true;
  own_.proved = proof_->began_after();
  own_.complete_ms = std::max(own_.complete_ms, !own_.is_whole && note ? note->complete_ms : 0);
  noted_ = std::max(noted_, own_.proved);
}

// The journal is proved to its end.
void Prover::end_proof() {
  own_.running = false;
  own_.time_ms = options_.clock_ms();
  // From the first entry, in one run or in several.
  if (own_.is_whole || own_.complete_ms == 0) own_.complete_ms = own_.time_ms;
  own_.is_whole = false;
  own_.head = proof_->result().head;
  own_.entries = proof_->result().entries;
  own_.findings.clear();
  keep_note();
}

void Prover::keep_note() {
  if (!key_ || !proof_ || !proof_->result().findings.empty() || own_.proved < noted_) return;
  if (own_.proved == noted_ && own_.running) return;
  const auto kept =
      ledger::write_proof_note(ledger::proof_file(options_.key_file), proof_->note(own_.complete_ms), *key_);
  if (kept)
    noted_ = own_.proved;
  else
    server::note(LogLevel::warning, "the record of proofs can't be written", {{"why", kept.error().to_text()}});
}

void Prover::show(bool now) {
  const int64_t time_ms = options_.clock_ms();
  if (!now && time_ms < shown_ms_ + show_every_ms && time_ms >= shown_ms_) return;
  shown_ms_ = time_ms;
  options_.post([this, alive = alive_, view = own_] {
    if (!*alive) return;
    view_ = view;
    if (changed_) changed_();
  });
}

bool Prover::go_on() {
  {
    const std::lock_guard lock(mutex_);
    const bool is_due = own_.complete_ms > 0 && options_.clock_ms() - own_.complete_ms >= options_.every_ms;
    if (std::exchange(all_asked_, false) || (is_due && !own_.is_whole)) {
      proof_.reset();
      own_.is_whole = true;
      is_store_checked_ = false;
    }
  }
  if (!proof_) begin();
  if (!proof_) return false;
  const auto fail = [&] {
    proof_.reset();  // the store may have to be opened again
    return false;
  };
  if (!proof_->result().findings.empty()) return false;
  const uint64_t before = own_.proved;
  if (!proof_->go_on(options_.slice)) return fail();
  own_.proved = proof_->result().head.sequence;
  own_.total = proof_->end();
  if (proof_->is_at_end() && proof_->result().findings.empty() && !is_store_checked_) {
    const auto set_checking = [&](ledger::Proof* proof) {
      const std::lock_guard lock(mutex_);
      checking_ = proof;
    };
    set_checking(proof_.get());
    const auto checked = stopping_ ? ledger::StoreResult<void>() : proof_->check_store();
    set_checking(nullptr);
    if (!checked) return fail();
    is_store_checked_ = !stopping_;
  }
  if (!proof_->result().findings.empty()) {
    own_.running = false;
    own_.time_ms = options_.clock_ms();
    own_.head = proof_->result().head;
    own_.entries = proof_->result().entries;
    own_.findings.clear();
    for (const ledger::Finding& finding : proof_->result().findings) own_.findings.push_back(to_text(finding));
    show(true);
    return false;
  }
  if (!proof_->is_at_end()) {
    if (own_.proved >= noted_ + note_every) keep_note();
    show(false);
    return true;
  }
  if (stopping_ || (!own_.running && own_.proved == before)) return false;
  end_proof();
  show(true);
  return false;
}

void Prover::work() {
  // Of this thread alone, on Linux.
  setpriority(PRIO_PROCESS, 0, lowest_priority);
  while (!stopping_) {
    if (go_on()) continue;
    std::unique_lock lock(mutex_);
    const int64_t wait_ms = proof_ ? options_.follow_ms : again_ms;
    asked_.wait_for(lock, std::chrono::milliseconds(wait_ms), [this] { return stopping_ || all_asked_; });
  }
  keep_note();
  is_done_ = true;
}

}  // namespace cardroom::server
