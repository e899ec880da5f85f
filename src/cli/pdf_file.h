// HTML pages printed to PDF.
#pragma once

#include <string>

namespace cardroom::cli {

// Prints an HTML page with headless chromium, which must be installed. Throws a Stop if that fails.
void write_pdf(const std::string& path, const std::string& html);

}  // namespace cardroom::cli
