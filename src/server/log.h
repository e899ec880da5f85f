// What the running program says to its operator: one line of JSON a fact, on the standard error stream. No PINs, no
// tokens: nothing is logged that came from a body.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace cardroom::server {

enum class LogLevel { info, warning, error, silent };

// From which level on lines are written; for the whole process.
void set_log_level(LogLevel level);
void note(LogLevel level, std::string_view what,
          std::initializer_list<std::pair<std::string_view, std::string>> fields = {});

}  // namespace cardroom::server
