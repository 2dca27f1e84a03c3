#include "service/core/bot_runner.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/core/counter_random.h"
#include "engine/core/notation.h"
#include "service/core/clock_config.h"
#include "service/core/errors.h"

namespace meeple::service {
namespace {

bool AnswersAtOnce(const v1::Bot& bot, const GameSetup& setup) {
  const engine::BotKind* const kind = engine::FindBotKind(bot.kind());
  return kind != nullptr && kind->answers_at_once(bot.level(), int64_t{setup.rows} * setup.columns);
}

// A legal move, or what is wrong with the bot.
absl::StatusOr<engine::Move> AskBot(const v1::Bot& bot, const engine::BoardGame& game,
                                    const std::function<bool()>& stop, const BotHooks& hooks) {
  const auto player =
      hooks.make({.kind = bot.kind(), .level = bot.level(), .seed = bot.seed(), .stop = stop});
  if (!player.ok()) return player.status();
  absl::StatusOr<engine::Move> move = (*player)->Choose(game);
  if (!move.ok()) return move;
  const auto refusal = game.Check(game.cursor().turn_index, *move);
  if (!refusal.has_value()) return move;
  return absl::InternalError(
      absl::StrCat("it chose ", engine::FormatMove(*move), ", but ", refusal->message));
}

// When it is that time in a game which is so far behind the server.
absl::Duration UptimeOf(std::optional<int64_t> milliseconds, absl::Duration behind) {
  return milliseconds.has_value() ? absl::Milliseconds(*milliseconds) + behind
                                  : absl::InfiniteDuration();
}

BotDeadlines DeadlinesOf(const GameState& state) {
  return {.clock = UptimeOf(state.clock().deadline(), state.behind()),
          .first_move = UptimeOf(state.first_move_due(), state.behind()),
          .rules = ClockRulesOf(state.setup()->config)};
}

void Submit(const std::shared_ptr<GameSession>& session, engine::SeatIndex seat, int64_t seen,
            const engine::Move& move) {
  session->Mutate({.internal = true,
                   .seat = seat,
                   .decide = [seat, seen, move](GameState& state,
                                                absl::Time now) -> absl::StatusOr<GroupViews> {
                     if (state.turn_sequence() != seen) {
                       return MakeError(v1::ERROR_REASON_STALE_SEQUENCE, "the position changed");
                     }
                     return state.Play(seat, move, now);
                   },
                   .done = [](absl::StatusOr<Mutation::Answer>) {}});
}

}  // namespace

// What a bot needs to know, taken out of the session.
struct BotRunner::Task {
  std::shared_ptr<GameSession> session;
  std::shared_ptr<const engine::BoardGame> game;
  engine::SeatIndex seat = engine::kNoSeat;
  v1::Bot bot = {};
  int64_t turn_sequence = 0;
  BotDeadlines deadlines = {};
  std::shared_ptr<Ticket> ticket = {};  // while it waits or thinks

  bool obsolete() const { return session->newest_turn() != turn_sequence; }
};

// Counts a bot among some for as long as it lives.
class BotRunner::Ticket {
 public:
  explicit Ticket(std::atomic<int>& count) : count_(count) { ++count_; }
  ~Ticket() { --count_; }
  Ticket(const Ticket&) = delete;
  Ticket& operator=(const Ticket&) = delete;

  // True for whoever is first to begin with the move.
  bool Begin() { return !begun_.exchange(true); }

