// What each rpc answers when all is well, and what it refuses for reasons of the game.

#include <google/protobuf/text_format.h>

#include <cstdint>
#include <map>
#include <set>

#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

class RpcsTest : public WireTest {};

// --- CreateGame ---

TEST_F(RpcsTest, CreateGameFillsInWhatIsLeftOut) {
  const auto created = TryCreate(Config(""));
  ASSERT_THAT(created, IsOk());
  const v1::Game& game = created->game();
  EXPECT_EQ(game.game_id().size(), 20u);
  EXPECT_EQ(game.config().kind(), "tic_tac_toe");
  EXPECT_EQ(game.config().parameters().at("size"), "3");
  EXPECT_EQ(game.config().undo(), v1::UNDO_POLICY_FREE);
  EXPECT_EQ(game.config().visibility(), v1::VISIBILITY_PUBLIC);
  ASSERT_EQ(game.seats_size(), 2);
  EXPECT_EQ(game.seats(0).player_id(), "X");
  EXPECT_EQ(game.seats(1).symbol(), "O");
  EXPECT_EQ(game.cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  EXPECT_EQ(game.cursor().turns(), 0);
  EXPECT_EQ(game.current_player(), "X");
  EXPECT_EQ(game.sequence(), 2);
  EXPECT_EQ(game.board().rows(), 3);
  EXPECT_EQ(game.board().cells_size(), 9);
  ASSERT_EQ(created->credentials_size(), 2);
  for (int seat = 0; seat < 2; ++seat) {
    const v1::Credential& credential = created->credentials(seat);
    EXPECT_EQ(credential.kind(), v1::CREDENTIAL_KIND_SEAT);
    EXPECT_EQ(credential.seat(), seat);
    EXPECT_EQ(credential.player_id(), game.seats(seat).player_id());
    EXPECT_EQ(credential.token().size(), 59u);
    EXPECT_EQ(credential.token().rfind("m1.", 0), 0u);
  }
}

TEST_F(RpcsTest, CreateGameKeepsWhatIsGiven) {
  const Table table = Create(
      "parameters { key: 'size' value: '5' } labels { key: 'event' value: 'finals' } turn_limit: "
      "20 "
      "seats { player_id: ' Zoë ' symbol: 'Z' } seats { player_id: '王' } seats { symbol: '#' }");
  const v1::Game& game = table.game;
  EXPECT_EQ(table.seats.size(), 3u);
  EXPECT_EQ(game.config().labels().at("event"), "finals");
  EXPECT_EQ(game.config().turn_limit(), 20);
  EXPECT_EQ(game.seats(0).player_id(), "Zoë");
  EXPECT_EQ(game.seats(0).symbol(), "Z");
  EXPECT_EQ(game.seats(1).player_id(), "王");
  EXPECT_EQ(game.seats(1).symbol(), "X");
  EXPECT_EQ(game.seats(2).symbol(), "#");
  EXPECT_EQ(game.board().rows(), 5);
}

TEST_F(RpcsTest, CreateGameGivesEveryGameAnIdOfItsOwn) {
  std::set<std::string> ids;
  for (int i = 0; i < 100; ++i) ids.insert(Create().game_id);
  EXPECT_EQ(ids.size(), 100u);
}

TEST_F(RpcsTest, CreateGameRefusesWhatCannotBePlayed) {
  const std::map<std::string, std::string> impossible = {
      {"an unknown kind", "kind: 'chess'"},
      {"no kind", "kind: ''"},
      {"too small", "parameters { key: 'size' value: '2' }"},
      {"too large", "parameters { key: 'size' value: '101' }"},
      {"no number", "parameters { key: 'size' value: 'three' }"},
      {"an unknown parameter", "parameters { key: 'colour' value: '3' }"},
      {"one player", "seats {}"},
      {"equal player ids", "seats { player_id: 'A' } seats { player_id: 'A' }"},
      {"player ids equal after trimming", "seats { player_id: 'A' } seats { player_id: 'A ' }"},
      {"equal symbols", "seats { symbol: 'A' } seats { symbol: 'A' }"},
      {"a symbol of two", "seats { symbol: 'XX' } seats {}"},
      {"a symbol beyond ASCII", "seats { symbol: 'é' } seats {}"},
      {"a symbol that draws the board", "seats { symbol: '|' } seats {}"},
      {"an empty name", "seats { player_id: '  ' } seats {}"},
      {"a name of 65 code points", "seats { player_id: '" + std::string(65, 'n') + "' } seats {}"},
      {"a name with a newline", "seats { player_id: 'a\\nb' } seats {}"},
      {"an unknown bot", "seats {} seats { bot { kind: 'oracle' } }"},
      {"a bot without a kind", "seats {} seats { bot {} }"},
      {"a level that the bot lacks", "seats {} seats { bot { kind: 'random' level: 11 } }"},
      {"a negative level", "seats {} seats { bot { kind: 'random' level: -1 } }"},
      {"a seed where nothing is drawn", "seed: 7"},
      {"a negative turn limit", "turn_limit: -1"},
      {"a turn limit past the greatest", "turn_limit: 10001"},
  };
  for (const auto& [what, config] : impossible) {
    EXPECT_THAT(TryCreate(Config(config)), Refused(v1::ERROR_REASON_INVALID_CONFIG)) << what;
  }
  EXPECT_EQ(server().host().levels().games, 0);
}

TEST_F(RpcsTest, CreateGameTakesTheLimitsThemselves) {
  const std::vector<std::string> possible = {
      "parameters { key: 'size' value: '100' }",
      "turn_limit: 10000",
      "seats { player_id: '" + std::string(64, 'n') + "' } seats {}",
      "seats {} seats {} seats {} seats {} seats {} seats {} seats {} seats {}",
  };
  for (const std::string& config : possible) {
    EXPECT_THAT(TryCreate(Config(config)), IsOk()) << config;
  }
}

// --- GetGame, ListLegalMoves, ListGameKinds ---

TEST_F(RpcsTest, GetGameNeedsNoCredentialOfAPublicGame) {
  const Table table = Create();
  Play(table, {"b2"});
  const auto got = Get(table);
  ASSERT_THAT(got, IsOk());
  EXPECT_EQ(got->game().current_player(), "O");
  EXPECT_EQ(got->game().board().cells(4), "X");
  EXPECT_EQ(got->watchers(), 0);
}

TEST_F(RpcsTest, GetGameTellsTheHolderOfACredentialWhoItIs) {
  const Table table = Create("seats { player_id: 'ann' } seats { player_id: 'ben' }");
  v1::GetGameRequest request;
  request.set_game_id(table.game_id);
  const auto ben = Call(&Stub::GetGame, table.seats[1], request);
  ASSERT_THAT(ben, IsOk());
  EXPECT_EQ(ben->seat(), 1);
  EXPECT_EQ(ben->player_id(), "ben");
  EXPECT_FALSE(Get(table)->has_seat());
  EXPECT_EQ(Get(table)->player_id(), "");
}

TEST_F(RpcsTest, SubmitMoveRefusesAFullColumn) {
  const Table table = Create("kind: 'connect_four'");
  Play(table, {"1", "1", "1", "1", "1", "1"});
  EXPECT_THAT(Move(table, 0, "1"), Refused(v1::ERROR_REASON_COLUMN_FULL));
  EXPECT_EQ(Get(table)->game().cursor().turns(), 6);
}

TEST_F(RpcsTest, ListLegalMovesGivesWhatCanBeSentBack) {
  const Table table = Create();
  Play(table, {"b2"});
  v1::ListLegalMovesRequest request;
  request.set_game_id(table.game_id);
  const auto moves = Call(&Stub::ListLegalMoves, "", request);
  ASSERT_THAT(moves, IsOk());
  ASSERT_EQ(moves->moves_size(), 8);
  EXPECT_EQ(moves->sequence(), 3);
  EXPECT_EQ(moves->moves(0).player_id(), "O");

  v1::SubmitMoveRequest submit;
  submit.set_game_id(table.game_id);
  *submit.mutable_move() = moves->moves(5);
  submit.set_expected_sequence(moves->sequence());
  EXPECT_THAT(Call(&Stub::SubmitMove, table.seats[1], submit), IsOk());
}

TEST_F(RpcsTest, ListLegalMovesOfAGameThatIsOverIsEmpty) {
  const Table table = Create();
  Play(table, {"a1", "b1", "a2", "b2", "a3"});
  v1::ListLegalMovesRequest request;
  request.set_game_id(table.game_id);
  const auto moves = Call(&Stub::ListLegalMoves, "", request);
  ASSERT_THAT(moves, IsOk());
  EXPECT_EQ(moves->moves_size(), 0);
}

TEST_F(RpcsTest, ListGameKindsTellsWhatCanBePlayed) {
  const auto kinds = Call(&Stub::ListGameKinds, "", v1::ListGameKindsRequest());
  ASSERT_THAT(kinds, IsOk());
  ASSERT_GE(kinds->kinds_size(), 1);
  for (const v1::GameKind& kind : kinds->kinds()) {
    SCOPED_TRACE(kind.kind());
    EXPECT_FALSE(kind.title().empty());
    EXPECT_FALSE(kind.move_forms().empty());
    EXPECT_LE(kind.min_players(), kind.max_players());
    v1::GameConfig config;
    config.set_kind(kind.kind());
    for (const v1::ParameterSpec& parameter : kind.parameters()) {
      (*config.mutable_parameters())[parameter.name()] = parameter.default_value();
    }
    EXPECT_THAT(TryCreate(config), IsOk());
  }
}

// --- SubmitMove ---

TEST_F(RpcsTest, SubmitMoveAnswersWithTheWholeMove) {
  const Table table = Create();
  const auto moved = Move(table, 0, "B2");
  ASSERT_THAT(moved, IsOk());
  EXPECT_EQ(moved->move().number(), 1);
  EXPECT_EQ(moved->move().player_id(), "X");
  EXPECT_EQ(moved->move().symbol(), "X");
  EXPECT_EQ(moved->move().notation(), "b2");
  EXPECT_EQ(moved->move().cell().row(), 1);
  EXPECT_EQ(moved->move().cell().column(), 1);
  ASSERT_EQ(moved->events_size(), 1);
  EXPECT_EQ(moved->events(0).actor(), "X");
  EXPECT_EQ(moved->cursor().turn_index(), 1);
  EXPECT_EQ(moved->winner(), "");
  EXPECT_EQ(moved->sequence(), 3);
  EXPECT_EQ(moved->head_sequence(), 3);
  EXPECT_EQ(moved->durability(), v1::DURABILITY_SYNCED);
}

TEST_F(RpcsTest, SubmitMoveRefusesCellsOffTheBoard) {
  const Table table = Create();
  const std::vector<std::pair<int, int>> cells = {
      {-1, 0}, {0, -1}, {3, 0}, {0, 3}, {INT32_MAX, INT32_MAX}, {INT32_MIN, 0}};
  for (const auto& [row, column] : cells) {
    v1::SubmitMoveRequest request;
    request.set_game_id(table.game_id);
    request.mutable_move()->mutable_cell()->set_row(row);
    request.mutable_move()->mutable_cell()->set_column(column);
    const auto answer = Call(&Stub::SubmitMove, table.seats[0], request);
    EXPECT_THAT(answer, Refused(v1::ERROR_REASON_OUTSIDE_BOARD)) << row << "," << column;
    EXPECT_EQ(answer.metadata("rows"), "3");
    EXPECT_EQ(answer.metadata("columns"), "3");
  }
  EXPECT_EQ(Get(table)->game().sequence(), 2);
}

TEST_F(RpcsTest, SubmitMoveRefusesFormsOfOtherGames) {
  const Table table = Create();
  const std::vector<std::string> moves = {
      "column: 1", "roll {}", "pins: 3", "ship { ship: 1 }", "pass {}",
  };
  for (const std::string& text : moves) {
    v1::SubmitMoveRequest request;
    request.set_game_id(table.game_id);
    ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(text, request.mutable_move()));
    EXPECT_THAT(Call(&Stub::SubmitMove, table.seats[0], request), RefusedField("move.action"))
        << text;
  }
}

