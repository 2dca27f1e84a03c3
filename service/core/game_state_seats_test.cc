// How seats change hands before a game starts, and credentials at any time.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <random>
#include <string>

#include "service/core/game_state.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/state_driver.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;

constexpr char kOneOpen[] = "seats {} seats { open {} }";
constexpr char kTwoOpen[] = "seats { open {} } seats { open {} }";
constexpr char kOneInvited[] = "seats {} seats { player_id: 'ben' invited {} }";

TEST(SeatsTest, AGameWithAnOpenSeatWaits) {
  StateDriver game(kOneOpen);
  EXPECT_THAT(TextsOf(game.events()), ElementsAre("game created"));
  EXPECT_EQ(game.state().game().cursor().status, engine::GameStatus::kNotStarted);
  EXPECT_TRUE(game.state().seats().IsTaken(0));
  EXPECT_FALSE(game.state().seats().IsTaken(1));
}

TEST(SeatsTest, TheLastSeatStartsTheGameInTheSameGroup) {
  StateDriver game(kTwoOpen);
  EXPECT_THAT(TextsOf(game.Join({.player_id = "ann"})), ElementsAre("ann joins"));
  const EventGroup group = game.Join({.player_id = "ben"});
  EXPECT_THAT(TextsOf(group), ElementsAre("ben joins", "game started"));
  EXPECT_EQ(group[0].actor(), "ben");
  EXPECT_EQ(group[0].seat_taken().seat(), 1);
  EXPECT_EQ(group[0].seat_taken().player_id(), "ben");
  EXPECT_EQ(group[0].seat_taken().epoch(), kFirstEpoch + 1);
  EXPECT_EQ(group[1].turn(), 0);
  game.ExpectTurn("ann", 0);
  EXPECT_EQ(game.Play("b2")[0].text(), "ann plays X at (1,1)");
}

TEST(SeatsTest, WhoGivesNoNameGetsTheOneOfTheSeat) {
  StateDriver game("seats {} seats { player_id: 'guest' open {} }");
  EXPECT_EQ(game.Join()[0].actor(), "guest");
}

TEST(SeatsTest, ANameThatIsKeptForASeatFindsIt) {
  StateDriver game("seats { open {} player_id: 'ann' } seats { open {} player_id: 'ben' }");
  EXPECT_EQ(game.Join({.player_id = "ben"})[0].seat_taken().seat(), 1);
}

TEST(SeatsTest, NoTwoSeatsHaveOneName) {
  StateDriver game("seats { player_id: 'ann' } seats { open {} } seats { open {} }");
  EXPECT_THAT(game.TryJoin({.player_id = "ann"}), HasReason(v1::ERROR_REASON_INVALID_FIELD));
  EXPECT_THAT(game.TryJoin({.seat = 1, .player_id = "A"}),
              HasReason(v1::ERROR_REASON_INVALID_FIELD))
      << "kept for seat 2";
  game.Join({.seat = 1, .player_id = "zoe"});
  EXPECT_THAT(game.TryJoin({.player_id = "zoe"}), HasReason(v1::ERROR_REASON_INVALID_FIELD));
  EXPECT_THAT(game.TryJoin({.player_id = "O"}), HasReason(v1::ERROR_REASON_INVALID_FIELD))
      << "seat 1 has it again once zoe leaves";
}

TEST(SeatsTest, RefusalsOfJoining) {
  StateDriver game("seats {} seats { open {} } seats { bot { kind: 'random' } }");
  EXPECT_THAT(game.TryJoin({.seat = 0}), HasReason(v1::ERROR_REASON_SEAT_TAKEN));
  EXPECT_THAT(game.TryJoin({.seat = 2}), HasReason(v1::ERROR_REASON_SEAT_TAKEN));
  game.Join();
  EXPECT_THAT(game.TryJoin({}), HasReason(v1::ERROR_REASON_GAME_FULL));
  EXPECT_THAT(game.TryJoin({.seat = 1}), HasReason(v1::ERROR_REASON_SEAT_TAKEN));
  game.Abandon(0);
  EXPECT_THAT(game.TryJoin({}), HasReason(v1::ERROR_REASON_GAME_OVER));
}

