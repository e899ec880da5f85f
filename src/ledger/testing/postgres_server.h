// A real PostgreSQL server for tests: Debian's programs, a cluster of its own in a temporary folder, reached by a
// socket in that folder and nowhere else. One for the process, started when it is first asked for; stopped and removed
// by a guardian process when this one ends, in whatever way.
#pragma once

#include <string>

namespace cardroom::ledger::testing {

class PostgresServer {
 public:
  // Throws when PostgreSQL is not installed or does not start.
  static PostgresServer& shared();

  // The address of a new, empty database.
  std::string make_database();
  // The same database through a proxy on loopback.
  std::string address_by_port(const std::string& address, int port) const;
  std::string socket_path() const { return folder_ + "/.s.PGSQL.5432"; }
  // SQL in the server's own database, as its owner.
  void run(const std::string& sql);

 private:
  PostgresServer();

  std::string folder_;
  int databases_ = 0;
};

}  // namespace cardroom::ledger::testing
