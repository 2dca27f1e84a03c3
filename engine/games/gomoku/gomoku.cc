#include "engine/games/gomoku/gomoku.h"

#include <string>
#include <utility>

namespace meeple::engine {

Gomoku::Gomoku(std::vector<Player> players, const GameOptions& options, int size, FiveRule rule)
    : MarkGame(std::move(players), options, Board(size, size), FiveInARow(rule)) {}

std::unique_ptr<BoardGame> Gomoku::NewGame() const {
  return std::make_unique<Gomoku>(players(), options(), board().rows(), rule().rule());
}

std::unique_ptr<BoardGame> Gomoku::DoCopyPosition() const {
  return std::unique_ptr<BoardGame>(new Gomoku(*this));
}

namespace gomoku {
namespace {

constexpr char kFreestyle[] = "freestyle";
constexpr char kExact[] = "exact";
constexpr char kCaro[] = "caro";

FiveRule RuleNamed(const std::string& name) {
  if (name == kExact) return FiveRule::kExact;
  if (name == kCaro) return FiveRule::kCaro;
  return FiveRule::kFreestyle;
}

absl::StatusOr<std::unique_ptr<BoardGame>> Make(const Parameters& parameters,
                                                std::vector<Player> players,
                                                const GameOptions& options) {
  return std::make_unique<Gomoku>(std::move(players), options, parameters.Integer("size"),
                                  RuleNamed(parameters.Text("rule")));
}

}  // namespace

GameKind Kind() {
  return {.id = "gomoku",
          .title = "Gomoku",
          .description = "Get five of your marks in a row, in a column or on a diagonal.",
          .parameters = {{.name = "size",
                          .description = "Rows and columns of the board.",
                          .type = ParameterType::kInteger,
                          .default_value = "15",
                          .minimum = FiveInARow::kFive,
                          .maximum = 25},
                         {.name = "rule",
                          .description = "What wins: five or more (freestyle), exactly five "
                                         "(exact), or five or more unless a five is blocked by "
                                         "the opponent at both ends (caro).",
                          .type = ParameterType::kChoice,
                          .default_value = kFreestyle,
                          .choices = {kFreestyle, kExact, kCaro}}},
          .min_players = 2,
          .max_players = 2,
          .move_forms = {MoveForm::kCell},
          .rules_version = 1,
          .make = Make};
}

}  // namespace gomoku
}  // namespace meeple::engine
