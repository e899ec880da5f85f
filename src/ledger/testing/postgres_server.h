// A real PostgreSQL server for tests: Debian's programs, a cluster of its own in a temporary folder, reached by a
// socket in that folder and nowhere else. One for the process, started when it is first asked for; stopped and removed
// by a guardian process when this one ends, in whatever way.
#pragma once

#include <cstdint>
#include <string>

namespace cardroom::ledger::testing {

// Where the cluster is: tests ask for memory (a gigabyte of /dev/shm, where that is to be had), so that they do not
// wait for a busy disk; the server syncs all the same. Benchmarks ask for the disk.
enum class ServerPlace : uint8_t { memory, disk };

class PostgresServer {
 public:
  // The first call decides on the place. Throws when PostgreSQL is not installed or does not start.
  static PostgresServer& shared(ServerPlace place = ServerPlace::memory);

  // The address of a new, empty database.
  std::string make_database();
  // The same database through a proxy on loopback.
  std::string address_by_port(const std::string& address, int port) const;
  std::string socket_path() const { return folder_ + "/.s.PGSQL.5432"; }
  // SQL in the server's own database, as its owner.
  void run(const std::string& sql);

 private:
  explicit PostgresServer(ServerPlace place);

  std::string folder_;
  int databases_ = 0;
};

}  // namespace cardroom::ledger::testing
