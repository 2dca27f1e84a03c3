#include "service/metrics/metrics_port.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <vector>

namespace meeple::metrics {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kGet = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
constexpr int kPatienceMilliseconds = 30'000;

// One client of a port.
class ScrapeClient {
 public:
  explicit ScrapeClient(int port) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_.number(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }

  void Send(std::string_view bytes) {
    EXPECT_EQ(send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }
  // What comes until the other side closes; waits for that.
  std::string ReadAll() {
    std::string all;
    char bytes[4'096];
    for (;;) {
      pollfd watched = {.fd = socket_.number(), .events = POLLIN, .revents = 0};
      if (poll(&watched, 1, kPatienceMilliseconds) != 1) return all + "(not closed)";
      const ssize_t count = read(socket_.number(), bytes, sizeof bytes);
      if (count <= 0) return all;
      all.append(bytes, static_cast<size_t>(count));
    }
  }

 private:
  rpc::FileDescriptor socket_;
};

class MetricsPortTest : public testing::Test {
 protected:
  void Open(std::string page, absl::Duration patience = absl::Hours(1)) {
    auto port = MetricsPort::Open(
        "127.0.0.1:0", [page = std::move(page)] { return page; }, patience);
    ASSERT_TRUE(port.ok()) << port.status();
    port_ = *std::move(port);
  }
  std::string Scrape() {
    ScrapeClient client(port_->port());
    client.Send(kGet);
    return client.ReadAll();
  }

  std::unique_ptr<MetricsPort> port_;
};

TEST_F(MetricsPortTest, AnswersAgainAndAgain) {
  Open("up 1\n");
  for (int i = 0; i < 3; ++i) EXPECT_THAT(Scrape(), EndsWith("\r\n\r\nup 1\n"));
}

TEST_F(MetricsPortTest, TakesARequestInPieces) {
  Open("up 1\n");
  ScrapeClient client(port_->port());
  for (const char byte : kGet) client.Send(std::string_view(&byte, 1));
  EXPECT_THAT(client.ReadAll(), EndsWith("up 1\n"));
}

TEST_F(MetricsPortTest, AnswersMoreThanASocketHolds) {
  const std::string page(20'000'000, 'x');
  Open(page);
  EXPECT_TRUE(Scrape().ends_with("\r\n\r\n" + page));
}

TEST_F(MetricsPortTest, ACrowdOfSilentOnesKeepsNobodyOut) {
  Open("up 1\n");
  std::vector<std::unique_ptr<ScrapeClient>> crowd;
  for (size_t i = 0; i < 3 * MetricsPort::kMostConnections; ++i) {
    crowd.push_back(std::make_unique<ScrapeClient>(port_->port()));
  }
  EXPECT_THAT(Scrape(), EndsWith("up 1\n"));
  EXPECT_EQ(crowd.front()->ReadAll(), "");
}

TEST_F(MetricsPortTest, WhoIsSilentForTooLongIsClosed) {
  Open("up 1\n", absl::Milliseconds(50));
  ScrapeClient client(port_->port());
  client.Send("GET /metrics");
  EXPECT_EQ(client.ReadAll(), "");
}

TEST_F(MetricsPortTest, EndsWithoutWaitingForAnyone) {
  Open("up 1\n");
  ScrapeClient silent(port_->port());
  EXPECT_THAT(Scrape(), EndsWith("up 1\n"));
  port_.reset();
  EXPECT_EQ(silent.ReadAll(), "");
}

TEST_F(MetricsPortTest, SaysWhyItCannotListen) {
  Open("up 1\n");
  const auto second = MetricsPort::Open(port_->address(), [] { return std::string(); });
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(second.status().message()),
              testing::AllOf(StartsWith("metrics: "), HasSubstr(port_->address())));
  const auto none = MetricsPort::Open("nonsense", [] { return std::string(); });
  EXPECT_EQ(none.status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace meeple::metrics
