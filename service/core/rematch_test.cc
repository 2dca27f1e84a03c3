// Rematches: games of their own that follow others, and hosts that end in between.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "service/core/game_summary.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/game_host_offers_test_base.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/manual_journal.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr int kAllEntries = 1'000;
const Caller kLobbyKey = {
    .kind = CallerKind::kApiKey, .role = Role::kMatchmaker, .key_name = "lobby"};

using RematchTest = GameHostOffersTest;

TEST_F(RematchTest, ARematchIsTheSameGameWithTheSamePeople) {
  v1::GameConfig config = ReadConfig(
      "kind: 'tic_tac_toe' turn_limit: 9 undo: UNDO_POLICY_NEVER "
      "parameters { key: 'size' value: '4' } labels { key: 'cup' value: 'final' } "
      "seats { player_id: 'ann' symbol: '#' } seats { player_id: 'ben' symbol: '$' }");
  const Table table = host_.Create(config, kId1);
  const std::string next = PlayAgain(table);
  ASSERT_EQ(next.size(), 20u);
  const v1::Game game = GetGame(next);
  EXPECT_EQ(game.cursor().status(), v1::GAME_STATUS_NOT_STARTED) << "nobody sits there yet";
  EXPECT_EQ(game.config().turn_limit(), 9);
  EXPECT_EQ(game.config().undo(), v1::UNDO_POLICY_NEVER);
  EXPECT_EQ(game.config().parameters().at("size"), "4");
  EXPECT_EQ(game.config().labels().at("cup"), "final");
  EXPECT_EQ(game.config().rematch_of().game_id(), table.game_id);
  EXPECT_THAT(game.config().rematch_of().seats(), ElementsAre(0, 1));

  const auto ben = host_.Join(next, table.seats[1]);
  ASSERT_TRUE(ben.ok()) << ben.status();
  EXPECT_EQ(ben->credential().seat(), 1);
  EXPECT_EQ(ben->credential().player_id(), "ben");
  const auto ann = host_.Join(next, table.seats[0]);
  ASSERT_TRUE(ann.ok()) << ann.status();
  EXPECT_EQ(ann->credential().seat(), 0);
  EXPECT_EQ(ann->cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  v1::SubmitMoveRequest move;
  move.set_game_id(next);
  move.mutable_move()->set_notation("b2");
  EXPECT_TRUE(host_.Call(&GameHost::SubmitMove, host_.HolderOf(ann->credential()), move).ok());
  EXPECT_EQ(host_.Events(table).back().text(), "game final");
}

TEST_F(RematchTest, SwappedSeatsMoveOnByOne) {
  const Table table = host_.Create(ReadConfig(
      "kind: 'tic_tac_toe' seats { player_id: 'ann' symbol: 'A' } seats { player_id: 'ben' symbol: "
      "'B' } seats { player_id: 'zoe' symbol: 'Z' bot { kind: 'random' } }"));
  ASSERT_TRUE(Resign(table, 0).ok());
  ASSERT_TRUE(Resign(table, 1).ok());
  const int64_t id = MustOffer(table, 0, v1::OFFER_KIND_REMATCH, true);
  ASSERT_TRUE(AnswerAt(host_, table, 1, id).ok());
  const std::string next = host_.Get(table).next_game_id();
  const v1::Game game = GetGame(next);
  EXPECT_THAT(game.config().rematch_of().seats(), ElementsAre(1, 2, 0));
  EXPECT_EQ(game.config().seats(0).player_id(), "ben");
  EXPECT_EQ(game.config().seats(0).symbol(), "B") << "players keep their symbols";
  EXPECT_TRUE(game.config().seats(1).has_bot());
  EXPECT_EQ(host_.Join(next, table.seats[0])->credential().seat(), 2);
  EXPECT_EQ(host_.Join(next, table.seats[1])->credential().seat(), 0);
  EXPECT_EQ(GetGame(next).current_player(), "ben") << "who moved second moves first";
}

TEST_F(RematchTest, ARematchCanBePlayedAgainAndAgain) {
  Table table = host_.Create();
  std::set<std::string> ids = {table.game_id};
  for (int round = 0; round < 5; ++round) {
    const std::string next = PlayAgain(table, round % 2 == 0);
    EXPECT_TRUE(ids.insert(next).second);
    Table following = {.game_id = next, .seats = {Caller{}, Caller{}}};
    for (const Caller& seat : table.seats) {
      const auto joined = host_.Join(next, seat);
      ASSERT_TRUE(joined.ok()) << joined.status();
      following.seats[static_cast<size_t>(joined->credential().seat())] =
          host_.HolderOf(joined->credential());
    }
    table = following;
  }
}

TEST_F(RematchTest, TheSeatOfARematchIsForItsPlayerAlone) {
  const Table table = host_.Create();
  const Table other = host_.Create();
  const std::string next = PlayAgain(table);
  EXPECT_THAT(host_.Join(next), HasReason(v1::ERROR_REASON_GAME_FULL)) << "no seat is open";
  EXPECT_THAT(host_.Join(next, other.seats[0]), HasReason(v1::ERROR_REASON_WRONG_SEAT));
  v1::JoinGameRequest wrong;
  wrong.set_game_id(next);
  wrong.set_seat(1);
  EXPECT_THAT(host_.Call(&GameHost::JoinGame, table.seats[0], wrong),
              HasReason(v1::ERROR_REASON_WRONG_SEAT));
  wrong.set_seat(0);
  wrong.set_request_id(kId1);
  const auto joined = host_.Call(&GameHost::JoinGame, table.seats[0], wrong);
  ASSERT_TRUE(joined.ok()) << joined.status();
  EXPECT_EQ(host_.Call(&GameHost::JoinGame, table.seats[0], wrong)->credential().token(),
            joined->credential().token());
  EXPECT_THAT(host_.Join(next, table.seats[0]), HasReason(v1::ERROR_REASON_SEAT_TAKEN));
  EXPECT_THAT(host_.Move({.game_id = next, .seats = table.seats}, 0, "a1"),
              HasReason(v1::ERROR_REASON_WRONG_SEAT))
      << "the old credential takes the seat and does nothing else";
}

TEST_F(RematchTest, ACredentialThatWasReplacedTakesNoSeat) {
  const Table table = host_.Create();
  const auto renewed = host_.Do<v1::RotateCredentialRequest>(&GameHost::RotateCredential, table, 1);
  ASSERT_TRUE(renewed.ok());
  Table now = table;
  now.seats[1] = host_.HolderOf(renewed->credential());
  const std::string next = PlayAgain(now);
  EXPECT_THAT(host_.Join(next, table.seats[1]), HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID));
  EXPECT_TRUE(host_.Join(next, now.seats[1]).ok());
}

