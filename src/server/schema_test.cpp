// The messages of data/schema, taken from a real run, and docs/reference/protocol.md, against the types that the server
// reads and writes. The client in web/ reads the same files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <boost/mp11.hpp>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include "server/pages.h"
#include "server/site.h"

namespace cardroom::server {
namespace {

namespace json = boost::json;
namespace mp11 = boost::mp11;

std::string read_file(const std::string& name) {
  std::ifstream file(CARDROOM_SOURCE_DIR "/" + name);
  EXPECT_TRUE(file.good()) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

json::value read_schema(const std::string& name) {
  return ledger::codec::parse(read_file("data/schema/" + name));
}

std::string text_of(const json::value& object, const char* member) {
  return std::string(object.at(member).as_string());
}

// ---- The page.

using Rows = std::vector<std::vector<std::string>>;

// Tables under a heading, cells without blanks and backticks around them.
std::vector<Rows> tables_under(const std::string& heading) {
  std::istringstream page(read_file("docs/reference/protocol.md"));
  std::vector<Rows> tables;
  bool here = false;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with('#')) here = line == heading;
    const bool row = here && line.starts_with('|');
    if (row && !inside) tables.emplace_back();
    inside = row;
    if (!row) continue;
    std::vector<std::string> cells;
    std::istringstream from(line.substr(1));
    for (std::string cell; std::getline(from, cell, '|');) {
      const auto begin = cell.find_first_not_of(" `");
      const auto end = cell.find_last_not_of(" `");
      cells.push_back(begin == std::string::npos ? "" : cell.substr(begin, end - begin + 1));
    }
    tables.back().push_back(std::move(cells));
  }
  for (Rows& rows : tables) rows.erase(rows.begin(), rows.begin() + 2);
  return tables;
}

// clang-format off
#define CARDROOM_MESSAGES(X) \
  X(Incoming) X(Subscribe) X(Press) X(Key) X(Sensors) X(Deal) X(Fault) X(Hello) X(Device) X(Answered) X(ErrorBody) \
  X(Meters) X(LinkView) X(LevelView) X(PrizeView) X(WinView) X(Tables) X(TableView) X(RoundView) X(KeypadView) \
  X(SeatView) X(PendingView) X(KeypadState) X(Claims) X(ClaimView) X(Alarms) X(AlarmView) X(EventView) X(Event) \
  X(CoverAll) X(CoverAllPay) X(Credentials) X(FirstStart) X(TokenBody) X(PostedCommand) X(PinBody) X(DeviceBody) \
  X(Me) X(Recorded) X(NewDevice) X(FloorView) X(LinkDetails) X(Hit) X(Totals) X(StaffView) X(DeviceView) X(KindView) \
  X(JournalPage) X(AuditView) X(DemoView) X(DemoCard) X(DemoTable) X(LinkNow) X(EdgeNow) X(LevelNow) \
  X(EnvyPay) X(OwedView) X(WinEnvy) X(SetAside) X(PersonName) X(DoorView) X(HistoryView) X(HistoryPoint) X(WinsPage) X(WinRow) X(AdviceView) X(PresetView)
#define CARDROOM_ELSEWHERE(X) \
  X(Wager) X(Outcome) X(Posting) X(LinkRules) X(GameOdds) X(Judgement) X(Role) X(Keypad)
#define CARDROOM_LISTS(X) X(Topic) X(KeyKind) X(DeviceKind) X(ClaimStatus) X(DebtKind) X(AlarmKind)
// clang-format on

template <class T>
std::string type_text() {
#define CARDROOM_IS(Type) \
  if constexpr (std::same_as<T, Type>) return #Type;
  CARDROOM_MESSAGES(CARDROOM_IS)
  CARDROOM_ELSEWHERE(CARDROOM_IS)
  CARDROOM_LISTS(CARDROOM_IS)
#undef CARDROOM_IS
  if constexpr (std::same_as<T, bool>) return "true or false";
  if constexpr (std::integral<T>) return "number";
  if constexpr (std::same_as<T, std::string>) return "text";
  if constexpr (ledger::codec::is_id<T>) return "id";
  if constexpr (ledger::codec::Money<T>) return "amount";
  if constexpr (std::same_as<T, CommandBody>) return "Command";
  if constexpr (ledger::codec::is_optional<T>) return fmt::format("{}, or null", type_text<typename T::value_type>());
  if constexpr (ledger::codec::is_vector<T>) return fmt::format("list of {}", type_text<typename T::value_type>());
  return "?";
}

template <class T>
void check_fields(const char* name) {
  const auto tables = tables_under(std::string("### ") + name);
  ASSERT_EQ(tables.size(), 1u) << "docs/reference/protocol.md: ### " << name;
  Rows expected;
  mp11::mp_for_each<ledger::codec::Members<T>>([&](auto member) {
    using Field = std::remove_cvref_t<decltype(std::declval<T>().*member.pointer)>;
    expected.push_back({member.name, type_text<Field>()});
  });
  Rows told = tables.front();
  for (auto& row : told) row.resize(2);
  EXPECT_EQ(told, expected) << name;
}

template <class E>
void check_names(const char* name) {
  const auto tables = tables_under(std::string("### ") + name);
  ASSERT_EQ(tables.size(), 1u) << "docs/reference/protocol.md: ### " << name;
  std::vector<std::string> expected;
  std::vector<std::string> told;
  mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto entry) { expected.emplace_back(entry.name); });
  for (const auto& row : tables.front()) told.push_back(row.front());
  EXPECT_EQ(told, expected) << name;
}

