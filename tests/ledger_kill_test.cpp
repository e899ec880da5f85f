// The program killed with -9 at random instants under load, and started again: every acknowledged command is in the
// journal, none twice, the laws hold, the chain verifies. Commands without an answer are sent again under their ids, as
// a table controller would.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "base/prng.h"
#include "ledger/audit.h"
#include "ledger/codec.h"
#include "ledger/testing/house.h"
#include "ledger/testing/postgres_server.h"
#include "ledger/testing/temporary_folder.h"

namespace cardroom::ledger {
namespace {

constexpr int tables = 40;
constexpr int links = 4;
constexpr size_t in_flight_max = 400;  // commands that wait for an answer: several groups

std::string line_of(const progressive::Command& command) {
  std::string text = R"({"id":)";
  codec::write_string(text, command.id);
  text += R"(,"by":)";
  codec::write_string(text, command.by.text);
  text += R"(,"second":)";
  codec::write_string(text, command.second.text);
  return text + R"(,"command":)" + to_json(command.body) + "}\n";
}

// A running `cardroom ledger run`.
class Child {
 public:
  explicit Child(const std::string& ledger, const std::string& lease_ms) {
    int in[2];
    int out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    pid_ = fork();
    if (pid_ == 0) {
      dup2(in[0], STDIN_FILENO);
      dup2(out[1], STDOUT_FILENO);
      execl(CARDROOM_PROGRAM, "cardroom", "ledger", "run", ledger.c_str(), "--wait", "--lease-ms", lease_ms.c_str(),
            static_cast<char*>(nullptr));
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
    fcntl(to_, F_SETFL, O_NONBLOCK);
  }
  ~Child() {
    if (to_ >= 0) close(to_);
    close(from_);
  }

  // Writes what fits of `pending`, and returns the lines that have come; waits for one of both at most `wait_ms`.
  std::vector<std::string> exchange(std::string& pending, int wait_ms) {
    pollfd fds[] = {{to_, static_cast<short>(pending.empty() ? 0 : POLLOUT), 0}, {from_, POLLIN, 0}};
    poll(fds, 2, wait_ms);
    if (fds[0].revents & POLLOUT) {
      const ssize_t written = write(to_, pending.data(), pending.size());
      if (written > 0) pending.erase(0, static_cast<size_t>(written));
    }
    std::vector<std::string> lines;
    if (fds[1].revents & POLLIN) {
      char buffer[65536];
      const ssize_t got = read(from_, buffer, sizeof buffer);
      if (got > 0) partial_.append(buffer, static_cast<size_t>(got));
    }
    size_t end = 0;
    while ((end = partial_.find('\n')) != std::string::npos) {
      lines.push_back(partial_.substr(0, end));
      partial_.erase(0, end + 1);
    }
    return lines;
  }
  void kill_now() {
    kill(pid_, SIGKILL);
    int status = 0;
    waitpid(pid_, &status, 0);
  }
  int finish() {
    close(to_);
    to_ = -1;
    int status = 0;
    waitpid(pid_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string partial_;
};

// The floor's side: every table plays round after round, and remembers what was not answered.
class Senders {
 public:
  // The next command of some table.
  std::string next() {
    const int table = turn_++ % tables + 1;
    const uint64_t step = steps_[table]++;
    const std::string id = fmt::format("T{}-{}", table, step);
    const progressive::Command command =
        step % 2 == 0 ? testing::start_round(id, table, links) : testing::end_round(id, table);
    waiting_.push_back({id, line_of(command)});
    return waiting_.back().second;
  }
  std::string all_waiting() const {
    std::string text;
    for (const auto& [id, line] : waiting_) text += line;
    return text;
  }
  // An answer has come: accepted, then or now.
  void answered(const std::string& line) {
    const boost::json::value value = boost::json::parse(line);
    const std::string id(value.at("id").as_string());
    ASSERT_EQ(value.at("answer").as_string(), "accepted") << line;
    const auto sequence = value.at("sequence").to_number<uint64_t>();
    ASSERT_TRUE(acknowledged_.emplace(id, sequence).second) << id << " was answered twice in one life of the program";
    std::erase_if(waiting_, [&](const auto& entry) { return entry.first == id; });
  }
  size_t waiting() const { return waiting_.size(); }
  const std::map<std::string, uint64_t>& acknowledged() const { return acknowledged_; }

 private:
  int turn_ = 0;
  std::map<int, uint64_t> steps_;
  std::deque<std::pair<std::string, std::string>> waiting_;
  std::map<std::string, uint64_t> acknowledged_;
};

void check_journal(const std::string& ledger, const Senders& senders) {
  auto store = open_store(ledger, OpenMode::read_only);
  ASSERT_TRUE(store) << store.error().to_text();
  const auto result = audit(**store, {});
  ASSERT_TRUE(result) << result.error().to_text();
  for (const Finding& finding : result->findings) ADD_FAILURE() << "entry " << finding.sequence << ": " << finding.text;
  std::map<std::string, uint64_t> recorded;
  uint64_t rounds = 0;
  // A server of databases may still commit what the dead program sent last: what came after the proof is not looked at.
  ASSERT_TRUE((*store)->read(1, [&](const Entry& entry) {
    if (entry.sequence > result->head.sequence) return false;
    EXPECT_TRUE(recorded.emplace(entry.command_id, entry.sequence).second) << entry.command_id << " appears twice";
    // A server may still commit the last group of the dead while this looks: that one is the next audit's.
    const bool audited = entry.sequence <= result->head.sequence;
    if (audited && entry.body.find("\"start_round\"") != std::string::npos) ++rounds;
    return true;
  }));
  for (const auto& [id, sequence] : senders.acknowledged()) {
    const auto found = recorded.find(id);
    ASSERT_NE(found, recorded.end()) << id << " was acknowledged and is lost";
    ASSERT_EQ(found->second, sequence);
  }
  // Six wagers of a dollar a round, 15 % to the meter and 1 % to the reserve: counted from the lines, not by the
  // domain.
  base::MeterUnits contributions, reserve;
  for (const auto& [id, link] : result->state.links) {
    contributions += link.levels[0].totals.contributions;
    reserve += link.levels[0].totals.reserve_contributions;
  }
  EXPECT_EQ(contributions, base::to_meter_units(base::Cents(90)) * static_cast<int64_t>(rounds));
  EXPECT_EQ(reserve, base::to_meter_units(base::Cents(6)) * static_cast<int64_t>(rounds));
}

// So many lives of the program, each killed after it took commands for a while.
void kill_and_start_again(const std::string& ledger, int kills, const std::string& lease_ms) {
  signal(SIGPIPE, SIG_IGN);
  const uint64_t prng_key = static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  ::testing::Test::RecordProperty("prng_key", std::to_string(prng_key));
  base::Prng prng(prng_key);
  {
    auto store = open_store(ledger, OpenMode::create);
    ASSERT_TRUE(store) << store.error().to_text();
    ASSERT_TRUE(testing::open_house(std::move(*store), links, tables)->close());
  }
  Senders senders;
  for (int life = 0; life < kills; ++life) {
    SCOPED_TRACE(fmt::format("key {}, life {}", prng_key, life));
    Child child(ledger, lease_ms);
    std::string pending = senders.all_waiting();
    const auto take = [&](const std::vector<std::string>& lines) {
      for (const std::string& line : lines) senders.answered(line);
      return !lines.empty();
    };
    const auto load = [&] {
      while (senders.waiting() < in_flight_max) pending += senders.next();
      return take(child.exchange(pending, 5));
    };
    // A lease of the dead has to run out first; the clock of this life begins with its first answer.
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!load()) {
      ASSERT_LT(std::chrono::steady_clock::now(), patience) << "it never answers";
    }
    const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(base::uniform_below(prng, 300'000));
    while (std::chrono::steady_clock::now() < until && !::testing::Test::HasFatalFailure()) load();
    child.kill_now();
    std::string nothing;
    // What was in the pipe was written after its commit.
    take(child.exchange(nothing, 0));
    check_journal(ledger, senders);
    if (::testing::Test::HasFailure()) return;
  }
  // A last life in which everything is answered.
  Child child(ledger, lease_ms);
  std::string pending = senders.all_waiting();
  while (senders.waiting() > 0)
    for (const std::string& line : child.exchange(pending, 100)) senders.answered(line);
  EXPECT_EQ(child.finish(), 0);
  check_journal(ledger, senders);
  EXPECT_GT(senders.acknowledged().size(), static_cast<size_t>(kills));
}

int kills_asked(int otherwise) {
  const char* asked = std::getenv("CARDROOM_KILLS");
  return asked == nullptr ? otherwise : std::atoi(asked);
}

// The whole journal is proved after every kill: a new ledger every so often keeps a long run's cost in proportion.
constexpr int kills_of_ledger = 20;

void kill_often(int kills, const std::string& lease_ms, const std::function<std::string()>& make_ledger) {
  for (int left = kills; left > 0 && !::testing::Test::HasFailure(); left -= kills_of_ledger)
    kill_and_start_again(make_ledger(), std::min(left, kills_of_ledger), lease_ms);
}

TEST(LedgerKilled, LosesNothingThatWasAcknowledged) {
  std::optional<testing::TemporaryFolder> folder;
  kill_often(kills_asked(5), "10000", [&] { return folder.emplace().file("floor.ledger"); });
}

// The server goes on and may still be committing for the dead; the next holder waits for the lease and takes over.
TEST(LedgerKilled, LosesNothingThatWasAcknowledgedOnPostgres) {
  kill_often(kills_asked(2), "500", [] { return testing::PostgresServer::shared().make_database(); });
}

}  // namespace
}  // namespace cardroom::ledger
