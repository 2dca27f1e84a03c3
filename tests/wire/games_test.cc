// Every kind of game, over the wire: what is not tic-tac-toe must work as well, and a new game is
// tried by its line in games.inc.

#include <gmock/gmock.h>

#include "engine/core/counter_random.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/game_kind_ids.h"
#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

class GamesTest : public WireTest, public testing::WithParamInterface<std::string> {
 protected:
  // Longer than any game of random moves is.
  static constexpr int kMostTurns = 5'000;
  static constexpr uint64_t kSeed = 3;

  const engine::GameKind& kind() const { return engine::FindGameKind(GetParam()); }

  // A game with `seats` held seats; its draws are the same in each run.
  Table Begin(int seats) {
    std::string config = "kind: '" + GetParam() + "'";
    for (int i = 0; i < seats; ++i) config += " seats {}";
    if (kind().chance) config += " seed: 11";
    return Create(config);
  }

  std::vector<v1::Move> LegalMoves(const Table& table, int seat) {
    v1::ListLegalMovesRequest request;
    request.set_game_id(table.game_id);
    const auto answer = Call(&Stub::ListLegalMoves, table.seats[seat], request);
    EXPECT_THAT(answer, IsOk());
    return {answer->moves().begin(), answer->moves().end()};
  }

  Answer<v1::SubmitMoveResponse> Submit(const Table& table, int seat, const v1::Move& move) {
    v1::SubmitMoveRequest request;
    request.set_game_id(table.game_id);
    *request.mutable_move() = move;
    return Call(&Stub::SubmitMove, table.seats[seat], request);
  }

  // Plays to the end what is listed, sent back as it is. Returns the cursor after the last move.
  v1::TurnCursor PlayToTheEnd(const Table& table) {
    v1::TurnCursor cursor = table.game.cursor();
    while (cursor.status() == v1::GAME_STATUS_IN_PROGRESS && cursor.turns() < kMostTurns) {
      const std::vector<v1::Move> moves = LegalMoves(table, cursor.turn_index());
      if (moves.empty()) {
        ADD_FAILURE() << "no legal move at turn " << cursor.turns();
        break;
      }
      const size_t choice = engine::DrawBelow(moves.size(), kSeed, cursor.turns(), 0);
      const auto answer = Submit(table, cursor.turn_index(), moves[choice]);
      if (!answer.ok()) {
        ADD_FAILURE() << answer.status.error_message();
        break;
      }
      EXPECT_EQ(answer->cursor().turns(), cursor.turns() + 1);
      EXPECT_EQ(answer->move().notation(), moves[choice].notation());
      cursor = answer->cursor();
    }
    return cursor;
  }

  std::vector<v1::ReplayFrame> Frames(const Table& table) {
    std::vector<v1::ReplayFrame> frames;
    v1::ReplayRequest request;
    request.set_game_id(table.game_id);
    do {
      const auto answer = Call(&Stub::Replay, table.seats[0], request);
      EXPECT_THAT(answer, IsOk());
      frames.insert(frames.end(), answer->frames().begin(), answer->frames().end());
      request.set_page_token(answer->next_page_token());
    } while (!request.page_token().empty());
    return frames;
  }

  v1::Game GameOf(const Table& table, int seat) {
    v1::GetGameRequest request;
    request.set_game_id(table.game_id);
    return Call(&Stub::GetGame, table.seats[seat], request)->game();
  }

  // A move of a form that the kind does not have.
  v1::Move OfAnotherForm() const {
    v1::Move move;
    if (std::ranges::count(kind().move_forms, engine::MoveForm::kPins) == 0) {
      move.set_pins(3);
    } else {
      move.mutable_roll();
    }
    return move;
  }
};

