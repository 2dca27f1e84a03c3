// Seats that change between a person and a bot in the middle of a game.

#include "service/core/seat_controller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "service/core/game_folding.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/state_driver.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;

// --- The rules ---

TEST(ControllerTest, ASeatIsHandedToABotAndTakenBack) {
  StateDriver game;
  game.Play("b2");
  const int64_t position = game.state().position_sequence();
  const EventGroup handed = game.SetController(1, "random");
  EXPECT_THAT(TextsOf(handed), ElementsAre("random plays for O"));
  EXPECT_EQ(handed[0].controller_changed().seat(), 1);
  EXPECT_EQ(handed[0].controller_changed().player_id(), "O");
  EXPECT_EQ(handed[0].controller_changed().controller().bot().kind(), "random");
  EXPECT_FALSE(handed[0].controller_changed().controller().bot().has_seed());
  EXPECT_EQ(game.state().BotToMove(), 1);
  EXPECT_EQ(game.state().position_sequence(), position) << "what others decided still stands";
  EXPECT_EQ(game.state().turn_sequence(), handed[0].sequence()) << "what a bot decided does not";
  EXPECT_THAT(game.state().CheckPlaysItself(1), HasReason(v1::ERROR_REASON_BOT_PLAYS));
  EXPECT_TRUE(game.state().CheckPlaysItself(0).ok());
  const EventGroup taken = game.SetController(1, "");
  EXPECT_THAT(TextsOf(taken), ElementsAre("O takes over from the bot"));
  EXPECT_TRUE(taken[0].controller_changed().controller().has_held());
  EXPECT_EQ(game.state().BotToMove(), std::nullopt);
  game.ExpectTurn("O", 1);
}

// Whoever handed the seat over need not be there.
TEST(ControllerTest, ASeatThatABotPlaysIsNotForfeited) {
  StateDriver game("disconnect_grace { seconds: 30 }");
  ASSERT_TRUE(game.state().MayForfeit(1));
  game.SetController(1, "random");
  EXPECT_FALSE(game.state().MayForfeit(1));
  EXPECT_TRUE(game.state().MayForfeit(0));
  game.SetController(1, "");
  EXPECT_TRUE(game.state().MayForfeit(1));
}

// A seat that changes hands is no reason for the bot of another one to think again.
TEST(ControllerTest, OnlyTheSeatToMoveChangesTheTurn) {
  StateDriver game;
  game.SetController(1, "random");
  game.Play("b2");
  const int64_t turn = game.state().turn_sequence();
  game.SetController(0, "random");
  game.SetController(0, "");
  EXPECT_EQ(game.state().turn_sequence(), turn);
  game.SetController(1, "");
  EXPECT_EQ(game.state().turn_sequence(), game.state().sequence());
}

TEST(ControllerTest, NoUndoAndNoRedoCrossesTheChange) {
  StateDriver game;
  game.PlayAll({"b2", "a1", "c3"});
  game.Undo(0);
  game.SetController(1, "random");
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));
  EXPECT_THAT(game.TryRedo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_REDO));
  game.PlayAll({"c1", "c2"});
  EXPECT_EQ(game.Undo(0).size(), 2u) << "to the person's own turn";
  EXPECT_THAT(game.TryUndo(0), HasReason(v1::ERROR_REASON_NOTHING_TO_UNDO));
}

TEST(ControllerTest, WhatCannotBeIsRefusedAndChangesNothing) {
  StateDriver waiting("seats {} seats { open {} }");
  EXPECT_THAT(waiting.TrySetController(0, "random"), HasReason(v1::ERROR_REASON_NOT_STARTED));
  StateDriver game(kThreePeople);
  EXPECT_THAT(game.TrySetController(0, ""), HasReason(v1::ERROR_REASON_CONTROLLER_UNCHANGED));
  game.SetController(0, "random");
  EXPECT_THAT(game.TrySetController(0, "random"), HasReason(v1::ERROR_REASON_CONTROLLER_UNCHANGED));
  game.SetController(0, "mcts");
  game.Resign(0);
  EXPECT_THAT(game.TrySetController(0, ""), HasReason(v1::ERROR_REASON_ILLEGAL_MOVE));
  game.Resign(1);
  EXPECT_THAT(game.TrySetController(2, "random"), HasReason(v1::ERROR_REASON_GAME_OVER));
}

