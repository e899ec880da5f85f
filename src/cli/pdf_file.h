// A printed page.
#pragma once

#include <string>

namespace cardroom::cli {

// Prints an HTML page by a headless chromium, which has to be installed. A Stop where it cannot be done.
void write_pdf(const std::string& path, const std::string& html);

}  // namespace cardroom::cli
