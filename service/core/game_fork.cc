#include "service/core/game_fork.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/core/board_game.h"
#include "engine/core/notation.h"
#include "service/core/errors.h"
#include "service/core/event_bytes.h"
#include "service/core/game_creation.h"
#include "service/core/game_entry.h"

namespace meeple::service {
namespace {

// A game at the moment when it is forked.
struct ForkedGame {
  std::shared_ptr<const GameSetup> setup;
  std::shared_ptr<const engine::BoardGame> game;  // with its history
  bool final = false;
};

absl::Status ForkNotAllowed(std::string_view why) {
  return MakeError(v1::ERROR_REASON_FORK_NOT_ALLOWED, why);
}

absl::Status CheckMayFork(const ForkedGame& source, int turn) {
  const engine::BoardGame& game = *source.game;
  const engine::GameKind& kind = *source.setup->kind;
  if (!source.final && (kind.hidden || kind.chance)) {
    return ForkNotAllowed(absl::StrCat("a game of ", kind.id, " can be forked once it is final"));
  }
  const int turns = game.cursor().turns;
  if (turn > turns) {
    return InvalidField("turn", absl::StrCat("is beyond the last turn, ", turns));
  }
  const auto resignations = game.log().resignations();
  if (!resignations.empty() && static_cast<size_t>(turn) > resignations.front().turn) {
    return ForkNotAllowed(
        absl::StrCat("a seat left after turn ", resignations.front().turn,
                     ", and the turns since are not those of a game of all: fork an earlier one"));
  }
  const bool decided = game.outcome().reason == engine::EndReason::kBoard;
  if (turn == turns && (decided || turns == source.setup->turn_limit)) {
    return MakeError(v1::ERROR_REASON_GAME_OVER,
                     "after the last turn nothing is left to play: fork an earlier one");
  }
  return absl::OkStatus();
}

// What the first turns were drawn from.
void AddOpeningSeeds(const engine::GameOptions& options, int turns, v1::GameConfig& config) {
  auto add = [&config, &turns](int count, uint64_t seed) {
    count = std::min(count, turns);
    if (count == 0) return;
    turns -= count;
    v1::OpeningSeed& stretch = *config.add_opening_seeds();
    stretch.set_turns(count);
    stretch.set_seed(seed);
  };
  for (const engine::SeedStretch& stretch : options.opening_seeds) add(stretch.turns, stretch.seed);
  add(turns, options.seed);
}

absl::StatusOr<v1::GameConfig> ConfigOfFork(const ForkedGame& source, int turn) {
  if (absl::Status status = CheckMayFork(source, turn); !status.ok()) return status;
  v1::GameConfig config = source.setup->config;
  // Under the names of those who sit there by now.
  for (engine::SeatIndex seat = 0; seat < source.game->seats(); ++seat) {
    config.mutable_seats(seat)->set_player_id(source.game->players()[seat].id);
    config.mutable_seats(seat)->mutable_held();
  }
  config.clear_draw_first_seat();
  config.clear_labels();
  config.clear_clock();
  config.clear_first_move_time();
  config.clear_disconnect_grace();
  config.clear_opening();
  config.clear_opening_seeds();
  config.clear_rematch_of();
  for (const engine::Ply& ply : source.game->log().standing().first(static_cast<size_t>(turn))) {
    config.add_opening(engine::FormatMove(ply.move));
  }
  if (source.setup->kind->chance) AddOpeningSeeds(source.game->options(), turn, config);
  return config;
}

v1::ForkGameResponse ToForked(v1::CreateGameResponse created) {
  v1::ForkGameResponse response;
  response.mutable_game()->Swap(created.mutable_game());
  response.mutable_credentials()->Swap(created.mutable_credentials());
  return response;
}

void ForkFrom(HostCore& core, const Caller& caller, const v1::ForkGameRequest& request,
              const std::shared_ptr<GameSession>& session,
              GameHost::Done<v1::ForkGameResponse> done) {
  auto fork = [&core, request, key_name = caller.key_name, done](const ForkedGame& source) {
    CreateGame(core,
               CheckedOrder{.request_id = request.request_id(),
                            .key_name = key_name,
                            .config = ConfigOfFork(source, request.turn()),
                            .creation = Fingerprint(
                                absl::StrCat("ForkGame/", request.game_id(), "/", request.turn()))},
               [done](absl::StatusOr<v1::CreateGameResponse> created) {
                 if (!created.ok()) return done(created.status());
                 done(ToForked(*std::move(created)));
               });
  };
  session->Read({.look = [fork](const GameState& state) -> std::function<void()> {
                   return [fork, source = ForkedGame{.setup = state.setup(),
                                                     .game = state.game().Clone(),
                                                     .final = state.final()}] { fork(source); };
                 },
                 .refuse = done});
}

}  // namespace

void ForkGame(HostCore& core, const Caller& caller, const v1::ForkGameRequest& request,
              GameHost::Done<v1::ForkGameResponse> done) {
  if (absl::Status status = core.CheckNotDraining(); !status.ok()) return done(status);
  EnterGame(core, caller, request, Purpose::kRead, std::move(done), ForkFrom);
}

}  // namespace meeple::service
