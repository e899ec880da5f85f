#include "progressive/command.h"

namespace cardroom::progressive {

std::string_view command_name(const CommandBody& body) {
  return command_names[body.index()];
}

}  // namespace cardroom::progressive
