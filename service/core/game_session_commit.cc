// How a GameSession makes durable what was decided, and goes on.

#include <algorithm>
#include <atomic>
#include <iterator>
#include <utility>

#include "service/core/errors.h"
#include "service/core/event_bytes.h"
#include "service/core/feeds.h"
#include "service/core/game_session.h"
#include "service/core/journal_errors.h"

namespace meeple::service {
namespace {

constexpr absl::Duration kRetryWhenUnknown = absl::Seconds(1);

absl::Status OutcomeUnknown() {
  return WithRetryDelay(
      MakeError(v1::ERROR_REASON_JOURNAL_UNAVAILABLE,
                "the journal did not say whether the change is kept: repeat the call with the same "
                "request id to learn it"),
      kRetryWhenUnknown);
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

// What of `items` is not among `others`.
std::vector<AgendaItem> Without(const std::vector<AgendaItem>& items,
                                const std::vector<AgendaItem>& others) {
  std::vector<AgendaItem> rest;
  std::ranges::set_difference(items, others, std::back_inserter(rest));
  return rest;
}

}  // namespace

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

void GameSession::Perform(Actions actions) {
  // Whoever has an answer may end the host, which waits for what follows it.
  const WorkCount::Token under_way(hooks_.work());
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
    explicit Rendezvous(std::shared_ptr<GameSession> session)
        : under_way(session->hooks_.work()), self(std::move(session)) {}

    const WorkCount::Token under_way;  // until the session is let go of
    const std::shared_ptr<GameSession> self;
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
  auto rendezvous = std::make_shared<Rendezvous>(shared_from_this());
  journal_.Append(std::move(commit), [rendezvous](AppendOutcome outcome) {
    rendezvous->outcome = outcome;
    if (!rendezvous->first_has_come.exchange(true)) return;
    GameSession& self = *rendezvous->self;
    self.Perform(self.OnAppended(outcome));
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
    BreakLocked(std::move(done), outcome, actions);
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
  bytes_.store(bytes_of_setup_ + history_.bytes(), std::memory_order_relaxed);
  final_.store(history_.state->final(), std::memory_order_relaxed);
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

void GameSession::BreakLocked(InFlight done, AppendOutcome outcome, Actions& actions) {
  broken_ = outcome == AppendOutcome::kOverloaded ? TooManyWriteJournal() : OutcomeUnknown();
  // Before anybody is answered, so that whoever asks again finds the session that comes next.
  actions.thunks.push_back(
      [self = shared_from_this(), outcome] { self->hooks_.OnBroken(self, outcome); });
  actions.thunks.push_back(
      [answer = std::move(done.mutation.done), status = broken_] { answer(status); });
}

void GameSession::DrainQueueLocked(Actions& actions) {
  waiting_.insert(waiting_.begin(), std::make_move_iterator(late_.begin()),
                  std::make_move_iterator(late_.end()));
  late_.clear();
  holds_calls_.store(false, std::memory_order_release);
  while (!waiting_.empty() && in_flight_ == nullptr) {
    Call call = std::move(waiting_.front());
    waiting_.pop_front();
    --(std::holds_alternative<Mutation>(call) ? waiting_mutations_ : waiting_reads_);
    DecideLocked(std::move(call), actions);
  }
}

}  // namespace meeple::service
