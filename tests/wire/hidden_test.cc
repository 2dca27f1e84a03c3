// Hidden information over the wire: whoever may not know where a ship lies gets the same bytes,
// wherever it lies. Two games of the same script are compared, equal but for one placement.

#include <string>
#include <utility>
#include <vector>

#include "service/core/event_bytes.h"
#include "tests/wire/raw_call.h"
#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

class HiddenTest : public WireTest {
 protected:
  static constexpr char kBattleship[] =
      "kind: 'battleship' parameters { key: 'rows' value: '12' } "
      "parameters { key: 'columns' value: '12' } parameters { key: 'fleet' value: '3' } "
      "undo: UNDO_POLICY_FREE";

  // The answer to a call, as bytes, with the id of the game made the same for all games.
  template <class Request>
  std::string Ask(const std::string& rpc, const std::string& token, Request request,
                  const Table& table) {
    request.set_game_id(table.game_id);
    const RawCaller::Reply reply = raw_.Unary(rpc, token, request.SerializeAsString());
    std::string seen = reply.status.ok() ? reply.bytes : Describe(reply.status);
    for (size_t at = 0; (at = seen.find(table.game_id, at)) != std::string::npos;) {
      seen.replace(at, table.game_id.size(), std::string(table.game_id.size(), '0'));
    }
    return seen;
  }

  // All that reading shows to the holder of `token`.
  void Look(const Table& table, const std::string& token, std::vector<std::string>& seen) {
    WaitForWatchers(table, 0);
    seen.push_back(Ask("GetGame", token, v1::GetGameRequest(), table));
    seen.push_back(Ask("ListLegalMoves", token, v1::ListLegalMovesRequest(), table));
    seen.push_back(Ask("Replay", token, v1::ReplayRequest(), table));
    seen.push_back(Ask("ListEvents", token, v1::ListEventsRequest(), table));
    v1::WatchGameRequest watch;
    watch.set_game_id(table.game_id);
    for (const v1::GameEvent& event : Watch(watch, token)->ReadTo(Get(table)->game().sequence())) {
      seen.push_back(service::SerializeDeterministically(event));
    }
  }

  // Plays the script in which the first seat places its ship as its `placement`th legal move, the
  // last one for -1, and returns what `seat` gets, or a spectator with -1.
  std::vector<std::string> PlayAndLook(int placement, int seat) {
    const Table table = Create(kBattleship);
    const std::string token = seat < 0 ? "" : table.seats[static_cast<size_t>(seat)];
    std::vector<std::string> seen;
    auto act = [&](const std::string& rpc, int actor, const auto& request) {
      std::string answer = Ask(rpc, table.seats[static_cast<size_t>(actor)], request, table);
      if (actor == seat) seen.push_back(std::move(answer));
      Look(table, token, seen);
    };
    v1::SubmitMoveRequest place;
    const std::vector<v1::Move> legal = LegalFor(table, 0);
    *place.mutable_move() = placement < 0 ? legal.back() : legal.at(static_cast<size_t>(placement));
    act("SubmitMove", 0, place);
    act("Undo", 1, v1::UndoRequest());
    act("Redo", 1, v1::RedoRequest());
    act("Redo", 0, v1::RedoRequest());
    *place.mutable_move() = LegalFor(table, 1).front();
    act("SubmitMove", 1, place);
    act("SubmitMove", 1, place);  // out of turn
    act("SubmitMove", 0, MoveRequest(table, "f6"));
    act("SubmitMove", 1, MoveRequest(table, "f6"));
    act("SubmitMove", 0, MoveRequest(table, "f6"));  // fired there already
    return seen;
  }

  std::vector<v1::Move> LegalFor(const Table& table, int seat) {
    v1::ListLegalMovesRequest request;
    request.set_game_id(table.game_id);
    const auto legal = Call(&Stub::ListLegalMoves, table.seats[static_cast<size_t>(seat)], request);
    EXPECT_THAT(legal, IsOk());
    return {legal->moves().begin(), legal->moves().end()};
  }

  RawCaller raw_{Connect()};
};

TEST_F(HiddenTest, WhoeverMayNotKnowGetsTheSameBytes) {
  for (const int seat : {-1, 1}) {
    const auto here = PlayAndLook(0, seat);
    const auto there = PlayAndLook(-1, seat);
    ASSERT_EQ(here.size(), there.size());
    for (size_t i = 0; i < here.size(); ++i) {
      EXPECT_EQ(here[i], there[i]) << "seat " << seat << ", answer " << i;
    }
  }
}

TEST_F(HiddenTest, WhoeverPlacedItSeesIt) { EXPECT_NE(PlayAndLook(0, 0), PlayAndLook(-1, 0)); }

TEST_F(HiddenTest, KindsSayWhatTheyHide) {
  const auto kinds = Call(&Stub::ListGameKinds, "", v1::ListGameKindsRequest());
  ASSERT_THAT(kinds, IsOk());
  for (const v1::GameKind& kind : kinds->kinds()) {
    if (kind.kind() != "battleship") continue;
    EXPECT_TRUE(kind.hidden_information());
    EXPECT_FALSE(kind.chance());
    EXPECT_EQ(kind.default_undo(), v1::UNDO_POLICY_NEVER);
  }
}

TEST_F(HiddenTest, NeverMeansNever) {
  const Table table = Create("kind: 'battleship'");
  EXPECT_EQ(table.game.config().undo(), v1::UNDO_POLICY_NEVER) << "the default of the kind";
  EXPECT_THAT(Undo(table, 0), Refused(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  EXPECT_THAT(Redo(table, 0), Refused(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
}

}  // namespace
}  // namespace meeple::wire