TEST_F(RpcsTest, SubmitMoveRefusesNotationThatItCannotRead) {
  const Table table = Create();
  for (const char* notation :
       {"z", "22", "b", "b2b", "b0", "b-1", "b99999999999999999999", "pass", "é1", " "}) {
    const auto answer = Move(table, 0, notation);
    EXPECT_EQ(answer.reason(), v1::ERROR_REASON_INVALID_FIELD) << notation;
  }
}

TEST_F(RpcsTest, SubmitMoveTakesTheCallersOwnNameOnly) {
  const Table table = Create();
  v1::SubmitMoveRequest request = MoveRequest(table, "a1");
  request.mutable_move()->set_symbol("O");
  EXPECT_THAT(Call(&Stub::SubmitMove, table.seats[0], request),
              Refused(v1::ERROR_REASON_WRONG_SEAT));
  request.mutable_move()->set_symbol("X");
  request.mutable_move()->set_player_id("X");
  request.mutable_move()->set_number(77);
  const auto moved = Call(&Stub::SubmitMove, table.seats[0], request);
  ASSERT_THAT(moved, IsOk());
  EXPECT_EQ(moved->move().number(), 1);
}

TEST_F(RpcsTest, ExpectedSequence) {
  const Table table = Create();
  Play(table, {"a1"});
  v1::SubmitMoveRequest request = MoveRequest(table, "b2");
  request.set_expected_sequence(2);
  const auto stale = Call(&Stub::SubmitMove, table.seats[1], request);
  EXPECT_THAT(stale, Refused(v1::ERROR_REASON_STALE_SEQUENCE));
  EXPECT_EQ(stale.metadata("expected_sequence"), "2");
  EXPECT_EQ(stale.metadata("sequence"), "3");
  request.set_expected_sequence(4);
  EXPECT_THAT(Call(&Stub::SubmitMove, table.seats[1], request), RefusedField("expected_sequence"));
  request.set_expected_sequence(3);
  EXPECT_THAT(Call(&Stub::SubmitMove, table.seats[1], request), IsOk());
}