TEST(ProtocolPage, TellsEveryFieldWithItsType){
#define CARDROOM_CHECK(Type) check_fields<Type>(#Type);
    CARDROOM_MESSAGES(CARDROOM_CHECK)
#undef CARDROOM_CHECK
}

TEST(ProtocolPage, TellsEveryNameOfAList){
#define CARDROOM_CHECK(Type) check_names<Type>(#Type);
    CARDROOM_LISTS(CARDROOM_CHECK)
#undef CARDROOM_CHECK
}

TEST(ProtocolPage, TellsEveryRefusalWithItsStatus) {
  const auto tables = tables_under("## Refusals of the server");
  ASSERT_EQ(tables.size(), 2u);
  Rows expected;
  mp11::mp_for_each<boost::describe::describe_enumerators<ServerRefusal>>(
      [&](auto entry) { expected.push_back({entry.name, std::to_string(status_of(error_of(entry.value, "")))}); });
  Rows told = tables.front();
  for (auto& row : told) row.resize(2);
  EXPECT_EQ(told, expected);
}

// ---- The examples.

// Whole and strictly: what is read comes out the same, member by member.
template <class T>
void check_written(const json::value& message, const std::string& where) {
  const auto read = ledger::from_json<T>(message);
  ASSERT_TRUE(read) << where << ": " << read.error().to_text();
  EXPECT_EQ(ledger::codec::parse(ledger::to_full_json(*read)), message) << where;
}

template <class T>
void check_list(const char* member, const json::value& message, const std::string& where) {
  ASSERT_EQ(message.as_object().size(), 1u) << where;
  check_written<std::vector<T>>(message.at(member), where);
}

// Whether all that was sent is in what came of it.
bool holds(const json::value& whole, const json::value& part) {
  if (const auto* object = part.if_object()) {
    return whole.is_object() && std::ranges::all_of(*object, [&](const auto& member) {
             const json::value* found = whole.as_object().if_contains(member.key());
             return found != nullptr && holds(*found, member.value());
           });
  }
  if (const auto* array = part.if_array()) {
    if (!whole.is_array() || whole.as_array().size() != array->size()) return false;
    for (size_t i = 0; i < array->size(); ++i)
      if (!holds(whole.as_array()[i], (*array)[i])) return false;
    return true;
  }
  return whole == part;
}

// What may leave members out: written whole it holds all of them, and is read as the same.
template <class T>
void check_sent(const json::value& message, const std::string& where) {
  const auto read = ledger::from_json<T>(message);
  ASSERT_TRUE(read) << where << ": " << read.error().to_text();
  const json::value whole = ledger::codec::parse(ledger::to_full_json(*read));
  EXPECT_TRUE(holds(whole, message)) << where;
  check_written<T>(whole, where);
}

using Check = std::function<void(const json::value&, const std::string&)>;

const std::map<std::string, Check>& checks() {
  static const std::map<std::string, Check> all = {
#define CARDROOM_WRITTEN(Type) {#Type, check_written<Type>},
#define CARDROOM_SENT(Type) {#Type, check_sent<Type>},
      CARDROOM_WRITTEN(Hello) CARDROOM_WRITTEN(Answered) CARDROOM_WRITTEN(Meters) CARDROOM_WRITTEN(Tables)
          CARDROOM_WRITTEN(Claims) CARDROOM_WRITTEN(Alarms) CARDROOM_WRITTEN(EventView) CARDROOM_WRITTEN(CoverAll)
              CARDROOM_WRITTEN(Me) CARDROOM_WRITTEN(Recorded) CARDROOM_WRITTEN(NewDevice) CARDROOM_WRITTEN(Device)
                  CARDROOM_WRITTEN(FloorView) CARDROOM_WRITTEN(LinkDetails) CARDROOM_WRITTEN(TableView)
                      CARDROOM_WRITTEN(JournalPage) CARDROOM_WRITTEN(AuditView) CARDROOM_WRITTEN(DemoView)
                          CARDROOM_WRITTEN(HistoryView) CARDROOM_WRITTEN(WinsPage) CARDROOM_WRITTEN(AdviceView)
                              CARDROOM_WRITTEN(DoorView) CARDROOM_WRITTEN(Outcome) CARDROOM_SENT(LinkRules)
                                  CARDROOM_SENT(Credentials) CARDROOM_SENT(FirstStart) CARDROOM_SENT(TokenBody)
                                      CARDROOM_SENT(PostedCommand) CARDROOM_SENT(PinBody) CARDROOM_SENT(DeviceBody)
#undef CARDROOM_WRITTEN
#undef CARDROOM_SENT
                                          {"ErrorAnswer",
                                           [](const json::value& m, const std::string& w) {
                                             check_written<ErrorBody>(m.at("error"), w);
                                           }},
      {"PresetList", [](const json::value& m, const std::string& w) { check_list<PresetView>("presets", m, w); }},
      {"StaffList", [](const json::value& m, const std::string& w) { check_list<StaffView>("staff", m, w); }},
      {"DeviceList", [](const json::value& m, const std::string& w) { check_list<DeviceView>("devices", m, w); }},
      {"ReportList", [](const json::value& m, const std::string& w) { check_list<KindView>("reports", m, w); }},
      // Two lines that the server writes by hand.
      {"Health", [](const json::value& m, const std::string& w) { EXPECT_TRUE(m.at("alive").is_bool()) << w; }},
      {"Readiness", [](const json::value& m, const std::string& w) { EXPECT_EQ(m.as_object().size(), 6u) << w; }},
  };
  return all;
}

