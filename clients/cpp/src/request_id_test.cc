#include "meeple/client/request_id.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "meeple/v1/allocation_service.pb.h"
#include "meeple/v1/game_service.pb.h"

namespace meeple::client {
namespace {

using ::testing::MatchesRegex;

constexpr char kUuid4[] = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

TEST(RequestId, IsAFreshUuidOfVersion4) {
  std::set<std::string> ids;
  for (int i = 0; i < 1'000; ++i) {
    const std::string id = NewRequestId();
    EXPECT_THAT(id, MatchesRegex(kUuid4));
    EXPECT_TRUE(ids.insert(id).second) << id;
  }
}

TEST(RequestId, IsSetWhereTheCallerChoseNone) {
  v1::SubmitMoveRequest request;
  FillRequestIds(&request);
  EXPECT_THAT(request.request_id(), MatchesRegex(kUuid4));
  const std::string first = request.request_id();
  FillRequestIds(&request);
  EXPECT_EQ(request.request_id(), first);
}

TEST(RequestId, IsSetInEachGameOfAnAllocation) {
  v1::AllocateGamesRequest request;
  request.add_games()->set_request_id("mine");
  request.add_games();
  FillRequestIds(&request);
  EXPECT_EQ(request.games(0).request_id(), "mine");
  EXPECT_THAT(request.games(1).request_id(), MatchesRegex(kUuid4));
}

TEST(RequestId, LeavesRequestsAloneThatCarryNone) {
  v1::GetGameRequest request;
  request.set_game_id("g");
  const std::string before = request.SerializeAsString();
  FillRequestIds(&request);
  EXPECT_EQ(request.SerializeAsString(), before);
}

}  // namespace
}  // namespace meeple::client
