// What documents say of games dealt face up, judged by results that are stored: estimates, recommended numbers of
// spots, and rules of thumb.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "lab/faceup.h"

namespace cardroom::lab {

struct FaceUpVerdict {
  std::string id, document, game, what;
  std::string printed;   // "0.1 to 0.2%", "5 spots"
  std::string computed;  // with its interval
  std::string verdict, expected;

  bool is_expected() const { return verdict == expected; }
};

// All that the results answer.
std::vector<FaceUpVerdict> face_up_verdicts(const FaceUpResults& results);
boost::json::object face_up_verdict_json(const FaceUpVerdict& verdict);

// The rows and rules on which estimates and rules of thumb rest, computed again with their keys. Tells those that come
// to something else, in words.
std::vector<std::string> recompute(const FaceUpResults& results, odds::Workers& workers, odds::Progress* progress);

}  // namespace cardroom::lab
