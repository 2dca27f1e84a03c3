// Scores count each end exactly once: across failures, undo, restarts, and calls that race.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/manual_journal.h"
#include "service/core/testing/scores.h"
#include "service/core/testing/test_host.h"
#include "service/journal/memory_journal.h"

namespace meeple::service {
namespace {

using ::testing::IsEmpty;

TEST(ScoreboardJournalTest, AnEndThatIsNotDurableDoesNotCountYet) {
  ManualJournal journal;
  journal.SetAutomatic(true);
  TestHost host(TestOptions(), &journal);
  const Table table = host.Create(TicTacToe());
  journal.SetAutomatic(false);
  v1::ResignRequest resign;
  resign.set_game_id(table.game_id);
  std::promise<absl::Status> answered;
  host.host().Resign(table.seats[0], resign,
                     [&](const auto& answer) { answered.set_value(answer.status()); });
  EXPECT_EQ(RecordOf(host, "O"), "0-0-0");
  journal.AnswerNext(AppendOutcome::kDurable);
  EXPECT_TRUE(answered.get_future().get().ok());
  EXPECT_EQ(RecordOf(host, "O"), "1-0-0");
}

TEST(ScoreboardJournalTest, AGameThatComesBackIsTakenBackAndCountedAsIfItNeverLeft) {
  MemoryJournal journal;
  Table table;
  {
    TestHost host(TestOptions(), &journal);
    table = host.Create(TicTacToe());
    int seat = 0;
    for (const char* move : {"a1", "b1", "b2", "c1", "c3"}) {
      ASSERT_TRUE(host.Move(table, std::exchange(seat, 1 - seat), move).ok());
    }
    ASSERT_EQ(host.EvictAll(), 1u);
    ASSERT_TRUE(host.Do<v1::UndoRequest>(&GameHost::Undo, table, 0).ok());
    EXPECT_EQ(RecordOf(host, "X"), "0-0-0");
    ASSERT_TRUE(host.Do<v1::RedoRequest>(&GameHost::Redo, table, 0).ok());
  }
  TestHost host(TestOptions(), &journal);
  EXPECT_EQ(RecordOf(host, "X"), "1-0-0");
  ASSERT_TRUE(host.Do<v1::UndoRequest>(&GameHost::Undo, table, 0).ok());
  EXPECT_THAT(ScoreTableOf(host), IsEmpty());
}

// What players are told of a game, counted slowly.
void CountSlowly(TestHost& host, const Table& table, std::map<std::string, v1::Score>& scores) {
  const v1::Game game = host.Get(table);
  const bool drawn = game.cursor().status() == v1::GAME_STATUS_DRAWN;
  if (!drawn && game.winner().empty()) return;
  std::set<int> left;
  for (const v1::GameEvent& event : host.Events(table)) {
    if (event.has_seat_left()) left.insert(event.seat_left().seat());
  }
  for (int seat = 0; seat < game.seats_size(); ++seat) {
    const std::string& player = game.seats(seat).player_id();
    v1::Score& score = scores[player];
    score.set_player_id(player);
    if (player == game.winner()) {
      score.set_wins(score.wins() + 1);
    } else if (drawn && !left.contains(seat)) {
      score.set_draws(score.draws() + 1);
    } else {
      score.set_losses(score.losses() + 1);
    }
  }
}

void ExpectScoresOf(TestHost& host, const std::vector<Table>& tables) {
  std::map<std::string, v1::Score> expected;
  for (const Table& table : tables) CountSlowly(host, table, expected);
  for (const char* player : {"ann", "bob", "eve", "fay"}) {
    ASSERT_EQ(RecordOf(host, player), Record(expected[player])) << player;
  }
}

// All who still play offer a draw, which is a yes to that of the first.
void AgreeOnDraw(TestHost& host, const Table& table) {
  v1::MakeOfferRequest draw;
  draw.set_game_id(table.game_id);
  draw.set_kind(v1::OFFER_KIND_DRAW);
  for (const Caller& seat : table.seats) {
    host.Call(&GameHost::MakeOffer, seat, draw).IgnoreError();
  }
}

// Any of a few games is moved on, back, forth, given up, or drawn, and may leave memory.
void StepAtRandom(TestHost& host, const Table& table, std::mt19937& random) {
  const auto seat = static_cast<int>(random() % table.seats.size());
  switch (random() % 12) {
    case 0:
    case 1:
      host.Do<v1::UndoRequest>(&GameHost::Undo, table, seat).IgnoreError();
      return;
    case 2:
      host.Do<v1::RedoRequest>(&GameHost::Redo, table, seat).IgnoreError();
      return;
    case 3:
      if (random() % 4 == 0) {
        host.Do<v1::ResignRequest>(&GameHost::Resign, table, seat).IgnoreError();
      }
      return;
    case 4:
      host.EvictAll();
      return;
    case 5:
      if (random() % 4 == 0) AgreeOnDraw(host, table);
      return;
    default:
      const v1::Game game = host.Get(table);
      if (game.cursor().status() != v1::GAME_STATUS_IN_PROGRESS) return;
      v1::ListLegalMovesRequest list;
      list.set_game_id(table.game_id);
      const auto legal = host.Call(&GameHost::ListLegalMoves, {}, list).value();
      const int choice = static_cast<int>(random() % static_cast<unsigned>(legal.moves_size()));
      ASSERT_TRUE(
          host.Move(table, game.cursor().turn_index(), legal.moves(choice).notation()).ok());
  }
}

TEST(ScoreboardRandomTest, ScoresAreThoseOfASlowRecountAfterEveryStep) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    std::mt19937 random(seed);
    TestHost host;
    std::vector<Table> tables;
    for (const char* seats : {"seats { player_id: 'ann' } seats { player_id: 'bob' }",
                              "seats { player_id: 'bob' } seats { player_id: 'ann' }",
                              "parameters { key: 'rows' value: '4' } seats { player_id: 'eve' } "
                              "seats { player_id: 'ann' } seats { player_id: 'fay' }"}) {
      tables.push_back(host.Create(ReadConfig(absl::StrCat("kind: 'mnk' ", seats))));
    }
    for (int step = 0; step < 150; ++step) {
      ASSERT_NO_FATAL_FAILURE(StepAtRandom(host, tables[random() % tables.size()], random));
      if (step % 5 != 0) continue;
      ASSERT_NO_FATAL_FAILURE(ExpectScoresOf(host, tables)) << "step " << step;
    }
  }
}

// A player finishes many games at once, each ended by two calls that race.
TEST(ScoreboardThreadsTest, GamesThatEndAtTheSameTimeAllCountOnce) {
  constexpr int kGames = 40;
  constexpr int kThreads = 4;
  TestHost host;
  std::vector<Table> tables;
  for (int i = 0; i < kGames; ++i) {
    tables.push_back(host.Create(
        ReadConfig("kind: 'tic_tac_toe' seats { player_id: 'ann' } seats { player_id: 'bob' }")));
  }
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (const Table& table : tables) {
        host.Do<v1::ResignRequest>(&GameHost::Resign, table, thread % 2).IgnoreError();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const v1::Score ann = ScoreOf(host, "ann");
  const v1::Score bob = ScoreOf(host, "bob");
  EXPECT_EQ(ann.wins() + ann.losses(), kGames);
  EXPECT_EQ(ann.wins(), bob.losses());
  EXPECT_EQ(ann.losses(), bob.wins());
}

}  // namespace
}  // namespace meeple::service
