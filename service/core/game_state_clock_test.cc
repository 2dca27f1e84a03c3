// Clocks as part of a game: what events say of them, flags, undo, and that they are a fold of the
// events.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/core/notation.h"
#include "google/protobuf/util/time_util.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/state_driver.h"

namespace meeple::service {
namespace {

using ::google::protobuf::util::TimeUtil;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kMinute[] = "clock { initial { seconds: 60 } } ";
constexpr char kFischer[] = "clock { initial { seconds: 5 } increment { seconds: 2 } } ";

// What an event says that each seat has left, the one whose time runs with a '*'.
std::vector<std::string> ClocksOf(const v1::GameEvent& event) {
  std::vector<std::string> clocks;
  for (const v1::Clock& clock : event.clocks()) {
    EXPECT_EQ(clock.seat(), std::ssize(clocks));
    clocks.push_back(absl::StrCat(TimeUtil::DurationToMilliseconds(clock.remaining()),
                                  clock.running() ? "*" : ""));
  }
  return clocks;
}

TEST(GameStateClockTest, UntimedGameSaysNothingOfClocks) {
  StateDriver game;
  game.PassTime(1'000'000'000);
  EXPECT_THAT(ClocksOf(game.Play("b2").back()), IsEmpty());
  EXPECT_THAT(game.TryTakeFlag(), HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
}

TEST(GameStateClockTest, ClockOfTheFirstSeatRunsFromTheStart) {
  const StateDriver game(kMinute);
  EXPECT_THAT(ClocksOf(game.events()[0]), ElementsAre("60000*", "60000"));
  EXPECT_THAT(ClocksOf(game.events()[1]), ElementsAre("60000*", "60000"));
}

TEST(GameStateClockTest, NoClockRunsBeforeTheStart) {
  StateDriver game(absl::StrCat(kMinute, "seats {} seats { open {} }"));
  game.PassTime(3'600'000);
  EXPECT_THAT(game.TryTakeFlag(), HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
  EXPECT_THAT(ClocksOf(game.Join().back()), ElementsAre("60000*", "60000"));
  game.PassTime(1'000);
  EXPECT_THAT(game.Remaining(), ElementsAre(59'000, 60'000));
}

TEST(GameStateClockTest, FirstSeatThatIsNamedHasTheFirstClock) {
  const StateDriver game(absl::StrCat(kMinute, "first_seat: 1"));
  EXPECT_THAT(ClocksOf(game.events().back()), ElementsAre("60000", "60000*"));
}

TEST(GameStateClockTest, EventsSayWhatIsLeftAfterTheirGroup) {
  StateDriver game(kFischer);
  game.PassTime(3'000);
  EXPECT_THAT(ClocksOf(game.Play("b2").back()), ElementsAre("4000", "5000*"));
  game.PassTime(1'000);
  EXPECT_THAT(ClocksOf(game.Play("a1").back()), ElementsAre("4000*", "6000"));
}

TEST(GameStateClockTest, NoClockRunsOnceTheGameIsOver) {
  StateDriver game(kMinute);
  game.PlayAll({"a1", "b1", "b2", "c1"});
  game.PassTime(7'000);
  const EventGroup end = game.Play("c3");
  ASSERT_EQ(end.size(), 2u);
  EXPECT_THAT(ClocksOf(end[0]), ElementsAre("53000", "60000"));
  EXPECT_THAT(ClocksOf(end[1]), ElementsAre("53000", "60000"));
  game.PassTime(3'600'000);
  EXPECT_THAT(game.TryTakeFlag(), HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
  EXPECT_THAT(ClocksOf(game.Finalise().back()), ElementsAre("53000", "60000"));
}

TEST(GameStateClockTest, NoClockRunsAfterAResignation) {
  StateDriver game(kMinute);
  game.PassTime(1'000);
  EXPECT_THAT(ClocksOf(game.Resign(1).back()), ElementsAre("59000", "60000"));
  game.PassTime(60'000);
  EXPECT_THAT(game.TryTakeFlag(), HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
}

TEST(GameStateClockTest, FlagFallsAfterTheLastMomentAndNotInIt) {
  StateDriver game(kMinute);
  game.PassTime(60'000);
  EXPECT_THAT(game.TryTakeFlag(), HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
  game.PassTime(1);
  const auto flag = game.TryTakeFlag();
  ASSERT_TRUE(flag.ok()) << flag.status();
  EXPECT_THAT(TextsOf(*flag), ElementsAre("X runs out of time", "O wins on time"));
  EXPECT_EQ((*flag)[0].seat_left().seat(), 0);
  EXPECT_EQ((*flag)[0].seat_left().reason(), v1::END_REASON_TIME);
  EXPECT_EQ((*flag)[0].actor(), "");
  EXPECT_EQ((*flag)[1].game_finished().end_reason(), v1::END_REASON_TIME);
  EXPECT_EQ((*flag)[1].game_finished().winner(), "O");
  EXPECT_THAT(ClocksOf((*flag)[0]), ElementsAre("0", "60000"));
  game.ExpectEnd(engine::GameStatus::kAbandoned, engine::EndReason::kTime, "O");
}

TEST(GameStateClockTest, AMoveInTheLastMomentStands) {
  StateDriver game(kMinute);
  game.PassTime(60'000);
  EXPECT_THAT(ClocksOf(game.Play("b2").back()), ElementsAre("0", "60000*"));
  game.PassTime(10'000);
  EXPECT_THAT(ClocksOf(game.Play("a1").back()), ElementsAre("0*", "50000"));
  game.PassTime(1);
  EXPECT_TRUE(game.TryTakeFlag().ok()) << "nothing was left";
}

TEST(GameStateClockTest, FlagCannotBeUndone) {
  StateDriver game(kMinute);
  game.Play("b2");
  game.PassTime(60'001);
  ASSERT_TRUE(game.TryTakeFlag().ok());
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_GAME_OVER));
}

TEST(GameStateClockTest, WithThreeSeatsAFlagTakesOneOut) {
  StateDriver game(absl::StrCat(kMinute, kThreePeople));
  game.PassTime(60'500);
  const auto first = game.TryTakeFlag();
  ASSERT_TRUE(first.ok());
  EXPECT_THAT(TextsOf(*first), ElementsAre("X runs out of time"));
  EXPECT_THAT(ClocksOf(first->back()), ElementsAre("0", "60000*", "60000"));
  game.ExpectTurn("O", 0);
  game.PassTime(20'000);
  game.Play("b2");
  game.Play("a1");
  game.ExpectTurn("O", 2);
  game.PassTime(40'001);
  const auto second = game.TryTakeFlag();
  ASSERT_TRUE(second.ok());
  EXPECT_THAT(TextsOf(*second), ElementsAre("O runs out of time", "A wins on time"));
}

TEST(GameStateClockTest, AloneAgainstTheClockNobodyWins) {
  const v1::GameConfig config = ReadConfig("kind: 'bowling' clock { per_move { seconds: 10 } }");
  StateDriver game(
      PrepareGame(kTestGameId, CompleteConfig(config, kTestMaxPlies).value(), kTestMaxPlies)
          .value());
  game.PassTime(10'001);
  const auto flag = game.TryTakeFlag();
  ASSERT_TRUE(flag.ok());
  EXPECT_EQ((*flag)[1].text(), "abandoned: time ran out");
  game.ExpectEnd(engine::GameStatus::kAbandoned, engine::EndReason::kTime, "");
}

TEST(GameStateClockTest, UndoAndRedoBringTheClocksOfThePosition) {
  StateDriver game(kMinute);
  game.PassTime(10'000);
  game.Play("b2");
  game.PassTime(20'000);
  game.Play("a1");
  game.PassTime(5'000);
  EXPECT_THAT(ClocksOf(game.Undo(0).back()), ElementsAre("50000", "60000*"));
  game.PassTime(5'000);
  EXPECT_THAT(ClocksOf(game.Undo(0).back()), ElementsAre("60000*", "60000"));
  game.PassTime(1'000);
  EXPECT_THAT(ClocksOf(game.Redo(0).back()), ElementsAre("50000", "60000*"));
  game.PassTime(2'000);
  EXPECT_THAT(ClocksOf(game.Redo(1).back()), ElementsAre("50000*", "40000"));
}

TEST(GameStateClockTest, AnEndThatIsUndoneStartsTheClockAgain) {
  StateDriver game(kMinute);
  game.PlayAll({"a1", "b1", "b2", "c1"});
  game.PassTime(7'000);
  game.Play("c3");
  game.PassTime(30'000);
  EXPECT_THAT(ClocksOf(game.Undo(1).back()), ElementsAre("60000*", "60000"));
  game.PassTime(1'000);
  EXPECT_THAT(game.Remaining(), ElementsAre(59'000, 60'000));
}

TEST(GameStateClockTest, WithABotUndoGoesBackToTheClocksOfThePersonsTurn) {
  StateDriver game(absl::StrCat(kMinute, kBotSecond));
  game.PassTime(10'000);
  game.Play("b2");
  game.PassTime(3'000);
  game.Play("a1");
  EXPECT_THAT(game.Remaining(), ElementsAre(50'000, 57'000)) << "a bot's clock runs too";
  game.PassTime(4'000);
  EXPECT_THAT(ClocksOf(game.Undo(0).back()), ElementsAre("60000*", "60000"));
  EXPECT_THAT(ClocksOf(game.Redo(0).back()), ElementsAre("50000*", "57000"));
}

TEST(GameStateClockTest, WhatChangesNoPositionChangesNoClock) {
  StateDriver game(kMinute);
  game.PassTime(10'000);
  EXPECT_THAT(ClocksOf(game.RenewCredential(1).back()), ElementsAre("50000*", "60000"));
  game.PassTime(10'000);
  EXPECT_THAT(ClocksOf(game.Play("b2").back()), ElementsAre("40000", "60000*"));
}

TEST(GameStateClockTest, StepOfTheWallClockIsNobodysTime) {
  StateDriver game(kMinute);
  game.StepClock(absl::Hours(24));
  EXPECT_THAT(ClocksOf(game.Play("b2").back()), ElementsAre("60000", "60000*"));
  game.StepClock(-absl::Hours(48));
  game.PassTime(1'000);
  EXPECT_THAT(ClocksOf(game.Play("a1").back()), ElementsAre("60000*", "59000"));
}

TEST(GameStateClockTest, ACallThatCameEarlierThanTheNewestEventChargesNothing) {
  StateDriver game(kMinute);
  game.PassTime(10'000);
  game.Play("b2");
  game.PassTime(-5'000);
  EXPECT_THAT(ClocksOf(game.Play("a1").back()), ElementsAre("50000*", "60000"));
}

// --- Games that nobody begins ---

constexpr char kFirstMove[] = "first_move_time { seconds: 30 } ";

TEST(GameStateClockTest, WhoeverDoesNotBeginIsNotWaitedForForEver) {
  StateDriver game(kFirstMove);
  game.PassTime(29'999);
  EXPECT_THAT(game.TryAbortUnmoved(), HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
  game.Play("b2");
  game.PassTime(29'999);
  EXPECT_THAT(game.TryAbortUnmoved(), HasReason(v1::ERROR_REASON_STALE_SEQUENCE))
      << "the other seat has as long";
  game.PassTime(1);
  const auto aborted = game.TryAbortUnmoved();
  ASSERT_TRUE(aborted.ok()) << aborted.status();
  EXPECT_THAT(TextsOf(*aborted), ElementsAre("abandoned: no first move in time", "game final"));
  EXPECT_EQ((*aborted)[0].game_finished().end_reason(), v1::END_REASON_ABORTED);
  EXPECT_EQ((*aborted)[0].actor(), "");
  game.ExpectEnd(engine::GameStatus::kAbandoned, engine::EndReason::kAborted, "");
}

TEST(GameStateClockTest, OnceAllHaveMovedNoFirstMoveIsWaitedFor) {
  StateDriver game(kFirstMove);
  game.PlayAll({"b2", "a1"});
  EXPECT_EQ(game.state().first_move_due(), std::nullopt);
  game.Undo(0);
  EXPECT_EQ(game.state().first_move_due(), std::nullopt) << "else undoing all were a way out";
}

TEST(GameStateClockTest, MovesOfAnOpeningAreNobodys) {
  StateDriver game(absl::StrCat(kFirstMove, "opening: 'b2' opening: 'a1'"));
  EXPECT_EQ(game.state().first_move_due(), game.game_time() + 30'000);
}

TEST(GameStateClockTest, WithoutATimeForItAFirstMoveIsWaitedForForEver) {
  StateDriver game;
  game.PassTime(int64_t{365} * 86'400'000);
  EXPECT_EQ(game.state().first_move_due(), std::nullopt);
  EXPECT_THAT(game.TryAbortUnmoved(), HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
}

TEST(GameStateClockTest, AGameThatIsNeverFilledEnds) {
  StateDriver game("seats {} seats { open {} }", {.unstarted_after = absl::Hours(1)});
  game.PassTime(3'599'999);
  EXPECT_THAT(game.TryEndUnstarted(), HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
  game.RenewCredential(0);
  game.PassTime(1);
  const auto ended = game.TryEndUnstarted();
  ASSERT_TRUE(ended.ok()) << ended.status();
  EXPECT_THAT(TextsOf(*ended), ElementsAre("abandoned: never started", "game final"));
  EXPECT_EQ((*ended)[0].game_finished().end_reason(), v1::END_REASON_NEVER_STARTED);
  EXPECT_THAT(game.TryJoin({}), HasReason(v1::ERROR_REASON_GAME_OVER));
}

TEST(GameStateClockTest, AGameThatIsFilledInTimeGoesOn) {
  StateDriver game("seats {} seats { open {} }", {.unstarted_after = absl::Hours(1)});
  game.Join();
  game.PassTime(36'000'000);
  EXPECT_THAT(game.TryEndUnstarted(), HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
}

// --- The fold ---

struct FollowedGroup {
  int64_t game_time = 0;
  EventGroup events;
};

// Plays with a clock at random; writes down the groups.
class ClockedPlay {
 public:
  ClockedPlay(const std::string& config, unsigned seed) : game_(config), random_(seed) {
    Note(game_.events());
  }

  void Step() {
    game_.PassTime(static_cast<int64_t>(random_() % 4'000));
    const auto seat = static_cast<engine::SeatIndex>(random_() % 2);
    if (game_.TryTakeFlag().ok()) return Note(game_.views().everyone);
    if (game_.TryAbortUnmoved().ok()) return Note(game_.views().everyone);
    switch (random_() % 8) {
      case 0:
      case 1:
        return Note(game_.TryUndo(seat));
      case 2:
        return Note(game_.TryRedo(seat));
      case 3:
        return Note(random_() % 16 == 0 ? game_.TryResign(seat) : game_.TryRenewCredential(seat));
      default:
        return Move();
    }
  }

  bool over() const { return game_.state().game().over(); }
  const StateDriver& game() const { return game_; }
  const std::vector<FollowedGroup>& groups() const { return groups_; }

 private:
  void Move() {
    const auto moves = game_.state().game().LegalMoves();
    if (moves.empty()) return;
    const std::string move = engine::FormatMove(moves[random_() % moves.size()]);
    Note(game_.TryPlay(game_.state().game().cursor().turn_index, move));
  }
  void Note(const absl::StatusOr<EventGroup>& group) {
    if (group.ok()) groups_.push_back({game_.game_time(), *group});
  }

  StateDriver game_;
  std::mt19937 random_;
  std::vector<FollowedGroup> groups_;
};

absl::Status Fold(const std::vector<FollowedGroup>& groups, GameState& folded) {
  for (const FollowedGroup& group : groups) {
    folded.ArriveAt(group.game_time);
    if (absl::Status status = folded.Follow(group.events); !status.ok()) return status;
  }
  return absl::OkStatus();
}

TEST(GameStateClockTest, ClocksAreAFoldOfTheEvents) {
  const std::string configs[] = {
      "clock { initial { seconds: 30 } } ",
      "clock { initial { seconds: 10 } increment { seconds: 2 } } ",
      "clock { per_move { seconds: 4 } } ",
      absl::StrCat("clock { initial { seconds: 20 } } ", kThreePeople),
      "first_move_time { seconds: 3 } clock { initial { seconds: 30 } }",
  };
  int flags = 0;
  int undone = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    const std::string& config = configs[seed % std::size(configs)];
    ClockedPlay play(config, seed);
    for (int step = 0; step < 60 && !play.over(); ++step) play.Step();
    GameState folded(Prepare(config), {});
    const absl::Status status = Fold(play.groups(), folded);
    ASSERT_TRUE(status.ok()) << status;
    ASSERT_EQ(Describe(folded), Describe(play.game().state()));
    for (const v1::GameEvent& event : play.game().events()) {
      flags += event.seat_left().reason() == v1::END_REASON_TIME ? 1 : 0;
      undone += event.has_move_undone() ? 1 : 0;
    }
  }
  EXPECT_GT(flags, 50);
  EXPECT_GT(undone, 500);
}

TEST(GameStateClockTest, AFoldWithOtherClocksIsDamaged) {
  ClockedPlay play(kMinute, 7);
  for (int step = 0; step < 5; ++step) play.Step();
  std::vector<FollowedGroup> groups = play.groups();
  groups.back().game_time += 1;
  GameState folded(Prepare(kMinute), {});
  const absl::Status status = Fold(groups, folded);
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("clocks"));
}

}  // namespace
}  // namespace meeple::service
