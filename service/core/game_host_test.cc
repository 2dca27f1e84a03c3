// Calls of a host that play and read games.

#include "service/core/game_host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "service/core/errors.h"
#include "service/core/testing/game_host_test_base.h"

namespace meeple::service {
namespace {

using testing::ElementsAre;

// --- Playing ---

TEST_F(GameHostTest, ARepeatedMutationReturnsItsFirstAnswerWithTodaysHead) {
  const Table table = host_.Create();
  auto first = host_.Move(table, 0, "b2", kId1).value();
  Play(table, {"a1"});
  auto repeat = host_.Move(table, 0, "b2", kId1).value();
  EXPECT_EQ(first.head_sequence(), 3);
  EXPECT_EQ(repeat.head_sequence(), 4);
  repeat.set_head_sequence(3);
  EXPECT_EQ(repeat.SerializeAsString(), first.SerializeAsString());
}

TEST_F(GameHostTest, ARepeatOfEveryMutationChangesNothing) {
  const Table table = host_.Create();
  Play(table, {"b2"});
  const auto undo = Undo(table, 0, kId1).value();
  EXPECT_EQ(Undo(table, 0, kId1)->SerializeAsString(), undo.SerializeAsString());
  const auto redo = Redo(table, 0, kId2).value();
  EXPECT_EQ(Redo(table, 0, kId2)->SerializeAsString(), redo.SerializeAsString());
  const auto resign = Resign(table, 1, kId1).value();  // another seat: another scope
  EXPECT_EQ(Resign(table, 1, kId1)->SerializeAsString(), resign.SerializeAsString());
  EXPECT_EQ(host_.Get(table).sequence(), resign.sequence());
  EXPECT_EQ(ReasonOf(Resign(table, 0, kId1).status()), v1::ERROR_REASON_REQUEST_ID_REUSED);
}

TEST_F(GameHostTest, TheNotationAndTheActionOfAMoveAreTheSameContent) {
  const Table table = host_.Create();
  ASSERT_TRUE(host_.Move(table, 0, "B2", kId1).ok());
  v1::SubmitMoveRequest request = TestHost::MakeMove(table, "", kId1);
  request.mutable_move()->mutable_cell()->set_row(1);
  request.mutable_move()->mutable_cell()->set_column(1);
  EXPECT_TRUE(host_.Call(&GameHost::SubmitMove, table.seats[0], request).ok());
}

TEST_F(GameHostTest, ARefusalIsNotRemembered) {
  const Table table = host_.Create();
  EXPECT_EQ(ReasonOf(host_.Move(table, 1, "b2", kId1).status()), v1::ERROR_REASON_NOT_YOUR_TURN);
  Play(table, {"a1"});
  EXPECT_TRUE(host_.Move(table, 1, "b2", kId1).ok());
}

TEST_F(GameHostTest, ExpectedSequenceGuardsThePositionOnly) {
  const Table table = host_.Create();
  Play(table, {"b2"});
  EXPECT_EQ(ReasonOf(host_.Move(table, 1, "a1", "", 2).status()), v1::ERROR_REASON_STALE_SEQUENCE);
  EXPECT_EQ(ReasonOf(host_.Move(table, 1, "a1", "", 4).status()), v1::ERROR_REASON_INVALID_FIELD);
  EXPECT_TRUE(host_.Move(table, 1, "a1", "", 3).ok());
}

TEST_F(GameHostTest, AMoveMayBeSentBackAsItWasListed) {
  const Table table = host_.Create();
  v1::ListLegalMovesRequest list;
  list.set_game_id(table.game_id);
  const auto legal = host_.Call(&GameHost::ListLegalMoves, Caller{}, list).value();
  ASSERT_EQ(legal.moves_size(), 9);
  v1::SubmitMoveRequest request;
  request.set_game_id(table.game_id);
  *request.mutable_move() = legal.moves(4);
  request.set_expected_sequence(legal.sequence());
  EXPECT_EQ(host_.Call(&GameHost::SubmitMove, table.seats[0], request)->move().notation(), "b2");
}

TEST_F(GameHostTest, AMoveThatNamesAnotherPlayerIsRefused) {
  const Table table = host_.Create();
  v1::SubmitMoveRequest request = TestHost::MakeMove(table, "b2");
  request.mutable_move()->set_player_id("O");
  EXPECT_EQ(ReasonOf(host_.Call(&GameHost::SubmitMove, table.seats[0], request).status()),
            v1::ERROR_REASON_WRONG_SEAT);
  request.mutable_move()->set_player_id("X");
  request.mutable_move()->set_symbol("O");
  EXPECT_EQ(ReasonOf(host_.Call(&GameHost::SubmitMove, table.seats[0], request).status()),
            v1::ERROR_REASON_WRONG_SEAT);
}

TEST_F(GameHostTest, APlayerIdIsReadAsNamesOfSeatsAre) {
  v1::GameConfig config = TicTacToe();
  config.add_seats()->set_player_id("Ren\xC3\xA9");
  config.add_seats();
  const Table table = host_.Create(config);
  v1::SubmitMoveRequest request = TestHost::MakeMove(table, "b2", kId1);
  for (const char* same : {"Ren\xC3\xA9", "Rene\xCC\x81", "  Ren\xC3\xA9 "}) {
    request.mutable_move()->set_player_id(same);
    EXPECT_TRUE(host_.Call(&GameHost::SubmitMove, table.seats[0], request).ok()) << same;
  }
  for (const char* other : {"Rene", "ren\xC3\xA9", " ", "\xC3\xA9\x01"}) {
    request.mutable_move()->set_player_id(other);
    EXPECT_EQ(ReasonOf(host_.Call(&GameHost::SubmitMove, table.seats[0], request).status()),
              v1::ERROR_REASON_WRONG_SEAT)
        << other;
  }
}

TEST_F(GameHostTest, TheHolderOfACredentialLearnsWhoItIs) {
  v1::GameConfig config = TicTacToe();
  config.set_visibility(v1::VISIBILITY_PRIVATE);
  config.add_seats()->set_player_id("ann");
  config.add_seats()->set_player_id("ben");
  const Table table = host_.Create(config);
  v1::GetGameRequest get;
  get.set_game_id(table.game_id);
  const auto ann = host_.Call(&GameHost::GetGame, table.seats[0], get).value();
  EXPECT_TRUE(ann.has_seat());
  EXPECT_EQ(ann.seat(), 0);
  EXPECT_EQ(ann.player_id(), "ann");
  const auto ben = host_.Call(&GameHost::GetGame, table.seats[1], get).value();
  EXPECT_EQ(ben.seat(), 1);
  EXPECT_EQ(ben.player_id(), "ben");
  const auto spectator = host_.Call(&GameHost::GetGame, *table.watcher, get).value();
  EXPECT_FALSE(spectator.has_seat());
  EXPECT_EQ(spectator.player_id(), "");
}

// --- Private games ---

TEST_F(GameHostTest, APrivateGameExistsOnlyForHoldersOfItsCredentials) {
  v1::GameConfig config = TicTacToe();
  config.set_visibility(v1::VISIBILITY_PRIVATE);
  const Table hidden = host_.Create(config);
  const Table other = host_.Create();
  v1::GetGameRequest get;
  get.set_game_id(hidden.game_id);
  for (const Caller& stranger : {Caller{}, other.seats[0]}) {
    EXPECT_EQ(ReasonOf(host_.Call(&GameHost::GetGame, stranger, get).status()),
              v1::ERROR_REASON_GAME_NOT_FOUND);
  }
  ASSERT_TRUE(hidden.watcher.has_value());
  EXPECT_TRUE(host_.Call(&GameHost::GetGame, *hidden.watcher, get).ok());
  EXPECT_TRUE(host_.Call(&GameHost::GetGame, hidden.seats[1], get).ok());
  EXPECT_EQ(
      ReasonOf(host_.Call(&GameHost::SubmitMove, *hidden.watcher, TestHost::MakeMove(hidden, "b2"))
                   .status()),
      v1::ERROR_REASON_ROLE_REQUIRED);
}

// --- Ends ---

TEST_F(GameHostTest, AResultBecomesFinalWhenNobodyTakesItBack) {
  const Table table = host_.Create();
  const auto watch = Watch(table, 0).value();
  PlayToWin(table);
  host_.clock().Advance(absl::Seconds(60));
  const auto events = watch->ReadToEnd();
  EXPECT_TRUE(watch->end().ok());
  EXPECT_EQ(events.back().text(), "game final");
  EXPECT_EQ(events.back().game_final().winner(), "X");
  EXPECT_EQ(ReasonOf(Undo(table, 0).status()), v1::ERROR_REASON_GAME_OVER);
}

TEST_F(GameHostTest, AResultTakenBackInTimeBecomesFinalOnlyAfterTheNextEnd) {
  const Table table = host_.Create();
  PlayToWin(table);
  host_.clock().Advance(absl::Seconds(59));
  ASSERT_TRUE(Undo(table, 1).ok());
  ASSERT_TRUE(host_.Move(table, 0, "c3").ok());
  host_.clock().Advance(absl::Seconds(59));
  // The timer of the first end has gone by; a call that depends on the state comes after it.
  EXPECT_EQ(host_.Events(table).back().text(), "X wins");
  const auto watch = Watch(table, 8).value();
  host_.clock().Advance(absl::Seconds(1));
  EXPECT_EQ(Texts(watch->ReadToEnd()).back(), "game final");
}

TEST_F(GameHostTest, AResignationIsFinalOnceNobodyWantsToPlayAgain) {
  const Table table = host_.Create();
  const auto watch = Watch(table, 0).value();
  const auto resigned = Resign(table, 0).value();
  EXPECT_EQ(resigned.winner(), "O");
  EXPECT_EQ(resigned.events().rbegin()->text(), "O wins by resignation");
  host_.clock().Advance(absl::Seconds(60));
  EXPECT_EQ(watch->ReadToEnd().back().text(), "game final");
  EXPECT_EQ(host_.Get(table).end_reason(), v1::END_REASON_RESIGNATION);
}

// --- Lists ---

TEST_F(GameHostTest, EventsComeInPagesThatNeverSplitAGroup) {
  const Table table = host_.Create();
  PlayToWin(table);
  v1::ListEventsRequest request;
  request.set_game_id(table.game_id);
  request.set_page_size(1);
  std::vector<int> sizes;
  do {
    const auto page = host_.Call(&GameHost::ListEvents, Caller{}, request).value();
    sizes.push_back(page.events_size());
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  EXPECT_THAT(sizes, ElementsAre(2, 1, 1, 1, 1, 2));
}

TEST_F(GameHostTest, ReplayShowsTheLineThatStands) {
  const Table table = host_.Create();
  Play(table, {"a1", "b1", "b2"});
  ASSERT_TRUE(Undo(table, 0).ok());
  Play(table, {"c3"});
  v1::ReplayRequest request;
  request.set_game_id(table.game_id);
  const auto replay = host_.Call(&GameHost::Replay, Caller{}, request).value();
  ASSERT_EQ(replay.frames_size(), 4);
  EXPECT_EQ(replay.frames(0).rendered(), "X to play\n.|.|.\n.|.|.\n.|.|.");
  EXPECT_FALSE(replay.frames(0).has_move());
  EXPECT_EQ(replay.frames(3).rendered(), "O to play\nX|O|.\n.|.|.\n.|.|X");
  EXPECT_EQ(replay.frames(3).move().notation(), "c3");
}

TEST_F(GameHostTest, ReplayComesInPagesOfTheRangeAskedFor) {
  const Table table = host_.Create();
  PlayToWin(table);
  v1::ReplayRequest request;
  request.set_game_id(table.game_id);
  request.set_from_turn(1);
  request.set_to_turn(4);
  request.set_page_size(3);
  auto page = host_.Call(&GameHost::Replay, Caller{}, request).value();
  ASSERT_EQ(page.frames_size(), 3);
  EXPECT_EQ(page.frames(0).turn(), 1);
  request.set_page_token(page.next_page_token());
  page = host_.Call(&GameHost::Replay, Caller{}, request).value();
  ASSERT_EQ(page.frames_size(), 1);
  EXPECT_EQ(page.frames(0).turn(), 4);
  EXPECT_EQ(page.next_page_token(), "");
  request.clear_page_token();
  request.set_from_turn(6);
  request.clear_to_turn();
  EXPECT_EQ(ReasonOf(host_.Call(&GameHost::Replay, Caller{}, request).status()),
            v1::ERROR_REASON_INVALID_FIELD);
}

TEST_F(GameHostTest, KindsAreListedWithTheirBots) {
  const auto kinds = host_.Call(&GameHost::ListGameKinds, Caller{}, v1::ListGameKindsRequest());
  ASSERT_TRUE(kinds.ok());
  std::vector<std::string> bots;
  for (const v1::GameKind& kind : kinds->kinds()) {
    if (kind.kind() != "tic_tac_toe") continue;
    for (const v1::BotKind& bot : kind.bots()) bots.push_back(bot.kind());
  }
  EXPECT_THAT(bots, testing::IsSupersetOf({"perfect", "random"}));
}

TEST_F(GameHostTest, AuthorizationIsCheckedWhereverItIsSent) {
  const Table table = host_.Create();
  const std::string token = table.created.credentials(0).token();
  EXPECT_TRUE(host_.host().Authenticate("bearer " + token).ok());
  EXPECT_EQ(host_.host().Authenticate("")->kind, CallerKind::kAnonymous);
  for (const std::string& bad : {token, "Basic " + token, std::string("Bearer "),
                                 "Bearer x" + token, "Bearer " + token + " ", std::string("B")}) {
    EXPECT_EQ(ReasonOf(host_.host().Authenticate(bad).status()),
              v1::ERROR_REASON_CREDENTIAL_INVALID)
        << bad;
  }
}

}  // namespace
}  // namespace meeple::service
