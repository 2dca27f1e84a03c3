#include "service/metrics/scrape_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace meeple::metrics {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::optional<std::string> Answer(std::string_view received) {
  return ScrapeAnswer(received, [] { return std::string("page\n"); });
}

std::string StatusOf(std::string_view request) {
  const std::optional<std::string> answer = ScrapeAnswer(request, []() -> std::string {
    ADD_FAILURE() << "no page is asked for";
    return {};
  });
  return answer.has_value() ? answer->substr(0, answer->find("\r\n")) : "";
}

TEST(ScrapeAnswerTest, GivesThePage) {
  const std::optional<std::string> answer = Answer("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(*answer,
            "HTTP/1.1 200 OK\r\n"
            "Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
            "Content-Length: 5\r\n"
            "Connection: close\r\n"
            "\r\n"
            "page\n");
}

TEST(ScrapeAnswerTest, WaitsForTheEndOfTheHead) {
  const std::string request = "GET /metrics HTTP/1.0\r\nA: b\r\n\r\n";
  for (size_t bytes = 0; bytes < request.size(); ++bytes) {
    EXPECT_EQ(Answer(request.substr(0, bytes)), std::nullopt) << bytes;
  }
  EXPECT_TRUE(Answer(request).has_value());
}

TEST(ScrapeAnswerTest, AQueryChangesNothingAndAHeadHasNoBody) {
  EXPECT_THAT(*Answer("GET /metrics?name[]=up HTTP/1.1\r\n\r\n"), EndsWith("\r\n\r\npage\n"));
  const std::string head = *Answer("HEAD /metrics HTTP/1.1\r\n\r\n");
  EXPECT_THAT(head, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(head, HasSubstr("Content-Length: 5\r\n"));
  EXPECT_THAT(head, EndsWith("\r\n\r\n"));
}

TEST(ScrapeAnswerTest, RefusesEverythingElse) {
  EXPECT_EQ(StatusOf("GET / HTTP/1.1\r\n\r\n"), "HTTP/1.1 404 Not Found");
  EXPECT_EQ(StatusOf("GET /metrics/x HTTP/1.1\r\n\r\n"), "HTTP/1.1 404 Not Found");
  EXPECT_EQ(StatusOf("GET /../etc/passwd HTTP/1.1\r\n\r\n"), "HTTP/1.1 404 Not Found");
  EXPECT_EQ(StatusOf("POST /metrics HTTP/1.1\r\n\r\n"), "HTTP/1.1 405 Method Not Allowed");
  EXPECT_EQ(StatusOf("get /metrics HTTP/1.1\r\n\r\n"), "HTTP/1.1 405 Method Not Allowed");
  EXPECT_EQ(StatusOf("GET /metrics\r\n\r\n"), "HTTP/1.1 400 Bad Request");
  EXPECT_EQ(StatusOf("GET  /metrics HTTP/1.1\r\n\r\n"), "HTTP/1.1 400 Bad Request");
  EXPECT_EQ(StatusOf("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), "HTTP/1.1 400 Bad Request");
  EXPECT_EQ(StatusOf("\r\n\r\n"), "HTTP/1.1 400 Bad Request");
  EXPECT_EQ(StatusOf(std::string_view("\0\0\0\r\n\r\n", 7)), "HTTP/1.1 400 Bad Request");
}

TEST(ScrapeAnswerTest, AHeadHasALimit) {
  const std::string start = "GET /metrics HTTP/1.1\r\nA: ";
  const std::string fits = start + std::string(kMostRequestBytes - start.size() - 1, 'x');
  EXPECT_EQ(Answer(fits), std::nullopt);
  EXPECT_EQ(StatusOf(fits + "x"), "HTTP/1.1 431 Request Header Fields Too Large");
}

}  // namespace
}  // namespace meeple::metrics
