#include "lab/judged_json.h"

#include <boost/json.hpp>

#include "lab/exact_json.h"

namespace cardroom::lab {

std::string remark_on(const odds::Judged& judged) {
  return judged.verdict == judged.figure->expected ? judged.figure->remark : "";
}

boost::json::object judged_json(const odds::Judged& judged) {
  boost::json::object row;
  row["id"] = judged.figure->id;
  row["document"] = judged.figure->document;
  row["game"] = judged.figure->game;
  row["paytable"] = judged.figure->paytable;
  row["figure"] = judged.figure->what;
  row["printed_percent"] = judged.figure->printed;
  row["computed"] = exact_json(judged.computed);
  row["definition"] = judged.by->words;
  row["verdict"] = verdict_name(judged.verdict);
  row["expected"] = verdict_name(judged.figure->expected);
  if (const std::string remark = remark_on(judged); !remark.empty()) row["remark"] = remark;
  boost::json::array others;
  for (size_t index = 0; index < judged.alternatives.size(); ++index) {
    others.emplace_back(boost::json::object{{"definition", judged.figure->definitions[index].words},
                                            {"value", exact_json(judged.alternatives[index])}});
  }
  row["definitions_tried"] = std::move(others);
  return row;
}

}  // namespace cardroom::lab
