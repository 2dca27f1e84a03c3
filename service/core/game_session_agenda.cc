// What a GameSession does without a call: what is on its agenda, and waiting for a flag to fall.

#include <algorithm>
#include <optional>
#include <utility>

#include "service/core/clock_config.h"
#include "service/core/errors.h"
#include "service/core/game_session.h"

namespace meeple::service {
namespace {

// The seat that is gone for longest.
struct Absence {
  engine::SeatIndex seat = engine::kNoSeat;
  absl::Duration since;
  // Whether all who play are gone since then: none of them was seen after another.
  bool everybody = true;
};

// None if all are there that may forfeit.
std::optional<Absence> FirstAbsence(const GameState& state, Presence& presence,
                                    absl::Duration now) {
  const GameSetup& setup = *state.setup();
  std::optional<Absence> first;
  if (!setup.config.has_disconnect_grace()) return first;
  int gone_seats = 0;
  bool everybody = true;
  for (engine::SeatIndex seat = 0; setup.HasSeat(seat); ++seat) {
    if (!state.MayForfeit(seat)) {
      presence.Excuse(setup.game_id, seat);
      everybody = everybody && !state.game().IsPlaying(seat);
      continue;
    }
    const auto gone = presence.GoneSince(setup.game_id, seat, now);
    everybody = everybody && gone.has_value() && (!first.has_value() || first->since == *gone);
    gone_seats += gone.has_value() ? 1 : 0;
    if (gone.has_value() && (!first.has_value() || *gone < first->since)) {
      first = {.seat = seat, .since = *gone};
    }
  }
  // Who plays alone forfeits.
  if (first.has_value()) first->everybody = everybody && gone_seats > 1;
  return first;
}

}  // namespace

void GameSession::ArmTimerLocked(Actions& actions) {
  if (setup_->config.has_disconnect_grace() && history_.state->final()) {
    hooks_.presence().Forget(setup_->game_id);
  }
  const std::optional<absl::Duration> due = NextDueLocked();
  if (!due.has_value()) return;
  actions.thunks.push_back(
      [this, self = shared_from_this(), due = *due] { hooks_.OnDue(setup_->game_id, due); });
}

void GameSession::OnTimer() {
  std::optional<absl::Duration> again;
  std::optional<Thunk> work;
  {
    MutexLock lock(mutex_);
    // What is in flight is not on the agenda yet; it asks for a timer of its own.
    work = DueWorkLocked();
    if (!work.has_value()) again = NextDueLocked();
  }
  if (work.has_value()) return (*work)();
  if (again.has_value()) hooks_.OnDue(setup_->game_id, *again);
}

void GameSession::WakeBot() { hooks_.OnBotToMove(shared_from_this()); }

std::optional<absl::Duration> GameSession::NextDueLocked() const {
  std::optional<absl::Duration> due;
  if (const std::optional<AgendaItem> item = FirstToWakeFor(agenda_)) due = DueLocked(*item);
  if (const std::optional<absl::Duration> absence = AbsenceDueLocked()) {
    due = std::min(*absence, due.value_or(absl::InfiniteDuration()));
  }
  return due;
}

absl::Duration GameSession::DueLocked(const AgendaItem& item) const {
  return *WakeTimeOf(item) + history_.state->behind();
}

std::optional<GameSession::Thunk> GameSession::DueWorkLocked() {
  const absl::Duration now = clock_.Uptime();
  const auto mutate = [this](Mutation work) {
    return [self = shared_from_this(), work = std::move(work)] { self->Mutate(work); };
  };
  const std::optional<AgendaItem> item = FirstToWakeFor(agenda_);
  if (item.has_value() && DueLocked(*item) <= now) {
    if (IsRematchDueLocked(*item)) return MakeRematch();
    return mutate(WorkOfLocked(*item));
  }
  const std::optional<absl::Duration> absence = AbsenceDueLocked();
  if (absence.has_value() && *absence <= now) return mutate(Forfeit());
  return std::nullopt;
}

std::optional<absl::Duration> GameSession::AbsenceDueLocked() const {
  const auto absence = FirstAbsence(*history_.state, hooks_.presence(), clock_.Uptime());
  if (!absence.has_value()) return std::nullopt;
  return absence->since + DisconnectGraceOf(setup_->config);
}

Mutation GameSession::Forfeit() {
  auto decide = [this](GameState& state, absl::Time now) -> absl::StatusOr<GroupViews> {
    const absl::Duration uptime = clock_.Uptime();
    const auto absence = FirstAbsence(state, hooks_.presence(), uptime);
    // It may have come back while this waited.
    if (!absence.has_value() || absence->since + DisconnectGraceOf(setup_->config) > uptime) {
      return MakeError(v1::ERROR_REASON_STALE_SEQUENCE, "the seat is there");
    }
    return absence->everybody ? state.EndDeserted(now) : state.Forfeit(absence->seat, now);
  };
  return {.internal = true,
          .decide = std::move(decide),
          .done = [self = shared_from_this()](const absl::StatusOr<Mutation::Answer>& answer) {
            // It came back, and may go again.
            if (ReasonOf(answer.status()) == v1::ERROR_REASON_STALE_SEQUENCE) self->OnTimer();
          }};
}

Mutation GameSession::WorkOfLocked(const AgendaItem& item) const {
  // Refused where the game went on in the last moment: that brings a timer of its own.
  Mutation work = {.internal = true, .done = [](absl::StatusOr<Mutation::Answer>) {}};
  switch (static_cast<AgendaKind>(item.kind)) {
    case AgendaKind::kFlag:
      work.takes_flag = true;
      work.decide = [](GameState& state, absl::Time now) { return state.TakeFlag(now); };
      break;
    case AgendaKind::kFirstMove:
      work.decide = [](GameState& state, absl::Time now) { return state.AbortUnmoved(now); };
      break;
    case AgendaKind::kUnstarted:
      work.decide = [](GameState& state, absl::Time now) { return state.EndUnstarted(now); };
      break;
    case AgendaKind::kOffer:
      work.decide = [](GameState& state, absl::Time now) { return state.ExpireOffers(now); };
      break;
    case AgendaKind::kFinal:
    case AgendaKind::kBotTurn:
    case AgendaKind::kPresence:
      work.decide = [finish_sequence = history_.state->position_sequence()](GameState& state,
                                                                            absl::Time now) {
        return state.Finalise(finish_sequence, now);
      };
      break;
  }
  return work;
}

bool GameSession::IsLateLocked(const Mutation& mutation) const {
  const std::optional<int64_t> deadline = history_.state->clock().deadline();
  return deadline.has_value() && !mutation.takes_flag &&
         history_.state->GameTimeAt(*mutation.arrived) > *deadline;
}

bool GameSession::WaitsInTimeLocked() const {
  for (const Call& call : waiting_) {
    const auto* const mutation = std::get_if<Mutation>(&call);
    if (mutation != nullptr && !IsLateLocked(*mutation)) return true;
  }
  return false;
}

void GameSession::HoldLocked(Mutation mutation, Actions& actions) {
  const AgendaItem flag = {.due_milliseconds = *history_.state->clock().deadline(),
                           .kind = static_cast<int>(AgendaKind::kFlag)};
  Call call = std::move(mutation);
  if (absl::Status room = CheckRoomLocked(call); !room.ok()) {
    actions.thunks.push_back([done = std::move(std::get<Mutation>(call).done),
                              room = std::move(room)]() mutable { done(std::move(room)); });
    return;
  }
  late_.push_back(std::move(std::get<Mutation>(call)));
  holds_calls_.store(true, std::memory_order_release);
  ++waiting_mutations_;
  const absl::Duration due = DueLocked(flag);
  if (clock_.Uptime() >= due && !WaitsInTimeLocked()) {
    Mutation work = WorkOfLocked(flag);
    work.arrived = clock_.Uptime();
    return DecideMutationLocked(std::move(work), actions);
  }
  actions.thunks.push_back(
      [this, self = shared_from_this(), due] { hooks_.OnDue(setup_->game_id, due); });
}

}  // namespace meeple::service
