#ifndef MEEPLE_SERVICE_CORE_TESTING_GAME_HOST_TEST_BASE_H_
#define MEEPLE_SERVICE_CORE_TESTING_GAME_HOST_TEST_BASE_H_

// The fixture of tests that make all calls of a host, as a transport makes them.
//
//   TEST_F(GameHostTest, X) { const Table table = host_.Create(); Play(table, {"b2"}); ... }

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "service/core/testing/test_host.h"
#include "service/core/testing/watch_reader.h"

namespace meeple::service {

inline constexpr char kId1[] = "11111111-aaaa-4bbb-8ccc-000000000001";
inline constexpr char kId2[] = "11111111-aaaa-4bbb-8ccc-000000000002";

inline std::vector<std::string> Texts(const std::vector<v1::GameEvent>& events) {
  std::vector<std::string> texts;
  for (const v1::GameEvent& event : events) texts.push_back(event.text());
  return texts;
}

inline std::vector<int64_t> Sequences(const std::vector<v1::GameEvent>& events) {
  std::vector<int64_t> sequences;
  for (const v1::GameEvent& event : events) sequences.push_back(event.sequence());
  return sequences;
}

inline v1::GameConfig TicTacToe() {
  v1::GameConfig config;
  config.set_kind("tic_tac_toe");
  return config;
}

// So much time passes that the result of a game which is over becomes final.
inline void AwaitFinal(TestHost& host, const Table& table) {
  v1::WatchGameRequest request;
  request.set_game_id(table.game_id);
  const auto watch =
      WatchReader::Open(host.host(), table.watcher.value_or(Caller{}), request).value();
  host.clock().Advance(absl::Seconds(60));
  watch->ReadToEnd();
}

class GameHostTest : public testing::Test {
 protected:
  explicit GameHostTest(const HostOptions& options = TestOptions()) : host_(options) {}

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

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_GAME_HOST_TEST_BASE_H_
