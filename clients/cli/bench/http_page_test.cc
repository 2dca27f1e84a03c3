#include "clients/cli/bench/http_page.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"

namespace meeple::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Gives one answer to the first who asks, and closes the connection.
class OneAnswer {
 public:
  explicit OneAnswer(std::string answer)
      : answer_(std::move(answer)), listening_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    if (bind(listening_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        listen(listening_, 1) != 0 ||
        getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      std::abort();
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { Answer(); });
  }
  ~OneAnswer() {
    if (thread_.joinable()) thread_.join();
    close(listening_);
  }
  OneAnswer(const OneAnswer&) = delete;
  OneAnswer& operator=(const OneAnswer&) = delete;

  std::string address() const { return absl::StrCat("127.0.0.1:", port_); }
  // What was asked.
  std::string Request() {
    thread_.join();
    return request_;
  }

 private:
  void Answer() {
    const int connection = accept(listening_, nullptr, nullptr);
    std::array<char, 4'096> bytes;
    while (request_.find("\r\n\r\n") == std::string::npos) {
      const ssize_t size = recv(connection, bytes.data(), bytes.size(), 0);
      if (size <= 0) break;
      request_.append(bytes.data(), static_cast<size_t>(size));
    }
    if (send(connection, answer_.data(), answer_.size(), MSG_NOSIGNAL) < 0) request_ = "unsent";
    close(connection);
  }

  const std::string answer_;
  const int listening_;
  int port_ = 0;
  std::string request_;
  std::thread thread_;
};

TEST(HttpPageTest, ReturnsWhatFollowsTheHeaders) {
  OneAnswer server("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nup 1\n");
  const auto page = ReadHttpPage(server.address(), "/metrics", absl::Seconds(5));
  ASSERT_TRUE(page.ok()) << page.status();
  EXPECT_EQ(*page, "up 1\n");
  EXPECT_THAT(server.Request(), StartsWith("GET /metrics HTTP/1.0\r\n"));
}

TEST(HttpPageTest, AnotherStatusIsAnError) {
  OneAnswer server("HTTP/1.1 404 Not Found\r\n\r\n");
  const auto page = ReadHttpPage(server.address(), "/metrics", absl::Seconds(5));
  EXPECT_EQ(page.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(page.status().message()), HasSubstr("404 Not Found"));
}

TEST(HttpPageTest, AnAnswerThatIsNotHttpIsAnError) {
  OneAnswer server("listening 200");
  EXPECT_EQ(ReadHttpPage(server.address(), "/", absl::Seconds(5)).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST(HttpPageTest, WhereNobodyListensIsAnError) {
  EXPECT_EQ(ReadHttpPage("127.0.0.1:1", "/", absl::Seconds(5)).status().code(),
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
