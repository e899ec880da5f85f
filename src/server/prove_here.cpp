#include "server/prove_here.h"

#include <fmt/format.h>

namespace cardroom::server {

std::expected<void, std::string> prove_here(const progressive::State& state, const Secret& secret,
                                            const Credentials& person, int64_t now_ms) {
  const auto member = state.staff.find(person.staff);
  const auto access = state.access.find(person.staff);
  const bool is_known = member != state.staff.end() && member->second.active && access != state.access.end();
  if (locked_out_until_ms(state, person.staff, now_ms) > 0)
    return std::unexpected(
        fmt::format("card {} is locked out after too many wrong PINs; try again later", person.staff.text));
  if (!is_right_pin(secret, person.staff.text, person.pin, is_known ? access->second.verifier : std::string()))
    return std::unexpected(fmt::format("wrong card or PIN: {}. Nothing was changed", person.staff.text));
  return {};
}

}  // namespace cardroom::server
