// Many clients at once. What was accepted is what the log says, and nothing else happened.

#include <atomic>
#include <set>
#include <string>
#include <thread>

#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

class ConcurrencyTest : public WireTest {
 protected:
  // Runs `work` on so many threads and waits for all.
  static void InThreads(int count, const std::function<void(int)>& work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
  }
  std::vector<v1::Move> Applied(const Table& table) {
    std::vector<v1::Move> moves;
    for (const v1::GameEvent& event : Events(table)) {
      if (event.has_move_applied()) moves.push_back(event.move_applied().move());
    }
    return moves;
  }
};

TEST_F(ConcurrencyTest, ThirtySixSubmissionsFromEightThreads) {
  const Table table = Create("parameters { key: 'size' value: '6' }");
  const auto watcher = Watch(table);
  std::atomic<int> next{0};
  std::atomic<int> accepted{0};
  InThreads(8, [&](int) {
    for (int i = next++; i < 36; i = next++) {
      v1::SubmitMoveRequest request;
      request.set_game_id(table.game_id);
      request.mutable_move()->mutable_cell()->set_row(i / 6);
      request.mutable_move()->mutable_cell()->set_column(i % 6);
      // In this pattern no line of six is of one symbol, so that nobody wins.
      const auto seat = static_cast<size_t>((i / 12 + i) % 2);
      const auto answer = Call(&Stub::SubmitMove, table.seats[seat], request);
      if (answer.ok()) {
        ++accepted;
      } else {
        EXPECT_THAT(answer, Refused(v1::ERROR_REASON_NOT_YOUR_TURN));
      }
    }
  });
  const std::vector<v1::Move> moves = Applied(table);
  EXPECT_EQ(moves.size(), static_cast<size_t>(accepted));
  EXPECT_EQ(Get(table)->game().cursor().turns(), accepted);
  std::set<std::string> cells;
  for (size_t i = 0; i < moves.size(); ++i) {
    EXPECT_TRUE(cells.insert(moves[i].notation()).second) << moves[i].notation();
    EXPECT_EQ(moves[i].symbol(), i % 2 == 0 ? "X" : "O");
    EXPECT_EQ(moves[i].number(), static_cast<int>(i) + 1);
  }
  const int64_t head = Get(table)->game().sequence();
  const std::vector<int64_t> seen = SequencesOf(watcher->ReadTo(head));
  EXPECT_EQ(seen.size(), static_cast<size_t>(head));
}

TEST_F(ConcurrencyTest, ADoubleClickIsOneMove) {
  for (int round = 0; round < 100; ++round) {
    const Table table = Create();
    std::atomic<int> accepted{0};
    InThreads(2, [&](int) { accepted += Move(table, 0, "b2").ok() ? 1 : 0; });
    EXPECT_EQ(accepted, 1);
    EXPECT_EQ(Applied(table).size(), 1u);
  }
}

TEST_F(ConcurrencyTest, ARetryThatCrossesTheFirstTryIsOneMove) {
  for (int round = 0; round < 100; ++round) {
    const Table table = Create();
    v1::SubmitMoveRequest request = MoveRequest(table, "b2");
    request.set_request_id(Uuid(round));
    InThreads(2, [&](int) {
      const auto answer = Call(&Stub::SubmitMove, table.seats[0], request);
      EXPECT_THAT(answer, IsOk());
      EXPECT_EQ(answer->sequence(), 3);
    });
    EXPECT_EQ(Applied(table).size(), 1u);
  }
}

TEST_F(ConcurrencyTest, GamesShareNothing) {
  InThreads(8, [this](int) {
    for (int i = 0; i < 20; ++i) {
      const Table table = Create();
      Play(table, {"a1", "b1", "b2", "c1", "c3"});
      EXPECT_EQ(Get(table)->game().winner(), "X");
      EXPECT_EQ(Texts(table).size(), 8u);
    }
  });
  EXPECT_EQ(server().host().levels().games, 160);
}

}  // namespace
}  // namespace meeple::wire
