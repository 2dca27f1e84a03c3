// The classic game, word for word.

#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

class GoldenTest : public WireTest {
 protected:
  static v1::SubmitMoveRequest At(const Table& table, int row, int column) {
    v1::SubmitMoveRequest request;
    request.set_game_id(table.game_id);
    request.mutable_move()->mutable_cell()->set_row(row);
    request.mutable_move()->mutable_cell()->set_column(column);
    return request;
  }
  Answer<v1::SubmitMoveResponse> PlayAt(const Table& table, int seat, int row, int column) {
    return Call(&Stub::SubmitMove, table.seats.at(static_cast<size_t>(seat)),
                At(table, row, column));
  }
  // X (0,0), O (0,1), X (1,1), O (0,2), X (2,2).
  void PlayClassicGame(const Table& table) {
    const std::vector<std::pair<int, int>> cells = {{0, 0}, {0, 1}, {1, 1}, {0, 2}, {2, 2}};
    for (size_t i = 0; i < cells.size(); ++i) {
      ASSERT_THAT(PlayAt(table, static_cast<int>(i % 2), cells[i].first, cells[i].second), IsOk());
    }
  }
};

TEST_F(GoldenTest, TheClassicGame) {
  const Table table = Create();
  const auto watcher = Watch(table);
  PlayClassicGame(table);

  const std::vector<v1::GameEvent> events = watcher->ReadTo(8);
  const std::vector<std::pair<std::string, int>> expected = {
      {"game created", 0},       {"game started", 0},
      {"X plays X at (0,0)", 1}, {"O plays O at (0,1)", 2},
      {"X plays X at (1,1)", 3}, {"O plays O at (0,2)", 4},
      {"X plays X at (2,2)", 5}, {"X wins", 5},
  };
  ASSERT_EQ(events.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(events[i].sequence(), static_cast<int64_t>(i) + 1);
    EXPECT_EQ(events[i].text(), expected[i].first);
    EXPECT_EQ(events[i].turn(), expected[i].second);
  }

  const v1::Game game = Get(table)->game();
  EXPECT_EQ(game.cursor().status(), v1::GAME_STATUS_WON);
  EXPECT_EQ(game.cursor().turns(), 5);
  EXPECT_EQ(game.winner(), "X");
  EXPECT_EQ(game.end_reason(), v1::END_REASON_BOARD);
  EXPECT_EQ(game.current_player(), "");
  EXPECT_EQ(game.sequence(), 8);
  EXPECT_THAT(game.board().cells(),
              testing::ElementsAre("X", "O", "O", ".", "X", ".", ".", ".", "X"));
  EXPECT_NE(game.rendered().find("X|O|O\n.|X|.\n.|.|X"), std::string::npos) << game.rendered();
}

TEST_F(GoldenTest, UndoOfTheWinAndTheSameWinAgain) {
  const Table table = Create();
  PlayClassicGame(table);

  const auto undone = Undo(table, 0);
  ASSERT_THAT(undone, IsOk());
  EXPECT_EQ(undone->cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  EXPECT_EQ(undone->cursor().turn_index(), 0);
  EXPECT_EQ(undone->cursor().turns(), 4);
  EXPECT_EQ(undone->events(0).text(), "undo: X takes back (2,2)");
  EXPECT_EQ(Get(table)->game().current_player(), "X");

  const auto out_of_turn = PlayAt(table, 1, 2, 0);
  EXPECT_THAT(out_of_turn, Refused(v1::ERROR_REASON_NOT_YOUR_TURN));
  EXPECT_EQ(out_of_turn.metadata("to_move"), "X");
  EXPECT_THAT(PlayAt(table, 0, 0, 0), Refused(v1::ERROR_REASON_CELL_TAKEN));

  const auto won = PlayAt(table, 0, 2, 2);
  ASSERT_THAT(won, IsOk());
  EXPECT_EQ(won->winner(), "X");
  EXPECT_EQ(won->cursor().status(), v1::GAME_STATUS_WON);
  EXPECT_EQ(won->events_size(), 2);
  EXPECT_EQ(won->sequence(), 11);
  EXPECT_EQ(won->head_sequence(), 11);
}

TEST_F(GoldenTest, RedoBringsTheWinBack) {
  const Table table = Create();
  PlayClassicGame(table);
  ASSERT_THAT(Undo(table, 1), IsOk());
  EXPECT_THAT(Redo(table, 1), Refused(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  const auto redone = Redo(table, 0);
  ASSERT_THAT(redone, IsOk());
  EXPECT_EQ(redone->winner(), "X");
  EXPECT_EQ(redone->events(0).text(), "redo: X plays X at (2,2)");
  EXPECT_EQ(redone->events(1).text(), "X wins");
  EXPECT_THAT(Redo(table, 0), Refused(v1::ERROR_REASON_NOTHING_TO_REDO));
}

TEST_F(GoldenTest, PerfectAgainstPerfectIsADrawOfNineTurnsAndTenFrames) {
  const Table table = Create("seats { bot { kind: 'perfect' } } seats { bot { kind: 'perfect' } }");
  EXPECT_TRUE(table.seats.empty());
  std::vector<v1::GameEvent> events;
  EXPECT_THAT(Watch(table)->End(&events), IsOk());
  ASSERT_EQ(events.size(), 13u);
  EXPECT_EQ(events[11].text(), "draw");
  EXPECT_EQ(events[11].turn(), 9);
  EXPECT_EQ(events[12].text(), "game final");

  v1::ReplayRequest request;
  request.set_game_id(table.game_id);
  const auto replay = Call(&Stub::Replay, "", request);
  ASSERT_THAT(replay, IsOk());
  ASSERT_EQ(replay->frames_size(), 10);
  EXPECT_FALSE(replay->frames(0).has_move());
  EXPECT_EQ(replay->frames(9).cursor().status(), v1::GAME_STATUS_DRAWN);
}

}  // namespace
}  // namespace meeple::wire
