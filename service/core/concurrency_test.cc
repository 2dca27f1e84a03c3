// Many threads on few games: whatever they do, there is one order of events, and everybody who
// looks sees a part of it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "service/core/errors.h"
#include "service/core/game_summary.h"
#include "service/core/testing/run_together.h"
#include "service/core/testing/test_host.h"
#include "service/core/testing/watch_reader.h"

namespace meeple::service {
namespace {

// What is repeated thousands of times is repeated less often under sanitizers.
constexpr int kScale = MEEPLE_TEST_SLOWDOWN;

v1::GameConfig OfSize(int size) {
  v1::GameConfig config;
  config.set_kind("tic_tac_toe");
  (*config.mutable_parameters())["size"] = std::to_string(size);
  return config;
}

std::string CellName(int index, int size) {
  return std::string(1, static_cast<char>('a' + index % size)) + std::to_string(1 + index / size);
}

// The moves of a game must alternate between its seats and take no cell twice.
void ExpectOneOrder(const std::vector<v1::GameEvent>& events) {
  std::set<std::string> cells;
  std::string last_symbol;
  for (size_t i = 0; i < events.size(); ++i) {
    ASSERT_EQ(events[i].sequence(), static_cast<int64_t>(i) + 1);
    if (!events[i].has_move_applied()) continue;
    const v1::Move& move = events[i].move_applied().move();
    EXPECT_TRUE(cells.insert(move.notation()).second) << move.notation() << " is taken twice";
    EXPECT_NE(move.symbol(), last_symbol) << "out of turn";
    last_symbol = move.symbol();
  }
}

TEST(ConcurrencyTest, ThirtySixSubmissionsFromEightThreads) {
  for (int round = 0; round < 20 / std::min(kScale, 4); ++round) {
    TestHost host;
    const Table table = host.Create(OfSize(6));
    std::atomic<int> next = 0;
    std::atomic<int> accepted = 0;
    RunTogether(8, [&](int thread) {
      for (int cell = next++; cell < 36; cell = next++) {
        if (host.Move(table, (thread + cell) % 2, CellName(cell, 6)).ok()) ++accepted;
      }
    });
    const auto events = host.Events(table);
    ExpectOneOrder(events);
    EXPECT_EQ(accepted, host.Get(table).cursor().turns());
    const auto moves = std::count_if(events.begin(), events.end(),
                                     [](const auto& event) { return event.has_move_applied(); });
    EXPECT_EQ(accepted, moves);
  }
}

TEST(ConcurrencyTest, TwoThreadsInEachOfTwoThousandGames) {
  TestHost host;
  for (int game = 0; game < 2'000 / kScale; ++game) {
    const Table table = host.Create(OfSize(3));
    std::atomic<int> accepted = 0;
    RunTogether(2, [&](int seat) {
      std::mt19937 random(static_cast<unsigned>(game * 2 + seat));
      // Until the game is over: refusals for turn and cell are expected on the way.
      for (;;) {
        const auto move = host.Move(table, seat, CellName(static_cast<int>(random() % 9), 3));
        if (move.ok()) ++accepted;
        if (!move.ok() && ReasonOf(move.status()) == v1::ERROR_REASON_GAME_OVER) return;
      }
    });
    ASSERT_NO_FATAL_FAILURE(ExpectOneOrder(host.Events(table))) << "game " << game;
    ASSERT_EQ(accepted, host.Get(table).cursor().turns()) << "game " << game;
  }
}

TEST(ConcurrencyTest, OfTwoSimultaneousSubmissionsOfOnePlayerOneIsAccepted) {
  constexpr int kTrials = 100'000 / kScale;
  // With 90 turns no line of 20 is full, so a game never ends by itself.
  constexpr int kTurns = 90;
  TestHost host;
  Table table;
  int turn = kTurns;
  int wrong = 0;
  std::atomic<int> accepted = 1;
  // Between two trials: counts the last one and sets the table for the next.
  std::barrier meet(2, [&]() noexcept {
    wrong += accepted.exchange(0) == 1 ? 0 : 1;
    if (++turn >= kTurns) {
      table = host.Create(OfSize(20));
      turn = 0;
    }
  });
  RunTogether(2, [&](int thread) {
    for (int trial = 0; trial < kTrials; ++trial) {
      meet.arrive_and_wait();
      // Two free cells, so that only the turn can refuse one of them.
      if (host.Move(table, turn % 2, CellName(2 * turn + thread, 20)).ok()) ++accepted;
    }
    meet.arrive_and_wait();
  });
  EXPECT_EQ(wrong, 0);
}

TEST(ConcurrencyTest, TheSameMoveTwiceInParallelIsOneEvent) {
  TestHost host;
  for (int trial = 0; trial < 200; ++trial) {
    const Table table = host.Create(OfSize(3));
    std::atomic<int> ok = 0;
    RunTogether(2, [&](int) {
      if (host.Move(table, 0, "b2", "11111111-aaaa-4bbb-8ccc-000000000001", 2).ok()) ++ok;
    });
    EXPECT_EQ(ok, 2) << "the second one gets the answer of the first";
    EXPECT_EQ(host.Events(table).size(), 3u);
  }
}

// The move that wins, a resignation, the yes to a draw and a flag, in the same moment.
TEST(ConcurrencyTest, AGameEndsOnceWhateverRaces) {
  constexpr int kGames = 10'000 / kScale;
  TestHost host;
  v1::GameConfig clocked = OfSize(3);
  clocked.mutable_clock()->mutable_initial()->set_seconds(1);
  std::map<v1::EndReason, int> ends;
  Table table;
  v1::AnswerOfferRequest yes;
  yes.set_answer(v1::OFFER_ANSWER_ACCEPT);
  std::atomic<int> accepted = 0;
  int wrong = 0;
  // Between two games: looks at the last one and plays the next up to its last move.
  std::barrier meet(4, [&]() noexcept {
    if (!table.game_id.empty()) {
      const auto events = host.Events(table);
      const auto finished = std::ranges::count_if(
          events, [](const v1::GameEvent& event) { return event.has_game_finished(); });
      const v1::EndReason reason = host.Get(table).end_reason();
      ++ends[reason];
      const int told = reason == v1::END_REASON_TIME ? 0 : 1;
      wrong += finished == 1 && accepted == told ? 0 : 1;
    }
    table = host.Create(clocked);
    for (const int cell : {0, 1, 4, 2}) {
      static_cast<void>(host.Move(table, cell == 1 || cell == 2 ? 1 : 0, CellName(cell, 3)));
    }
    v1::MakeOfferRequest draw;
    draw.set_game_id(table.game_id);
    draw.set_kind(v1::OFFER_KIND_DRAW);
    yes.set_game_id(table.game_id);
    yes.set_offer_id(host.Call(&GameHost::MakeOffer, table.seats[1], draw)->sequence());
    accepted = 0;
  });
  RunTogether(4, [&](int thread) {
    for (int game = 0; game < kGames; ++game) {
      meet.arrive_and_wait();
      if (thread == 3) {
        host.clock().Advance(absl::Seconds(1) + kFlagGrace);
        continue;
      }
      const bool ok = thread == 0   ? host.Move(table, 0, CellName(8, 3)).ok()
                      : thread == 1 ? host.Do<v1::ResignRequest>(&GameHost::Resign, table, 1).ok()
                                    : host.Call(&GameHost::AnswerOffer, table.seats[0], yes).ok();
      if (ok) ++accepted;
    }
    meet.arrive_and_wait();
  });
  EXPECT_EQ(wrong, 0);
  for (const auto& [reason, count] : ends) {
    RecordProperty(v1::EndReason_Name(reason), count);
  }
  EXPECT_EQ(ends.size(), 4u) << "each of them came first at times";
}

TEST(ConcurrencyTest, BothOfferARematchAtOnceAndOneIsMade) {
  TestHost host;
  for (int trial = 0; trial < 500 / kScale; ++trial) {
    const Table table = host.Create(OfSize(3));
    ASSERT_TRUE(host.Do<v1::ResignRequest>(&GameHost::Resign, table, 0).ok());
    const int64_t before = host.host().levels().games;
    RunTogether(2, [&](int seat) {
      v1::MakeOfferRequest rematch;
      rematch.set_game_id(table.game_id);
      rematch.set_kind(v1::OFFER_KIND_REMATCH);
      const auto made =
          host.Call(&GameHost::MakeOffer, table.seats[static_cast<size_t>(seat)], rematch);
      EXPECT_TRUE(made.ok()) << made.status();
    });
    const std::string next = host.Get(table).next_game_id();
    ASSERT_NE(next, "");
    EXPECT_EQ(host.host().levels().games, before + 1);
    for (const Caller& seat : table.seats) EXPECT_TRUE(host.Join(next, seat).ok());
  }
}

TEST(ConcurrencyTest, ManyCreatesWithOneRequestIdMakeOneGame) {
  TestHost host;
  std::vector<std::string> answers(16);
  RunTogether(16, [&](int thread) {
    answers[static_cast<size_t>(thread)] =
        host.Create(OfSize(3), "11111111-aaaa-4bbb-8ccc-000000000001").created.SerializeAsString();
  });
  EXPECT_EQ(host.host().levels().games, 1);
  EXPECT_THAT(answers, testing::Each(answers[0]));
}

// Two players do what they like, six watch from different places on, and one thread has the game
// leave memory as often as it can.
void ExpectAllWatchersSeeTheSame(const HostOptions& options) {
  TestHost host(options);
  const Table table = host.Create(OfSize(6));
  std::vector<std::vector<v1::GameEvent>> seen(6);
  std::atomic<bool> over = false;
  RunTogether(9, [&](int thread) {
    if (thread == 8) {
      while (!over) host.host().EvictIdleGames(true);
      return;
    }
    if (thread < 2) {
      std::mt19937 random(static_cast<unsigned>(thread));
      while (!over) {
        switch (random() % 12) {
          case 0:
            static_cast<void>(host.Do<v1::UndoRequest>(&GameHost::Undo, table, thread));
            break;
          case 1:
            static_cast<void>(host.Do<v1::RedoRequest>(&GameHost::Redo, table, thread));
            break;
          default:
            static_cast<void>(
                host.Move(table, thread, CellName(static_cast<int>(random() % 36), 6)));
        }
        if (host.Get(table).sequence() > 400) {
          static_cast<void>(host.Do<v1::ResignRequest>(&GameHost::Resign, table, thread));
        }
        const auto status = host.Get(table).cursor().status();
        over = over || status == v1::GAME_STATUS_ABANDONED;
        if (status == v1::GAME_STATUS_WON || status == v1::GAME_STATUS_DRAWN) {
          static_cast<void>(host.Do<v1::UndoRequest>(&GameHost::Undo, table, thread));
        }
      }
      host.clock().Advance(absl::Seconds(60));  // the result becomes final
      return;
    }
    v1::WatchGameRequest request;
    request.set_game_id(table.game_id);
    request.set_after_sequence(thread % 3);
    const auto reader = WatchReader::Open(host.host(), Caller{}, request).value();
    seen[static_cast<size_t>(thread - 2)] = reader->ReadToEnd();
  });
  const auto events = host.Events(table);
  for (size_t i = 0; i < seen.size(); ++i) {
    const size_t skipped = (i + 2) % 3;
    ASSERT_EQ(seen[i].size(), events.size() - skipped);
    for (size_t j = 0; j < seen[i].size(); ++j) {
      ASSERT_EQ(seen[i][j].SerializeAsString(), events[j + skipped].SerializeAsString());
    }
  }
}

TEST(ConcurrencyTest, EveryWatcherSeesTheSameGaplessStretch) {
  ExpectAllWatchersSeeTheSame(TestOptions());
}

// Nothing may be lost or repeated at the bound of what is in memory, nor where the game leaves it.
TEST(ConcurrencyTest, EveryWatcherSeesTheSameOfAGameThatComesAndGoes) {
  HostOptions options = TestOptions();
  options.max_bytes_of_games = 0;
  options.events_in_memory = 4;
  for (const int threads : {0, 2}) {
    options.loading_threads = threads;
    ExpectAllWatchersSeeTheSame(options);
  }
}

TEST(ConcurrencyTest, WatchesOpenedAndDroppedAmidMovesLeaveNothingBehind) {
  TestHost host;
  const Table table = host.Create(OfSize(10));
  RunTogether(4, [&](int thread) {
    for (int i = 0; i < 400 / kScale; ++i) {
      if (thread < 2) {
        static_cast<void>(host.Move(table, thread, CellName((i * 2 + thread) % 100, 10)));
        continue;
      }
      v1::WatchGameRequest request;
      request.set_game_id(table.game_id);
      request.set_snapshot(i % 2 == 0);
      const auto reader = WatchReader::Open(host.host(), Caller{}, request).value();
      EXPECT_EQ(reader->Peek().kind, WatchStep::Kind::kMessage);
      reader->Peek();
    }
  });
  EXPECT_EQ(host.host().levels().watchers, 0);
}

}  // namespace
}  // namespace meeple::service