TEST_F(RpcsTest, TheTurnLimitAbandonsTheGameForGood) {
  const Table table = Create("turn_limit: 2");
  Play(table, {"a1", "b2"});
  const v1::Game game = Get(table)->game();
  EXPECT_EQ(game.cursor().status(), v1::GAME_STATUS_ABANDONED);
  EXPECT_EQ(game.end_reason(), v1::END_REASON_TURN_LIMIT);
  EXPECT_EQ(Texts(table).back(), "abandoned: turn limit reached") << "a rematch may follow";
  EXPECT_THAT(Undo(table, 0), Refused(v1::ERROR_REASON_GAME_OVER));
  EXPECT_THAT(Move(table, 0, "c3"), Refused(v1::ERROR_REASON_GAME_OVER));
}

// --- Undo, Redo ---

TEST_F(RpcsTest, UndoAndRedoWalkTheWholeGame) {
  const Table table = Create();
  Play(table, {"a1", "b1", "b2"});
  for (int turns = 2; turns >= 0; --turns) {
    const auto undone = Undo(table, 1);
    ASSERT_THAT(undone, IsOk());
    EXPECT_EQ(undone->cursor().turns(), turns);
    EXPECT_EQ(undone->move().number(), turns + 1);
    EXPECT_EQ(undone->winner(), "");
  }
  EXPECT_THAT(Undo(table, 0), Refused(v1::ERROR_REASON_NOTHING_TO_UNDO));
  for (int turn = 1; turn <= 3; ++turn) {
    const auto redone = Redo(table, (turn - 1) % 2);
    ASSERT_THAT(redone, IsOk());
    EXPECT_EQ(redone->move().number(), turn);
    EXPECT_EQ(redone->cursor().turns(), turn);
  }
  EXPECT_THAT(Redo(table, 1), Refused(v1::ERROR_REASON_NOTHING_TO_REDO));
}