TEST(Schema, EveryExampleIsReadAndComesOutTheSame) {
  std::set<std::string> shapes;
  const json::value index = read_schema("index.json");
  for (const json::value& entry : index.at("files").as_array()) {
    const std::string file = text_of(entry, "file");
    const std::string kind = text_of(entry, "kind");
    const std::string shape = text_of(entry, "shape");
    if (kind == "bad") continue;
    shapes.insert(shape);
    const json::value content = read_schema(file);
    ASSERT_FALSE(content.at("examples").as_array().empty()) << file;
    for (const json::value& example : content.at("examples").as_array()) {
      const std::string where = file + ", " + text_of(example, "case");
      const json::value& message = example.at("message");
      const bool live = entry.at("live").as_bool();
      if (live && text_of(entry, "direction") == "to_server") {
        const auto read = read_message(json::serialize(message));
        ASSERT_TRUE(read) << where << ": " << read.error().error.text;
        EXPECT_TRUE(message.as_object().contains(kind)) << where;
        check_sent<Incoming>(message, where);
        continue;
      }
      ASSERT_TRUE(checks().contains(shape)) << where << ": no check of " << shape;
      if (live) {
        ASSERT_EQ(message.as_object().size(), 1u) << where;
      }
      checks().at(shape)(live ? message.at(kind) : message, where);
    }
  }
  // Every kind of message, both ways, has one.
  for (const auto& [shape, check] : checks()) EXPECT_TRUE(shapes.contains(shape)) << "no example of " << shape;
  mp11::mp_for_each<ledger::codec::Members<Incoming>>([&](auto member) {
    if (std::string_view(member.name) == "id") return;
    std::ifstream file(CARDROOM_SOURCE_DIR "/data/schema/live/" + std::string(member.name) + ".json");
    EXPECT_TRUE(file.good()) << "no example of " << member.name;
  });
}

template <class T>
ledger::DecodeError error_of_reading(const std::string& text) {
  const auto read = ledger::from_json_text<T>(text, ledger::command_bytes_max);
  return read ? ledger::DecodeError{"", "was read"} : read.error();
}

TEST(Schema, BadMessagesAreRefusedWithThePlace) {
  const std::map<std::string, std::function<ledger::DecodeError(const std::string&)>> readers = {
      {"Credentials", error_of_reading<Credentials>}, {"FirstStart", error_of_reading<FirstStart>},
      {"TokenBody", error_of_reading<TokenBody>},     {"PostedCommand", error_of_reading<PostedCommand>},
      {"PinBody", error_of_reading<PinBody>},         {"DeviceBody", error_of_reading<DeviceBody>},
      {"LinkRules", error_of_reading<LinkRules>},
  };
  const json::value bad = read_schema("bad.json");
  EXPECT_GT(bad.at("cases").as_array().size(), 40u);
  for (const json::value& one : bad.at("cases").as_array()) {
    const std::string shape = text_of(one, "shape");
    const std::string text = text_of(one, "text");
    if (shape == "Incoming") {
      const auto read = read_message(text);
      ASSERT_FALSE(read) << text;
      EXPECT_EQ(read.error().id, text_of(one, "id")) << text;
      EXPECT_EQ(read.error().error.code, "malformed") << text;
      EXPECT_EQ(read.error().error.field, text_of(one, "field")) << text;
      EXPECT_EQ(read.error().error.text, text_of(one, "says")) << text;
    } else {
      ASSERT_TRUE(readers.contains(shape)) << shape;
      const ledger::DecodeError error = readers.at(shape)(text);
      EXPECT_EQ(error.field, text_of(one, "field")) << text;
      EXPECT_EQ(error.text, text_of(one, "says")) << text;
    }
  }
}

}  // namespace
}  // namespace cardroom::server
