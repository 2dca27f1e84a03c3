#include "service/core/game_session.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/errors.h"
#include "service/core/event_bytes.h"
#include "service/core/feeds.h"

namespace meeple::service {
namespace {

constexpr absl::Duration kRetryWhenOverloaded = absl::Milliseconds(50);
constexpr absl::Duration kRetryWhenUnknown = absl::Seconds(1);
// About what a session takes without its events.
constexpr size_t kBytesOfSession = 4'096;

absl::Status OutcomeUnknown() {
  return WithRetryDelay(
      MakeError(v1::ERROR_REASON_JOURNAL_UNAVAILABLE,
                "the journal did not say whether the change is kept: repeat the call with the same "
                "request id to learn it"),
      kRetryWhenUnknown);
}

absl::Status JournalOverloaded() {
  return WithRetryDelay(MakeError(v1::ERROR_REASON_OVERLOADED,
                                  "more changes wait for the disk than it can take: retry later"),
                        kRetryWhenOverloaded);
}

// Adds what seats read of event `index` where it is not what everyone reads.
void AddSeatEvents(const GroupViews& views, size_t index, JournalRecord& record) {
  for (size_t seat = 0; seat < views.seats.size(); ++seat) {
    std::string event = EncodeEvent(views.seats[seat][index]);
    if (event == record.public_event) continue;
    record.seat_events.push_back({.seat = static_cast<int>(seat), .event = std::move(event)});
  }
}

std::vector<SharedRecord> MakeRecords(const Mutation& mutation, const GroupViews& views,
                                      int64_t game_time_milliseconds) {
  std::vector<SharedRecord> records;
  records.reserve(views.everyone.size());
  for (const v1::GameEvent& event : views.everyone) {
    auto record = std::make_shared<JournalRecord>();
    record->sequence = event.sequence();
    record->public_event = EncodeEvent(event);
    AddSeatEvents(views, records.size(), *record);
    record->caller_seat = mutation.seat;
    record->group_size = static_cast<int>(views.everyone.size());
    record->group_index = static_cast<int>(records.size());
    record->game_time_milliseconds = game_time_milliseconds;
    if (records.empty()) {
      record->request_digest = mutation.request_digest;
      record->request_fingerprint = mutation.request_fingerprint;
      record->secret = mutation.secret;
      record->caller_key = mutation.caller_key;
      record->creation_counted = mutation.begins && !mutation.caller_key.empty();
    }
    records.push_back(std::move(record));
  }
  return records;
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

// What of `items` is not among `others`.
std::vector<AgendaItem> Without(const std::vector<AgendaItem>& items,
                                const std::vector<AgendaItem>& others) {
  std::vector<AgendaItem> rest;
  std::ranges::set_difference(items, others, std::back_inserter(rest));
  return rest;
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
      last_used_milliseconds_(absl::ToInt64Milliseconds(clock.Uptime())),
      bytes_(kBytesOfSession + history_.log.bytes()),
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
  if (!mutation.internal && journal_.overloaded()) return refuse(JournalOverloaded());
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

void GameSession::StartCommitLocked(const Standing& before, Actions& actions) {
  in_flight_->agenda = AgendaOf(*history_.state);
  in_flight_->agenda_before = agenda_;
  in_flight_->summary = SummaryOf(*history_.state, in_flight_->agenda);
  in_flight_->lists = ListChangeOf(before, *history_.state, in_flight_->views.everyone);
  in_flight_->scores = ScoreChangesOf(before.results, *history_.state);
  in_flight_->feed_entries =
      FeedEntriesOf(before, *history_.state, in_flight_->views.everyone, in_flight_->lists);
  actions.commit = true;
}

absl::Status GameSession::CheckUsableLocked(bool begins) const {
  if (broken_) return OutcomeUnknown();
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

// --- The commit ---

void GameSession::Perform(Actions actions) {
  for (;;) {
    const bool commit = actions.commit;
    // What is in flight is handed on first: others wait for it, nobody waits for the answers.
    Actions next;
    const bool completed = commit && CommitInFlight(next);
    for (const Thunk& thunk : actions.thunks) thunk();
    if (!completed) return;
    actions = std::move(next);
  }
}

bool GameSession::CommitInFlight(Actions& actions) {
  // The journal may answer before Append returns, or later on another thread. Whoever comes second
  // goes on, so that a queue of calls is worked off in a loop and never by recursion.
  struct Rendezvous {
    std::atomic<bool> first_has_come = false;
    AppendOutcome outcome = AppendOutcome::kUnknown;
  };
  InFlight* in_flight = nullptr;  // nobody else touches it until it is appended
  {
    MutexLock lock(mutex_);
    in_flight = in_flight_.get();
  }
  in_flight->records =
      MakeRecords(in_flight->mutation, in_flight->views, in_flight->game_time_milliseconds);
  Commit commit = MakeCommit(*in_flight);
  auto rendezvous = std::make_shared<Rendezvous>();
  journal_.Append(std::move(commit),
                  [self = shared_from_this(), rendezvous](AppendOutcome outcome) {
                    rendezvous->outcome = outcome;
                    if (!rendezvous->first_has_come.exchange(true)) return;
                    self->Perform(self->OnAppended(outcome));
                  });
  if (!rendezvous->first_has_come.exchange(true)) return false;
  actions = OnAppended(rendezvous->outcome);
  return true;
}

Commit GameSession::MakeCommit(const InFlight& in_flight) const {
  return {.game_id = setup_->game_id,
          .expected_next_sequence = in_flight.records.front()->sequence,
          .records = in_flight.records,
          .summary = SerializeDeterministically(in_flight.summary),
          .agenda_removed = Without(in_flight.agenda_before, in_flight.agenda),
          .agenda_added = Without(in_flight.agenda, in_flight.agenda_before),
          .lists = in_flight.lists,
          .scores = in_flight.scores,
          .feed_entries = in_flight.feed_entries};
}

GameSession::Actions GameSession::OnAppended(AppendOutcome outcome) {
  Actions actions;
  MutexLock lock(mutex_);
  InFlight done = std::move(*in_flight_);
  in_flight_.reset();
  if (outcome == AppendOutcome::kDurable) {
    PublishLocked(std::move(done), actions);
  } else {
    BreakLocked(std::move(done), actions);
  }
  DrainQueueLocked(actions);
  return actions;
}

void GameSession::PublishLocked(InFlight done, Actions& actions) {
  history_.Append(done.records, Finishes(done.views.everyone));
  agenda_ = std::move(done.agenda);
  if (ChangesPosition(done.views.everyone)) {
    history_.state->PublishAt(clock_.Uptime(), *done.mutation.arrived);
  }
  bytes_.store(kBytesOfSession + history_.log.bytes(), std::memory_order_relaxed);
  newest_turn_.store(history_.state->turn_sequence(), std::memory_order_relaxed);
  if (ChangesCredentials(done.views.everyone)) epochs_.Publish(history_.state->seats());
  const int64_t head = history_.log.head();
  AnswerLocked(
      [answer = std::move(done.mutation.done),
       events = std::move(done.views.For(done.mutation.seat)), head]() mutable {
        answer(Mutation::Answer{.events = std::move(events), .head_sequence = head});
      },
      actions);
  ArmTimerLocked(actions);
  WakeAudienceLocked(actions);
  if (history_.state->BotToMove().has_value()) {
    actions.thunks.push_back([self = shared_from_this()] { self->hooks_.OnBotToMove(self); });
  }
}

void GameSession::BreakLocked(InFlight done, Actions& actions) {
  broken_ = true;
  actions.thunks.push_back([answer = std::move(done.mutation.done)] { answer(OutcomeUnknown()); });
}

void GameSession::DrainQueueLocked(Actions& actions) {
  waiting_.insert(waiting_.begin(), std::make_move_iterator(late_.begin()),
                  std::make_move_iterator(late_.end()));
  late_.clear();
  while (!waiting_.empty() && in_flight_ == nullptr) {
    Call call = std::move(waiting_.front());
    waiting_.pop_front();
    --(std::holds_alternative<Mutation>(call) ? waiting_mutations_ : waiting_reads_);
    DecideLocked(std::move(call), actions);
  }
}

// --- Watchers ---

void GameSession::SetAudience(std::shared_ptr<GameAudience> audience) {
  MutexLock lock(mutex_);
  audience->Begin(history_.log.head());
  audience_ = std::move(audience);
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