TEST_F(RpcsTest, ANewMoveForgetsWhatWasUndone) {
  const Table table = Create();
  Play(table, {"a1"});
  ASSERT_THAT(Undo(table, 0), IsOk());
  Play(table, {"c3"});
  EXPECT_THAT(Redo(table, 0), Refused(v1::ERROR_REASON_NOTHING_TO_REDO));
}

TEST_F(RpcsTest, AWinCanBeTakenBackUntilItIsFinal) {
  const Table table = Create();
  Play(table, {"a1", "b1", "a2", "b2", "a3"});
  clock().Advance(absl::Seconds(59));
  ASSERT_THAT(Undo(table, 1), IsOk());
  ASSERT_THAT(Redo(table, 0), IsOk());
  clock().Advance(absl::Seconds(60));
  WaitUntil("the game is final", [&] { return Texts(table).back() == "game final"; });
  EXPECT_THAT(Undo(table, 0), Refused(v1::ERROR_REASON_GAME_OVER));
  EXPECT_EQ(Get(table)->game().cursor().status(), v1::GAME_STATUS_WON);
}

// --- Resign, Abandon ---

TEST_F(RpcsTest, ResignGivesTheGameToTheOther) {
  const Table table = Create();
  Play(table, {"a1"});
  const auto resigned = Resign(table, 0);
  ASSERT_THAT(resigned, IsOk());
  EXPECT_EQ(resigned->winner(), "O");
  EXPECT_EQ(resigned->cursor().status(), v1::GAME_STATUS_ABANDONED);
  ASSERT_EQ(resigned->events_size(), 2);
  EXPECT_EQ(resigned->events(0).seat_left().seat(), 0);
  EXPECT_EQ(resigned->events(1).game_finished().end_reason(), v1::END_REASON_RESIGNATION);
  EXPECT_THAT(Resign(table, 1), Refused(v1::ERROR_REASON_GAME_OVER));
  EXPECT_THAT(Undo(table, 1), Refused(v1::ERROR_REASON_GAME_OVER));
}

