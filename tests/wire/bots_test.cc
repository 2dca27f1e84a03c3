// Seats that the server plays.

#include <google/protobuf/text_format.h>

#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

class BotsTest : public WireTest {
 protected:
  // A person as X against a bot as O.
  Table CreateAgainst(const std::string& bot) { return Create("seats {} seats { " + bot + " }"); }
  void WaitForTurns(const Table& table, int turns) {
    WaitUntil("the bot has moved", [&] { return Get(table)->game().cursor().turns() >= turns; });
  }
  // The moves that a game of the whole line consists of.
  std::vector<std::string> Line(const Table& table) {
    v1::ReplayRequest request;
    request.set_game_id(table.game_id);
    std::vector<std::string> line;
    const auto replay = Call(&Stub::Replay, table.watch, request);
    for (const v1::ReplayFrame& frame : replay->frames()) {
      if (frame.has_move()) line.push_back(frame.move().notation());
    }
    return line;
  }
};

TEST_F(BotsTest, TheCreatorGetsNoCredentialOfABotsSeat) {
  const Table table = CreateAgainst("bot { kind: 'random' seed: 1 }");
  EXPECT_EQ(table.seats.size(), 1u);
  EXPECT_EQ(table.game.seats(1).bot().kind(), "random");
}

TEST_F(BotsTest, ABotAnswersEachMove) {
  const Table table = CreateAgainst("bot { kind: 'perfect' }");
  const auto watcher = Watch(table);
  ASSERT_THAT(Move(table, 0, "b2"), IsOk());
  const std::vector<v1::GameEvent> events = watcher->ReadTo(4);
  EXPECT_EQ(events.back().actor(), "O");
  EXPECT_EQ(Get(table)->game().current_player(), "X");
}

TEST_F(BotsTest, ABotThatIsFirstBegins) {
  const Table table = Create("seats { bot { kind: 'perfect' } } seats {}");
  WaitForTurns(table, 1);
  EXPECT_EQ(Get(table)->game().current_player(), "O");
}

TEST_F(BotsTest, ASeedIsNeverShown) {
  const Table table = CreateAgainst("bot { kind: 'random' seed: 4242424242 }");
  EXPECT_FALSE(table.game.config().seats(1).bot().has_seed());
  EXPECT_FALSE(table.game.seats(1).bot().has_seed());
  const v1::GameCreated created = Events(table)[0].game_created();
  EXPECT_FALSE(created.config().seats(1).bot().has_seed());
  EXPECT_FALSE(Get(table)->game().seats(1).bot().has_seed());
}

TEST_F(BotsTest, TheSameSeedAndTheSameMovesGiveTheSameAnswers) {
  std::vector<std::string> lines;
  for (int i = 0; i < 3; ++i) {
    const Table table = Create(
        "parameters { key: 'size' value: '5' } seats { bot { kind: 'random' seed: 7 } } "
        "seats { bot { kind: 'random' seed: 8 } }");
    EXPECT_THAT(Watch(table)->End(), IsOk());
    std::string line;
    for (const std::string& move : Line(table)) line += move + " ";
    lines.push_back(line);
  }
  EXPECT_EQ(lines[0], lines[1]);
  EXPECT_EQ(lines[0], lines[2]);
}

TEST_F(BotsTest, UndoGoesBackToThePersonsTurnInOneGroup) {
  const Table table = CreateAgainst("bot { kind: 'perfect' }");
  ASSERT_THAT(Move(table, 0, "a1"), IsOk());
  WaitForTurns(table, 2);
  const auto undone = Undo(table, 0);
  ASSERT_THAT(undone, IsOk());
  ASSERT_EQ(undone->events_size(), 2);
  EXPECT_TRUE(undone->events(0).has_move_undone());
  EXPECT_TRUE(undone->events(1).has_move_undone());
  EXPECT_EQ(undone->cursor().turns(), 0);
  EXPECT_EQ(undone->cursor().turn_index(), 0);

  const auto redone = Redo(table, 0);
  ASSERT_THAT(redone, IsOk());
  EXPECT_EQ(redone->events_size(), 2);
  EXPECT_EQ(redone->cursor().turns(), 2);
  EXPECT_EQ(Get(table)->game().current_player(), "X");
}

TEST_F(BotsTest, UndoWhileTheBotThinksThrowsItsAnswerAway) {
  for (int i = 0; i < 50; ++i) {
    const Table table = CreateAgainst("bot { kind: 'random' seed: 3 }");
    ASSERT_THAT(Move(table, 0, "a1"), IsOk());
    ASSERT_THAT(Undo(table, 0), IsOk());
    EXPECT_EQ(Get(table)->game().cursor().turns(), 0);
    ASSERT_THAT(Move(table, 0, "b2"), IsOk());
    WaitForTurns(table, 2);
    EXPECT_EQ(Line(table)[0], "b2");
  }
}