// A score must not go to a name of one's choice.
TEST_F(RematchTest, WhoPlaysAgainKeepsTheirName) {
  const Table table = host_.Create();
  const std::string next = PlayAgain(table);
  EXPECT_THAT(host_.Join(next, table.seats[0], "magnus"),
              HasReason(v1::ERROR_REASON_INVALID_FIELD));
  EXPECT_EQ(host_.Join(next, table.seats[0], " X ")->credential().player_id(), "X");
  EXPECT_EQ(host_.Join(next, table.seats[1])->credential().player_id(), "O");
}

TEST_F(RematchTest, ARevokedSeatIsNotTakenWithTheCredentialOfTheGameBefore) {
  v1::CreateGameRequest create;
  *create.mutable_config() = TicTacToe();
  const Table table = host_.Seat(host_.Call(&GameHost::CreateGame, kLobbyKey, create).value());
  const std::string next = PlayAgain(table);
  v1::RevokeCredentialRequest revoke;
  revoke.set_game_id(next);
  const auto invitation = host_.Call(&GameHost::RevokeCredential, kLobbyKey, revoke);
  ASSERT_TRUE(invitation.ok()) << invitation.status();
  EXPECT_THAT(host_.Join(next, table.seats[0]), HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID));
  v1::GetGameRequest get;
  get.set_game_id(next);
  EXPECT_THAT(host_.Call(&GameHost::GetGame, table.seats[0], get),
              HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID));
  const Caller invited = host_.HolderOf(invitation->credential());
  EXPECT_THAT(host_.Join(next, invited, "zoe"), HasReason(v1::ERROR_REASON_INVALID_FIELD));
  const auto joined = host_.Join(next, invited);
  ASSERT_TRUE(joined.ok()) << joined.status();
  v1::LeaveGameRequest leave;
  leave.set_game_id(next);
  ASSERT_TRUE(host_.Call(&GameHost::LeaveGame, host_.HolderOf(joined->credential()), leave).ok());
  EXPECT_THAT(host_.Join(next, table.seats[0]), HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID))
      << "nor once the seat is free again";
}

