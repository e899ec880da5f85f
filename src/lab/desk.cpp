#include "lab/desk.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "lab/answers.h"

namespace cardroom::lab {

namespace {

// Answers that were given before: the same question has the same answer, for ever.
class Answered {
 public:
  std::shared_ptr<const DeskAnswer> find(const std::string& question) {
    const std::lock_guard lock(mutex_);
    const auto found = by_question_.find(question);
    if (found == by_question_.end()) return nullptr;
    recent_.splice(recent_.begin(), recent_, found->second);
    return found->second->second;
  }

  void keep(const std::string& question, std::shared_ptr<const DeskAnswer> answer) {
    const std::lock_guard lock(mutex_);
    if (by_question_.contains(question)) return;
    bytes_ += question.size() + answer->body.size();
    recent_.emplace_front(question, std::move(answer));
    by_question_[question] = recent_.begin();
    while (bytes_ > bytes_max && recent_.size() > 1) {
      const auto& [oldest, body] = recent_.back();
      bytes_ -= oldest.size() + body->body.size();
      by_question_.erase(oldest);
      recent_.pop_back();
    }
  }

 private:
  // 32 MB: some thousand answers of some ten kilobytes.
  static constexpr size_t bytes_max = 32U << 20U;

  using Entry = std::pair<std::string, std::shared_ptr<const DeskAnswer>>;
  std::mutex mutex_;
  std::list<Entry> recent_;
  std::unordered_map<std::string, std::list<Entry>::iterator> by_question_;
  size_t bytes_ = 0;
};

DeskAnswer refusal(const Fault& fault) {
  const boost::json::object body{
      {"error", boost::json::object{{"code", fault.code}, {"field", fault.field}, {"text", fault.text}}}};
  return {.status = fault.status,
          .content_type = "application/json",
          .body = boost::json::serialize(body),
          .file_name = {}};
}

DeskAnswer answer_of(const Answer& answer) {
  if (!answer) return refusal(answer.error());
  return {.status = 200, .content_type = "application/json", .body = boost::json::serialize(*answer), .file_name = {}};
}

DeskAnswer answer_of(const FileAnswer& answer) {
  return answer ? *answer : refusal(answer.error());
}

class Lab {
 public:
  DeskAnswer answer(const DeskQuestion& question) {
    const bool get = question.method == "GET";
    const bool post = question.method == "POST";
    const std::string key = fmt::format("{} {}?{}\n{}", question.method, question.path, question.query, question.body);
    if (key.size() <= question_bytes_max) {
      if (const auto before = answered_.find(key)) return *before;
    }
    const auto fields = get ? parse_query(question.query) : parse_body(question.body);
    if (!get && !post) return refusal({"method_not_allowed", "", "use GET or POST", 405});
    if (post && !question.query.empty()) return refusal({"unknown_field", "", "a POST request takes no query"});
    if (!fields) return refusal(fields.error());
    DeskAnswer given;
    try {
      given = get ? looked_up(question.path, *fields) : computed(question.path, *fields);
    } catch (const odds::Stopped&) {
      return refusal({"work_above_limit", "", "this would take too long to compute here", 422});
    } catch (const std::bad_alloc&) {
      return refusal({"busy", "", "not enough memory is available; try again later", 503});
    }
    if (given.status == 200 && question.path != "progress" && key.size() <= question_bytes_max)
      answered_.keep(key, std::make_shared<const DeskAnswer>(given));
    return given;
  }

 private:
  using Object = boost::json::object;

  // Questions that a link may ask.
  DeskAnswer looked_up(std::string_view path, const Object& fields) {
    if (path == "games") return answer_of(games_answer(fields));
    if (path == "printed") return answer_of(printed_answer(counts_, fields));
    if (path == "exposed") return answer_of(exposed_answer(fields));
    if (path == "progress") return answer_of(progress_answer(counts_, fields));
    if (path == "par") return answer_of(par_answer(counts_, fields));
    if (path == "card") return answer_of(card_answer(counts_, fields));
    if (path == "paytable") return answer_of(paytable_answer(fields));
    return computed(path, fields);
  }

  // Questions with a body; a query may ask them too.
  DeskAnswer computed(std::string_view path, const Object& fields) {
    if (path == "figures") return answer_of(figures_answer(counts_, fields));
    if (path == "strategy") return answer_of(strategy_answer(counts_, fields));
    if (path == "session") return answer_of(session_answer(counts_, fields));
    if (path == "meter") return answer_of(meter_answer(counts_, fields));
    if (path == "compare") return answer_of(compare_answer(counts_, fields));
    if (path == "situation") return answer_of(situation_answer(counts_, tables_, fields));
    return refusal({"unknown_question", "", "the lab has no such endpoint", 404});
  }

  GameCounts counts_;
  ExposedTables tables_;
  Answered answered_;
};

}  // namespace

Desk desk() {
  return [lab = std::make_shared<Lab>()](const DeskQuestion& question) { return lab->answer(question); };
}

}  // namespace cardroom::lab
