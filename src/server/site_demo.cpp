// What a demonstration tells everybody.
#include "server/site.h"

namespace cardroom::server {

void FloorSite::demo(const Request& request, Done done) const {
  if (request.method != "GET")
    return done(error_response(405, error_of(ServerRefusal::method_not_allowed, "method not allowed")));
  if (!demo_)
    return done(
        error_response(503, error_of(ServerRefusal::busy, "the demo is still being set up; try again in a moment")));
  DemoView view = *demo_;
  view.house = options_.house;
  view.meters = hub_.meters(Audience::display, 0);
  done(json_response(ledger::to_full_json(view)));
}

}  // namespace cardroom::server
