// Page tokens that nobody was given, in the form that the server would give.

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "service/core/page_token.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/test_host.h"

namespace meeple::service {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

class GameHostPagingTest : public ::testing::Test {
 protected:
  GameHostPagingTest() {
    EXPECT_TRUE(host_.Move(table_, 0, "a1").ok());
    EXPECT_TRUE(host_.Move(table_, 1, "b2").ok());
  }

  absl::StatusOr<v1::ReplayResponse> ReplayFrom(int64_t next) {
    v1::ReplayRequest request;
    request.set_game_id(table_.game_id);
    request.set_page_token(EncodePageToken(absl::StrCat("Replay/", table_.game_id), next));
    return host_.Call(&GameHost::Replay, {}, request);
  }

  absl::StatusOr<v1::ListEventsResponse> ListFrom(int64_t next) {
    v1::ListEventsRequest request;
    request.set_game_id(table_.game_id);
    request.set_page_token(EncodePageToken(absl::StrCat("ListEvents/", table_.game_id), next));
    return host_.Call(&GameHost::ListEvents, {}, request);
  }

  TestHost host_;
  Table table_ = host_.Create();
};

TEST_F(GameHostPagingTest, ReplayBehindItsEndIsEmpty) {
  EXPECT_EQ(ReplayFrom(1).value().frames_size(), 2);
  EXPECT_EQ(ReplayFrom(2).value().frames_size(), 1);
  for (int64_t next : {int64_t{3}, int64_t{1} << 31, int64_t{1} << 32, kMax - 1, kMax}) {
    const auto page = ReplayFrom(next);
    ASSERT_TRUE(page.ok()) << page.status();
    EXPECT_EQ(page->frames_size(), 0) << next;
    EXPECT_EQ(page->next_page_token(), "") << next;
  }
}

TEST_F(GameHostPagingTest, EventsBehindTheHeadAreOutOfRange) {
  EXPECT_EQ(ListFrom(3).value().events_size(), 1);
  EXPECT_EQ(ListFrom(4).value().events_size(), 0);
  for (int64_t next : {int64_t{5}, int64_t{1} << 32, kMax}) {
    EXPECT_THAT(ListFrom(next), HasReason(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE));
  }
}

TEST(ReplayLimitTest, ReplaysBeyondThoseThatMayWaitAreRefused) {
  HostOptions options = TestOptions();
  options.max_waiting_replays = 0;
  TestHost host(options);
  v1::ReplayRequest request;
  request.set_game_id(host.Create().game_id);
  EXPECT_THAT(host.Call(&GameHost::Replay, {}, request), HasReason(v1::ERROR_REASON_OVERLOADED));
}

}  // namespace
}  // namespace meeple::service
