// The program as a server and as a floor that plays on it: both counts are equal, also when the server is killed with
// -9 in the middle and started again. CARDROOM_FLOOR_TABLES and CARDROOM_FLOOR_KILLS make the second test longer.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "ledger/audit.h"
#include "ledger/testing/postgres_server.h"
#include "server/testing/loopback.h"

namespace cardroom::testing {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A run of the program whose output goes to a file.
class Process {
 public:
  Process(std::vector<std::string> arguments, std::filesystem::path out) : out_(std::move(out)) {
    std::filesystem::remove(out_);  // else said() could still be what an earlier process had written
    pid_ = fork();
    if (pid_ == 0) {
      const int file = open(out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      dup2(file, STDOUT_FILENO);
      dup2(file, STDERR_FILENO);
      arguments.insert(arguments.begin(), CARDROOM_PROGRAM);
      std::vector<char*> words;
      for (std::string& argument : arguments) words.push_back(argument.data());
      words.push_back(nullptr);
      execv(words.front(), words.data());
      _exit(127);
    }
  }
  ~Process() {
    if (pid_ > 0) end(SIGKILL);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool running() {
    if (pid_ <= 0) return false;
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) != pid_) return true;
    note(status);
    return false;
  }
  int end(int signal) {
    if (pid_ > 0) kill(pid_, signal);
    return wait();
  }
  int wait() {
    int status = 0;
    if (pid_ > 0 && waitpid(pid_, &status, 0) == pid_) note(status);
    return code_;
  }
  std::string said() const { return content(out_); }

 private:
  void note(int status) {
    pid_ = -1;
    code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::filesystem::path out_;
  pid_t pid_ = -1;
  int code_ = -1;
};

// What follows `before` in a text, up to the end of the line.
std::string after(const std::string& text, const std::string& before) {
  const size_t at = text.find(before);
  if (at == std::string::npos) return {};
  const size_t from = at + before.size();
  return text.substr(from, text.find('\n', from) - from);
}

class FloorOnServer : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() /
        fmt::format("cardroom-floor-{}-{}", getpid(), ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
    ledger_ = "sqlite:" + (folder_ / "floor.ledger").string();
    choose();
    start_server("0");
  }
  // Another ledger, further options of the server and the floor.
  virtual void choose() {}
  void TearDown() override {
    server_.reset();
    std::filesystem::remove_all(folder_);
  }

  std::vector<std::string> serve_arguments(const std::string& port) const {
    std::vector<std::string> arguments = {
        "serve", "--ledger", ledger_, "--listen", "127.0.0.1:" + port, "--secret", (folder_ / "secret").string()};
    arguments.insert(arguments.end(), serve_options_.begin(), serve_options_.end());
    return arguments;
  }

  void start_server(const std::string& port) {
    server_.reset();
    server_ = std::make_unique<Process>(serve_arguments(port), folder_ / "server.out");
    const auto patience = Clock::now() + 60s;
    while (server_->said().find("\nLedger") == std::string::npos) {
      ASSERT_TRUE(server_->running()) << server_->said();
      ASSERT_LT(Clock::now(), patience) << server_->said();
      std::this_thread::sleep_for(20ms);
    }
    port_ = after(server_->said(), " at " + scheme_ + "://127.0.0.1:");
    ASSERT_FALSE(port_.empty()) << server_->said();
  }

