// What a result or a paytable is recognized by.
#pragma once

#include <string>

namespace cardroom::lab {

// BLAKE2b, 256 bits, in hexadecimal.
std::string blake2b(const std::string& text);

}  // namespace cardroom::lab
