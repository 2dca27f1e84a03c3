#include "service/core/game_session.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/errors.h"
#include "service/core/event_bytes.h"
#include "service/core/journal_errors.h"

namespace meeple::service {
namespace {

constexpr absl::Duration kRetryWhenOverloaded = absl::Milliseconds(50);
// About what a session takes without what its game brings.
constexpr size_t kBytesOfSession = 4'096;
// A move of the opening, and what the rules keep of its ply.
constexpr size_t kBytesOfOpeningMove = 96;
// What the position keeps of a cell.
constexpr size_t kBytesOfCell = 8;

size_t BytesOf(const GameSetup& setup) {
  return setup.config.SpaceUsedLong() + setup.opening.moves.size() * kBytesOfOpeningMove +
         static_cast<size_t>(setup.rows) * static_cast<size_t>(setup.columns) * kBytesOfCell;
}

// Tells the caller of a repeated mutation what it was told first, or that its request id stands for
// something else.
void AnswerRepeat(const Mutation& mutation, const std::vector<SharedRecord>& first_answer,
                  int64_t head) {
  if (first_answer.front()->request_fingerprint != mutation.request_fingerprint) {
    return mutation.done(RequestIdReused());
  }
  mutation.done(
      Mutation::Answer{.events = DecodeEvents(first_answer, mutation.seat), .head_sequence = head});
}

// Whether the call that `mutation` repeats ended the credential that it was made with.
bool EndsCredential(const Mutation& mutation, const std::vector<SharedRecord>& first_answer) {
  if (first_answer.front()->request_fingerprint != mutation.request_fingerprint) return false;
  const auto ends = [&](const auto& change) {
    return change.seat() == mutation.seat && change.epoch() == mutation.epoch + 1;
  };
  return std::ranges::any_of(
      DecodeEvents(first_answer, engine::kSpectator), [&](const v1::GameEvent& event) {
        if (event.has_seat_left()) return ends(event.seat_left());
        return event.has_credential_rotated() && ends(event.credential_rotated()) &&
               event.credential_rotated().kind() == v1::CREDENTIAL_KIND_SEAT;
      });
}

}  // namespace

GameSession::GameSession(GameHistory history, std::vector<AgendaItem> agenda,
                         std::shared_ptr<GameAudience> audience, const SessionLimits& limits,
                         Journal& journal, Clock& clock, SessionHooks& hooks)
    : setup_(history.state->setup()),
      creation_(history.creation),
      limits_(limits),
      journal_(journal),
      clock_(clock),
      hooks_(hooks),
      history_(std::move(history)),
      audience_(std::move(audience)),
      agenda_(std::move(agenda)),
      epochs_(history_.state->seats()),
      final_(history_.state->final()),
      last_used_milliseconds_(absl::ToInt64Milliseconds(clock.Uptime())),
      bytes_of_setup_(kBytesOfSession + BytesOf(*setup_)),
      bytes_(bytes_of_setup_ + history_.bytes()),
      newest_turn_(history_.state->turn_sequence()) {
  std::ranges::sort(agenda_);
}

// --- Calls ---

void GameSession::Mutate(Mutation mutation) { Enter(std::move(mutation)); }

void GameSession::Read(Reading reading) { Enter(std::move(reading)); }

void GameSession::Enter(Call call) {
  last_used_milliseconds_.store(absl::ToInt64Milliseconds(clock_.Uptime()),
                                std::memory_order_relaxed);
  auto* const mutation = std::get_if<Mutation>(&call);
  if (mutation != nullptr && !mutation->arrived.has_value()) mutation->arrived = clock_.Uptime();
  Actions actions;
  absl::Status refused;
  {
    MutexLock lock(mutex_);
    if (in_flight_ == nullptr) {
      DecideLocked(std::move(call), actions);
    } else if (refused = CheckRoomLocked(call); refused.ok()) {
      ++(std::holds_alternative<Mutation>(call) ? waiting_mutations_ : waiting_reads_);
      waiting_.push_back(std::move(call));
    }
  }
  if (!refused.ok()) return Refuse(call, std::move(refused));
  Perform(std::move(actions));
}

void GameSession::Refuse(Call& call, absl::Status status) {
  if (auto* mutation = std::get_if<Mutation>(&call)) return mutation->done(std::move(status));
  std::get<Reading>(call).refuse(std::move(status));
}

absl::Status GameSession::CheckRoomLocked(const Call& call) const {
  const auto* mutation = std::get_if<Mutation>(&call);
  const bool internal = mutation != nullptr ? mutation->internal : std::get<Reading>(call).internal;
  const bool room = mutation != nullptr ? waiting_mutations_ < limits_.max_waiting_mutations
                                        : waiting_reads_ < limits_.max_waiting_reads;
  if (internal || room) return absl::OkStatus();
  return WithRetryDelay(
      MakeError(v1::ERROR_REASON_OVERLOADED, "too many calls wait for this game: retry later"),
      kRetryWhenOverloaded);
}

void GameSession::DecideLocked(Call call, Actions& actions) {
  if (auto* mutation = std::get_if<Mutation>(&call)) {
    return DecideMutationLocked(std::move(*mutation), actions);
  }
  auto& reading = std::get<Reading>(call);
  if (absl::Status status = CheckUsableLocked(/*begins=*/false); !status.ok()) {
    actions.thunks.push_back([refuse = std::move(reading.refuse),
                              status = std::move(status)]() mutable { refuse(std::move(status)); });
    return;
  }
  actions.thunks.push_back(reading.look(*history_.state));
}

void GameSession::DecideMutationLocked(Mutation mutation, Actions& actions) {
  auto refuse = [&](absl::Status status) {
    actions.thunks.push_back([done = std::move(mutation.done),
                              status = std::move(status)]() mutable { done(std::move(status)); });
  };
  if (absl::Status status = CheckUsableLocked(mutation.begins); !status.ok()) {
    return refuse(std::move(status));
  }
  if (IsLateLocked(mutation)) return HoldLocked(std::move(mutation), actions);
  if (absl::Status status = CheckPermittedLocked(mutation); !status.ok()) {
    return refuse(std::move(status));
  }
  if (std::optional<Thunk> repeat = RepeatLocked(mutation)) {
    actions.thunks.push_back(*std::move(repeat));
    return;
  }
  if (absl::Status status = CheckExpectedLocked(mutation); !status.ok()) {
    return refuse(std::move(status));
  }
  if (!mutation.internal && journal_.overloaded()) return refuse(TooManyWriteJournal());
  const Standing before = StandingOf(*history_.state);
  history_.state->ArriveAt(history_.state->GameTimeAt(*mutation.arrived));
  absl::StatusOr<GroupViews> views = mutation.decide(*history_.state, clock_.Now());
  if (!views.ok()) return refuse(views.status());
  in_flight_ = std::make_unique<InFlight>(
      InFlight{.mutation = std::move(mutation),
               .views = *std::move(views),
               .game_time_milliseconds = history_.state->game_time_milliseconds()});
  StartCommitLocked(before, actions);
}

absl::Status GameSession::CheckUsableLocked(bool begins) const {
  if (!broken_.ok()) return broken_;
  if (history_.state->sequence() == 0 && !begins) return GameNotFound(setup_->game_id);
  return absl::OkStatus();
}

absl::Status GameSession::CheckExpectedLocked(const Mutation& mutation) const {
  if (!mutation.expected_sequence.has_value()) return absl::OkStatus();
  const int64_t expected = *mutation.expected_sequence;
  const std::string today = absl::StrCat(history_.state->sequence());
  if (expected > history_.state->sequence()) {
    return InvalidField("expected_sequence",
                        absl::StrCat("is beyond the newest event of the game, ", today));
  }
  if (expected >= history_.state->position_sequence()) return absl::OkStatus();
  const std::string given = absl::StrCat(expected);
  return MakeError(v1::ERROR_REASON_STALE_SEQUENCE,
                   absl::StrCat("the position changed after event ", given,
                                ": read the game again and decide anew"),
                   {{"expected_sequence", given}, {"sequence", today}});
}

bool GameSession::IsAnsweredLocked(const Mutation& mutation) const {
  return !mutation.request_digest.empty() && history_.answered.contains(mutation.request_digest);
}

bool GameSession::InForce(const Mutation& mutation) const {
  return mutation.epoch == 0 ||
         epochs_.InForce(
             {.kind = CallerKind::kSeat, .seat = mutation.seat, .epoch = mutation.epoch});
}

absl::Status GameSession::CheckPermittedLocked(const Mutation& mutation) const {
  if (!InForce(mutation)) {
    // Only the events of the first answer can say whether it ended this very credential.
    return IsAnsweredLocked(mutation) ? absl::OkStatus() : NotInForce();
  }
  return mutation.permitted ? mutation.permitted(*history_.state) : absl::OkStatus();
}

std::optional<GameSession::Thunk> GameSession::RepeatLocked(Mutation& mutation) {
  if (!IsAnsweredLocked(mutation)) return std::nullopt;
  const EventRange range = history_.answered.at(mutation.request_digest);
  const bool in_force = InForce(mutation);
  auto repeat = [in_force, mutation = std::move(mutation), head = history_.log.head()](
                    const absl::StatusOr<std::vector<SharedRecord>>& first_answer) {
    if (!first_answer.ok()) return mutation.done(first_answer.status());
    if (!in_force && !EndsCredential(mutation, *first_answer)) return mutation.done(NotInForce());
    AnswerRepeat(mutation, *first_answer, head);
  };
  if (range.first > history_.log.floor()) {
    const auto records = history_.log.Range(range);
    return [repeat = std::move(repeat),
            first_answer = std::vector<SharedRecord>(records.begin(), records.end())] {
      repeat(first_answer);
    };
  }
  return [self = shared_from_this(), range, repeat = std::move(repeat)] {
    self->hooks_.ReadStored(self->setup_->game_id, range, repeat);
  };
}

// --- Watchers ---

void GameSession::SetAudience(std::shared_ptr<GameAudience> audience) {
  MutexLock lock(mutex_);
  BeginAudienceLocked(std::move(audience));
}

void GameSession::BeginAudienceLocked(std::shared_ptr<GameAudience> audience) {
  audience->Begin(history_.log.head());
  audience_ = std::move(audience);
}

void GameSession::WakeWatchers() {
  Actions actions;
  {
    MutexLock lock(mutex_);
    WakeAudienceLocked(actions);
  }
  Perform(std::move(actions));
}

int GameSession::watchers() const {
  MutexLock lock(mutex_);
  return audience_ == nullptr ? 0 : audience_->size();
}

void GameSession::WakeAudienceLocked(Actions& actions) {
  if (audience_ == nullptr) return;
  GameAudience::Streams streams = audience_->Publish(history_.log.head());
  if (streams.empty()) return;
  actions.thunks.push_back(
      [this, self = shared_from_this(), streams = std::move(streams)] { hooks_.OnWake(streams); });
}

}  // namespace meeple::service
