#include "clients/cli/bench/http_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "clients/cli/testing/http_answers.h"

namespace meeple::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(HttpPageTest, ReturnsWhatFollowsTheHeaders) {
  HttpAnswers server({"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nup 1\n"});
  const auto page = ReadHttpPage(server.address(), "/metrics", absl::Seconds(5));
  ASSERT_TRUE(page.ok()) << page.status();
  EXPECT_EQ(*page, "up 1\n");
  EXPECT_THAT(server.Request(), StartsWith("GET /metrics HTTP/1.0\r\n"));
}

TEST(HttpPageTest, AnotherStatusIsAnError) {
  HttpAnswers server({"HTTP/1.1 404 Not Found\r\n\r\n"});
  const auto page = ReadHttpPage(server.address(), "/metrics", absl::Seconds(5));
  EXPECT_EQ(page.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(page.status().message()), HasSubstr("404 Not Found"));
}

TEST(HttpPageTest, AnAnswerThatIsNotHttpIsAnError) {
  HttpAnswers server({"listening 200"});
  EXPECT_EQ(ReadHttpPage(server.address(), "/", absl::Seconds(5)).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST(HttpPageTest, WhereNobodyListensIsAnError) {
  EXPECT_EQ(ReadHttpPage("127.0.0.1:1", "/", absl::Seconds(5)).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST(HttpPageTest, ANameThatNobodyHasMayComeBack) {
  EXPECT_EQ(ReadHttpPage("nobody.invalid:1", "/", absl::Seconds(5)).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST(HttpPageTest, WhatIsNoAddressIsRefused) {
  for (const char* address : {"", "localhost", "localhost:no-such-port"}) {
    EXPECT_EQ(ReadHttpPage(address, "/", absl::Seconds(5)).status().code(),
              absl::StatusCode::kInvalidArgument)
        << address;
  }
}

}  // namespace
}  // namespace meeple::cli