TEST(SeatsTest, NothingIsPlayedBeforeTheStart) {
  StateDriver game(kOneOpen);
  const auto not_started = HasReason(v1::ERROR_REASON_NOT_STARTED);
  EXPECT_THAT(game.TryPlay(0, "b2"), not_started);
  EXPECT_THAT(game.TryUndo(0), not_started);
  EXPECT_THAT(game.TryRedo(0), not_started);
  EXPECT_THAT(game.TryResign(0), not_started);
}

TEST(SeatsTest, NoBotMovesBeforeTheStart) {
  StateDriver game("seats { bot { kind: 'random' } } seats { open {} }");
  EXPECT_EQ(game.state().BotToMove(), std::nullopt);
  game.Join();
  EXPECT_EQ(game.state().BotToMove(), 0);
}

// --- The first seat to move ---

TEST(SeatsTest, AnySeatMayMoveFirst) {
  StateDriver game("first_seat: 1");
  game.ExpectTurn("O", 0);
  EXPECT_THAT(game.TryPlay(0, "b2"), HasReason(v1::ERROR_REASON_NOT_YOUR_TURN));
  game.Play("b2");
  game.ExpectTurn("X", 1);
  game.Undo(1);
  game.ExpectTurn("O", 0);
}

TEST(SeatsTest, TheFirstSeatIsDrawnFairly) {
  int second = 0;
  constexpr int kGames = 400;
  for (int i = 0; i < kGames; ++i) {
    const PreparedGame game = Prepare("draw_first_seat: true");
    const int first = game.game->cursor().turn_index;
    EXPECT_EQ(game.setup->config.first_seat(), first);
    EXPECT_EQ(game.setup->SecretConfig().first_seat(), first);
    EXPECT_FALSE(game.setup->SecretConfig().draw_first_seat()) << "it is drawn once";
    second += first;
  }
  // Ten standard deviations from the mean.
  EXPECT_NEAR(second, kGames / 2, 100);
}

// --- Leaving ---

TEST(SeatsTest, WhoLeavesBeforeTheStartFreesTheSeat) {
  StateDriver game("seats {} seats { player_id: 'guest' open {} } seats { open {} }");
  game.Join({.seat = 1, .player_id = "zoe"});
  const EventGroup group = game.Leave(1);
  EXPECT_THAT(TextsOf(group), ElementsAre("zoe leaves"));
  EXPECT_EQ(group[0].actor(), "zoe");
  EXPECT_EQ(group[0].seat_left().epoch(), kFirstEpoch + 2);
  EXPECT_EQ(group[0].seat_left().reason(), v1::END_REASON_UNSPECIFIED);
  EXPECT_FALSE(game.state().seats().IsTaken(1));
  EXPECT_EQ(game.Join()[0].seat_taken().epoch(), kFirstEpoch + 3);
  EXPECT_EQ(game.state().game().players()[1].id, "guest") << "zoe took her name along";
}

TEST(SeatsTest, WhoLeavesAfterTheStartResigns) {
  StateDriver game;
  EXPECT_THAT(TextsOf(game.Leave(0)), ElementsAre("X resigns", "O wins by resignation"));
  EXPECT_EQ(game.events()[2].seat_left().epoch(), 0u);
  EXPECT_THAT(game.TryLeave(1), HasReason(v1::ERROR_REASON_GAME_OVER));
}

TEST(SeatsTest, AHeldSeatThatWasLeftIsOpen) {
  StateDriver game("seats {} seats { open {} } seats { open {} }");
  game.Join({.player_id = "ben"});
  EXPECT_THAT(TextsOf(game.Leave(0)), ElementsAre("X leaves"));
  EXPECT_EQ(StatusOf(game.state().seats(), game.state().setup()->config, 0), v1::SEAT_STATUS_OPEN);
  EXPECT_EQ(game.Join({.player_id = "ann"})[0].seat_taken().seat(), 0);
}

TEST(SeatsTest, TheGameEndsWithItsLastHolder) {
  StateDriver game(kOneOpen);
  EXPECT_THAT(TextsOf(game.Leave(0)), ElementsAre("X leaves", "abandoned", "game final"));
  game.ExpectEnd(engine::GameStatus::kAbandoned, engine::EndReason::kAbandoned, "");
  EXPECT_EQ(game.state().seats().epoch(0), kFirstEpoch + 1) << "the credential ended with it";
}

