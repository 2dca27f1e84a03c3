// The rules of snakes and ladders once more, slow and obvious: every roll is drawn again from the
// seed and walked from the first ply.

#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/counter_random.h"
#include "engine/testing/conformance.h"

namespace meeple::engine::snakes_and_ladders {
namespace {

constexpr char kExtraTurn[] = "extra turn";
constexpr char kLadder[] = "ladder";
constexpr char kLadderToTheEnd[] = "ladder to the last square";
constexpr char kOvershoot[] = "more than was needed";
constexpr char kSharedSquare[] = "two on one square";
constexpr char kSnake[] = "snake";

std::map<int, int> ReadJumps(const std::string& text) {
  std::map<int, int> jumps;
  std::istringstream stream(text);
  int from = 0, to = 0;
  char separator = 0;
  while (stream >> from >> separator >> to) {
    jumps[from] = to;
    stream >> separator;
  }
  return jumps;
}

// A walk through a whole game, with what was seen on the way.
struct Walk {
  std::vector<int> square_of;
  SeatIndex to_move = 0;
  SeatIndex winner = kNoSeat;
  std::set<std::string> seen;
};

void Step(Walk& walk, int die, const std::map<int, int>& jumps, const PlayedGame& played) {
  const int last = played.parameters.Integer("squares");
  int& square = walk.square_of[walk.to_move];
  if (square + die <= last) {
    square += die;
  } else {
    walk.seen.insert(kOvershoot);
    if (!played.parameters.Boolean("exact")) square = last;
  }
  if (jumps.count(square) > 0) {
    const int target = jumps.at(square);
    walk.seen.insert(target > square ? kLadder : kSnake);
    if (target == last) walk.seen.insert(kLadderToTheEnd);
    square = target;
  }
  if (square == last) walk.winner = walk.to_move;
}

Walk WalkThrough(const PlayedGame& played) {
  Walk walk = {.square_of = std::vector<int>(played.seats)};
  const std::map<int, int> jumps = ReadJumps(played.parameters.Text("jumps"));
  for (size_t turn = 0; turn < played.plies.size(); ++turn) {
    const int die = 1 + static_cast<int>(DrawBelow(6, played.seed, turn, 0));
    Step(walk, die, jumps, played);
    std::set<int> squares(walk.square_of.begin(), walk.square_of.end());
    if (squares.count(0) == 0 && squares.size() < walk.square_of.size()) {
      walk.seen.insert(kSharedSquare);
    }
    if (walk.winner != kNoSeat) return walk;
    if (die == 6 && played.parameters.Boolean("extra_turn_on_six")) {
      walk.seen.insert(kExtraTurn);
    } else {
      walk.to_move = (walk.to_move + 1) % played.seats;
    }
  }
  return walk;
}

ReferenceState Reference(const PlayedGame& played) {
  const Walk walk = WalkThrough(played);
  if (walk.winner != kNoSeat) return {.status = GameStatus::kWon, .winner = walk.winner};
  return {
      .status = GameStatus::kInProgress, .to_move = walk.to_move, .legal_moves = {Move::Roll()}};
}

std::vector<Move> Universe(const Parameters& /*parameters*/) {
  return {Move::Roll(),  Move::AtCell({0, 0}), Move::InColumn(0),
          Move::Pins(6), Move::Pass(),         Move::Ship(0, {0, 0}, Direction::kDown)};
}

std::vector<std::string> RareCases(const PlayedGame& played) {
  const std::set<std::string> seen = WalkThrough(played).seen;
  return {seen.begin(), seen.end()};
}

// `games` random games of at most `max_turns` in which the rare cases are so many.
ConformanceSetup Setup(std::string name, std::map<std::string, std::string> parameters, int players,
                       int games, int max_turns, std::map<std::string, int> rare_cases) {
  return {.name = std::move(name),
          .parameters = std::move(parameters),
          .players = players,
          .games = games,
          .max_turns = max_turns,
          .rare_cases = std::move(rare_cases)};
}

std::vector<ConformanceSetup> Setups() {
  const std::map<std::string, std::string> small = {{"squares", "12"}, {"jumps", "2:9,11:3,8:12"}};
  const auto with = [&](const std::string& name, const std::string& value) {
    std::map<std::string, std::string> parameters = small;
    parameters[name] = value;
    return parameters;
  };
  return {
      Setup("ClassicForTwo", {}, 2, 100, 300,
            {{kLadder, 100},
             {kLadderToTheEnd, 48},
             {kOvershoot, 39},
             {kSharedSquare, 48},
             {kSnake, 94}}),
      Setup("ClassicForEight", {{"extra_turn_on_six", "true"}}, 8, 20, 300,
            {{kExtraTurn, 20},
             {kLadder, 20},
             {kLadderToTheEnd, 10},
             {kOvershoot, 8},
             {kSharedSquare, 20},
             {kSnake, 20}}),
      Setup("SmallExact", small, 2, 500, 100,
            {{kLadder, 349},
             {kLadderToTheEnd, 244},
             {kOvershoot, 214},
             {kSharedSquare, 209},
             {kSnake, 191}}),
      Setup("SmallLoose", with("exact", "false"), 3, 500, 50,
            {{kLadder, 355},
             {kLadderToTheEnd, 185},
             {kOvershoot, 193},
             {kSharedSquare, 340},
             {kSnake, 135}}),
      Setup("SmallExtraTurns", with("extra_turn_on_six", "true"), 3, 500, 100,
            {{kExtraTurn, 363},
             {kLadder, 365},
             {kLadderToTheEnd, 241},
             {kOvershoot, 208},
             {kSharedSquare, 317},
             {kSnake, 205}}),
      Setup("SevenSquares", {{"squares", "7"}, {"jumps", ""}}, 2, 200, 100,
            {{kOvershoot, 149}, {kSharedSquare, 103}}),
  };
}

}  // namespace

Conformance MakeConformance() {
  return {.kind = "snakes_and_ladders",
          .setups = Setups(),
          .universe = Universe,
          .reference = Reference,
          .rare_cases = RareCases};
}

}  // namespace meeple::engine::snakes_and_ladders
