// Several copies of the program, started together by mpirun on one machine or many, that divide sampled deals among
// them. Every copy runs the same command with the same arguments and computes the same figures; only the first prints.
//
// Built with MPI or without (CARDROOM_MPI); a program that was not started by mpirun is a cluster of one.
#pragma once

#include <string>

#include "odds/exposed_run.h"

namespace cardroom::cluster {

class Cluster : public odds::Workers {
 public:
  // Joins the others where mpirun started this program. From then on only the first copy prints: the others' output
  // is discarded. At most one at a time; calls from one thread.
  Cluster();
  // A copy that ends by an exception leaves the cluster behind, which mpirun then ends.
  ~Cluster() override;
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  int size() const { return size_; }
  bool is_first() const { return rank_ == 0; }

  odds::ExposedTally play(const odds::ExposedGame& game, uint64_t prng_key, uint64_t first, uint64_t last,
                          const odds::ExposedTally* pilot, odds::Progress* progress) override;
  bool agree(bool mine) override;
  // The first copy's text, at all of them.
  std::string share(std::string text);

 private:
  int size_ = 1;
  int rank_ = 0;
  bool joined_ = false;
  int exceptions_ = 0;
};

// Why `mpirun` cannot help: it started a program that was built without MPI. Empty otherwise.
std::string not_joined();

}  // namespace cardroom::cluster
