#include "progressive/command_text.h"

#include <fmt/format.h>

#include <boost/mp11.hpp>

#include "base/text.h"

namespace cardroom::progressive {

namespace {

// Where the walk is, from the inside out; a name is made only of what is refused.
struct Place {
  const Place* parent = nullptr;
  std::string_view name;
  size_t index = 0;

  std::string to_text() const {
    const std::string before = parent == nullptr ? "" : parent->to_text();
    if (name.empty()) return fmt::format("{}[{}]", before, index);
    return before.empty() ? std::string(name) : before + "." + std::string(name);
  }
};

struct Found {
  std::string field;
  base::Unprintable what;
};

std::optional<Found> look(const std::string& text, const Place& place) {
  const auto what = base::find_unprintable(text);
  if (!what) return std::nullopt;
  return Found{place.to_text(), *what};
}

template <class Tag>
std::optional<Found> look(const Id<Tag>& id, const Place& place) {
  return look(id.text, place);
}

template <class T>
std::optional<Found> look(const std::vector<T>& list, const Place& place);

// Of every described struct its members; numbers, amounts and names of a closed list hold no text.
template <class T>
std::optional<Found> look(const T& value, const Place& place);

template <class T>
std::optional<Found> look_inside(const T& value, const Place* parent) {
  std::optional<Found> found;
  boost::mp11::mp_for_each<boost::describe::describe_members<T, boost::describe::mod_public>>([&](auto member) {
    if (!found) found = look(value.*member.pointer, {parent, member.name});
  });
  return found;
}

template <class T>
std::optional<Found> look(const T& value, const Place& place) {
  if constexpr (boost::describe::has_describe_members<T>::value)
    return look_inside(value, &place);
  else
    return std::nullopt;
}

template <class T>
std::optional<Found> look(const std::vector<T>& list, const Place& place) {
  for (size_t i = 0; i < list.size(); ++i)
    if (auto found = look(list[i], Place{&place, {}, i})) return found;
  return std::nullopt;
}

}  // namespace

Allowed<void> need_printable(const Command& command) {
  auto found = look(command.by, {nullptr, "by"});
  if (!found) found = look(command.second, {nullptr, "second"});
  if (!found) found = std::visit([](const auto& body) { return look_inside(body, nullptr); }, command.body);
  if (!found) return {};
  return refuse(RefusalCode::text_not_printable, std::move(found->field),
                fmt::format("{}; remove it", found->what.to_text()));
}

}  // namespace cardroom::progressive