TEST(SeatsTest, ATableThatNobodyHoldsWaitsOn) {
  StateDriver game(kTwoOpen);
  game.Join();
  EXPECT_THAT(TextsOf(game.Leave(0)), ElementsAre("X leaves"));
  game.Join();
  game.Join();
  game.ExpectTurn("X", 0);
}

TEST(SeatsTest, APrivateGameThatNobodyCanFillEnds) {
  StateDriver game("visibility: VISIBILITY_PRIVATE seats {} seats { invited {} } seats {}");
  EXPECT_THAT(TextsOf(game.Leave(0)), ElementsAre("X leaves", "abandoned", "game final"));
}

TEST(SeatsTest, AnAbandonedGameWaitsForNobody) {
  StateDriver game(kOneOpen);
  EXPECT_THAT(TextsOf(game.Abandon(0)), ElementsAre("abandoned", "game final"));
  EXPECT_THAT(game.TryLeave(0), HasReason(v1::ERROR_REASON_GAME_OVER));
}

// --- Invitations and credentials ---

TEST(SeatsTest, AnInvitedSeatIsForItsInvitation) {
  StateDriver game(kOneInvited);
  EXPECT_THAT(game.TryJoin({}), HasReason(v1::ERROR_REASON_GAME_FULL)) << "no seat is open";
  EXPECT_THAT(TextsOf(game.Join({.seat = 1, .invitation = kFirstEpoch})),
              ElementsAre("ben joins", "game started"));
  EXPECT_THAT(game.TryJoin({.seat = 1, .invitation = kFirstEpoch}),
              HasReason(v1::ERROR_REASON_SEAT_TAKEN));
}

TEST(SeatsTest, TheSameInvitationBringsBackWhoLeft) {
  StateDriver game("seats {} seats { invited {} } seats { open {} }");
  game.Join({.seat = 1, .invitation = kFirstEpoch});
  game.Leave(1);
  EXPECT_EQ(StatusOf(game.state().seats(), game.state().setup()->config, 1),
            v1::SEAT_STATUS_INVITED);
  EXPECT_EQ(game.Join({.seat = 1, .invitation = kFirstEpoch})[0].seat_taken().epoch(),
            kFirstEpoch + 3);
}

TEST(SeatsTest, AReplacedInvitationTakesNoSeat) {
  StateDriver game(kOneInvited);
  const EventGroup group = game.RenewCredential(1);
  EXPECT_THAT(TextsOf(group), ElementsAre("ben has a new invitation"));
  EXPECT_EQ(group[0].actor(), "");
  EXPECT_EQ(group[0].credential_rotated().kind(), v1::CREDENTIAL_KIND_INVITATION);
  EXPECT_EQ(group[0].credential_rotated().epoch(), kFirstEpoch + 1);
  EXPECT_THAT(game.TryJoin({.seat = 1, .invitation = kFirstEpoch}),
              HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID));
  game.Join({.seat = 1, .invitation = kFirstEpoch + 1});
}

TEST(SeatsTest, ARenewedCredentialChangesNoPosition) {
  StateDriver game;
  game.Play("b2");
  const int64_t position = game.state().position_sequence();
  const EventGroup group = game.TryRenewCredential(1, "O").value();
  EXPECT_THAT(TextsOf(group), ElementsAre("O has a new credential"));
  EXPECT_EQ(group[0].credential_rotated().player_id(), "O");
  EXPECT_EQ(game.state().seats().epoch(1), kFirstEpoch + 1);
  EXPECT_EQ(game.state().position_sequence(), position);
  game.ExpectTurn("O", 1);
}

TEST(SeatsTest, ThereIsNothingToRenew) {
  StateDriver game("seats {} seats { open {} } seats { bot { kind: 'random' } }");
  EXPECT_THAT(game.TryRenewCredential(1), HasReason(v1::ERROR_REASON_INVALID_FIELD));
  EXPECT_THAT(game.TryRenewCredential(2), HasReason(v1::ERROR_REASON_INVALID_FIELD));
  game.Leave(0);
  EXPECT_THAT(game.TryRenewCredential(0), HasReason(v1::ERROR_REASON_GAME_OVER));
}

