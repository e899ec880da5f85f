#include "practice/streets.h"

#include <fmt/format.h>

#include <algorithm>

namespace cardroom::practice {

namespace {

struct Street {
  std::string_view question;
  int before = 0;  // cards in the middle that are up already
  int after = 0;   // and once the street is over
};

std::vector<Street> streets_of(const games::Table& table) {
  std::vector<Street> streets;
  for (const games::Step& step : table.script()) {
    if (step.kind == games::Step::Kind::decide) {
      const int up = streets.empty() ? 0 : streets.back().after;
      streets.push_back({step.text, up, up});
    }
    const bool turns = step.kind == games::Step::Kind::reveal && step.holder == games::Holder::community;
    if (turns && !streets.empty()) streets.back().after += step.card_count;
  }
  return streets;
}

// "community card 2", "community cards 1 to 3".
std::string cards_words(const Street& street) {
  return street.after == street.before + 1
             ? fmt::format("community card {}", street.after)
             : fmt::format("community cards {} {} {}", street.before + 1,
                           street.after - street.before == 2 ? "and" : "to", street.after);
}

void put(std::string& text, std::string_view mark, std::string_view words) {
  if (const auto at = text.find(mark); at != std::string::npos) text.replace(at, mark.size(), words);
}

bool is_street_step(const ProcedureStep& step) {
  return step.when == When::streets && step.phase == "decide";
}

}  // namespace

bool has_streets(const games::Table& table) {
  return std::ranges::count(table.script(), games::Step::Kind::decide, &games::Step::kind) > 1;
}

std::vector<ProcedureStep> steps_for(const games::Table& table, const Procedure& procedure) {
  if (!has_streets(table)) return procedure.steps;
  std::vector<ProcedureStep> block;
  std::ranges::copy_if(procedure.steps, std::back_inserter(block), is_street_step);
  std::vector<ProcedureStep> steps;
  for (const ProcedureStep& step : procedure.steps) {
    if (!is_street_step(step)) {
      steps.push_back(step);
      continue;
    }
    if (step.id != block.front().id) continue;  // there already, with the first of the block
    int number = 0;
    for (const Street& street : streets_of(table)) {
      ++number;
      for (ProcedureStep one : block) {
        const bool turns = one.action.find("{cards}") != std::string::npos;
        if (turns && street.after == street.before) continue;
        one.id += fmt::format("-{}", number);
        if (turns) one.turned = street.after;
        for (std::string* text : {&one.action, &one.why}) {
          put(*text, "{question}", street.question);
          put(*text, "{cards}", cards_words(street));
        }
        steps.push_back(std::move(one));
      }
    }
  }
  return steps;
}

}  // namespace cardroom::practice
