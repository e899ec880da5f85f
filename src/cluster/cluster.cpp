#include "cluster/cluster.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

#ifdef CARDROOM_MPI
#include <mpi.h>
#endif

namespace cardroom::cluster {

namespace {

// Open MPI, and others that follow PMI, report to every copy how many there are.
bool started_by_mpirun() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}) {
    if (std::getenv(name)) return true;
  }
  return false;
}

}  // namespace

#ifdef CARDROOM_MPI

Cluster::Cluster() : exceptions_(std::uncaught_exceptions()) {
  if (!started_by_mpirun()) return;
  int provided = 0;
  // A failed call ends the program: MPI's own default, which says what failed.
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  joined_ = true;
  if (!is_first()) {
    std::FILE* out = std::freopen("/dev/null", "w", stdout);
    std::FILE* err = std::freopen("/dev/null", "w", stderr);
    if (!out || !err) std::abort();
  }
}

Cluster::~Cluster() {
  if (joined_ && std::uncaught_exceptions() == exceptions_) MPI_Finalize();
}

odds::ExposedTally Cluster::play(const odds::ExposedGame& game, uint64_t prng_key, uint64_t first, uint64_t last,
                                 const odds::ExposedTally* pilot, odds::Progress* progress) {
  if (size_ == 1) return Workers::play(game, prng_key, first, last, pilot, progress);
  const auto end_of = [&](int rank) {
    return first + (last - first) * static_cast<uint64_t>(rank) / static_cast<uint64_t>(size_);
  };
  const odds::ExposedTally mine = game.play(prng_key, end_of(rank_), end_of(rank_ + 1), pilot, progress);
  const std::vector<uint64_t> sent = to_words(mine);
  // A copy without blocks has less to say than the others.
  std::vector<int> lengths(static_cast<size_t>(size_)), starts(lengths.size());
  const int length = static_cast<int>(sent.size());
  MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
  int total = 0;
  for (size_t rank = 0; rank < lengths.size(); ++rank) {
    starts[rank] = total;
    total += lengths[rank];
  }
  std::vector<uint64_t> all(static_cast<size_t>(total));
  MPI_Allgatherv(sent.data(), length, MPI_UINT64_T, all.data(), lengths.data(), starts.data(), MPI_UINT64_T,
                 MPI_COMM_WORLD);
  odds::ExposedTally sum;
  for (size_t rank = 0; rank < lengths.size(); ++rank) {
    sum += odds::tally_of_words(
        std::span(all).subspan(static_cast<size_t>(starts[rank]), static_cast<size_t>(lengths[rank])));
  }
  return sum;
}

bool Cluster::agree(bool mine) {
  if (size_ == 1) return mine;
  int said = mine ? 1 : 0;
  MPI_Bcast(&said, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return said == 1;
}

std::string Cluster::share(std::string text) {
  if (size_ == 1) return text;
  uint64_t length = text.size();
  MPI_Bcast(&length, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  text.resize(length);
  MPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, 0, MPI_COMM_WORLD);
  return text;
}

std::string not_joined() {
  return {};
}

#else

Cluster::Cluster() = default;
Cluster::~Cluster() = default;

odds::ExposedTally Cluster::play(const odds::ExposedGame& game, uint64_t prng_key, uint64_t first, uint64_t last,
                                 const odds::ExposedTally* pilot, odds::Progress* progress) {
  return Workers::play(game, prng_key, first, last, pilot, progress);
}
bool Cluster::agree(bool mine) {
  return mine;
}
std::string Cluster::share(std::string text) {
  return text;
}
std::string not_joined() {
  if (!started_by_mpirun()) return {};
  return "this program was built without MPI, so every copy would do all of the work; build it with -DCARDROOM_MPI=ON";
}

#endif

}  // namespace cardroom::cluster
