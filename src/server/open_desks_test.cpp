#include "server/open_desks.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <stdexcept>

namespace cardroom::server {
namespace {

// Runs what desks post, as the io thread does.
class Posted {
 public:
  Workers::Post post() {
    return [this](std::function<void()> work) {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(work));
      arrived_.notify_one();
    };
  }
  void run_one() {
    std::unique_lock lock(mutex_);
    ASSERT_TRUE(arrived_.wait_for(lock, std::chrono::seconds(10), [this] { return !waiting_.empty(); }));
    const auto work = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    work();
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::function<void()>> waiting_;
};

Request desk_asks(std::string method, std::string path, std::string body = {}, std::string peer = "10.0.0.1") {
  Request request;
  request.method = std::move(method);
  request.path = std::move(path);
  request.body = std::move(body);
  request.peer = std::move(peer);
  if (request.method == "POST") request.headers["content-type"] = "application/json";
  return request;
}

std::string desk_header(const Response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers)
    if (key == name) return value;
  return "";
}

DeskAnswer tells_what_it_was_asked(const DeskQuestion& question) {
  DeskAnswer answer;
  for (const std::string_view part : {question.method, question.path, question.query, question.body})
    answer.body += std::string(part) + "|";
  return answer;
}

struct Counter {
  Posted posted;
  int64_t now_ms = 1'000'000;
  std::optional<OpenDesks> desks;
  std::vector<Response> told;

  explicit Counter(cardroom::Desk desk, OpenDesks::Limits limits = {}) {
    desks.emplace(std::map<std::string, cardroom::Desk>{{"math", std::move(desk)}}, limits, posted.post(),
                  [this] { return now_ms; });
  }
  void ask(const Request& request) {
    desks->answer(request, [this](Response response) { told.push_back(std::move(response)); });
  }
};

TEST(OpenDesks, ADeskHearsMethodPathQueryAndBody) {
  Counter counter(tells_what_it_was_asked);
  EXPECT_TRUE(counter.desks->has(desk_asks("GET", "/v1/math/games/three-card-poker")));
  EXPECT_FALSE(counter.desks->has(desk_asks("GET", "/v1/math")));
  EXPECT_FALSE(counter.desks->has(desk_asks("GET", "/v1/maths/x")));
  EXPECT_FALSE(counter.desks->has(desk_asks("GET", "/v1/floor")));
  Request request = desk_asks("POST", "/v1/math/games/three-card-poker", R"({"a":1})");
  request.query = {{"wager", "pair plus"}, {"x", "1"}};
  counter.ask(request);
  EXPECT_TRUE(counter.told.empty()) << "not in the thread that asked";
  counter.posted.run_one();
  ASSERT_EQ(counter.told.size(), 1U);
  EXPECT_EQ(counter.told[0].body, "POST|games/three-card-poker|wager=pair%20plus&x=1|{\"a\":1}|");
}

TEST(OpenDesks, OnlyQuestionsInJsonOfSomeLengthAreTaken) {
  Counter counter(tells_what_it_was_asked, {.body_bytes_max = 10});
  counter.ask(desk_asks("DELETE", "/v1/math/x"));
  Request form = desk_asks("POST", "/v1/math/x", "a=1");
  form.headers["content-type"] = "application/x-www-form-urlencoded";
  counter.ask(form);
  counter.ask(desk_asks("POST", "/v1/math/x", "01234567890"));
  counter.ask(desk_asks("POST", "/v1/math/x", "0123456789"));
  counter.posted.run_one();
  std::vector<unsigned> statuses;
  for (const Response& response : counter.told) statuses.push_back(response.status);
  EXPECT_EQ(statuses, (std::vector<unsigned>{405, 400, 413, 200}));
}

TEST(OpenDesks, AnAddressThatAsksTooOftenWaitsAndOthersDoNot) {
  Counter counter(tells_what_it_was_asked, {.waiting_max = 1'000, .every_ms = 20, .burst = 3});
  for (int i = 0; i < 4; ++i) counter.ask(desk_asks("GET", "/v1/math/x"));
  ASSERT_EQ(counter.told.size(), 1U);
  EXPECT_EQ(counter.told[0].status, 429U);
  EXPECT_EQ(desk_header(counter.told[0], "Retry-After"), "1");
  counter.ask(desk_asks("GET", "/v1/math/x", "", "10.0.0.2"));
  counter.now_ms += 19;
  counter.ask(desk_asks("GET", "/v1/math/x"));
  EXPECT_EQ(counter.told.size(), 2U) << "twenty milliseconds each";
  counter.now_ms += 1;
  counter.ask(desk_asks("GET", "/v1/math/x"));
  EXPECT_EQ(counter.told.size(), 2U);
}

TEST(OpenDesks, WhoComesWhenTooManyWaitIsToldToComeBack) {
  std::mutex busy;
  std::unique_lock held(busy);
  Counter counter(
      [&](const DeskQuestion&) {
        const std::lock_guard lock(busy);
        return DeskAnswer{};
      },
      {.threads = 1, .waiting_max = 1});
  // One is being worked on or waits, one waits: the third or the fourth finds no place.
  for (int i = 0; i < 3; ++i) counter.ask(desk_asks("GET", "/v1/math/x"));
  ASSERT_GE(counter.told.size(), 1U);
  EXPECT_EQ(counter.told[0].status, 503U);
  EXPECT_EQ(desk_header(counter.told[0], "Retry-After"), "1");
  held.unlock();
  counter.posted.run_one();
}

TEST(OpenDesks, AFileIsSavedUnderAPlainName) {
  Counter counter(
      [](const DeskQuestion&) { return DeskAnswer{200, "text/csv", "a,b\n", "../par sheet\"\r\nX: y.csv"}; });
  counter.ask(desk_asks("GET", "/v1/math/x"));
  counter.posted.run_one();
  EXPECT_EQ(desk_header(counter.told.at(0), "Content-Disposition"), "attachment; filename=\"parsheetXy.csv\"");
}

TEST(OpenDesks, ADeskThatFailsAnswersSo) {
  Counter counter([](const DeskQuestion&) -> DeskAnswer { throw std::runtime_error("out of cards"); });
  counter.ask(desk_asks("GET", "/v1/math/x"));
  counter.posted.run_one();
  EXPECT_EQ(counter.told.at(0).status, 500U);
}

}  // namespace
}  // namespace cardroom::server