TEST_P(GamesTest, IsPlayedToItsEndReplayedAndWatched) {
  const Table table = Begin(kind().min_players);
  EXPECT_THAT(Submit(table, 0, OfAnotherForm()), Refused(v1::ERROR_REASON_INVALID_FIELD));
  const v1::TurnCursor end = PlayToTheEnd(table);
  ASSERT_THAT(end.status(), testing::AnyOf(v1::GAME_STATUS_WON, v1::GAME_STATUS_DRAWN));
  EXPECT_TRUE(LegalMoves(table, 0).empty());

  const v1::Game game = GameOf(table, 0);
  EXPECT_EQ(game.end_reason(), v1::END_REASON_BOARD);
  EXPECT_EQ(game.winner().empty(), end.status() == v1::GAME_STATUS_DRAWN);
  const std::vector<v1::ReplayFrame> frames = Frames(table);
  ASSERT_EQ(frames.size(), static_cast<size_t>(end.turns()) + 1);
  EXPECT_EQ(frames.front().rendered(), table.game.rendered());
  EXPECT_EQ(frames.back().rendered(), game.rendered());

  v1::WatchGameRequest watch;
  watch.set_game_id(table.game_id);
  watch.set_until_finish(true);
  std::vector<v1::GameEvent> events;
  EXPECT_THAT(Watch(watch, table.seats[0])->End(&events), IsOk());
  ASSERT_GE(events.size(), static_cast<size_t>(end.turns()) + 3);
  for (size_t i = 0; i < events.size(); ++i) {
    ASSERT_EQ(events[i].sequence(), static_cast<int64_t>(i) + 1);
    ASSERT_FALSE(events[i].text().empty());
  }
}

TEST_P(GamesTest, IsPlayedByAsManyAsItTakes) {
  const Table table = Begin(kind().max_players);
  EXPECT_EQ(table.game.seats_size(), kind().max_players);
  PlayToTheEnd(table);
  EXPECT_NE(GameOf(table, 0).cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
}

// Back to the beginning and to the end again, where the kind lets moves be taken back.
TEST_P(GamesTest, IsUndoneAndRedone) {
  const Table table = Begin(kind().min_players);
  if (!kind().undo_by_default) {
    ASSERT_THAT(Submit(table, 0, LegalMoves(table, 0).front()), IsOk());
    EXPECT_THAT(Undo(table, 0), Refused(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
    return;
  }
  const v1::TurnCursor end = PlayToTheEnd(table);
  const std::string rendered = GameOf(table, 0).rendered();
  const std::vector<v1::ReplayFrame> frames = Frames(table);
  for (int turn = 0; turn < end.turns(); ++turn) ASSERT_THAT(Undo(table, 0), IsOk());
  EXPECT_EQ(GameOf(table, 0).rendered(), table.game.rendered());
  for (int turn = 0; turn < end.turns(); ++turn) {
    ASSERT_THAT(Redo(table, frames[turn].cursor().turn_index()), IsOk());
  }
  EXPECT_EQ(GameOf(table, 0).rendered(), rendered);
}

TEST_P(GamesTest, IsPlayedByEveryBotThatIsListedForIt) {
  const auto kinds = Call(&Stub::ListGameKinds, "", v1::ListGameKindsRequest());
  for (const v1::GameKind& listed : kinds->kinds()) {
    if (listed.kind() != GetParam()) continue;
    EXPECT_GE(listed.bots_size(), 2);
    for (const v1::BotKind& bot : listed.bots()) {
      SCOPED_TRACE(bot.kind());
      const std::string level = bot.has_levels() ? " level: 1" : "";
      std::string config = "kind: '" + GetParam() + "'";
      for (int i = 0; i < kind().min_players; ++i) {
        config += " seats { bot { kind: '" + bot.kind() + "' seed: 5" + level + " } }";
      }
      std::vector<v1::GameEvent> events;
      EXPECT_THAT(Watch(Create(config))->End(&events), IsOk());
      EXPECT_EQ(events.back().text(), "game final");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, GamesTest, testing::ValuesIn(engine::AllGameKindIds()),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace meeple::wire
