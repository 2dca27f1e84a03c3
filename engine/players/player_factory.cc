#include "engine/players/player_factory.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/players/battleship_player.h"
#include "engine/players/connect_four/connect_four_player.h"
#include "engine/players/gomoku_player.h"
#include "engine/players/mcts_player.h"
#include "engine/players/negamax_player.h"
#include "engine/players/perfect_player.h"
#include "engine/players/perfect_table.h"
#include "engine/players/search_budget.h"
#include "engine/players/strategies.h"

namespace meeple::engine {
namespace {

constexpr int kMaxLevel = 10;
// Positions times cells that take no time worth speaking of.
constexpr int64_t kQuickWork = 100'000;

using Maker = std::unique_ptr<MoveStrategy> (*)(const PlayerSpec& spec);

// A kind of player: what it needs, and how it is made once that is there.
struct PlayerKind {
  std::string id;
  bool needs_seed;
  bool has_levels;
  Maker make;
};

SearchBudget BudgetOf(const PlayerSpec& spec) {
  return {.nodes = NodesOfLevel(spec.level), .stop = spec.stop};
}

std::unique_ptr<MoveStrategy> MakeRandomPlayer(const PlayerSpec& spec) {
  return std::make_unique<RandomPlayer>(*spec.seed);
}

std::unique_ptr<MoveStrategy> MakeMctsPlayer(const PlayerSpec& spec) {
  return std::make_unique<MctsPlayer>(*spec.seed, BudgetOf(spec));
}

// Each kind of game has its own way of searching; a strategy hands what it does not play to the
// next.
std::unique_ptr<MoveStrategy> MakeSearchPlayer(const PlayerSpec& spec) {
  auto ahead = std::make_unique<NegamaxPlayer>(*spec.seed, BudgetOf(spec), MakeMctsPlayer(spec));
  auto gomoku = std::make_unique<GomokuPlayer>(*spec.seed, BudgetOf(spec), std::move(ahead));
  return std::make_unique<BattleshipPlayer>(*spec.seed, std::move(gomoku));
}

std::unique_ptr<MoveStrategy> MakePerfectPlayer(const PlayerSpec& spec) {
  connect_four::SolverOptions effort = UsualEffort();
  effort.stop = spec.stop;
  return std::make_unique<PerfectPlayer>(
      std::make_unique<ConnectFourPlayer>(MakeSearchPlayer(spec), effort));
}

const std::vector<PlayerKind>& AllPlayerKinds() {
  static const auto* kinds = new std::vector<PlayerKind>{
      {.id = "human",
       .needs_seed = false,
       .has_levels = false,
       .make = [](const PlayerSpec& spec) -> std::unique_ptr<MoveStrategy> {
         return std::make_unique<HumanPlayer>(spec.source);
       }},
      {.id = "mcts", .needs_seed = true, .has_levels = true, .make = MakeMctsPlayer},
      {.id = "perfect", .needs_seed = true, .has_levels = false, .make = MakePerfectPlayer},
      {.id = "random", .needs_seed = true, .has_levels = false, .make = MakeRandomPlayer},
      {.id = "scripted",
       .needs_seed = false,
       .has_levels = false,
       .make = [](const PlayerSpec& spec) -> std::unique_ptr<MoveStrategy> {
         return std::make_unique<ScriptedPlayer>(spec.script);
       }},
      {.id = "search", .needs_seed = true, .has_levels = true, .make = MakeSearchPlayer},
  };
  return *kinds;
}

std::string KnownKinds() {
  return absl::StrJoin(AllPlayerKinds(), ", ", [](std::string* out, const PlayerKind& kind) {
    absl::StrAppend(out, kind.id);
  });
}

absl::Status CheckSpec(const PlayerSpec& spec, const PlayerKind& kind) {
  const int max_level = kind.has_levels ? kMaxLevel : 0;
  if (spec.level < 0 || spec.level > max_level) {
    return absl::InvalidArgumentError(
        kind.has_levels ? absl::StrCat("the level of a player is 0 (its default) to ", kMaxLevel)
                        : absl::StrCat("a player of kind ", spec.kind, " has no levels"));
  }
  if (kind.needs_seed && !spec.seed.has_value()) {
    return absl::InvalidArgumentError(
        absl::StrCat("a player of kind ", spec.kind, " needs a seed"));
  }
  if (kind.id == "human" && !spec.source) {
    return absl::InvalidArgumentError("a human player needs a source of moves");
  }
  return absl::OkStatus();
}

bool PlaysEverything(const GameKind& /*kind*/) { return true; }

bool PlaysWhatItSees(const GameKind& kind) { return !kind.hidden; }

bool PlaysWhatIsSolved(const GameKind& kind) {
  return kind.id == "connect_four" || kind.id == "tic_tac_toe";
}

bool DrawsAtOnce(int /*level*/, int64_t /*cells*/) { return true; }

bool SearchesAtOnce(int level, int64_t cells) { return NodesOfLevel(level) * cells <= kQuickWork; }

// By table; what it hands to the solver or to a search may take long.
bool LooksUpAtOnce(int /*level*/, int64_t cells) { return cells <= kPerfectCells; }

}  // namespace

const std::vector<BotKind>& AllBotKinds() {
  static const auto* kinds = new std::vector<BotKind>{
      {.id = "mcts",
       .description = "Plays each move out many times at random and prefers what did well.",
       .has_levels = true,
       .plays = PlaysWhatItSees,
       .answers_at_once = SearchesAtOnce},
      {.id = "perfect",
       .description = "Never errs on 3 x 3, nor in Connect Four once few enough moves are left to "
                      "see the end; elsewhere plays like search.",
       .has_levels = false,
       .plays = PlaysWhatIsSolved,
       .answers_at_once = LooksUpAtOnce},
      {.id = "random",
       .description = "Plays any legal move, decided by its seed.",
       .has_levels = false,
       .plays = PlaysEverything,
       .answers_at_once = DrawsAtOnce},
      {.id = "search",
       .description = "Looks for the best move in the way that suits the game.",
       .has_levels = true,
       .plays = PlaysEverything,
       .answers_at_once = SearchesAtOnce},
  };
  return *kinds;
}

const BotKind* FindBotKind(std::string_view id) {
  const auto found = std::ranges::find(AllBotKinds(), id, &BotKind::id);
  return found == AllBotKinds().end() ? nullptr : &*found;
}

absl::StatusOr<std::unique_ptr<MoveStrategy>> MakePlayer(const PlayerSpec& spec) {
  const std::vector<PlayerKind>& kinds = AllPlayerKinds();
  const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                 [&](const PlayerKind& known) { return known.id == spec.kind; });
  if (kind == kinds.end()) {
    return absl::InvalidArgumentError(
        absl::StrCat("unknown kind of player '", spec.kind, "'; known: ", KnownKinds()));
  }
  if (absl::Status status = CheckSpec(spec, *kind); !status.ok()) return status;
  return kind->make(spec);
}

}  // namespace meeple::engine