TEST(ControllerTest, ChangesAreRefusedWhereEventsAreKeptForMoves) {
  StateDriver game("", {.max_events = 110});
  for (int i = 0; i < 8; ++i) game.SetController(0, i % 2 == 0 ? "random" : "");
  EXPECT_THAT(game.TrySetController(0, "random"), HasReason(v1::ERROR_REASON_LIMIT_REACHED));
  game.Play("b2");
}

// Else filling the log would be a way out of a lost game.
TEST(ControllerTest, SeatsLeaveHalfOfTheEventsToMoves) {
  StateDriver game("", {.max_events = 600});
  for (int i = 0; i < 150; ++i) {
    game.SetController(0, i % 2 == 0 ? "random" : "");
    game.RenewCredential(1);
  }
  const auto refused = game.TrySetController(0, "random");
  EXPECT_THAT(refused, HasReason(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_EQ(MetadataOf(refused.status(), "limit"), "seat_events_per_game");
  EXPECT_EQ(MetadataOf(refused.status(), "value"), "300");
  EXPECT_THAT(game.TryRenewCredential(1), HasReason(v1::ERROR_REASON_LIMIT_REACHED));
  game.PlayAll({"b2", "a1", "b1", "c3", "b3"});
  EXPECT_EQ(game.state().game().outcome().winner, 0);
}

// --- Who may, and what comes of it ---

class SeatControllerTest : public GameHostTest {
 protected:
  explicit SeatControllerTest(const HostOptions& options = TestOptions()) : GameHostTest(options) {}

  static v1::SetControllerRequest Request(const Table& table, int seat, const std::string& bot,
                                          const std::string& id = "") {
    v1::SetControllerRequest request;
    request.set_game_id(table.game_id);
    request.set_request_id(id);
    request.set_seat(seat);
    if (bot.empty()) {
      request.mutable_controller()->mutable_held();
    } else {
      request.mutable_controller()->mutable_bot()->set_kind(bot);
    }
    return request;
  }
  absl::StatusOr<v1::SetControllerResponse> Set(const Caller& caller, const Table& table, int seat,
                                                const std::string& bot,
                                                const std::string& id = "") {
    return host_.Call(&GameHost::SetController, caller, Request(table, seat, bot, id));
  }
  void WaitForTurns(const Table& table, int turns) {
    while (host_.Get(table).cursor().turns() < turns) std::this_thread::yield();
  }
};

TEST_F(SeatControllerTest, ABotThatIsToMovePlaysAtOnceAndThePersonGoesOnLater) {
  const Table table = host_.Create();
  Play(table, {"b2"});
  ASSERT_TRUE(Set(table.seats[1], table, 1, "perfect").ok());
  WaitForTurns(table, 2);
  EXPECT_TRUE(host_.Get(table).seats(1).has_bot());
  EXPECT_FALSE(host_.Get(table).seats(1).bot().has_seed());
  EXPECT_EQ(host_.Get(table).seats(1).player_id(), "O");
  EXPECT_FALSE(host_.Get(table).config().seats(1).has_bot()) << "as it was created";
  ASSERT_TRUE(Set(table.seats[1], table, 1, "").ok());
  EXPECT_FALSE(host_.Get(table).seats(1).has_bot());
  ASSERT_TRUE(host_.Move(table, 0, "a3").ok() || host_.Move(table, 0, "a2").ok());
  v1::ListLegalMovesRequest list;
  list.set_game_id(table.game_id);
  const auto legal = host_.Call(&GameHost::ListLegalMoves, table.seats[1], list).value();
  EXPECT_TRUE(host_.Move(table, 1, legal.moves(0).notation()).ok()) << "by the same credential";
}

TEST_F(SeatControllerTest, MovesAreTheBotsAlone) {
  const Table table = host_.Create();
  const auto first = host_.Move(table, 0, "b2", kId1);
  ASSERT_TRUE(Set(table.seats[0], table, 0, "random").ok());
  EXPECT_THAT(host_.Move(table, 0, "a1"), HasReason(v1::ERROR_REASON_BOT_PLAYS));
  EXPECT_EQ(host_.Move(table, 0, "b2", kId1)->sequence(), first->sequence()) << "a repeat";
  EXPECT_TRUE(Resign(table, 0).ok()) << "the seat is still theirs";
}

TEST_F(SeatControllerTest, OnlyTheSeatItselfAndThoseWhoOverseeTheGameMay) {
  v1::CreateGameRequest create;
  *create.mutable_config() = TicTacToe();
  const Caller creator = {.kind = CallerKind::kApiKey, .key_name = "arena"};
  const Caller other = {.kind = CallerKind::kApiKey, .key_name = "other"};
  const Caller admin = {.kind = CallerKind::kApiKey, .role = Role::kAdmin, .key_name = "ops"};
  const Table table = host_.Seat(host_.Call(&GameHost::CreateGame, creator, create).value());
  EXPECT_THAT(Set({}, table, 1, "random"), HasReason(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  EXPECT_THAT(Set(table.seats[0], table, 1, "random"), HasReason(v1::ERROR_REASON_WRONG_SEAT));
  EXPECT_THAT(Set(other, table, 1, "random"), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(Set(table.seats[1], table, 2, "random"), HasReason(v1::ERROR_REASON_INVALID_FIELD));
  EXPECT_THAT(Set(table.seats[1], table, 1, "nobody"), HasReason(v1::ERROR_REASON_INVALID_CONFIG));
  EXPECT_EQ(host_.Get(table).sequence(), 2);
  EXPECT_EQ(Set(creator, table, 1, "random")->events(0).actor(), "");
  EXPECT_EQ(Set(table.seats[1], table, 1, "")->events(0).actor(), "O");
  EXPECT_TRUE(Set(admin, table, 1, "perfect").ok());
}

TEST_F(SeatControllerTest, ARepeatIsAnsweredAndOtherContentRefused) {
  const Table table = host_.Create();
  const auto first = Set(table.seats[1], table, 1, "random", kId1).value();
  EXPECT_EQ(Set(table.seats[1], table, 1, "random", kId1)->sequence(), first.sequence());
  EXPECT_THAT(Set(table.seats[1], table, 1, "perfect", kId1),
              HasReason(v1::ERROR_REASON_REQUEST_ID_REUSED));
  EXPECT_EQ(host_.Get(table).sequence(), 3);
}

// In games with hidden parts only those bots play that see what their seat sees.
TEST_F(SeatControllerTest, ABotThatWouldSeeTooMuchIsRefused) {
  const Table table = host_.Create(ReadConfig("kind: 'battleship'"));
  for (const char* bot : {"mcts", "perfect"}) {
    EXPECT_THAT(Set(table.seats[0], table, 0, bot), HasReason(v1::ERROR_REASON_INVALID_CONFIG))
        << bot;
  }
  EXPECT_TRUE(Set(table.seats[0], table, 0, "search").ok());
}

TEST_F(SeatControllerTest, AGameWhoseSeatWasHandedOverStillCountsForItsPlayer) {
  const Table table = host_.Create();
  ASSERT_TRUE(Set(table.seats[1], table, 1, "random").ok());
  ASSERT_TRUE(Resign(table, 0).ok());
  v1::GetScoreRequest request;
  request.set_player_id("O");
  request.set_board(v1::SCORE_BOARD_CASUAL);
  EXPECT_EQ(host_.Call(&GameHost::GetScore, {}, request)->score().wins(), 1);
}

TEST_F(SeatControllerTest, ListsTellWhoPlaysNow) {
  const Table table = host_.Create();
  ASSERT_TRUE(Set(table.seats[1], table, 1, "random").ok());
  EXPECT_TRUE(
      host_.Call(&GameHost::ListGames, {}, v1::ListGamesRequest())->games(0).seats(1).has_bot());
}

// The seed of the bot comes back with the game, so that it plays as if the game had never left.
TEST(SeatControllerJournalTest, AGameThatComesBackIsPlayedByTheSameBot) {
  MemoryJournal journal;
  HostOptions idle = TestOptions();
  idle.bot_threads = 0;  // a bot that searches never moves here
  TestHost before(idle, &journal);
  const Table table = before.Create();
  ASSERT_TRUE(before.Move(table, 0, "b2").ok());
  v1::SetControllerRequest request;
  request.set_game_id(table.game_id);
  request.set_seat(1);
  request.mutable_controller()->mutable_bot()->set_kind("mcts");
  request.mutable_controller()->mutable_bot()->set_level(9);
  ASSERT_TRUE(before.Call(&GameHost::SetController, table.seats[1], request).ok());
  const auto records = *journal.Read(table.game_id, 0, 100);
  v1::Bot stored;
  ASSERT_TRUE(stored.ParseFromString(records.back()->secret));
  EXPECT_TRUE(stored.has_seed());
  const auto history = FoldGame(table.game_id, records, {}).value();
  EXPECT_EQ(history.state->seats().bot(1)->SerializeAsString(), stored.SerializeAsString());
  // A server that starts takes the bot's turn up by itself.
  HostOptions hasty = TestOptions();
  hasty.bot_thinking = absl::Milliseconds(20);
  TestHost after(hasty, &journal);
  while (after.Get(table).cursor().turns() < 2) std::this_thread::yield();
  EXPECT_EQ(after.Get(table).seats(1).bot().level(), 9);
}

TEST(SeatControllerJournalTest, ABotThatIsForgedIsFoundOut) {
  MemoryJournal journal;
  TestHost host(TestOptions(), &journal);
  const Table table = host.Create();
  v1::SetControllerRequest request;
  request.set_game_id(table.game_id);
  request.set_seat(1);
  request.mutable_controller()->mutable_bot()->set_kind("random");
  ASSERT_TRUE(host.Call(&GameHost::SetController, table.seats[1], request).ok());
  auto records = *journal.Read(table.game_id, 0, 100);
  ASSERT_TRUE(FoldGame(table.game_id, records, {}).ok());
  auto forged = std::make_shared<JournalRecord>(*records.back());
  forged->secret = "";
  records.back() = forged;
  EXPECT_TRUE(absl::IsDataLoss(FoldGame(table.game_id, records, {}).status()));
}

// --- Thoughts that are no longer wanted ---

class EndlessThoughtTest : public SeatControllerTest {
 protected:
  static HostOptions Options() {
    HostOptions options = TestOptions();
    options.bot_thinking = absl::InfiniteDuration();
    options.bot_threads = 1;
    return options;
  }
  EndlessThoughtTest() : SeatControllerTest(Options()) {}
};

TEST_F(EndlessThoughtTest, TakingTheSeatBackEndsTheBotsThought) {
  const Table table = host_.Create(
      ReadConfig("kind: 'mnk' parameters { key: 'rows' value: '60' } parameters { key: 'columns' "
                 "value: '60' } parameters { key: 'k' value: '60' }"));
  v1::SetControllerRequest request = Request(table, 0, "mcts");
  request.mutable_controller()->mutable_bot()->set_level(10);
  ASSERT_TRUE(host_.Call(&GameHost::SetController, table.seats[0], request).ok());
  EXPECT_EQ(host_.busy_bots(), 1);
  ASSERT_TRUE(Set(table.seats[0], table, 0, "").ok());
  while (host_.busy_bots() > 0) std::this_thread::yield();
  EXPECT_EQ(host_.Get(table).cursor().turns(), 0) << "it played nothing any more";
  ASSERT_TRUE(host_.Move(table, 0, "a1").ok());
}

TEST_F(EndlessThoughtTest, AnotherBotThinksInPlaceOfTheFirst) {
  const Table table = host_.Create(
      ReadConfig("kind: 'mnk' parameters { key: 'rows' value: '60' } parameters { key: 'columns' "
                 "value: '60' } parameters { key: 'k' value: '60' }"));
  v1::SetControllerRequest request = Request(table, 0, "mcts");
  request.mutable_controller()->mutable_bot()->set_level(10);
  ASSERT_TRUE(host_.Call(&GameHost::SetController, table.seats[0], request).ok());
  ASSERT_TRUE(Set(table.seats[0], table, 0, "random").ok());
  WaitForTurns(table, 1);
  EXPECT_EQ(host_.Get(table).cursor().turns(), 1);
}

}  // namespace
}  // namespace meeple::service
