// All calls of a host, as a transport makes them.

#include "service/core/game_host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "service/core/errors.h"
#include "service/core/testing/test_host.h"
#include "service/core/testing/watch_reader.h"

namespace meeple::service {
namespace {

using testing::ElementsAre;

const char kId1[] = "11111111-aaaa-4bbb-8ccc-000000000001";
const char kId2[] = "11111111-aaaa-4bbb-8ccc-000000000002";

std::vector<std::string> Texts(const std::vector<v1::GameEvent>& events) {
  std::vector<std::string> texts;
  for (const v1::GameEvent& event : events) texts.push_back(event.text());
  return texts;
}

std::vector<int64_t> Sequences(const std::vector<v1::GameEvent>& events) {
  std::vector<int64_t> sequences;
  for (const v1::GameEvent& event : events) sequences.push_back(event.sequence());
  return sequences;
}

v1::GameConfig TicTacToe() {
  v1::GameConfig config;
  config.set_kind("tic_tac_toe");
  return config;
}

class GameHostTest : public testing::Test {
 protected:
  // Plays moves in turn, X first.
  void Play(const Table& table, const std::vector<std::string>& moves) {
    int turn = host_.Get(table).cursor().turn_index();
    for (const std::string& move : moves) {
      ASSERT_TRUE(host_.Move(table, turn, move).ok()) << move;
      turn = 1 - turn;
    }
  }
  void PlayToWin(const Table& table) { Play(table, {"a1", "b1", "b2", "c1", "c3"}); }

  absl::StatusOr<std::shared_ptr<WatchReader>> Watch(const Table& table, int64_t after,
                                                     bool snapshot = false,
                                                     bool until_finish = false) {
    v1::WatchGameRequest request;
    request.set_game_id(table.game_id);
    request.set_after_sequence(after);
    request.set_snapshot(snapshot);
    request.set_until_finish(until_finish);
    return WatchReader::Open(host_.host(), table.watcher.value_or(Caller{}), request);
  }

  auto Undo(const Table& table, int seat, const std::string& id = "") {
    return host_.Do<v1::UndoRequest>(&GameHost::Undo, table, seat, id);
  }
  auto Redo(const Table& table, int seat, const std::string& id = "") {
    return host_.Do<v1::RedoRequest>(&GameHost::Redo, table, seat, id);
  }
  auto Resign(const Table& table, int seat, const std::string& id = "") {
    return host_.Do<v1::ResignRequest>(&GameHost::Resign, table, seat, id);
  }

  // Reads messages until the game has that many events.
  std::vector<v1::GameEvent> ReadUntil(WatchReader& watch, int64_t sequence) {
    std::vector<v1::GameEvent> events;
    while (events.empty() || events.back().sequence() < sequence) {
      const auto message = watch.Read();
      if (!message.has_value()) break;
      events.insert(events.end(), message->events().events().begin(),
                    message->events().events().end());
    }
    return events;
  }

