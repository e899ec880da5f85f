// Files that a command writes: whole, or not at all.
#pragma once

#include <string>

namespace cardroom::cli {

// Writes the text beside the file and then puts it in its place, so that nobody sees half of it and a failure leaves
// what was there. What is no ordinary file (/dev/stdout, a pipe) is written as it is. A Stop where it cannot be done.
void write_whole_file(const std::string& path, const std::string& text);

}  // namespace cardroom::cli
