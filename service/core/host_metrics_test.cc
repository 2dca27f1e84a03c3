#include "service/core/host_metrics.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "service/core/errors.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/journal/memory_journal.h"

namespace meeple::service {
namespace {

TEST(HostMetricsTest, GamesLeaveMemoryAndComeBack) {
  TestHost host;
  const Table table = host.Create();
  host.Create();
  EXPECT_EQ(host.host().levels().games, 2);
  EXPECT_EQ(host.host().metrics().load_time.Read().count, 0);
  EXPECT_EQ(host.EvictAll(), 2u);
  host.Get(table);
  EXPECT_EQ(host.host().levels().games, 1);
  EXPECT_EQ(host.host().levels().games_loading, 0);
  EXPECT_EQ(host.host().metrics().evictions, 2);
  EXPECT_EQ(host.host().metrics().load_time.Read().count, 1);
  EXPECT_EQ(host.host().metrics().load_failures, 0);
}

TEST(HostMetricsTest, AGameThatIsNotThereIsNoFailureAndADamagedOneIs) {
  MemoryJournal journal;
  journal.Append({.game_id = "damaged",
                  .records = {std::make_shared<JournalRecord>(
                      JournalRecord{.sequence = 1, .public_event = "no event"})}},
                 [](AppendOutcome outcome) { EXPECT_EQ(outcome, AppendOutcome::kDurable); });
  TestHost host(TestOptions(), &journal);
  v1::GetGameRequest request;
  request.set_game_id("absent");
  EXPECT_EQ(ReasonOf(host.Call(&GameHost::GetGame, Caller{}, request).status()),
            v1::ERROR_REASON_GAME_NOT_FOUND);
  EXPECT_EQ(host.host().metrics().load_failures, 0);
  request.set_game_id("damaged");
  EXPECT_EQ(ReasonOf(host.Call(&GameHost::GetGame, Caller{}, request).status()),
            v1::ERROR_REASON_JOURNAL_CORRUPT);
  EXPECT_EQ(host.host().metrics().load_failures, 1);
  EXPECT_EQ(host.host().metrics().load_time.Read().count, 0);
}

TEST(HostMetricsTest, DrainingIsTold) {
  TestHost host;
  EXPECT_FALSE(host.host().levels().draining);
  host.host().StartDraining();
  EXPECT_TRUE(host.host().levels().draining);
}

TEST(HostMetricsTest, TimeInWhichTheProcessStoodStillIsTold) {
  TestHost host;
  EXPECT_EQ(host.host().metrics().standstill, absl::ZeroDuration());
  host.clock().StandStill(absl::Seconds(90));
  EXPECT_EQ(host.host().metrics().standstill, absl::Seconds(90));
}

}  // namespace
}  // namespace meeple::service
