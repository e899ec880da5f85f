// The first lines of an answer: its status, what every answer carries, and what the Site adds.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "server/request.h"
#include "server/transport.h"

namespace cardroom::server {

struct HeadOptions {
  bool secure = false;
  bool keep_alive = true;
  int64_t unix_seconds = 0;  // for Date
};

// Status line and headers up to the empty line. A header of the Site takes the place of ours of the same name, but not
// of those that frame the message; one that would break out of its line is left out.
std::string response_head(const Response& response, const HeadOptions& options);

// What every answer carries unless the Site says otherwise, also the one that opens a channel.
std::span<const std::pair<std::string_view, std::string_view>> security_headers(bool secure);

// {"error":{"code":…,"text":…}}
Response refusal(const BadRequest& why);

}  // namespace cardroom::server