TEST_F(BotsTest, UndoOfAWinOfTheBot) {
  // X plays badly until O has won.
  const Table table = CreateAgainst("bot { kind: 'perfect' }");
  for (int turns = 2; Get(table)->game().cursor().status() == v1::GAME_STATUS_IN_PROGRESS;
       turns += 2) {
    v1::ListLegalMovesRequest request;
    request.set_game_id(table.game_id);
    const auto moves = Call(&Stub::ListLegalMoves, "", request);
    ASSERT_GT(moves->moves_size(), 0);
    ASSERT_THAT(Move(table, 0, moves->moves(moves->moves_size() - 1).notation()), IsOk());
    WaitUntil("the bot has moved or the game is over", [&] {
      const v1::Game game = Get(table)->game();
      return game.cursor().turns() >= turns ||
             game.cursor().status() != v1::GAME_STATUS_IN_PROGRESS;
    });
  }
  EXPECT_NE(Get(table)->game().winner(), "X");
  const auto undone = Undo(table, 0);
  ASSERT_THAT(undone, IsOk());
  EXPECT_EQ(undone->cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  EXPECT_EQ(undone->cursor().turn_index(), 0);
}

TEST_F(BotsTest, ManyGamesOfBotsEnd) {
  std::vector<std::unique_ptr<Watcher>> watchers;
  for (int i = 0; i < 50; ++i) {
    watchers.push_back(
        Watch(Create("seats { bot { kind: 'random' } } seats { bot { kind: 'perfect' } }")));
  }
  for (const auto& watcher : watchers) {
    std::vector<v1::GameEvent> events;
    EXPECT_THAT(watcher->End(&events), IsOk());
    EXPECT_NE(events[events.size() - 2].text(), "X wins");
    EXPECT_EQ(events.back().text(), "game final");
  }
}

// --- SetController ---

class SetControllerTest : public BotsTest {
 protected:
  Answer<v1::SetControllerResponse> Set(const Table& table, int seat, const std::string& controller,
                                        const std::string& token, const std::string& id = "") {
    v1::SetControllerRequest request;
    request.set_game_id(table.game_id);
    request.set_request_id(id);
    request.set_seat(seat);
    EXPECT_TRUE(
        google::protobuf::TextFormat::ParseFromString(controller, request.mutable_controller()));
    return Call(&Stub::SetController, token, request);
  }
};

TEST_F(SetControllerTest, APersonLeavesTheSeatToABotAndComesBack) {
  const Table table = Create();
  const auto watcher = Watch(table);
  ASSERT_THAT(Set(table, 0, "bot { kind: 'perfect' }", table.seats[0]), IsOk());
  const std::vector<v1::GameEvent> events = watcher->ReadTo(4);
  EXPECT_EQ(events[2].text(), "perfect plays for X");
  EXPECT_TRUE(events[3].has_move_applied()) << "at once, since it was X's turn";
  const bool in_the_corner = events[3].move_applied().move().notation() == "a1";
  ASSERT_THAT(Move(table, 1, in_the_corner ? "b2" : "a1"), IsOk());
  WaitForTurns(table, 3);
  EXPECT_THAT(Move(table, 0, "c3"), Refused(v1::ERROR_REASON_BOT_PLAYS));
  const auto taken = Set(table, 0, "held {}", table.seats[0], Uuid(1));
  ASSERT_THAT(taken, IsOk());
  EXPECT_EQ(Set(table, 0, "held {}", table.seats[0], Uuid(1))->sequence(), taken->sequence());
  EXPECT_THAT(Set(table, 0, "held {}", table.seats[0], Uuid(2)),
              Refused(v1::ERROR_REASON_CONTROLLER_UNCHANGED));
  EXPECT_THAT(Undo(table, 1), Refused(v1::ERROR_REASON_NOTHING_TO_UNDO));
}

TEST_F(SetControllerTest, EveryRefusalIsTyped) {
  const Table table = Create();
  const auto refused = [&](int seat, const std::string& controller, const std::string& token) {
    return Set(table, seat, controller, token);
  };
  EXPECT_THAT(refused(0, "", table.seats[0]), RefusedField("controller"));
  EXPECT_THAT(refused(8, "held {}", table.seats[0]), RefusedField("seat"));
  EXPECT_THAT(refused(2, "held {}", table.seats[0]), RefusedField("seat"));
  EXPECT_THAT(refused(0, "bot { kind: 'random' seed: 1 }", table.seats[0]),
              RefusedField("controller.bot.seed"));
  EXPECT_THAT(refused(0, "bot { kind: 'nobody' }", table.seats[0]),
              Refused(v1::ERROR_REASON_INVALID_CONFIG));
  EXPECT_THAT(refused(0, "bot { kind: 'search' level: 11 }", table.seats[0]),
              Refused(v1::ERROR_REASON_INVALID_CONFIG));
  EXPECT_THAT(refused(0, "bot { kind: 'random' }", ""),
              Refused(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  EXPECT_THAT(refused(0, "bot { kind: 'random' }", table.seats[1]),
              Refused(v1::ERROR_REASON_WRONG_SEAT));
  EXPECT_EQ(Events(table).size(), 2u) << "a refused call changes nothing";
}

}  // namespace
}  // namespace meeple::wire
