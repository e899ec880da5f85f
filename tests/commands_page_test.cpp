// docs/reference/commands.md against the program: every command, field, type, name and refusal is on the page, nothing
// else is, its examples can be read, and whom it lets do what is what the rules say.
#include <gtest/gtest.h>

#include <boost/describe.hpp>
#include <boost/mp11.hpp>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "cli/ledger_line.h"
#include "ledger/codec.h"
#include "progressive/decide.h"

namespace cardroom::testing {
namespace {

using namespace progressive;
namespace mp11 = boost::mp11;

constexpr size_t enough = 1 << 20;

struct Part {
  std::vector<std::string> order;            // of the rows' names
  std::map<std::string, std::string> types;  // by name; the second column
  std::string who;
  std::vector<std::string> examples;
};

// By heading: the names of the rows, "Who may:", and the lines of JSON blocks.
std::map<std::string, Part> read_page() {
  std::ifstream file(CARDROOM_SOURCE_DIR "/docs/reference/commands.md");
  EXPECT_TRUE(file.good());
  std::map<std::string, Part> parts;
  std::string heading;
  bool inside_json = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) inside_json = line == "```json";
    if (line.starts_with("## ")) heading = line.substr(3);
    if (line.starts_with("### ")) heading = line.substr(4);
    if (line.starts_with("#")) {
      EXPECT_TRUE(parts.emplace(heading, Part{}).second) << heading << " appears twice";
    }
    Part& part = parts[heading];
    if (inside_json && line.starts_with("{")) part.examples.push_back(line);
    if (line.starts_with("Who may: ")) part.who = line.substr(9);
    if (!line.starts_with("| `")) continue;
    std::vector<std::string> cells;
    std::istringstream row(line.substr(2));
    for (std::string cell; std::getline(row, cell, '|');) {
      const auto end = cell.find_last_not_of(' ');
      const auto begin = cell.find_first_not_of(' ');
      cells.push_back(begin == std::string::npos ? "" : cell.substr(begin, end - begin + 1));
    }
    const std::string name = cells.at(0).substr(1, cells.at(0).size() - 2);
    part.order.push_back(name);
    EXPECT_TRUE(part.types.emplace(name, cells.at(1)).second) << heading << ": " << name << " appears twice";
  }
  return parts;
}

const std::map<std::string, Part>& page() {
  static const std::map<std::string, Part> read = read_page();
  return read;
}

const Part& part_of(const std::string& heading) {
  static const Part missing;
  const auto found = page().find(heading);
  EXPECT_TRUE(found != page().end()) << "the page has no '### " << heading << "'";
  return found == page().end() ? missing : found->second;
}

// clang-format off
#define CARDROOM_OBJECTS(X) \
  X(Outcome) X(Posting) X(Pricing) X(Payment) X(LeftOut) X(Refusal) X(Wager) X(LinkRules) X(LevelRules) X(Prize) \
  X(TaxRule) X(GameOdds) X(Judgement) X(Figure) X(Table) X(Device)
#define CARDROOM_NAMES(X) \
  X(Role) X(Keypad) X(SameRound) X(FoldedHand) X(Deduction) X(EnvyScale) X(OverflowUse) X(TaxBasis) X(Verdict) \
  X(Fund) X(AdjustmentReason) X(Account) X(AlarmKind) X(DeviceKind) X(SignIn)
// clang-format on

template <class T>
std::string type_text() {
#define CARDROOM_IS(Type) \
  if constexpr (std::same_as<T, Type>) return #Type;
  CARDROOM_OBJECTS(CARDROOM_IS)
  CARDROOM_NAMES(CARDROOM_IS)
#undef CARDROOM_IS
  if constexpr (std::same_as<T, bool>) return "true or false";
  if constexpr (std::integral<T>) return "number";
  if constexpr (std::same_as<T, std::string> || std::same_as<T, RefusalCode>) return "text";
  if constexpr (ledger::codec::is_id<T>) return "id";
  if constexpr (ledger::codec::Money<T>) return "amount";
  if constexpr (std::same_as<T, CommandBody>) return "Command";
  if constexpr (ledger::codec::is_optional<T>) return type_text<typename T::value_type>() + ", or left out";
  if constexpr (ledger::codec::is_vector<T>) return "list of " + type_text<typename T::value_type>();
  return "?";
}

template <class T>
void check_fields(const std::string& heading) {
  SCOPED_TRACE(heading);
  const Part& part = part_of(heading);
  std::vector<std::string> expected;
  mp11::mp_for_each<ledger::codec::Members<T>>([&](auto member) {
    expected.emplace_back(member.name);
    using Field = std::remove_cvref_t<decltype(std::declval<T>().*member.pointer)>;
    const auto found = part.types.find(member.name);
    if (found == part.types.end()) return;  // told below
    // A text that must be an id is called one: the rules say so, not the type.
    std::string type = type_text<Field>();
    const bool is_name = found->second == "id" && type == "text";
    if (!is_name) {
      EXPECT_EQ(found->second, type) << member.name;
    }
  });
  EXPECT_EQ(part.order, expected);
}

