// What a floor needs to find its tables again: PINs of its cards and tokens of its devices. Readable by its owner
// alone.
#pragma once

#include <boost/describe.hpp>
#include <expected>
#include <map>
#include <string>

#include "base/error.h"
#include "progressive/identifiers.h"

namespace cardroom::floor {

struct Kept {
  std::map<progressive::StaffId, std::string> pins;
  std::map<progressive::DeviceId, std::string> tokens;
};
BOOST_DESCRIBE_STRUCT(Kept, (), (pins, tokens))

// A file that is not there holds nothing; one that others may read is refused.
std::expected<Kept, base::Error> read_kept(const std::string& file);
// Whole or not at all.
std::expected<void, base::Error> write_kept(const std::string& file, const Kept& kept);

}  // namespace cardroom::floor