TEST_F(RematchTest, RequestIdsBelongToTheSeatThatJoins) {
  const Table table = host_.Create();
  v1::JoinGameRequest join;
  join.set_game_id(PlayAgain(table));
  join.set_request_id(kId1);
  const auto x = host_.Call(&GameHost::JoinGame, table.seats[0], join);
  const auto o = host_.Call(&GameHost::JoinGame, table.seats[1], join);
  ASSERT_TRUE(x.ok()) << x.status();
  ASSERT_TRUE(o.ok()) << o.status();
  EXPECT_EQ(o->credential().seat(), 1);
  EXPECT_EQ(host_.Call(&GameHost::JoinGame, table.seats[0], join)->credential().token(),
            x->credential().token());
}

TEST_F(RematchTest, WhoeverWatchedAPrivateGameWatchesItsRematches) {
  Table table = host_.Create(ReadConfig("kind: 'tic_tac_toe' visibility: VISIBILITY_PRIVATE"));
  const Caller watcher = *table.watcher;
  const Table other =
      host_.Create(ReadConfig("kind: 'tic_tac_toe' visibility: VISIBILITY_PRIVATE"));
  for (int round = 0; round < 3; ++round) {
    const std::string next = PlayAgain(table);
    v1::GetGameRequest get;
    get.set_game_id(next);
    for (const Caller& caller : {watcher, table.seats[0], table.seats[1]}) {
      const auto answer = host_.Call(&GameHost::GetGame, caller, get);
      ASSERT_TRUE(answer.ok()) << answer.status();
      EXPECT_FALSE(answer->has_seat()) << "and plays nothing";
    }
    v1::ResignRequest resign;
    resign.set_game_id(next);
    EXPECT_THAT(host_.Call(&GameHost::Resign, watcher, resign),
                HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
    EXPECT_THAT(host_.Join(next, watcher), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
    for (const Caller& caller : {Caller{}, *other.watcher, other.seats[0]}) {
      EXPECT_THAT(host_.Call(&GameHost::GetGame, caller, get),
                  HasReason(v1::ERROR_REASON_GAME_NOT_FOUND));
    }
    Table following = {
        .game_id = next, .created = {}, .seats = {}, .invited = {}, .watcher = watcher};
    for (const Caller& seat : table.seats) {
      following.seats.push_back(host_.HolderOf(host_.Join(next, seat)->credential()));
    }
    table = following;
  }
}

TEST_F(RematchTest, APrivateGameHasAPrivateRematch) {
  const Table table =
      host_.Create(ReadConfig("kind: 'tic_tac_toe' visibility: VISIBILITY_PRIVATE"));
  const std::string next = PlayAgain(table);
  EXPECT_THAT(host_.Join(next), HasReason(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_TRUE(host_.Join(next, table.seats[0]).ok());
  EXPECT_TRUE(host_.Join(next, table.seats[1]).ok());
}

TEST_F(RematchTest, TheKeyOfAGameOverseesItsRematch) {
  v1::CreateGameRequest create;
  *create.mutable_config() = TicTacToe();
  const Table table = host_.Seat(host_.Call(&GameHost::CreateGame, kLobbyKey, create).value());
  v1::AbandonRequest abandon;
  abandon.set_game_id(PlayAgain(table));
  EXPECT_TRUE(host_.Call(&GameHost::Abandon, kLobbyKey, abandon).ok());
}

// What `player` has on the shared board: wins, draws, losses.
std::vector<int64_t> SharedScore(TestHost& host, const std::string& player) {
  v1::GetScoreRequest request;
  request.set_player_id(player);
  request.set_board(v1::SCORE_BOARD_SHARED);
  const v1::Score score = host.Call(&GameHost::GetScore, Caller{}, request).value().score();
  return {score.wins(), score.draws(), score.losses()};
}

TEST_F(RematchTest, AnAgreedDrawCountsAndARematchOnTheSameBoard) {
  v1::CreateGameRequest create;
  *create.mutable_config() = TicTacToe();
  const Table table = host_.Seat(host_.Call(&GameHost::CreateGame, kLobbyKey, create).value());
  const int64_t draw = MustOffer(table, 0, v1::OFFER_KIND_DRAW);
  ASSERT_TRUE(AnswerAt(host_, table, 1, draw).ok());
  EXPECT_THAT(SharedScore(host_, "X"), ElementsAre(0, 1, 0));
  const int64_t rematch = MustOffer(table, 1, v1::OFFER_KIND_REMATCH);
  ASSERT_TRUE(AnswerAt(host_, table, 0, rematch).ok());
  const std::string next = host_.Get(table).next_game_id();
  Table following = {.game_id = next, .seats = {}};
  for (const Caller& seat : table.seats) {
    following.seats.push_back(host_.HolderOf(host_.Join(next, seat)->credential()));
  }
  ASSERT_TRUE(Resign(following, 1).ok());
  EXPECT_THAT(SharedScore(host_, "X"), ElementsAre(1, 1, 0));
  EXPECT_THAT(SharedScore(host_, "O"), ElementsAre(0, 1, 1));
}

TEST_F(RematchTest, WhoPlaysASeatAtTheEndHasItInTheRematch) {
  const Table table = host_.Create(ReadConfig(
      "kind: 'tic_tac_toe' parameters { key: 'size' value: '4' } "
      "seats { player_id: 'ann' } seats { player_id: 'ben' } seats { player_id: 'zoe' }"));
  v1::SetControllerRequest hand_over;
  hand_over.set_game_id(table.game_id);
  hand_over.set_seat(2);
  hand_over.mutable_controller()->mutable_bot()->set_kind("random");
  ASSERT_TRUE(host_.Call(&GameHost::SetController, table.seats[2], hand_over).ok());
  ASSERT_TRUE(Resign(table, 1).ok());
  ASSERT_TRUE(Resign(table, 0).ok());
  const int64_t id = MustOffer(table, 0, v1::OFFER_KIND_REMATCH);
  ASSERT_TRUE(AnswerAt(host_, table, 1, id).ok());
  const std::string next = host_.Get(table).next_game_id();
  EXPECT_THAT(host_.Join(next, table.seats[2]), HasReason(v1::ERROR_REASON_SEAT_TAKEN));
  ASSERT_TRUE(host_.Join(next, table.seats[1]).ok());
  ASSERT_TRUE(host_.Join(next, table.seats[0]).ok());
  const v1::Game game = GetGame(next);
  EXPECT_EQ(game.cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  EXPECT_TRUE(game.config().seats(2).has_bot());
  EXPECT_FALSE(game.config().seats(2).bot().has_seed());
}

TEST_F(RematchTest, ARematchRunsAgainstTheClockFromItsStart) {
  const Table table =
      host_.Create(ReadConfig("kind: 'tic_tac_toe' clock { initial { seconds: 9 } }"));
  host_.clock().Advance(absl::Seconds(9) + kFlagGrace);
  Watch(table, 0, /*snapshot=*/false, /*until_finish=*/true).value()->ReadToEnd();
  const int64_t id = MustOffer(table, 0, v1::OFFER_KIND_REMATCH);
  ASSERT_TRUE(AnswerAt(host_, table, 1, id).ok());
  const std::string next = host_.Get(table).next_game_id();
  host_.clock().Advance(absl::Minutes(1));
  for (const Caller& seat : table.seats) ASSERT_TRUE(host_.Join(next, seat).ok());
  const v1::Game game = GetGame(next);
  EXPECT_EQ(game.cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  EXPECT_EQ(game.clocks(0).remaining().seconds(), 9);
}

TEST_F(RematchTest, AServerThatDrainsMakesNone) {
  const Table table = host_.Create();
  ASSERT_TRUE(host_.Do<v1::ResignRequest>(&GameHost::Resign, table, 0).ok());
  const int64_t id = MustOffer(table, 0, v1::OFFER_KIND_REMATCH);
  host_.host().StartDraining();
  EXPECT_THAT(AnswerAt(host_, table, 1, id), HasReason(v1::ERROR_REASON_OFFER_NOT_ALLOWED));
  EXPECT_THAT(OfferAt(host_, table, 1, v1::OFFER_KIND_REMATCH),
              HasReason(v1::ERROR_REASON_OFFER_NOT_ALLOWED));
  EXPECT_TRUE(AnswerAt(host_, table, 1, id, v1::OFFER_ANSWER_DECLINE).ok());
}

TEST_F(RematchTest, OnlyTheServerMakesARematch) {
  v1::CreateGameRequest create;
  *create.mutable_config() = TicTacToe();
  create.mutable_config()->mutable_rematch_of()->set_game_id("00000000000000000abc");
  EXPECT_THAT(host_.TryCreate(create), HasReason(v1::ERROR_REASON_INVALID_CONFIG));
  const Table table = host_.Create();
  v1::ForkGameRequest fork;
  fork.set_game_id(PlayAgain(table));
  const auto forked = host_.Call(&GameHost::ForkGame, Caller{}, fork);
  ASSERT_TRUE(forked.ok()) << forked.status();
  EXPECT_FALSE(forked->game().config().has_rematch_of());
}

TEST_F(RematchTest, AFirstSeatThatWasDrawnIsDrawnAgain) {
  std::set<std::string> first;
  for (int i = 0; i < 60 && first.size() < 2; ++i) {
    const Table table = host_.Create(ReadConfig("kind: 'tic_tac_toe' draw_first_seat: true"));
    const std::string next = PlayAgain(table);
    for (const Caller& seat : table.seats) ASSERT_TRUE(host_.Join(next, seat).ok());
    first.insert(host_.Get(table).config().first_seat() == GetGame(next).config().first_seat()
                     ? "same"
                     : "other");
  }
  EXPECT_EQ(first.size(), 2u);
}

TEST_F(RematchTest, WhoMovedSecondMovesFirstAfterASwapAlsoWhereThatWasDrawn) {
  for (int i = 0; i < 20; ++i) {
    const Table table = host_.Create(ReadConfig("kind: 'tic_tac_toe' draw_first_seat: true"));
    const std::string first = host_.Get(table).current_player();
    const std::string next = PlayAgain(table, /*swap=*/true);
    for (const Caller& seat : table.seats) ASSERT_TRUE(host_.Join(next, seat).ok());
    EXPECT_EQ(GetGame(next).current_player(), first == "X" ? "O" : "X");
  }
}

class FullHostTest : public GameHostOffersTest {
 protected:
  static HostOptions Options() {
    HostOptions options = TestOptions();
    options.max_games = 2;
    return options;
  }
  FullHostTest() : GameHostOffersTest(Options()) {}
};

TEST_F(FullHostTest, ARematchThatCannotBeMadeNowIsMadeLater) {
  const Table table = host_.Create();
  const Table other = host_.Create();
  const auto watch = Watch(table, 0).value();
  EXPECT_EQ(PlayAgain(table), "");
  EXPECT_THAT(host_.Get(table).offers(), SizeIs(1)) << "all agreed, and it waits for the server";
  // It is in use as long as the server tries.
  for (size_t evicted = 0; evicted < 2; evicted += host_.EvictAll()) std::this_thread::yield();
  host_.clock().Advance(absl::Seconds(2));
  const auto events = watch->ReadToEnd();
  EXPECT_EQ(events.back().text(), "game final");
  const std::string next = events[events.size() - 2].offer_answered().next_game_id();
  EXPECT_TRUE(host_.Join(next, table.seats[0]).ok());
}

class SmallQuotaTest : public GameHostOffersTest {
 protected:
  static HostOptions Options() {
    HostOptions options = TestOptions();
    options.max_games_per_key = 1;
    return options;
  }
  SmallQuotaTest() : GameHostOffersTest(Options()) {}
};

TEST_F(SmallQuotaTest, ARematchTakesThePlaceOfTheGameBefore) {
  v1::CreateGameRequest create;
  *create.mutable_config() = TicTacToe();
  const Table table = host_.Seat(host_.Call(&GameHost::CreateGame, kLobbyKey, create).value());
  EXPECT_NE(PlayAgain(table), "");
  EXPECT_THAT(host_.Call(&GameHost::CreateGame, kLobbyKey, create),
              HasReason(v1::ERROR_REASON_LIMIT_REACHED));
}

// --- Hosts that end in between ---

class RematchRecoveryTest : public testing::Test {
 protected:
  RematchRecoveryTest() {
    journal_.SetAutomatic(true);
    host_ = std::make_unique<TestHost>(TestOptions(), &journal_);
    table_ = host_->Create();
    EXPECT_TRUE(host_->Do<v1::ResignRequest>(&GameHost::Resign, table_, 0).ok());
    offer_ = OfferAt(*host_, table_, 0, v1::OFFER_KIND_REMATCH)->sequence();
  }

  // The host ends after so many commits of the agreement, and another one goes on.
  void RestartAfter(int commits) {
    journal_.SetAutomatic(false);
    host_->host().AnswerOffer(table_.seats[1], AnswerRequestOf(table_, offer_), [](const auto&) {});
    for (int i = 0; i < commits; ++i) journal_.AnswerNext(AppendOutcome::kDurable);
    EXPECT_EQ(journal_.waiting(), commits < 3 ? 1u : 0u);
    journal_.Forget();
    host_.reset();
    journal_.SetAutomatic(true);
    host_ = std::make_unique<TestHost>(TestOptions(), &journal_);
  }

  ManualJournal journal_;
  std::unique_ptr<TestHost> host_;
  Table table_;
  int64_t offer_ = 0;
};

TEST_F(RematchRecoveryTest, OneGameIsMadeWhereverTheHostEnded) {
  // The agreement, the new game, the end of the old one.
  for (const int commits : {1, 2, 3}) {
    SCOPED_TRACE(commits);
    RestartAfter(commits);
    v1::WatchGameRequest request;
    request.set_game_id(table_.game_id);
    const auto watch = WatchReader::Open(host_->host(), Caller{}, request).value();
    const auto events = watch->ReadToEnd();
    EXPECT_EQ(events.back().text(), "game final");
    const std::string next = events[events.size() - 2].offer_answered().next_game_id();
    EXPECT_THAT(*journal_.ListGames("", kAllEntries), SizeIs(2 * commits));
    for (const Caller& seat : table_.seats) EXPECT_TRUE(host_->Join(next, seat).ok());
    EXPECT_TRUE(journal_.ReadAgenda(std::nullopt, kAllEntries)->empty());
    // The next one.
    table_ = host_->Create();
    ASSERT_TRUE(host_->Do<v1::ResignRequest>(&GameHost::Resign, table_, 0).ok());
    offer_ = OfferAt(*host_, table_, 0, v1::OFFER_KIND_REMATCH)->sequence();
  }
}

TEST_F(RematchRecoveryTest, AnOfferThatIsNotAgreedOnOutlivesARestart) {
  RestartAfter(0);
  EXPECT_THAT(host_->Get(table_).offers(), SizeIs(1));
  ASSERT_TRUE(AnswerAt(*host_, table_, 1, offer_).ok());
  EXPECT_NE(host_->Get(table_).next_game_id(), "");
}

}  // namespace
}  // namespace meeple::service