TEST_F(RpcsTest, WithThreeSeatsTheGameGoesOnWithoutTheOneWhoResigned) {
  const Table table = Create("seats {} seats {} seats {}");
  ASSERT_THAT(Resign(table, 1), IsOk());
  const v1::Game game = Get(table)->game();
  EXPECT_EQ(game.cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  EXPECT_TRUE(game.seats(1).resigned());
  const auto again = Resign(table, 1);
  EXPECT_THAT(again, Refused(v1::ERROR_REASON_ILLEGAL_MOVE));
  EXPECT_NE(again.metadata("rule"), "");
  ASSERT_THAT(Move(table, 0, "a1"), IsOk());
  EXPECT_EQ(Get(table)->game().current_player(), "A");
}

TEST_F(RpcsTest, AbandonCallsTheGameOffUntilEverybodyHasMoved) {
  const Table early = Create();
  Play(early, {"a1"});
  const auto abandoned = Abandon(early, 1);
  ASSERT_THAT(abandoned, IsOk());
  EXPECT_EQ(abandoned->winner(), "");
  EXPECT_EQ(abandoned->cursor().status(), v1::GAME_STATUS_ABANDONED);
  EXPECT_EQ(Get(early)->game().end_reason(), v1::END_REASON_ABANDONED);
  EXPECT_THAT(Abandon(early, 1), Refused(v1::ERROR_REASON_GAME_OVER));

  const Table late = Create();
  Play(late, {"a1", "b2"});
  EXPECT_THAT(Abandon(late, 0), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
}

}  // namespace
}  // namespace meeple::wire
