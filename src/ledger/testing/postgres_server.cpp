#include "ledger/testing/postgres_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace cardroom::ledger::testing {

namespace {

// The newest of Debian's versions; without them, whatever is on the path.
std::string program(const std::string& name) {
  std::vector<std::filesystem::path> found;
  std::error_code error;
  for (const auto& version : std::filesystem::directory_iterator("/usr/lib/postgresql", error)) {
    const auto path = version.path() / "bin" / name;
    if (std::filesystem::exists(path)) found.push_back(path);
  }
  std::ranges::sort(found);
  return found.empty() ? name : found.back().string();
}

// PostgreSQL refuses to run as root: then it is run as the user that Debian's package made for it.
const passwd* user_for_server() {
  if (::geteuid() != 0) return nullptr;
  const passwd* user = ::getpwnam("postgres");
  if (user == nullptr) user = ::getpwnam("nobody");
  if (user == nullptr) throw std::runtime_error("there is no user to run PostgreSQL as");
  return user;
}

[[noreturn]] void become(const passwd* user, const std::string& log, std::vector<std::string> words) {
  if (user != nullptr &&
      (::initgroups(user->pw_name, user->pw_gid) != 0 || ::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0)) {
    ::_exit(126);
  }
  // After the change of user, which clears it: the server stops when the guardian is gone.
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
  const int output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  ::dup2(output, 1);
  ::dup2(output, 2);
  ::unsetenv("LC_ALL");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

// Runs the server until the pipe's other end closes, that is until the test process is gone; then removes everything.
[[noreturn]] void guard(int pipe, const passwd* user, const std::string& folder) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);
  ::prctl(PR_SET_PDEATHSIG, 0);
  const std::string log = folder + "/log";
  const pid_t server = ::fork();
  if (server == 0) {
    ::close(pipe);
    ::setsid();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_DFL);
    // Buffers and connections as small as the tests need; fsync and the rest as a house would run it.
    become(user, log,
           {program("postgres"), "-D", folder + "/data", "-k", folder, "-c", "listen_addresses=", "-c",
            "max_connections=20", "-c", "shared_buffers=16MB", "-c", "autovacuum=off"});
  }
  char byte = 0;
  while (::read(pipe, &byte, 1) < 0 && errno == EINTR) {
  }
  ::kill(server, SIGQUIT);
  ::waitpid(server, nullptr, 0);
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  ::_exit(0);
}

bool has_a_gigabyte(const char* folder) {
  std::error_code error;
  const auto space = std::filesystem::space(folder, error);
  return !error && space.available >= uintmax_t{1} << 30 && ::access(folder, W_OK) == 0;
}

struct Guardian {
  int pipe = -1;
  pid_t process = -1;

  ~Guardian() {
    if (pipe < 0) return;
    ::close(pipe);
    ::waitpid(process, nullptr, 0);
  }
};

std::string address_of(const std::string& folder, const std::string& database) {
  return fmt::format("postgresql:///{}?host={}&user=cardroom", database, folder);
}

}  // namespace

PostgresServer& PostgresServer::shared(ServerPlace place) {
  static PostgresServer server(place);
  return server;
}

PostgresServer::PostgresServer(ServerPlace place) {
  const passwd* user = user_for_server();
  // Not TMPDIR, which may be longer than a socket's path can be.
  std::string folder = place == ServerPlace::memory && has_a_gigabyte("/dev/shm") ? "/dev/shm" : "/tmp";
  folder += "/cardroom-postgres-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) throw std::runtime_error("cannot make a folder for PostgreSQL");
  folder_ = folder;
  if (user != nullptr && ::chown(folder.c_str(), user->pw_uid, user->pw_gid) != 0) {
    throw std::runtime_error("cannot give PostgreSQL its folder");
  }
  const pid_t maker = ::fork();
  if (maker == 0) {
    become(user, folder + "/log",
           {program("initdb"), "-D", folder + "/data", "-A", "trust", "-U", "cardroom", "-E", "UTF8", "--locale=C",
            "--no-sync", "--no-instructions"});
  }
  int status = 0;
  ::waitpid(maker, &status, 0);

  static Guardian guardian;
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
  guardian.process = ::fork();
  if (guardian.process == 0) {
    ::close(ends[1]);
    guard(ends[0], user, folder);
  }
  ::close(ends[0]);
  guardian.pipe = ends[1];

  // A loaded machine takes its time; an answer that never comes is a failure.
  for (int tries = 0; tries < 600; ++tries) {
    if (PQping(address_of(folder_, "postgres").c_str()) == PQPING_OK) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  throw std::runtime_error("PostgreSQL did not start; is Debian's package postgresql installed?");
}

void PostgresServer::run(const std::string& sql) {
  const std::unique_ptr<PGconn, void (*)(PGconn*)> connection(PQconnectdb(address_of(folder_, "postgres").c_str()),
                                                              PQfinish);
  const std::unique_ptr<PGresult, void (*)(PGresult*)> result(PQexec(connection.get(), sql.c_str()), PQclear);
  const auto status = PQresultStatus(result.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
    throw std::runtime_error(PQerrorMessage(connection.get()));
  }
}

std::string PostgresServer::make_database() {
  const std::string name = fmt::format("test_{}", ++databases_);
  run("CREATE DATABASE " + name);
  return address_of(folder_, name);
}

std::string PostgresServer::address_by_port(const std::string& address, int port) const {
  const size_t begin = address.find(":///") + 4;
  const std::string database = address.substr(begin, address.find('?') - begin);
  return fmt::format("postgresql://cardroom@127.0.0.1:{}/{}?sslmode=disable&gssencmode=disable", port, database);
}

}  // namespace cardroom::ledger::testing
