#include "server/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "ledger/codec.h"

namespace cardroom::server {

namespace {

spdlog::logger& logger() {
  static const std::shared_ptr<spdlog::logger> made = [] {
    auto log = spdlog::stderr_logger_mt("cardroom");
    log->set_pattern(R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})", spdlog::pattern_time_type::utc);
    return log;
  }();
  return *made;
}

spdlog::level::level_enum level_of(LogLevel level) {
  switch (level) {
    case LogLevel::info: return spdlog::level::info;
    case LogLevel::warning: return spdlog::level::warn;
    case LogLevel::error: return spdlog::level::err;
    case LogLevel::silent: return spdlog::level::off;
  }
  return spdlog::level::off;
}

}  // namespace

void set_log_level(LogLevel level) {
  logger().set_level(level_of(level));
}

void note(LogLevel level, std::string_view what,
          std::initializer_list<std::pair<std::string_view, std::string>> fields) {
  if (!logger().should_log(level_of(level))) return;
  std::string line = "\"what\":";
  ledger::codec::write_string(line, what);
  for (const auto& [name, value] : fields) {
    line += ',';
    ledger::codec::write_string(line, name);
    line += ':';
    ledger::codec::write_string(line, value);
  }
  logger().log(level_of(level), "{}", line);
}

}  // namespace cardroom::server
