#include "ledger/ledger.h"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "base/check.h"
#include "ledger/codec.h"
#include "progressive/laws.h"

namespace cardroom::ledger {

using progressive::Command;
using progressive::Event;
using progressive::RefusalCode;

namespace {

// A command without its id.
struct CommandContent {
  progressive::StaffId by;
  progressive::StaffId second;
  progressive::CommandBody command;
};
BOOST_DESCRIBE_STRUCT(CommandContent, (), (by, second, command))

std::string content_of(const Command& command) {
  return to_json(CommandContent{command.by, command.second, command.body});
}

Answer answer_of(const Entry& entry, Event event, bool repeated) {
  Answer answer;
  answer.sequence = entry.sequence;
  answer.repeated = repeated;
  if (event.outcome.refused) {
    answer.kind = Answer::Kind::refused;
    answer.refusal = *event.outcome.refused;
  } else {
    answer.kind = Answer::Kind::accepted;
  }
  answer.event = std::move(event);
  return answer;
}

Answer refused(RefusalCode code, std::string field, std::string text) {
  Answer answer;
  answer.kind = Answer::Kind::refused;
  answer.refusal = {code, std::move(field), std::move(text)};
  return answer;
}

Answer answer_read(const Entry& entry) {
  auto event = from_json_text<Event>(entry.body, body_bytes_max);
  if (!event) {
    Answer answer;
    answer.failure = fmt::format("entry {} cannot be read: {}", entry.sequence, event.error().to_text());
    return answer;
  }
  return answer_of(entry, std::move(*event), true);
}

// The answer to a command whose id is in the journal.
Answer answer_again(const Entry& entry, const Digest& digest) {
  if (entry.command_digest != digest)
    return refused(RefusalCode::command_id_reused, "id",
                   fmt::format("ID '{}' was already used for a different command; use a new ID for every command",
                               entry.command_id));
  return answer_read(entry);
}

}  // namespace

Digest digest_of_command(const Command& command) {
  return digest_of(content_of(command));
}

Ledger::Ledger(std::unique_ptr<Store> store, LedgerOptions options)
    : store_(std::move(store)), options_(std::move(options)), recorded_(options_.known) {}

Ledger::~Ledger() = default;

StoreResult<std::unique_ptr<Ledger>> Ledger::open(std::unique_ptr<Store> store, LedgerOptions options) {
  std::unique_ptr<Ledger> ledger(new Ledger(std::move(store), std::move(options)));
  if (const auto taken = ledger->take_over(); !taken) return std::unexpected(taken.error());
  return ledger;
}

// The lease, taken anew, fences what this process may have sent and never heard of; then the journal is the truth, as
// long as it still holds what was recorded.
StoreResult<void> Ledger::take_over() {
  const int64_t asked_ms = boot_clock_ms();
  const auto lease = store_->take_lease(options_.holder);
  if (!lease) return std::unexpected(lease.error());
  if (options_.leased) options_.leased(asked_ms);
  auto found = opened_ ? read_after(recorded_) : std::vector<Step>();
  if (found && !opened_) {
    const auto held = holds(*store_, recorded_);
    if (!held) return std::unexpected(held.error());
    if (!*held) found = store_error(StoreFailure::head_moved, "", "");
  }
  if (!found && found.error().failure == StoreFailure::head_moved) {
    end_rolled_back();
    (void)store_->release_lease();
    return store_error(StoreFailure::head_moved, "use the ledger", end_text_);
  }
  if (!found) return std::unexpected(found.error());
  auto replayed = replay(*store_);
  if (!replayed) return std::unexpected(replayed.error());
  if (opened_ && replayed->head != (found->empty() ? recorded_ : found->back().head()))
    return store_error(StoreFailure::unavailable, "read the journal again", "it changed while it was read");
  now_ = std::move(*replayed);
  snapshot_sequence_ = std::max(snapshot_sequence_, now_.snapshot_after.sequence);
  stale_ = false;
  recorded_ = now_.head;
  opened_ = true;
  if (!found->empty() && options_.recorded) options_.recorded(std::move(*found));
  return {};
}

StoreResult<void> Ledger::recover() {
  if (end_ != End::none) return store_error(StoreFailure::lease_lost, "use the ledger", end_text_);
  if (!stale_) return {};
  auto taken = take_over();
  if (!taken) note_failure(taken.error());
  return taken;
}

StoreResult<std::vector<Step>> Ledger::read_after(const Head& head) {
  const std::string attempted = fmt::format("read the journal after entry {}", head.sequence);
  const auto held = holds(*store_, head);
  if (!held) return std::unexpected(held.error());
  if (!*held)
    return store_error(StoreFailure::head_moved, attempted,
                       fmt::format("the journal no longer contains entry {} as it was recorded", head.sequence));
  std::vector<Step> steps;
  std::string wrong;
  Head before = head;
  const auto read = store_->read(head.sequence + 1, [&](const Entry& entry) {
    auto step = Step::read(entry);
    if (!step)
      wrong = step.error();
    else if (const auto broken = chain_break(before, entry))
      wrong = *broken;
    if (!wrong.empty()) return false;
    before = step->head();
    steps.push_back(std::move(*step));
    return true;
  });
  if (!read) return std::unexpected(read.error());
  if (!wrong.empty()) return store_error(StoreFailure::not_a_ledger, attempted, wrong);
  return steps;
}

Replica Ledger::replica() const {
  CHECK(!stale_);
  return Replica(now_);
}

void Ledger::end_rolled_back() {
  const auto head = store_->head();
  end_ = End::rolled_back;
  end_text_ =
      fmt::format("the journal has gone back in time: entry {} was recorded, and the journal no longer contains it{}",
                  recorded_.sequence, head ? fmt::format("; it ends at entry {}", head->sequence) : "");
}

void Ledger::note_failure(const StoreError& error) {
  stale_ = true;
  if (error.failure == StoreFailure::lease_lost || error.failure == StoreFailure::lease_held) {
    end_ = End::overtaken;
    end_text_ = error.to_text();
    // A database that went back in time takes the lease along: then nobody has taken over.
    if (const auto held = holds(*store_, recorded_); held && !*held) end_rolled_back();
  }
  if (options_.failed) options_.failed(error);
}

// Recorded, then known to be, then told; only after this may anything be answered.
StoreResult<void> Ledger::append(std::vector<Step> steps) {
  std::vector<Entry> entries;
  entries.reserve(steps.size());
  for (const Step& step : steps) entries.push_back(step.entry());
  if (auto appended = store_->append(entries); !appended) {
    note_failure(appended.error());
    return appended;
  }
  recorded_ = steps.back().head();
  if (options_.recorded) options_.recorded(std::move(steps));
  return {};
}

bool Ledger::apply_checked(const Event& event, std::string& broken) {
  const auto tell = [&](const progressive::BrokenLaw& law) {
    broken = fmt::format("it would break the law {}: {}", progressive::law_name(law.law), law.text);
    return false;
  };
  if (const auto law = progressive::find_broken_law(now_.state, event)) return tell(*law);
  if (const auto applied = progressive::apply(now_.state, event); !applied) {
    broken = applied.error();
    return false;
  }
  if (const auto law = progressive::find_broken_law_after(now_.state, &event)) return tell(*law);
  return true;
}

std::optional<Step> Ledger::decide_new(const Command& command, const Digest& digest, Answer& answer) {
  const int64_t time_ms = std::max(options_.clock_ms(), now_.time_ms);
  auto decided = progressive::decide(now_.state, command, time_ms);
  Event event = decided ? std::move(*decided) : progressive::refused_event(command, decided.error(), time_ms);
  if (std::string broken; !apply_checked(event, broken)) {
    // Our bug. The command is not recorded; the state is rebuilt before anything else is decided.
    answer.failure = fmt::format("internal error; nothing was recorded: {}", broken);
    stale_ = true;
    return std::nullopt;
  }
  Step step = Step::record(now_.head, command.id, digest, std::move(event));
  now_.head = step.head();
  now_.time_ms = time_ms;
  answer = answer_of(step.entry(), step.event(), false);
  return step;
}

void Ledger::fail_all(std::span<Answer> answers, const StoreError& error) {
  for (Answer& answer : answers) {
    answer = {};
    answer.failure = error.to_text();
  }
}

// What became of commands whose commit was not answered. The journal decides at once where it can be read; otherwise
// they have failed, and are found under their ids later.
void Ledger::settle(std::span<const Command> commands, std::span<const Digest> digests, std::span<const size_t> sent,
                    std::vector<Answer>& answers) {
  if (!recover()) return;
  std::vector<std::string> ids;
  for (const size_t i : sent) ids.push_back(commands[i].id);
  const auto found = store_->find_commands(ids);
  if (!found) return note_failure(found.error());
  std::unordered_set<std::string_view> first;
  for (size_t k = 0; k < sent.size(); ++k) {
    if (!(*found)[k]) continue;
    answers[sent[k]] = answer_again(*(*found)[k], digests[sent[k]]);
    answers[sent[k]].repeated = !first.insert(ids[k]).second;
  }
}

std::vector<Answer> Ledger::decide_group(std::span<const Command> commands) {
  std::vector<Answer> answers(commands.size());
  if (const auto recovered = recover(); !recovered) {
    fail_all(answers, recovered.error());
    return answers;
  }

  std::vector<std::string> ids;
  std::vector<Digest> digests(commands.size());
  std::vector<size_t> asked;  // indices of commands whose id is looked up
  for (size_t i = 0; i < commands.size(); ++i) {
    if (!is_command_id(commands[i].id)) {
      answers[i] =
          refused(RefusalCode::malformed_id, "id", "a command ID must be 1 to 64 printable characters without spaces");
      continue;
    }
    const bool is_reserved = commands[i].id.starts_with(ledger_id_prefix);
    if (is_reserved && std::holds_alternative<progressive::TakeSnapshot>(commands[i].body)) {
      answers[i] = refused(RefusalCode::command_reserved, "", "only the ledger itself records snapshots");
      continue;
    }
    const std::string content = content_of(commands[i]);
    if (content.size() > command_bytes_max) {
      answers[i] =
          refused(RefusalCode::text_too_long, "", fmt::format("a command may be at most {} bytes", command_bytes_max));
      continue;
    }
    digests[i] = digest_of(content);
    ids.push_back(commands[i].id);
    asked.push_back(i);
  }
  const auto known = store_->find_commands(ids);
  if (!known) {
    note_failure(known.error());
    fail_all(answers, known.error());
    return answers;
  }

  std::vector<Step> steps;
  std::unordered_map<std::string_view, size_t> step_of_id;  // new in this group
  std::vector<size_t> recorded;
  for (size_t k = 0; k < asked.size(); ++k) {
    const size_t i = asked[k];
    if (const auto& before = (*known)[k]) {
      answers[i] = answer_again(*before, digests[i]);
    } else if (const auto twin = step_of_id.find(commands[i].id); twin != step_of_id.end()) {
      answers[i] = answer_again(steps[twin->second].entry(), digests[i]);
      recorded.push_back(i);
    } else if (commands[i].id.starts_with(ledger_id_prefix)) {
      // After the look-up: a command of that id from before there were such ids is answered as then.
      answers[i] = refused(RefusalCode::command_id_reserved, "id",
                           fmt::format("IDs that begin with '{}' are reserved for the ledger", ledger_id_prefix));
    } else if (stale_) {
      answers[i].failure = "an earlier command failed; send this one again";
    } else {
      auto step = decide_new(commands[i], digests[i], answers[i]);
      if (!step) continue;
      step_of_id.emplace(commands[i].id, steps.size());
      steps.push_back(std::move(*step));
      recorded.push_back(i);
    }
  }
  if (steps.empty()) return answers;
  if (const auto appended = append(std::move(steps)); !appended) {
    for (const size_t i : recorded) fail_all({&answers[i], 1}, appended.error());
    if (appended.error().failure == StoreFailure::outcome_unknown) settle(commands, digests, recorded, answers);
    return answers;
  }
  if (!stale_ && now_.head.sequence >= snapshot_sequence_ + options_.snapshot_every) {
    snapshot_sequence_ = now_.head.sequence;
    // A snapshot that fails costs time at the next start and nothing else.
    (void)take_snapshot();
  }
  return answers;
}

// The entry comes first: alone it is only a number that nobody asks for, while a snapshot without its entry would push
// an older one out and not be looked at.
StoreResult<void> Ledger::take_snapshot() {
  Snapshot snapshot{now_.head, encode_snapshot(now_.state)};
  if (snapshot.body.size() > snapshot_bytes_max) return {};
  const int64_t time_ms = std::max(options_.clock_ms(), now_.time_ms);
  const Event event = snapshot_event(snapshot_command(now_.head.sequence, snapshot.body), time_ms);
  const Step step = Step::record(now_.head, snapshot_command_id(now_.head.sequence),
                                 digest_of_command(progressive::command_of(event)), event);
  if (auto appended = append({step}); !appended) return appended;
  now_.head = step.head();
  now_.time_ms = time_ms;
  now_.snapshot_after = snapshot.head;
  now_.snapshot = *recorded_snapshot(event);
  const auto put = put_snapshot(snapshot);
  now_.snapshot_kept = put.has_value();
  return put;
}

// All are kept, but for those that a ledger which is opened and closed often has too many of: an older one goes if its
// neighbors are no farther apart than snapshots are taken. The two newest stay.
StoreResult<void> Ledger::put_snapshot(const Snapshot& snapshot) {
  if (auto put = store_->put_snapshot(snapshot); !put) return put;
  const auto heads = store_->snapshot_heads(snapshot.head.sequence, 4);
  if (heads && heads->size() == 4 && (*heads)[1].sequence - (*heads)[3].sequence <= options_.snapshot_every)
    (void)store_->drop_snapshot((*heads)[2].sequence);
  return {};
}

// Opened and closed again and again, a journal must not grow: when its last entry records a snapshot there is nothing
// new. That snapshot is put again if it is missing.
StoreResult<void> Ledger::snapshot_what_is_new() {
  if (now_.head.sequence == 0) return {};
  const bool recorded = now_.snapshot_after.sequence + 1 == now_.head.sequence && now_.snapshot_after.sequence > 0;
  if (!recorded || now_.snapshot.format != snapshot_format) return take_snapshot();
  if (now_.snapshot_kept) return {};
  Snapshot snapshot{now_.snapshot_after, encode_snapshot(now_.state)};
  if (to_hex(digest_of(snapshot.body)) != now_.snapshot.digest) return {};  // an audit says why
  return put_snapshot(snapshot);
}

Answer Ledger::decide_one(const Command& command) {
  return decide_group({&command, 1}).front();
}

Answer Ledger::find(const std::string& id) {
  Answer none;
  if (!is_command_id(id)) return none;
  // The journal can often be read while it cannot be written: what is not in it is answered then, too.
  if (const auto recovered = recover(); !recovered && end_ != End::none) {
    none.failure = recovered.error().to_text();
    return none;
  }
  const auto found = store_->find_commands({&id, 1});
  if (!found) {
    none.failure = found.error().to_text();
    return none;
  }
  if (!found->front()) return none;
  // An answer must not be ahead of the state that is shown.
  if (found->front()->sequence > recorded_.sequence) {
    none.failure = "the journal has not been read again yet";
    return none;
  }
  return answer_read(*found->front());
}

StoreResult<void> Ledger::idle() {
  if (end_ != End::none) return {};
  const int64_t asked_ms = boot_clock_ms();
  if (const auto renewed = store_->renew_lease(); !renewed) {
    if (renewed.error().failure == StoreFailure::lease_lost) note_failure(renewed.error());
    return renewed;
  }
  if (options_.leased) options_.leased(asked_ms);
  return store_->idle();
}

StoreResult<Head> Ledger::check() {
  if (end_ == End::none && !stale_) {
    auto head = store_->head();
    if (!head || *head == now_.head) return head;
    note_failure(
        {StoreFailure::head_moved,
         {"compare the state with the journal",
          fmt::format("the journal ends at entry {}, the state at entry {}", head->sequence, now_.head.sequence)}});
  }
  if (const auto recovered = recover(); !recovered) return std::unexpected(recovered.error());
  return now_.head;
}

StoreResult<void> Ledger::close(bool with_snapshot) {
  if (end_ != End::none) return {};
  // Without it the next start takes longer; the lease goes back all the same.
  if (!stale_ && with_snapshot) (void)snapshot_what_is_new();
  if (end_ != End::none) return {};
  return store_->release_lease();
}

}  // namespace cardroom::ledger
