#include "service/core/bot_runner.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "engine/core/counter_random.h"
#include "engine/players/player_factory.h"
#include "service/core/errors.h"

namespace meeple::service {
namespace {

// A bot that would think for longer plays what it has found.
constexpr absl::Duration kMostThinking = absl::Seconds(10);

// What a bot needs to know, taken out of the session.
struct Task {
  std::shared_ptr<GameSession> session;
  std::shared_ptr<const engine::BoardGame> game;
  engine::SeatIndex seat = engine::kNoSeat;
  int64_t position_sequence = 0;
};

void PlayFor(const Task& task) {
  const engine::Move move = ChooseBotMove(*task.session->setup().bots[task.seat], *task.game);
  task.session->Mutate(
      {.internal = true,
       .seat = task.seat,
       .decide = [seat = task.seat, seen = task.position_sequence, move](
                     GameState& state, absl::Time now) -> absl::StatusOr<GroupViews> {
         if (state.position_sequence() != seen) {
           return MakeError(v1::ERROR_REASON_STALE_SEQUENCE, "the position changed");
         }
         return state.Play(seat, move, now);
       },
       .done = [](absl::StatusOr<Mutation::Answer>) {}});
}

}  // namespace

engine::Move ChooseBotMove(const v1::Bot& bot, const engine::BoardGame& game) {
  const absl::Time end = absl::Now() + kMostThinking;
  const auto player = engine::MakePlayer(
      {.kind = bot.kind(), .level = bot.level(), .seed = bot.seed(), .stop = [end] {
         return absl::Now() >= end;
       }});
  if (player.ok()) {
    const absl::StatusOr<engine::Move> move = (*player)->Choose(game);
    if (move.ok() && !game.Check(game.cursor().turn_index, *move).has_value()) return *move;
  }
  const std::vector<engine::Move> legal = game.LegalMoves();
  const uint64_t ply = static_cast<uint64_t>(game.cursor().turns);
  return legal[engine::DrawBelow(legal.size(), bot.seed(), ply, 1)];
}

void BotRunner::Think(const std::shared_ptr<GameSession>& session) {
  session->Read({.internal = true,
                 .look = [this, session](const GameState& state) -> std::function<void()> {
                   const std::optional<engine::SeatIndex> seat = state.BotToMove();
                   if (!seat.has_value()) return [] {};
                   std::unique_ptr<engine::BoardGame> copy = state.game().CopyPosition();
                   // A bot must not foresee what the game will draw.
                   copy->Reseed(session->setup().bots[*seat]->seed());
                   Task task = {.session = session,
                                .game = std::move(copy),
                                .seat = *seat,
                                .position_sequence = state.position_sequence()};
                   return [this, task = std::move(task)] { pool_.Post([task] { PlayFor(task); }); };
                 },
                 .refuse = [](absl::Status) {}});
}

}  // namespace meeple::service