  std::unique_ptr<Process> start_floor(std::vector<std::string> more) {
    std::vector<std::string> arguments = {"floor",  "--server", scheme_ + "://127.0.0.1:" + port_,
                                          "--json", "--state",  (folder_ / "floor.state").string()};
    if (const std::string code = after(server_->said(), "one-time code: "); !code.empty() && !entered_)
      arguments.insert(arguments.end(), {"--code", code});
    entered_ = true;
    arguments.insert(arguments.end(), floor_options_.begin(), floor_options_.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return std::make_unique<Process>(arguments, folder_ / "floor.out");
  }

  uint64_t entries() const {
    auto store = ledger::open_store(ledger_, ledger::OpenMode::read_only);
    if (!store) return 0;
    const auto head = (*store)->head();
    return head ? head->sequence : 0;
  }

  // Rounds, wagers and cents wagered of the journal: counted here from its lines, not by server or floor.
  struct Lines {
    uint64_t rounds = 0;
    uint64_t wagers = 0;
    int64_t wagered_cents = 0;
  };
  Lines read_lines() const {
    Lines lines;
    auto store = ledger::open_store(ledger_, ledger::OpenMode::read_only);
    EXPECT_TRUE(store);
    EXPECT_TRUE((*store)->read(1, [&](const ledger::Entry& entry) {
      const boost::json::value body = boost::json::parse(entry.body);
      const boost::json::object& command = body.at("command").as_object();
      const auto* start = command.if_contains("start_round");
      const auto* outcome = body.as_object().if_contains("outcome");
      const bool refused = outcome != nullptr && outcome->as_object().contains("refused");
      if (start == nullptr || refused) return true;
      ++lines.rounds;
      for (const boost::json::value& wager : start->at("wagers").as_array()) {
        ++lines.wagers;
        lines.wagered_cents += std::lround(std::stod(std::string(wager.at("wager").as_string())) * 100);
      }
      return true;
    }));
    return lines;
  }

  // The server ends well, the journal is clean, and holds what the floor says.
  void check(const std::string& told) {
    const auto report = boost::json::parse(told.substr(told.find('{'), told.find('\n') - told.find('{'))).as_object();
    const auto& floor = report.at("floor").as_object();
    const Lines lines = read_lines();
    EXPECT_EQ(floor.at("rounds").to_number<uint64_t>(), lines.rounds);
    EXPECT_EQ(floor.at("rounds_ended").to_number<uint64_t>(), lines.rounds);
    EXPECT_EQ(floor.at("wagers").to_number<uint64_t>(), lines.wagers);
    EXPECT_EQ(std::lround(std::stod(std::string(floor.at("wagered").as_string())) * 100), lines.wagered_cents);
    EXPECT_GT(floor.at("claims").to_number<uint64_t>(), 0u);
    EXPECT_EQ(server_->end(SIGTERM), 0) << server_->said();
    Process audit({"audit", ledger_}, folder_ / "audit.out");
    EXPECT_EQ(audit.wait(), 0) << audit.said();
  }

  static int asked(const char* variable, int otherwise) {
    const char* value = std::getenv(variable);
    return value == nullptr ? otherwise : std::atoi(value);
  }

  // A second game manager on the same ledger; its port.
  std::string start_standby(std::unique_ptr<Process>& standby) {
    std::vector<std::string> arguments = serve_arguments("0");
    arguments.emplace_back("--standby");
    standby = std::make_unique<Process>(arguments, folder_ / "standby.out");
    while (standby->said().find("one-time code") == std::string::npos) {
      EXPECT_TRUE(standby->running()) << standby->said();
      if (!standby->running()) return {};
      std::this_thread::sleep_for(20ms);
    }
    return after(standby->said(), "is on standby at " + scheme_ + "://127.0.0.1:");
  }

  std::filesystem::path folder_;
  std::string ledger_;
  std::string scheme_ = "http";
  std::vector<std::string> serve_options_;
  std::vector<std::string> floor_options_;
  std::unique_ptr<Process> server_;
  std::string port_;
  bool entered_ = false;
};

TEST_F(FloorOnServer, CountsWhatTheJournalHolds) {
  const auto floor = start_floor({"--tables", "10", "--rounds", "30", "--lucky", "10", "--key", "1"});
  EXPECT_EQ(floor->wait(), 0) << floor->said();
  check(floor->said());
}

TEST_F(FloorOnServer, FindsItsTablesAgain) {
  for (const char* key : {"1", "2"}) {
    const auto floor = start_floor({"--tables", "2", "--rounds", "3", "--key", key});
    EXPECT_EQ(floor->wait(), 0) << floor->said();
  }
  EXPECT_EQ(read_lines().rounds, 12u);
}

TEST_F(FloorOnServer, GoesOnWithTheOneThatStoodBy) {
  std::unique_ptr<Process> standby;
  const std::string port = start_standby(standby);
  ASSERT_FALSE(port.empty());
  const auto floor =
      start_floor({"--server", "http://127.0.0.1:" + port, "--tables", "6", "--rounds", "60", "--key", "4"});
  while (entries() < 120 && floor->running()) std::this_thread::sleep_for(20ms);
  ASSERT_TRUE(floor->running()) << floor->said();
  server_->end(SIGKILL);
  EXPECT_EQ(floor->wait(), 0) << floor->said();
  EXPECT_EQ(read_lines().rounds, 360u);

  // The code that it printed while nobody was enrolled is worth nothing now that somebody is.
  Process intruder({"floor", "--server", "http://127.0.0.1:" + port, "--code",
                    after(standby->said(), "one-time code: "), "--state", (folder_ / "other.state").string()},
                   folder_ / "intruder.out");
  EXPECT_EQ(intruder.wait(), 3);
  EXPECT_NE(intruder.said().find("[first_start_over]"), std::string::npos) << intruder.said();
  EXPECT_EQ(standby->end(SIGTERM), 0);
}

TEST_F(FloorOnServer, GoesOnAfterTheServerWasKilled) {
  const int tables = asked("CARDROOM_FLOOR_TABLES", 40);
  const int kills = asked("CARDROOM_FLOOR_KILLS", 2);
  const auto floor = start_floor({"--tables", std::to_string(tables), "--rounds", std::to_string(30 * kills), "--lucky",
                                  "5", "--key", "3", "--patience", "120"});
  const auto patience = Clock::now() + 300s;
  for (int life = 0; life < kills; ++life) {
    // Entries of the preparation, and then enough of play that every table is in some round.
    const uint64_t enough = entries() + static_cast<uint64_t>(tables) * (life == 0 ? 12 : 6);
    while (entries() < enough && floor->running() && Clock::now() < patience) std::this_thread::sleep_for(20ms);
    ASSERT_TRUE(floor->running()) << "it ended before the server was killed: " << floor->said();
    server_->end(SIGKILL);
    start_server(port_);
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(floor->wait(), 0) << floor->said();
  const std::string told = floor->said();
  EXPECT_GE(std::stoull(after(told, "\"reconnections\":")), static_cast<uint64_t>(tables)) << told;
  check(told);
}

class FloorOverTls : public FloorOnServer {
 protected:
  void choose() override {
    const auto files = certificate_.files();
    scheme_ = "https";
    serve_options_ = {"--tls-cert", files->certificate, "--tls-key", files->key};
    floor_options_ = {"--ca-file", certificate_.certificate()};
  }
  server::testing::TestCertificate certificate_;
};

TEST_F(FloorOverTls, CountsWhatTheJournalHolds) {
  const auto floor = start_floor({"--tables", "6", "--rounds", "20", "--lucky", "10", "--key", "5"});
  EXPECT_EQ(floor->wait(), 0) << floor->said();
  check(floor->said());
}

TEST_F(FloorOverTls, DoesNotSpeakToAServerThatItHasNoReasonToTrust) {
  floor_options_.clear();
  const auto floor = start_floor({"--tables", "1", "--rounds", "1", "--patience", "1"});
  EXPECT_EQ(floor->wait(), 3) << floor->said();
  EXPECT_NE(floor->said().find("certificate"), std::string::npos) << floor->said();
}

class FloorOnPostgres : public FloorOnServer {
 protected:
  void choose() override { ledger_ = ledger::testing::PostgresServer::shared().make_database(); }
};

// The lease of the one that was killed runs out after ten seconds.
TEST_F(FloorOnPostgres, GoesOnWithTheOneThatStoodBy) {
  std::unique_ptr<Process> standby;
  const std::string port = start_standby(standby);
  ASSERT_FALSE(port.empty());
  const auto floor = start_floor(
      {"--server", "http://127.0.0.1:" + port, "--tables", "6", "--rounds", "40", "--lucky", "10", "--key", "6"});
  while (entries() < 120 && floor->running()) std::this_thread::sleep_for(20ms);
  ASSERT_TRUE(floor->running()) << floor->said();
  server_->end(SIGKILL);
  EXPECT_EQ(floor->wait(), 0) << floor->said();
  std::swap(server_, standby);
  check(floor->said());
  EXPECT_EQ(read_lines().rounds, 240u);
}

}  // namespace
}  // namespace cardroom::testing
