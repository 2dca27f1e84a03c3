// Clocks of games that are called by many and woken by themselves.

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "google/protobuf/util/time_util.h"
#include "service/core/game_summary.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/manual_journal.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;

v1::GameConfig Clocked(const std::string& more = "") {
  return ReadConfig(absl::StrCat("kind: 'tic_tac_toe' clock { initial { seconds: 60 } } ", more));
}

std::vector<int64_t> RemainingOf(const v1::Game& game) {
  std::vector<int64_t> remaining;
  for (const v1::Clock& clock : game.clocks()) {
    remaining.push_back(
        google::protobuf::util::TimeUtil::DurationToMilliseconds(clock.remaining()));
  }
  return remaining;
}

int CountFinished(const std::vector<v1::GameEvent>& events) {
  return static_cast<int>(std::ranges::count_if(
      events, [](const v1::GameEvent& event) { return event.has_game_finished(); }));
}

class GameHostClockTest : public GameHostTest {
 protected:
  explicit GameHostClockTest(const HostOptions& options = TestOptions()) : GameHostTest(options) {}

  // A call of a seat that changes nothing.
  void Look(const Table& table, size_t seat) {
    v1::GetGameRequest request;
    request.set_game_id(table.game_id);
    ASSERT_TRUE(host_.Call(&GameHost::GetGame, table.seats.at(seat), request).ok());
  }

  // Follows the game until it has ended, and returns all its events up to then.
  std::vector<v1::GameEvent> FollowToTheEnd(const Table& table) {
    return Watch(table, 0, /*snapshot=*/false, /*until_finish=*/true).value()->ReadToEnd();
  }
};