  TestHost host_;
};

// --- Creating ---

TEST_F(GameHostTest, ARepeatedCreateReturnsTheSameGameAsItBegan) {
  const Table table = host_.Create(TicTacToe(), kId1);
  Play(table, {"b2"});
  const Table again = host_.Create(TicTacToe(), kId1);
  EXPECT_EQ(again.created.SerializeAsString(), table.created.SerializeAsString());
  EXPECT_EQ(host_.host().games(), 1);
}

TEST_F(GameHostTest, ACreateWithOtherContentUnderTheSameIdIsRefused) {
  host_.Create(TicTacToe(), kId1);
  v1::CreateGameRequest request;
  request.set_request_id(kId1);
  *request.mutable_config() = TicTacToe();
  (*request.mutable_config()->mutable_parameters())["size"] = "4";
  EXPECT_EQ(ReasonOf(host_.TryCreate(request).status()), v1::ERROR_REASON_REQUEST_ID_REUSED);
  (*request.mutable_config()->mutable_parameters())["size"] = "3";
  EXPECT_TRUE(host_.TryCreate(request).ok()) << "a default that is spelt out is the same content";
}

TEST_F(GameHostTest, WithoutRequestIdEveryGameIsNew) {
  EXPECT_NE(host_.Create().game_id, host_.Create().game_id);
}

TEST_F(GameHostTest, ABotWithoutSeedIsTheSameContentInARepeat) {
  v1::GameConfig config = TicTacToe();
  config.add_seats();
  config.add_seats()->mutable_bot()->set_kind("random");
  const Table table = host_.Create(config, kId1);
  EXPECT_EQ(host_.Create(config, kId1).created.SerializeAsString(),
            table.created.SerializeAsString());
}

TEST(GameHostLimitTest, GamesBeyondTheLimitAreRefusedAndRepeatsAreNot) {
  HostOptions options = TestOptions();
  options.max_games = 1;
  TestHost host(options);
  host.Create(TicTacToe(), kId1);
  v1::CreateGameRequest request;
  *request.mutable_config() = TicTacToe();
  EXPECT_EQ(ReasonOf(host.TryCreate(request).status()), v1::ERROR_REASON_LIMIT_REACHED);
  EXPECT_TRUE(host.Create(TicTacToe(), kId1).seats.size() == 2);
}

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

// --- Bots ---

class BotSeatTest : public GameHostTest {
 protected:
  Table CreateAgainst(const std::string& bot, bool bot_first = false) {
    v1::GameConfig config = TicTacToe();
    for (int seat = 0; seat < 2; ++seat) {
      v1::SeatConfig* added = config.add_seats();
      if ((seat == 0) == bot_first) {
        added->mutable_bot()->set_kind(bot);
        added->mutable_bot()->set_seed(7);
      }
    }
    return host_.Create(config);
  }
};

TEST_F(BotSeatTest, ABotAnswersByItself) {
  const Table table = CreateAgainst("perfect");
  const auto watch = Watch(table, 2).value();
  ASSERT_TRUE(host_.Move(table, 0, "a1").ok());
  const auto events = ReadUntil(*watch, 4);
  EXPECT_THAT(Texts(events), ElementsAre("X plays X at (0,0)", "O plays O at (1,1)"));
  EXPECT_EQ(host_.Get(table).current_player(), "X");
}

TEST_F(BotSeatTest, TwoBotsPlayToTheEndWhichIsFinalAtOnce) {
  v1::GameConfig config = TicTacToe();
  config.add_seats()->mutable_bot()->set_kind("perfect");
  config.add_seats()->mutable_bot()->set_kind("perfect");
  const Table table = host_.Create(config);
  const auto events = Watch(table, 0).value()->ReadToEnd();
  EXPECT_EQ(events.size(), 2u + 9u + 2u);
  EXPECT_EQ(events.back().text(), "game final");
  EXPECT_EQ(events.back().cursor().status(), v1::GAME_STATUS_DRAWN);
}

TEST_F(BotSeatTest, UndoGoesToThePersonsOwnTurnAndTheBotWaits) {
  const Table table = CreateAgainst("perfect");
  const auto watch = Watch(table, 2).value();
  ASSERT_TRUE(host_.Move(table, 0, "a1").ok());
  ReadUntil(*watch, 4);
  const auto undo = Undo(table, 0).value();
  EXPECT_EQ(undo.events_size(), 2);
  EXPECT_EQ(undo.cursor().turns(), 0);
  EXPECT_EQ(host_.Get(table).current_player(), "X");
  const auto redo = Redo(table, 0).value();
  EXPECT_EQ(redo.events_size(), 2);
  EXPECT_EQ(redo.cursor().turns(), 2);
}

TEST_F(BotSeatTest, TheFirstMoveOfABotCannotBeTakenBackAlone) {
  const Table table = CreateAgainst("random", /*bot_first=*/true);
  ReadUntil(*Watch(table, 2).value(), 3);
  EXPECT_EQ(ReasonOf(host_.Do<v1::UndoRequest>(&GameHost::Undo, table, 0).status()),
            v1::ERROR_REASON_NOTHING_TO_UNDO);
}

TEST_F(BotSeatTest, AMoveInTheBotsTurnIsThePersonsMistake) {
  // A bot on the first seat that never gets to think: the pool of this host has no thread.
  HostOptions options = TestOptions();
  options.bot_threads = 0;
  TestHost host(options);
  v1::GameConfig config = TicTacToe();
  config.add_seats()->mutable_bot()->set_kind("perfect");
  config.add_seats();
  const Table table = host.Create(config);
  EXPECT_EQ(ReasonOf(host.Move(table, 0, "a1").status()), v1::ERROR_REASON_NOT_YOUR_TURN);
  EXPECT_EQ(host.Get(table).sequence(), 2);
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

TEST_F(GameHostTest, AResignationIsFinalAtOnce) {
  const Table table = host_.Create();
  const auto resigned = Resign(table, 0).value();
  EXPECT_EQ(resigned.winner(), "O");
  EXPECT_EQ(resigned.events().rbegin()->text(), "game final");
  EXPECT_EQ(host_.Get(table).end_reason(), v1::END_REASON_RESIGNATION);
}

// --- Watching ---

TEST_F(GameHostTest, AWatchMayBeginAnywhere) {
  const Table table = host_.Create();
  PlayToWin(table);
  host_.clock().Advance(absl::Seconds(60));
  // 1 created, 2 started, 3 to 6 moves, 7 and 8 move and end, 9 final.
  for (int64_t after = 0; after <= 9; ++after) {
    const auto events = Watch(table, after).value()->ReadToEnd();
    ASSERT_EQ(events.size(), static_cast<size_t>(9 - after));
    for (size_t i = 0; i < events.size(); ++i) {
      EXPECT_EQ(events[i].sequence(), after + 1 + static_cast<int64_t>(i));
    }
  }
  EXPECT_EQ(ReasonOf(Watch(table, 10).status()), v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE);
  EXPECT_EQ(ReasonOf(Watch(table, INT64_MAX).status()), v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE);
}

TEST_F(GameHostTest, AGroupComesInOneMessage) {
  const Table table = host_.Create();
  Play(table, {"a1", "b1", "b2", "c1"});
  const auto watch = Watch(table, 6).value();
  Play(table, {"c3"});
  EXPECT_EQ(watch->Read()->events().events_size(), 2);
  EXPECT_EQ(Watch(table, 7).value()->Read()->events().events_size(), 1)
      << "resuming inside a group yields its rest";
}

TEST_F(GameHostTest, ASnapshotIsFollowedByExactlyTheNextEvent) {
  const Table table = host_.Create();
  Play(table, {"a1"});
  const auto watch = Watch(table, 0, /*snapshot=*/true).value();
  const auto first = watch->Read();
  ASSERT_TRUE(first->has_snapshot());
  EXPECT_EQ(first->snapshot().game().sequence(), 3);
  EXPECT_EQ(first->snapshot().game().cursor().turns(), 1);
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
  Play(table, {"b1"});
  EXPECT_EQ(watch->Read()->events().events(0).sequence(), 4);
}

TEST_F(GameHostTest, UntilFinishEndsAfterTheFirstFinish) {
  const Table table = host_.Create();
  const auto watch = Watch(table, 0, false, /*until_finish=*/true).value();
  PlayToWin(table);
  ASSERT_TRUE(Undo(table, 0).ok());
  EXPECT_THAT(Sequences(watch->ReadToEnd()), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
  EXPECT_TRUE(watch->end().ok());
}

TEST_F(GameHostTest, UntilFinishEndsAtOnceIfTheGameIsOver) {
  const Table table = host_.Create();
  PlayToWin(table);
  EXPECT_TRUE(Watch(table, 8, false, /*until_finish=*/true).value()->ReadToEnd().empty());
  const auto snapshot = Watch(table, 0, true, /*until_finish=*/true).value();
  EXPECT_TRUE(snapshot->Read()->has_snapshot());
  EXPECT_FALSE(snapshot->Read().has_value());
}

TEST_F(GameHostTest, UntilFinishWaitsIfTheEndWasTakenBack) {
  const Table table = host_.Create();
  PlayToWin(table);
  ASSERT_TRUE(Undo(table, 0).ok());
  const auto watch = Watch(table, 9, false, /*until_finish=*/true).value();
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
  ASSERT_TRUE(Redo(table, 0).ok());
  EXPECT_THAT(Sequences(watch->ReadToEnd()), ElementsAre(10, 11));
}

TEST_F(GameHostTest, WatchersAreCountedAsLongAsTheyWatch) {
  const Table table = host_.Create();
  v1::GetGameRequest get;
  get.set_game_id(table.game_id);
  {
    const auto one = Watch(table, 0).value();
    const auto two = Watch(table, 0, /*snapshot=*/true).value();
    EXPECT_EQ(host_.Call(&GameHost::GetGame, Caller{}, get)->watchers(), 2);
    EXPECT_EQ(host_.host().watchers(), 2);
  }
  EXPECT_EQ(host_.Call(&GameHost::GetGame, Caller{}, get)->watchers(), 0);
  EXPECT_EQ(host_.host().watchers(), 0);
}

TEST(WatcherLimitTest, WatchersBeyondTheLimitsAreRefusedAndNotCounted) {
  HostOptions options = TestOptions();
  options.max_watchers_per_game = 1;
  options.max_watchers = 2;
  TestHost host(options);
  std::vector<std::string> games;
  std::vector<std::shared_ptr<WatchReader>> open;
  for (int i = 0; i < 3; ++i) games.push_back(host.Create().game_id);
  auto watch = [&](const std::string& game) {
    v1::WatchGameRequest request;
    request.set_game_id(game);
    return WatchReader::Open(host.host(), Caller{}, request);
  };
  open.push_back(watch(games[0]).value());
  EXPECT_EQ(ReasonOf(watch(games[0]).status()), v1::ERROR_REASON_LIMIT_REACHED);
  open.push_back(watch(games[1]).value());
  EXPECT_EQ(ReasonOf(watch(games[2]).status()), v1::ERROR_REASON_LIMIT_REACHED);
  open.clear();
  EXPECT_EQ(host.host().watchers(), 0);
  EXPECT_TRUE(watch(games[2]).ok());
}

TEST_F(GameHostTest, DrainingEndsEveryWatchAndTakesNoNewOnes) {
  const Table table = host_.Create();
  const auto watch = Watch(table, 2).value();
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
  host_.host().StartDraining();
  EXPECT_FALSE(watch->Read().has_value());
  EXPECT_EQ(ReasonOf(watch->end()), v1::ERROR_REASON_SERVER_DRAINING);
  EXPECT_EQ(ReasonOf(Watch(table, 0).status()), v1::ERROR_REASON_SERVER_DRAINING);
  v1::CreateGameRequest create;
  *create.mutable_config() = TicTacToe();
  EXPECT_EQ(ReasonOf(host_.TryCreate(create).status()), v1::ERROR_REASON_SERVER_DRAINING);
  EXPECT_TRUE(host_.Move(table, 0, "b2").ok()) << "games go on until the server is gone";
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