TEST(CommandsPage, HasEveryFieldOfEveryCommandWithItsType) {
  mp11::mp_for_each<mp11::mp_iota_c<std::variant_size_v<CommandBody>>>([](auto index) {
    check_fields<std::variant_alternative_t<index.value, CommandBody>>(std::string(command_names[index.value]));
  });
}

TEST(CommandsPage, HasEveryFieldOfLinesAnswersAndObjects) {
  check_fields<cli::CommandLine>("CommandLine");
  check_fields<cli::AnswerLine>("AnswerLine");
#define CARDROOM_CHECK(Type) check_fields<Type>(#Type);
  CARDROOM_OBJECTS(CARDROOM_CHECK)
#undef CARDROOM_CHECK
}

template <class T>
void check_names(const std::string& heading) {
  std::vector<std::string> expected;
  mp11::mp_for_each<boost::describe::describe_enumerators<T>>([&](auto name) { expected.emplace_back(name.name); });
  EXPECT_EQ(part_of(heading).order, expected) << heading;
}

TEST(CommandsPage, HasEveryNameOfEveryClosedList){
#define CARDROOM_CHECK(Type) check_names<Type>(#Type);
    CARDROOM_NAMES(CARDROOM_CHECK)
#undef CARDROOM_CHECK
}

TEST(CommandsPage, HasEveryRefusal) {
  std::vector<std::string> expected;
  for (int i = 0; i <= static_cast<int>(RefusalCode::journal_unavailable); ++i)
    expected.emplace_back(code_name(static_cast<RefusalCode>(i)));
  const Part& part = part_of("Refusals");
  EXPECT_EQ(part.order, expected);
  for (const auto& [code, sentence] : part.types) EXPECT_TRUE(sentence.ends_with('.')) << code << ": " << sentence;
}

TEST(CommandsPage, NamesNothingThatDoesNotExist) {
  std::set<std::string> known = {"CommandLine", "AnswerLine", "Refusals"};
  for (const std::string_view name : command_names) known.emplace(name);
#define CARDROOM_KNOWN(Type) known.insert(#Type);
  CARDROOM_OBJECTS(CARDROOM_KNOWN)
  CARDROOM_NAMES(CARDROOM_KNOWN)
#undef CARDROOM_KNOWN
  for (const auto& [heading, part] : page()) {
    if (!part.order.empty()) {
      EXPECT_TRUE(known.contains(heading)) << heading;
    }
  }
}

TEST(CommandsPage, GivesAnExampleOfEveryCommandThatCanBeRead) {
  for (const std::string_view name : command_names) {
    const Part& part = part_of(std::string(name));
    EXPECT_FALSE(part.examples.empty()) << name;
    for (const std::string& example : part.examples) {
      const auto line = ledger::from_json_text<cli::CommandLine>(example, enough);
      ASSERT_TRUE(line) << name << ": " << line.error().to_text();
      EXPECT_EQ(command_name(line->command), name);
    }
  }
}

// Who may, found by asking with every card: the rules look at the card before anything else.
class Asking {
 public:
  Asking() {
    mp11::mp_for_each<boost::describe::describe_enumerators<Role>>([&](auto role) {
      for (const char* suffix : {"", "-2"})
        state_.staff[{role.name + std::string(suffix)}] = {{role.name + std::string(suffix)}, role.value, "", true};
    });
  }

  std::string who_may(const CommandBody& body) const {
    std::string text = may(body, "", "executive-2") ? "the table" : "";
    for (const char* role : {"dealer", "supervisor", "executive", "auditor", "administrator"})
      if (may(body, role, "executive-2")) text += (text.empty() ? "" : ", ") + std::string(role);
    if (may(body, "executive", "executive-2") && !may(body, "executive", "")) {
      text += "; two people";
      if (!may(body, "supervisor", "supervisor-2")) text += ", one above supervisor";
    }
    return text.empty() ? "the program itself" : text;
  }

 private:
  bool may(const CommandBody& body, const std::string& by, const std::string& second) const {
    const auto event = decide(state_, {"id", {by}, {second}, body}, 0);
    if (event) return true;
    const Refusal& refusal = event.error();
    if (refusal.code == RefusalCode::command_reserved) return false;
    return refusal.field != "by" && refusal.field != "second";
  }

  State state_;
};

TEST(CommandsPage, TellsWhoMay) {
  const Asking asking;
  mp11::mp_for_each<mp11::mp_iota_c<std::variant_size_v<CommandBody>>>([&](auto index) {
    const std::string name(command_names[index.value]);
    EXPECT_EQ(part_of(name).who, asking.who_may(CommandBody(std::in_place_index<index.value>))) << name;
  });
}

}  // namespace
}  // namespace cardroom::testing