TEST_F(GameHostClockTest, AnswersShowTheClocksOfTheirMoment) {
  const Table table = host_.Create(Clocked());
  EXPECT_THAT(RemainingOf(table.created.game()), ElementsAre(60'000, 60'000));
  EXPECT_TRUE(table.created.game().clocks(0).running());
  host_.clock().Advance(absl::Milliseconds(12'345));
  EXPECT_THAT(RemainingOf(host_.Get(table)), ElementsAre(47'655, 60'000));
  EXPECT_THAT(RemainingOf(Watch(table, 0, /*snapshot=*/true).value()->Read()->snapshot().game()),
              ElementsAre(47'655, 60'000));
  ASSERT_TRUE(host_.Move(table, 0, "b2").ok());
  host_.clock().Advance(absl::Seconds(1));
  EXPECT_THAT(RemainingOf(host_.Get(table)), ElementsAre(47'655, 59'000));
}

TEST_F(GameHostClockTest, FlagFallsByItself) {
  const Table table = host_.Create(Clocked());
  ASSERT_TRUE(host_.Move(table, 0, "b2").ok());
  host_.clock().Advance(absl::Seconds(60) + kFlagGrace);
  EXPECT_THAT(Texts(FollowToTheEnd(table)),
              ElementsAre("game created", "game started", "X plays X at (1,1)",
                          "O runs out of time", "X wins on time"));
  AwaitFinal(host_, table);
  EXPECT_EQ(host_.Events(table).back().text(), "game final") << "after the time for a rematch";
}

TEST_F(GameHostClockTest, FlagFallsByItselfInAGameThatLeftMemory) {
  const Table table = host_.Create(Clocked());
  ASSERT_EQ(host_.EvictAll(), 1u);
  host_.clock().Advance(absl::Seconds(60) + kFlagGrace);
  EXPECT_EQ(FollowToTheEnd(table).at(3).game_finished().winner(), "O");
}

TEST_F(GameHostClockTest, FlagOfAMoveThatStandsMovesOn) {
  const Table table = host_.Create(Clocked());
  for (const char* move : {"b2", "a1", "c1", "a3"}) {
    host_.clock().Advance(absl::Seconds(29));
    ASSERT_TRUE(host_.Move(table, host_.Get(table).cursor().turn_index(), move).ok()) << move;
  }
  host_.clock().Advance(absl::Seconds(2) + kFlagGrace);
  const auto events = FollowToTheEnd(table);
  EXPECT_EQ(events.back().turn(), 4);
  EXPECT_EQ(events.back().game_finished().winner(), "O");
}

TEST_F(GameHostClockTest, AMoveThatComesTooLateFindsTheGameOver) {
  const Table table = host_.Create(Clocked());
  host_.clock().Advance(absl::Seconds(61));
  EXPECT_THAT(host_.Move(table, 0, "b2"), HasReason(v1::ERROR_REASON_GAME_OVER));
  EXPECT_EQ(CountFinished(host_.Events(table)), 1);
}

TEST_F(GameHostClockTest, AMoveInTheLastMomentStands) {
  const Table table = host_.Create(Clocked());
  host_.clock().Advance(absl::Seconds(60));
  ASSERT_TRUE(host_.Move(table, 0, "b2").ok());
  EXPECT_THAT(RemainingOf(host_.Get(table)), ElementsAre(0, 60'000));
}

TEST_F(GameHostClockTest, BeforeTheFlagFallsNothingIsLeftAndTheGameGoesOn) {
  const Table table = host_.Create(Clocked());
  host_.clock().Advance(absl::Milliseconds(60'010));
  const v1::Game game = host_.Get(table);
  EXPECT_THAT(RemainingOf(game), ElementsAre(0, 60'000));
  EXPECT_EQ(game.cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
}

// The call that arrived first came to its game last.
TEST_F(GameHostClockTest, WhoeverWasTooLateWaitsForWhoeverWasNot) {
  const Table table = host_.Create(Clocked());
  const absl::Duration begun = host_.host().uptime();
  host_.clock().Advance(absl::Milliseconds(60'010));
  auto resigned = std::make_shared<std::promise<absl::StatusOr<v1::ResignResponse>>>();
  v1::ResignRequest resign;
  resign.set_game_id(table.game_id);
  host_.host().Resign(table.seats[1], resign, [resigned](absl::StatusOr<v1::ResignResponse> done) {
    resigned->set_value(std::move(done));
  });
  Caller in_time = table.seats[0];
  in_time.arrived = begun + absl::Milliseconds(59'999);
  const auto move = host_.Call(&GameHost::SubmitMove, in_time, TestHost::MakeMove(table, "b2"));
  ASSERT_TRUE(move.ok()) << move.status();
  const auto resignation = resigned->get_future().get();
  ASSERT_TRUE(resignation.ok()) << resignation.status();
  EXPECT_EQ(host_.Get(table).end_reason(), v1::END_REASON_RESIGNATION);
}

TEST_F(GameHostClockTest, WhoeverWasTooLateIsToldOnceTheFlagHasFallen) {
  const Table table = host_.Create(Clocked());
  host_.clock().Advance(absl::Milliseconds(60'010));
  auto undone = std::make_shared<std::promise<absl::StatusOr<v1::ResignResponse>>>();
  v1::ResignRequest resign;
  resign.set_game_id(table.game_id);
  host_.host().Resign(table.seats[1], resign, [undone](absl::StatusOr<v1::ResignResponse> done) {
    undone->set_value(std::move(done));
  });
  auto told = undone->get_future();
  EXPECT_EQ(told.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  EXPECT_EQ(host_.EvictAll(), 0u) << "it holds a call";
  host_.clock().Advance(kFlagGrace);
  EXPECT_THAT(told.get(), HasReason(v1::ERROR_REASON_GAME_OVER));
  EXPECT_EQ(host_.Get(table).winner(), "O");
}

TEST_F(GameHostClockTest, StepOfTheWallClockMakesNoFlagFall) {
  const Table table = host_.Create(Clocked());
  host_.clock().StepWallClock(absl::Hours(1'000));
  ASSERT_TRUE(host_.Move(table, 0, "b2").ok());
  host_.clock().StepWallClock(-absl::Hours(2'000));
  ASSERT_TRUE(host_.Move(table, 1, "a1").ok());
  EXPECT_THAT(RemainingOf(host_.Get(table)), ElementsAre(60'000, 60'000));
}

TEST_F(GameHostClockTest, AGameWithoutAFirstMoveEndsByItself) {
  const Table table =
      host_.Create(ReadConfig("kind: 'tic_tac_toe' first_move_time { seconds: 30 }"));
  host_.clock().Advance(absl::Seconds(29));
  ASSERT_TRUE(host_.Move(table, 0, "b2").ok());
  host_.clock().Advance(absl::Seconds(30));
  EXPECT_EQ(FollowToTheEnd(table).back().turn(), 1);
  EXPECT_EQ(host_.Get(table).end_reason(), v1::END_REASON_ABORTED);
}

TEST_F(GameHostClockTest, AGameThatNobodyJoinsEndsByItselfAndLeavesTheLobby) {
  const Table table = host_.Create(ReadConfig("kind: 'tic_tac_toe' seats {} seats { open {} }"));
  v1::ListGamesRequest open;
  open.set_open_seats(true);
  ASSERT_EQ(host_.Call(&GameHost::ListGames, Caller{}, open)->games_size(), 1);
  ASSERT_EQ(host_.EvictAll(), 1u);
  host_.clock().Advance(absl::Hours(24));
  EXPECT_EQ(FollowToTheEnd(table).at(1).game_finished().end_reason(), v1::END_REASON_NEVER_STARTED);
  EXPECT_EQ(host_.Call(&GameHost::ListGames, Caller{}, open)->games_size(), 0);
}

// --- Seats that are gone ---

v1::GameConfig WithGrace() {
  return ReadConfig("kind: 'tic_tac_toe' disconnect_grace { seconds: 30 }");
}

TEST_F(GameHostClockTest, WhoeverIsGoneForTooLongForfeits) {
  const Table table = host_.Create(WithGrace());
  host_.clock().Advance(absl::Seconds(20));
  ASSERT_TRUE(host_.Move(table, 0, "b2").ok());
  host_.clock().Advance(absl::Seconds(10));
  EXPECT_THAT(Texts(FollowToTheEnd(table)),
              ElementsAre("game created", "game started", "X plays X at (1,1)", "O is gone",
                          "X wins by forfeit"));
  EXPECT_EQ(host_.Get(table).end_reason(), v1::END_REASON_FORFEIT);
}

TEST_F(GameHostClockTest, WhereNobodyEverCameNobodyWins) {
  const Table table = host_.Create(WithGrace());
  host_.clock().Advance(absl::Seconds(30));
  FollowToTheEnd(table);
  const v1::Game game = host_.Get(table);
  EXPECT_EQ(game.end_reason(), v1::END_REASON_ABANDONED);
  EXPECT_EQ(game.winner(), "");
}

TEST_F(GameHostClockTest, WhoPlaysAloneForfeits) {
  const Table table =
      host_.Create(ReadConfig("kind: 'bowling' seats {} disconnect_grace { seconds: 30 }"));
  host_.clock().Advance(absl::Seconds(30));
  FollowToTheEnd(table);
  EXPECT_EQ(host_.Get(table).end_reason(), v1::END_REASON_FORFEIT);
}

TEST_F(GameHostClockTest, ABotIsThereWhereNobodyElseEverCame) {
  v1::GameConfig config = WithGrace();
  config.add_seats();
  config.add_seats()->mutable_bot()->set_kind("perfect");
  const Table table = host_.Create(config);
  host_.clock().Advance(absl::Seconds(30));
  FollowToTheEnd(table);
  EXPECT_EQ(host_.Get(table).winner(), "O");
}

TEST_F(GameHostClockTest, TheSameSeatOfAnotherGameIsSomebodyElse) {
  const Table table = host_.Create(WithGrace());
  const Table other = host_.Create(WithGrace());
  host_.clock().Advance(absl::Seconds(20));
  ASSERT_TRUE(host_.Move(table, 0, "b2").ok());
  EXPECT_THAT(host_.Move({.game_id = table.game_id, .seats = other.seats}, 1, "a1"),
              HasReason(v1::ERROR_REASON_WRONG_SEAT));
  host_.clock().Advance(absl::Seconds(10));
  EXPECT_EQ(FollowToTheEnd(table).back().text(), "X wins by forfeit");
}

TEST_F(GameHostClockTest, WhoeverWatchesIsThere) {
  const Table table = host_.Create(WithGrace());
  v1::WatchGameRequest request;
  request.set_game_id(table.game_id);
  auto x = WatchReader::Open(host_.host(), table.seats[0], request).value();
  auto o = WatchReader::Open(host_.host(), table.seats[1], request).value();
  host_.clock().Advance(absl::Hours(1));
  ASSERT_TRUE(host_.Move(table, 0, "b2").ok());
  host_.clock().Advance(absl::Hours(1));
  EXPECT_EQ(host_.Get(table).cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  x.reset();
  host_.clock().Advance(absl::Seconds(29));
  EXPECT_EQ(host_.Get(table).cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  host_.clock().Advance(absl::Seconds(1));
  EXPECT_EQ(ReadUntil(*o, 5).back().game_finished().winner(), "O");
}

TEST_F(GameHostClockTest, ASeatForfeitsInAGameThatLeavesMemoryToo) {
  const Table table = host_.Create(WithGrace());
  host_.clock().Advance(absl::Seconds(20));
  Look(table, 1);
  ASSERT_EQ(host_.EvictAll(), 1u);
  // Nothing but a look at the events, by a spectator.
  host_.clock().Advance(absl::Seconds(10));
  EXPECT_EQ(FollowToTheEnd(table).back().text(), "O wins by forfeit");
}

// The other one has won and gone; whoever takes that back gets no win for it.
TEST_F(GameHostClockTest, NobodyHasToBeThereOnceTheGameHasEnded) {
  const Table table = host_.Create(WithGrace());
  int seat = 0;
  for (const char* move : {"a1", "b1", "a2", "b2", "a3"}) {
    ASSERT_TRUE(host_.Move(table, std::exchange(seat, 1 - seat), move).ok());
  }
  host_.clock().Advance(absl::Seconds(31));
  ASSERT_TRUE(host_.Do<v1::UndoRequest>(&GameHost::Undo, table, 1).ok());
  host_.clock().Advance(absl::Seconds(1));
  Look(table, 1);
  host_.clock().Advance(absl::Seconds(28));
  EXPECT_EQ(host_.Get(table).cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  host_.clock().Advance(absl::Seconds(1));
  ReadUntil(*Watch(table, 9).value(), 11);
  EXPECT_EQ(host_.Get(table).end_reason(), v1::END_REASON_FORFEIT) << "it goes on, so they do";
}

// --- With a journal that answers when the test says so ---

class SlowJournalClockTest : public testing::Test {
 protected:
  void SetUp() override {
    journal_.SetAutomatic(true);
    table_ = host_.Create(Clocked());
    journal_.SetAutomatic(false);
  }
  std::future<absl::StatusOr<v1::SubmitMoveResponse>> BeginMove(int seat, const char* notation) {
    auto promise = std::make_shared<std::promise<absl::StatusOr<v1::SubmitMoveResponse>>>();
    host_.host().SubmitMove(table_.seats[static_cast<size_t>(seat)],
                            TestHost::MakeMove(table_, notation),
                            [promise](absl::StatusOr<v1::SubmitMoveResponse> answer) {
                              promise->set_value(std::move(answer));
                            });
    return promise->get_future();
  }

  ManualJournal journal_;
  TestHost host_{TestOptions(), &journal_};
  Table table_;
};

// It reached the server in time, however long the disk takes, and the flag is due meanwhile.
TEST_F(SlowJournalClockTest, AMoveThatWaitsForTheDiskBeatsTheFlag) {
  auto first = BeginMove(0, "b2");
  host_.clock().Advance(absl::Seconds(59));
  auto second = BeginMove(1, "a1");
  host_.clock().Advance(absl::Seconds(30));
  journal_.AnswerNext(AppendOutcome::kDurable);
  ASSERT_TRUE(first.get().ok());
  journal_.AnswerNext(AppendOutcome::kDurable);
  ASSERT_TRUE(second.get().ok()) << "the flag of O came after the move";
  EXPECT_THAT(RemainingOf(host_.Get(table_)), ElementsAre(60'000, 60'000))
      << "what the disk took is nobody's";
}

// Nobody can answer a move that nobody can see.
TEST_F(SlowJournalClockTest, TheTimeOfASeatRunsFromWhenTheMoveCanBeSeen) {
  host_.clock().Advance(absl::Seconds(5));
  auto first = BeginMove(0, "b2");
  host_.clock().Advance(absl::Seconds(300));
  journal_.AnswerNext(AppendOutcome::kDurable);
  ASSERT_TRUE(first.get().ok());
  EXPECT_THAT(RemainingOf(host_.Get(table_)), ElementsAre(55'000, 60'000));
  host_.clock().Advance(absl::Seconds(60));
  auto second = BeginMove(1, "a1");
  journal_.AnswerNext(AppendOutcome::kDurable);
  ASSERT_TRUE(second.get().ok());
  EXPECT_THAT(RemainingOf(host_.Get(table_)), ElementsAre(55'000, 0));
  // The flag knows of it, too.
  journal_.SetAutomatic(true);
  host_.clock().Advance(absl::Seconds(55));
  EXPECT_EQ(host_.Get(table_).cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  host_.clock().Advance(kFlagGrace);
  v1::WatchGameRequest request;
  request.set_game_id(table_.game_id);
  request.set_until_finish(true);
  const auto watch = WatchReader::Open(host_.host(), Caller{}, request).value();
  watch->ReadToEnd();
  EXPECT_EQ(host_.Get(table_).winner(), "O");
}

TEST_F(SlowJournalClockTest, AMoveThatCameTooLateWaitsForTheFlagToBeDurable) {
  auto first = BeginMove(0, "b2");
  journal_.AnswerNext(AppendOutcome::kDurable);
  ASSERT_TRUE(first.get().ok());
  host_.clock().Advance(absl::Seconds(61));
  auto late = BeginMove(1, "a1");
  EXPECT_EQ(late.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  journal_.AnswerNext(AppendOutcome::kDurable);
  EXPECT_THAT(late.get(), HasReason(v1::ERROR_REASON_GAME_OVER));
  EXPECT_EQ(host_.Get(table_).end_reason(), v1::END_REASON_TIME);
}

// --- Restart ---

// The host of a server that goes on where another one ended.
void GoOn(TestHost& host, const Journal& journal) {
  host.clock().Advance(absl::Milliseconds(journal.ReadGameTime()) - host.host().uptime());
}

TEST(ClockRestartTest, TheTimeOfAServerThatIsDownIsNobodys) {
  MemoryJournal journal;
  Table table;
  {
    TestHost host(TestOptions(), &journal);
    table = host.Create(Clocked());
    host.clock().Advance(absl::Seconds(10));
    ASSERT_TRUE(host.Move(table, 0, "b2").ok());
    host.clock().Advance(absl::Seconds(20));
  }
  TestHost host(TestOptions(), &journal);
  GoOn(host, journal);
  host.clock().StepWallClock(absl::Hours(24));
  EXPECT_THAT(RemainingOf(host.Get(table)), ElementsAre(50'000, 40'000));
  host.clock().Advance(absl::Seconds(15));
  ASSERT_TRUE(host.Move(table, 1, "a1").ok());
  EXPECT_THAT(RemainingOf(host.Get(table)), ElementsAre(50'000, 25'000));
}

TEST(ClockRestartTest, FlagsFallInGamesThatNobodyTookUp) {
  MemoryJournal journal;
  std::vector<Table> tables;
  {
    TestHost host(TestOptions(), &journal);
    for (int i = 0; i < 30; ++i) {
      tables.push_back(host.Create(Clocked()));
      host.clock().Advance(absl::Seconds(1));
    }
  }
  TestHost host(TestOptions(), &journal);
  GoOn(host, journal);
  host.clock().Advance(absl::Seconds(61));
  for (const Table& table : tables) {
    v1::WatchGameRequest request;
    request.set_game_id(table.game_id);
    request.set_until_finish(true);
    const auto watch = WatchReader::Open(host.host(), Caller{}, request).value();
    watch->ReadToEnd();
    EXPECT_EQ(host.Get(table).end_reason(), v1::END_REASON_TIME);
  }
}

TEST(ClockRestartTest, SeatsThatDoNotComeBackForfeit) {
  MemoryJournal journal;
  Table table;
  {
    TestHost host(TestOptions(), &journal);
    table = host.Create(WithGrace());
    host.clock().Advance(absl::Seconds(29));
  }
  // Counted anew, from whenever the new server takes the game up.
  TestHost host(TestOptions(), &journal);
  v1::WatchGameRequest request;
  request.set_game_id(table.game_id);
  request.set_until_finish(true);
  const auto watch = WatchReader::Open(host.host(), table.seats[1], request).value();
  while (host.Get(table).end_reason() != v1::END_REASON_FORFEIT) {
    host.clock().Advance(absl::Seconds(1));
  }
  EXPECT_EQ(watch->ReadToEnd().at(3).game_finished().winner(), "O");
}

// Whatever a crash loses, it is at most so much of the time that players have used.
TEST(ClockRestartTest, GameTimeIsKeptWhileAClockRuns) {
  MemoryJournal journal;
  TestHost host(TestOptions(), &journal);
  const Table table = host.Create(Clocked());
  for (int i = 0; i < 5; ++i) {
    host.clock().Advance(absl::Seconds(2));
    const int64_t now = absl::ToInt64Milliseconds(host.host().uptime());
    // The two seconds may have begun a little after the clock was set.
    while (journal.ReadGameTime() < now) {
      host.clock().Advance(absl::Milliseconds(1));
      std::this_thread::yield();
    }
  }
}

}  // namespace
}  // namespace meeple::service
