// A desk answers questions that anybody may ask and that change nothing: the practice table, the math lab. It knows
// nothing of sockets; the server asks it in a thread of its own, so it may take its time, and from several threads at
// once.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace cardroom {

struct DeskQuestion {
  std::string_view method;  // GET or POST
  std::string_view path;    // what follows the desk's own address: "play", "games/three-card-poker"
  std::string_view query;   // without '?', not decoded
  std::string_view body;    // JSON
};

struct DeskAnswer {
  unsigned status = 200;
  std::string content_type = "application/json";
  std::string body;       // of an error: {"error":{"code","field","text"}}
  std::string file_name;  // not empty: to be saved under this name
};

using Desk = std::function<DeskAnswer(const DeskQuestion&)>;

}  // namespace cardroom