 private:
  std::atomic<int>& count_;
  std::atomic<bool> begun_ = false;
};

engine::Move ChooseBotMove(const v1::Bot& bot, const engine::BoardGame& game,
                           const std::function<bool()>& stop, const BotHooks& hooks) {
  const absl::StatusOr<engine::Move> move = AskBot(bot, game, stop, hooks);
  if (move.ok()) return *move;
  // One that was called off may well have nothing to say.
  const bool called_off = stop && stop();
  if (hooks.on_defect && !called_off) {
    hooks.on_defect(absl::StrCat("the bot '", bot.kind(), "' is broken: ", move.status().message(),
                                 "; a legal move was played for it"));
  }
  const std::vector<engine::Move> legal = game.LegalMoves();
  const uint64_t ply = static_cast<uint64_t>(game.cursor().turns);
  return legal[engine::DrawBelow(legal.size(), bot.seed(), ply, 1)];
}

void BotRunner::Think(const std::shared_ptr<GameSession>& session) {
  // It may wait in the session, which must not keep itself alive by it.
  session->Read({.internal = true,
                 .look = [this, waits = std::weak_ptr<GameSession>(session)](
                             const GameState& state) -> std::function<void()> {
                   const std::shared_ptr<GameSession> thinker = waits.lock();
                   if (thinker == nullptr) return [] {};
                   const std::optional<engine::SeatIndex> seat = state.BotToMove();
                   if (!seat.has_value() || !thinker->ClaimThought(state.turn_sequence())) {
                     return [] {};
                   }
                   std::unique_ptr<engine::BoardGame> copy = state.game().CopyPosition();
                   // A bot must not foresee what the game will draw.
                   const v1::Bot& bot = *state.seats().bot(*seat);
                   copy->Reseed(bot.seed());
                   Task task = {.session = thinker,
                                .game = std::move(copy),
                                .seat = *seat,
                                .bot = bot,
                                .turn_sequence = state.turn_sequence(),
                                .deadlines = DeadlinesOf(state)};
                   return [this, task = std::move(task)] { Enqueue(task); };
                 },
                 .refuse = [](absl::Status) {}});
}

void BotRunner::Enqueue(Task task) {
  if (!AnswersAtOnce(task.bot, task.session->setup())) return EnqueueSearch(std::move(task));
  answering_.Post([this, task = std::move(task)] { Play(task); });
}

void BotRunner::EnqueueSearch(Task task) {
  task.ticket = std::make_shared<Ticket>(busy_);
  const absl::Duration latest = task.deadlines.latest_start();
  if (latest == absl::InfiniteDuration()) {
    return searching_.Post([this, task = std::move(task)] {
      if (task.ticket->Begin()) Play(task);
    });
  }
  // It may have to wait for a thread for longer than it has time. What is left then is for those
  // who answer at once: none of it is thought away.
  const Timer::Ticket hurry = timer_.At(latest, [this, task] {
    answering_.Post([this, task] {
      if (task.ticket->Begin()) Play(task);
    });
  });
  searching_.Post([this, hurry, task = std::move(task)] {
    timer_.Cancel(hurry);
    if (task.ticket->Begin()) Play(task);
  });
}

void BotRunner::Play(const Task& task) {
  if (IsCalledOff(task)) return;
  std::optional<Ticket> thinking;
  if (task.ticket != nullptr) thinking.emplace(thinking_);
  const Stopwatch stopwatch;
  const engine::Move move = ChooseBotMove(task.bot, *task.game, StopOf(task), hooks_);
  thinking_time_.Observe(stopwatch.nanoseconds());
  // What a bot found that was called off was searched too little.
  if (!IsCalledOff(task)) Submit(task.session, task.seat, task.turn_sequence, move);
}

bool BotRunner::IsCalledOff(const Task& task) const { return stopping_.load() || task.obsolete(); }

std::function<bool()> BotRunner::StopOf(const Task& task) const {
  const absl::Duration now = clock_.Uptime();
  return [this, &task, stopwatch = Stopwatch(), until = now + TimeForMove(task.deadlines, now)] {
    return IsCalledOff(task) || clock_.Uptime() >= until ||
           absl::Nanoseconds(stopwatch.nanoseconds()) >=
               ThinkingTime(longest_, busy_.load(), threads_);
  };
}

void BotRunner::Stop() {
  stopping_ = true;
  answering_.Stop();
  searching_.Stop();
}

}  // namespace meeple::service
