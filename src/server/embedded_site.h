// The pages of web/ as the build made them; the library cardroom_web holds them.
#pragma once

#include <span>

#include "server/site_pages.h"

namespace cardroom::server {

std::span<const SiteFile> embedded_site();

}  // namespace cardroom::server
