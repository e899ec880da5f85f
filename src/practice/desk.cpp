#include "practice/desk.h"

#include <fmt/format.h>

#include <memory>

#include "ledger/codec.h"
#include "practice/catalog.h"
#include "practice/play.h"
#include "practice/training.h"

namespace cardroom::practice {

namespace {

constexpr size_t body_length_max = 256 * 1024;  // five hundred answers are a tenth of it

struct ErrorText {
  std::string code;
  std::string field;
  std::string text;
};
struct ErrorAnswer {
  ErrorText error;
};
BOOST_DESCRIBE_STRUCT(ErrorText, (), (code, field, text))
BOOST_DESCRIBE_STRUCT(ErrorAnswer, (), (error))

DeskAnswer refuse(const Refused& refused) {
  DeskAnswer answer;
  answer.status = refused.status;
  answer.body = ledger::to_full_json(ErrorAnswer{{refused.code, refused.field, refused.text}});
  return answer;
}

template <class Request, class Respond>
DeskAnswer respond(const DeskQuestion& question, Respond&& respond) {
  const auto request = ledger::from_json_text<Request>(question.body, body_length_max);
  if (!request) return refuse({400, "malformed", request.error().field, request.error().text});
  const auto view = respond(*request);
  if (!view) return refuse(view.error());
  DeskAnswer answer;
  answer.body = ledger::to_full_json(*view);
  return answer;
}

}  // namespace

Desk desk() {
  auto prospects = std::make_shared<Prospects>();
  return [prospects](const DeskQuestion& question) -> DeskAnswer {
    const bool games = question.path == "games";
    if (!games && question.path != "play" && question.path != "deal")
      return refuse({404, "not_found", "", fmt::format("the practice table has no '{}'", question.path)});
    if (question.method != (games ? "GET" : "POST"))
      return refuse({405, "method_not_allowed", "", games ? "use GET for the games" : "use POST"});
    if (!question.query.empty()) return refuse({400, "malformed", "", "takes no query parameters"});
    if (games) {
      DeskAnswer answer;
      answer.body = ledger::to_full_json(catalog());
      return answer;
    }
    if (question.path == "play")
      return respond<PlayRequest>(question, [&](const PlayRequest& asked) { return play(asked, *prospects); });
    return respond<TrainingRequest>(question, [&](const TrainingRequest& asked) { return train(asked, *prospects); });
  };
}

}  // namespace cardroom::practice
