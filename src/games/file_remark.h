// A remark on a file written by a person.
#pragma once

#include <string>

namespace cardroom::games {

// One thing that is wrong, or worth a look, in a file.
struct FileRemark {
  std::string file;
  int line = 0;  // 0 where it concerns the file as a whole
  std::string text;

  std::string to_text() const;  // "house.toml:12: unknown hand 'flsh' …"
};

}  // namespace cardroom::games
