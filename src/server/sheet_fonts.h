// The site's typeface for printed sheets, which stand alone: a page that was saved or sent looks as it did here.
#pragma once

#include <span>
#include <string>

#include "server/site_pages.h"

namespace cardroom::server {

// @font-face rules with Inter's regular and semibold in them, for the style of a sheet. Empty where the site has none:
// the sheet is set in what the machine has.
std::string sheet_fonts(std::span<const SiteFile> files);

}  // namespace cardroom::server
