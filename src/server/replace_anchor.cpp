#include "server/replace_anchor.h"

#include <fmt/format.h>

#include "ledger/ledger.h"
#include "server/prove_here.h"
#include "server/secrets.h"

namespace cardroom::server {

namespace {

std::unexpected<NotReplaced> not_replaced(std::string text) {
  return std::unexpected(NotReplaced{false, std::move(text)});
}
std::unexpected<NotReplaced> replacement_refused(std::string text) {
  return std::unexpected(NotReplaced{true, std::move(text)});
}

std::string hash_of(const ledger::Head& head) {
  return head.sequence == 0 ? std::string() : ledger::to_hex(head.hash);
}

}  // namespace

std::expected<ReplacedAnchor, NotReplaced> replace_anchor(const AnchorReplacement& asked) {
  ledger::AnchorFiles files = ledger::anchor_files(asked.secret_file);
  if (!asked.anchor_file.empty()) files.anchor = asked.anchor_file;
  const auto secret = read_secret(asked.secret_file);
  if (!secret) return not_replaced(secret.error().to_text());
  if (!*secret)
    return not_replaced(
        fmt::format("the secret file {} is missing; without it no PIN can be verified", asked.secret_file));
  auto store = ledger::open_store(asked.ledger, ledger::OpenMode::existing);
  if (!store) return not_replaced(store.error().to_text());
  const auto now = ledger::anchor_of(**store);
  if (!now) return not_replaced(now.error().to_text());
  const auto kept = ledger::AnchorKeeper::open_to_replace(files);
  if (!kept) return not_replaced(kept.error().to_text());
  const ledger::Anchor before = (*kept)->anchor();
  if (before.head.sequence > 0) {
    const auto missing = ledger::missing_from(**store, before);
    if (!missing) return not_replaced(missing.error().to_text());
    if (!*missing)
      return replacement_refused(
          fmt::format("the ledger contains entry {}, the last acknowledged one; there is nothing to replace",
                      before.head.sequence));
  }
  auto opened = ledger::Ledger::open(std::move(*store), {ledger::this_process(), asked.clock_ms});
  if (!opened) return not_replaced(opened.error().to_text());
  ledger::Ledger& ledger = **opened;
  const auto end = [&](auto result) {
    (void)ledger.close(false);
    return result;
  };
  if (ledger.head() != now->head) return end(not_replaced("the ledger changed in the meantime; run the command again"));
  for (const Credentials& person : {asked.by, asked.second})
    if (auto proved = prove_here(ledger.state(), **secret, person, asked.clock_ms()); !proved)
      return end(replacement_refused(proved.error()));
  const progressive::ReplaceAnchor accepted{before.head.sequence, hash_of(before.head), now->head.sequence,
                                            hash_of(now->head), asked.reason};
  const ledger::Answer answer = ledger.decide_one(
      {"replace-anchor-" + random_token().substr(0, 12), asked.by.staff, asked.second.staff, accepted});
  if (answer.kind == ledger::Answer::Kind::refused)
    return end(replacement_refused(fmt::format("{}: {}", answer.refusal.field, answer.refusal.text)));
  if (answer.kind == ledger::Answer::Kind::failed) return end(not_replaced(answer.failure));
  const ledger::Digest first = now->head.sequence == 0 ? ledger.head().hash : now->ledger;
  if (const auto replaced = (*kept)->replace({first, ledger.head()}); !replaced)
    return end(not_replaced(replaced.error().to_text()));
  (void)ledger.close();
  return ReplacedAnchor{before.head, now->head, answer.sequence};
}

}  // namespace cardroom::server