TEST(SeatsTest, ARenewedCredentialKeepsTheEndOfTheGame) {
  StateDriver game;
  game.PlayAll(kWin);
  game.RenewCredential(0);
  EXPECT_EQ(game.Finalise().back().text(), "game final");
}

// --- Limits ---

TEST(SeatsTest, SeatsAreNotPassedOnForEver) {
  StateDriver game("seats {} seats { open {} } seats { open {} }", {.max_events = 120});
  int rounds = 0;
  while (game.TryJoin({.player_id = "ann"}).ok() && game.TryLeave(1).ok()) ++rounds;
  EXPECT_EQ(rounds, 8) << "event 1, then two a round, with 100 kept and room for an end";
  EXPECT_THAT(game.TryLeave(1), HasReason(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_THAT(TextsOf(game.Join({.player_id = "ben"})), ElementsAre("ben joins", "game started"));
  EXPECT_THAT(game.TryRenewCredential(1), HasReason(v1::ERROR_REASON_LIMIT_REACHED));
  game.PlayAll({"a1", "b1", "c1"});
}

// --- The fold ---

// Whatever happens, the events alone lead to the same state.
TEST(SeatsTest, TheStateIsTheFoldOfItsEvents) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const char* config =
        "seats {} seats { open {} } seats { invited {} } seats { bot { kind: 'random' } }";
    StateDriver game(config);
    GameState folded(Prepare(config), {});
    folded.ArriveAt(game.game_time());
    ASSERT_TRUE(folded.Follow(game.views().everyone).ok());
    for (int step = 0; step < 40; ++step) {
      const auto seat = static_cast<engine::SeatIndex>(random() % 3);
      absl::StatusOr<EventGroup> group = absl::CancelledError();
      switch (random() % 5) {
        case 0:
          group =
              game.TryJoin({.player_id = std::string(1, static_cast<char>('p' + random() % 3))});
          break;
        case 1:
          group = game.TryJoin({.seat = 2, .invitation = game.state().seats().invitation_epoch(2)});
          break;
        case 2:
          if (game.state().seats().IsTaken(seat)) group = game.TryLeave(seat);
          break;
        case 3:
          group = game.TryRenewCredential(seat);
          break;
        default:
          group = game.TryPlay(seat, "a" + std::to_string(1 + random() % 3));
      }
      if (!group.ok()) continue;
      ASSERT_TRUE(folded.Follow(*group).ok());
      ASSERT_EQ(Describe(folded), Describe(game.state()));
    }
  }
}

TEST(SeatsTest, WhatCannotHaveHappenedIsFoundOut) {
  StateDriver game("seats {} seats { open {} } seats { open {} }");
  const EventGroup created = game.views().everyone;
  const EventGroup joined = game.Join({.player_id = "ann"});
  auto follow = [&](const std::function<void(v1::GameEvent&)>& change) {
    GameState folded(Prepare("seats {} seats { open {} } seats { open {} }"), {});
    EXPECT_TRUE(folded.Follow(created).ok());
    EventGroup group = joined;
    change(group[0]);
    return folded.Follow(group).ok();
  };
  EXPECT_TRUE(follow([](v1::GameEvent&) {}));
  EXPECT_FALSE(follow([](v1::GameEvent& event) { event.mutable_seat_taken()->set_seat(0); }));
  EXPECT_FALSE(follow([](v1::GameEvent& event) { event.mutable_seat_taken()->set_seat(3); }));
  EXPECT_FALSE(follow([](v1::GameEvent& event) { event.mutable_seat_taken()->set_seat(-1); }));
  EXPECT_FALSE(follow([](v1::GameEvent& event) { event.mutable_seat_taken()->set_epoch(1); }));
  EXPECT_FALSE(follow([](v1::GameEvent& event) { event.mutable_seat_taken()->set_player_id("X"); }))
      << "another's name";
  EXPECT_FALSE(follow([](v1::GameEvent& event) { event.mutable_game_started(); }))
      << "seats are free";
  EXPECT_FALSE(follow([](v1::GameEvent& event) { event.mutable_seat_left()->set_seat(1); }))
      << "nobody is there to leave";
  EXPECT_FALSE(
      follow([](v1::GameEvent& event) { event.mutable_credential_rotated()->set_epoch(7); }));
}

}  // namespace
}  // namespace meeple::service
