#ifndef MEEPLE_SERVICE_CORE_GAME_SESSION_H_
#define MEEPLE_SERVICE_CORE_GAME_SESSION_H_

// One game, live: its state, its durable log, and who waits for what.
//
// At most one mutation is in flight, from its decision until its commit is durable. Whatever
// depends on the state meanwhile waits in order of arrival and is decided afterwards, so that every
// answer, refusals included, rests on durable state. Durable first, then visible to watchers, then
// acknowledged.
//
//   decide under the mutex -> append to the journal without it -> under the mutex: durable, let the
//   waiting calls in -> without it: answer, wake watchers
//
// Thread-safe. Nothing slow and no foreign code runs under the mutex apart from `decide` and
// `look`, which only touch the state. Callbacks run outside it.

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "service/base/mutex.h"
#include "service/base/work_count.h"
#include "service/core/clock.h"
#include "service/core/credential_epochs.h"
#include "service/core/event_group.h"
#include "service/core/event_log.h"
#include "service/core/event_reader.h"
#include "service/core/game_audience.h"
#include "service/core/game_folding.h"
#include "service/core/game_listing.h"
#include "service/core/game_state.h"
#include "service/core/game_summary.h"
#include "service/core/presence.h"
#include "service/core/watch.h"
#include "service/core/watch_position.h"
#include "service/journal/journal.h"

namespace meeple::service {

class GameSession;

// What a session needs from the host of all games. Called outside any session's mutex.
class SessionHooks {
 public:
  virtual ~SessionHooks() = default;
  // Counts what a session does in a call of its own or for a commit: it uses all of this until
  // then.
  virtual WorkCount& work() = 0;
  // Which seats are there; to be asked under a session's mutex too.
  virtual Presence& presence() = 0;
  // A bot is to move in `session`.
  virtual void OnBotToMove(std::shared_ptr<GameSession> session) = 0;
  // GameSession::OnTimer wants to be called at `due` of the clock's uptime, or soon after. One call
  // a game is enough: it asks again where that was too early.
  virtual void OnDue(const std::string& game_id, absl::Duration due) = 0;
  // All agreed on a rematch of `session`'s game. Makes it, tells the session, and calls `then`;
  // also where it cannot be made now, and is tried again later.
  virtual void OnRematchAgreed(std::shared_ptr<GameSession> session,
                               std::function<void()> then) = 0;
  // The streams have something to pull.
  virtual void OnWake(GameAudience::Streams streams) = 0;
  // Reads all of `range` of the game, which memory no longer holds: see EventReader.
  virtual void ReadStored(const std::string& game_id, const EventRange& range,
                          EventReader::Ready ready) = 0;
  // What `session` decided last is not kept as `outcome` says, so that its memory may be ahead of
  // the journal. It answers no call any more: another one is to take its place.
  virtual void OnBroken(const std::shared_ptr<GameSession>& session, AppendOutcome outcome) = 0;
  // True once every watch is to end.
  virtual bool draining() const = 0;
};

struct SessionLimits {
  int max_waiting_mutations = 64;
  int max_waiting_reads = 1'000;
};

// A call that changes the game.
struct Mutation {
  // Work of the server itself: never refused for want of room.
  bool internal = false;
  // The call that begins the game; all others find no game before it.
  bool begins = false;
  // It takes a flag itself; any other call that arrived after the time was up has to wait for that.
  bool takes_flag = false;
  engine::SeatIndex seat = engine::kNoSeat;
  // The epoch of the credential of `seat` that was sent: it must be in force, unless the call
  // repeats the one that ended it. 0 where none was needed.
  uint32_t epoch = 0;
  // The name of the API key that calls; empty where none does.
  std::string caller_key = {};
  // When the call reached the server, by the clock's uptime; none: now.
  std::optional<absl::Duration> arrived = {};
  // See JournalRecord; both empty without a request id.
  std::string request_digest = {};
  std::string request_fingerprint = {};
  std::optional<int64_t> expected_sequence = {};
  // See JournalRecord; goes with the first event.
  std::string secret = {};
  // Refuses what the caller may not do, before the request id is looked up; none allows everything.
  std::function<absl::Status(const GameState& state)> permitted = {};
  // Changes the state or refuses. Runs under the session's mutex.
  std::function<absl::StatusOr<GroupViews>(GameState& state, absl::Time now)> decide;
  struct Answer {
    EventGroup events;          // as the caller's seat may know them
    int64_t head_sequence = 0;  // the newest event of the game when this was answered
  };
  std::function<void(absl::StatusOr<Answer>)> done;
};

// A call that reads the state.
struct Reading {
  bool internal = false;
  // Takes what it needs out of the state, under the session's mutex; what it returns runs outside.
  std::function<std::function<void()>(const GameState& state)> look;
  // Instead of it, if the reading is refused.
  std::function<void(absl::Status)> refuse;
};

class GameSession : public std::enable_shared_from_this<GameSession> {
 public:
  // All references must outlive the session. `history` is that of a new game, or all that the
  // journal has of one, and `agenda` then what the journal has for it. `audience` is the game's if
  // it has one.
  GameSession(GameHistory history, std::vector<AgendaItem> agenda,
              std::shared_ptr<GameAudience> audience, const SessionLimits& limits, Journal& journal,
              Clock& clock, SessionHooks& hooks);

  const GameSetup& setup() const { return *setup_; }
  // What the call asked for that made this session: another call that comes to the same id with
  // other content did not mean this game, whichever of them is decided first.
  const std::string& creation() const { return creation_; }
  const std::shared_ptr<const GameSetup>& shared_setup() const { return setup_; }
  // Which credentials are in force; to be asked at any time, without waiting.
  const CredentialEpochs& epochs() const { return epochs_; }

  // Errors beside those of `permitted` and `decide`: GAME_NOT_FOUND (not begun), OVERLOADED
  // (nothing was kept), CREDENTIAL_INVALID (no longer in force), REQUEST_ID_REUSED, INVALID_FIELD
  // and STALE_SEQUENCE for the expected sequence, JOURNAL_UNAVAILABLE.
  void Mutate(Mutation mutation);
  // Errors: GAME_NOT_FOUND (not begun), OVERLOADED, JOURNAL_UNAVAILABLE.
  void Read(Reading reading);

  // OK if there are durable events up to `after`; GAME_NOT_FOUND, SEQUENCE_OUT_OF_RANGE. The log
  // does not wait for a mutation in flight.
  absl::Status CheckWithinLog(int64_t after) const;
  // The durable events after `after`, `more` if others follow; or all of them where they must be
  // read from the journal. Errors as CheckWithinLog.
  struct Page {
    std::vector<SharedRecord> records;
    bool more = false;
  };
  absl::StatusOr<std::variant<Page, EventRange>> ListEvents(int64_t after,
                                                            const EventLog::Bounds& bounds) const;

  // From now on it is watched by `audience`, which is the only one of this game.
  void SetAudience(std::shared_ptr<GameAudience> audience);
  int watchers() const;
  // What a watch at `position`, which is within the log, does next, moving it on, or what it must
  // read from the journal first. If it has to wait, `stream` is parked under `key` in `audience`,
  // which is the only one of this game, and woken once.
  std::variant<WatchStep, EventRange> NextFor(WatchPosition& position, const void* key,
                                              std::weak_ptr<WatchStream> stream,
                                              const std::shared_ptr<GameAudience>& audience);

  // Wakes who waits for events that are there: for a game that was taken up again.
  void WakeWatchers();
  // Does what is due by the agenda, or asks to be called again.
  void OnTimer();
  // Has a bot think if one is to move: for a game that was taken up again.
  void WakeBot();

  // The newest durable event that changed whose move is which: see GameState::turn_sequence; to be
  // read at any time, without waiting.
  int64_t newest_turn() const { return newest_turn_.load(std::memory_order_relaxed); }

  // True for the first who asks for that turn: so that a bot thinks about each only once, however
  // often it is called.
  bool ClaimThought(int64_t turn_sequence) {
    return thought_about_.exchange(turn_sequence) != turn_sequence;
  }

  // Whether it keeps calls that came too late until the flag has fallen: it must stay until then,
  // though nobody else holds it.
  bool holds_calls() const { return holds_calls_.load(std::memory_order_acquire); }

  // Whether nothing will follow any more; to be read at any time, without waiting.
  bool final() const { return final_.load(std::memory_order_relaxed); }

  // When it was last called, by the clock's uptime, and about how much memory it takes.
  absl::Duration last_used() const {
    return absl::Milliseconds(last_used_milliseconds_.load(std::memory_order_relaxed));
  }
  size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  using Call = std::variant<Mutation, Reading>;
  using Thunk = std::function<void()>;

  // A mutation that was decided and is not durable yet.
  struct InFlight {
    Mutation mutation;
    GroupViews views;
    int64_t game_time_milliseconds = 0;
    // What is to be done for the game once this is durable, and until then.
    std::vector<AgendaItem> agenda = {};
    std::vector<AgendaItem> agenda_before = {};
    storage::v1::GameSummary summary = {};
    ListChange lists = {};
    std::vector<ScoreChange> scores = {};
    std::vector<FeedEntry> feed_entries = {};
    std::vector<SharedRecord> records = {};
  };
  // What is to be done once the mutex is released.
  struct Actions {
    std::vector<Thunk> thunks;
    bool commit = false;
  };

  void Enter(Call call);
  void Refuse(Call& call, absl::Status status);
  absl::Status CheckRoomLocked(const Call& call) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Decides a call; REQUIRES: nothing is in flight.
  void DecideLocked(Call call, Actions& actions) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void DecideMutationLocked(Mutation mutation, Actions& actions)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status CheckWithinLogLocked(int64_t after) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status CheckUsableLocked(bool begins) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status CheckExpectedLocked(const Mutation& mutation) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool IsAnsweredLocked(const Mutation& mutation) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Whether the credential is in force that the call was made with.
  bool InForce(const Mutation& mutation) const;
  absl::Status CheckPermittedLocked(const Mutation& mutation) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The answer to a repeated request, or nothing if this one is new.
  std::optional<Thunk> RepeatLocked(Mutation& mutation) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Runs the actions and, as long as commits follow, everything that comes of them.
  void Perform(Actions actions);
  // Appends what is in flight. True if the commit completed at once; `actions` are then what
  // follows. Otherwise Perform goes on when the journal answers.
  bool CommitInFlight(Actions& actions);
  Commit MakeCommit(const InFlight& in_flight) const;
  // REQUIRES: what was decided is in flight.
  void StartCommitLocked(const Standing& before, Actions& actions)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Actions OnAppended(AppendOutcome outcome);
  void PublishLocked(InFlight done, Actions& actions) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void BreakLocked(InFlight done, AppendOutcome outcome, Actions& actions)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void DrainQueueLocked(Actions& actions) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void ArmTimerLocked(Actions& actions) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Has `answer` given, once the rematch is there if that is what was agreed on.
  void AnswerLocked(Thunk answer, Actions& actions) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // When the first seat is gone for too long; none if all are there.
  std::optional<absl::Duration> AbsenceDueLocked() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // When something is to be done without a call; none if nothing is.
  std::optional<absl::Duration> NextDueLocked() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // When an item is to be woken for that anything is to be woken for at all.
  absl::Duration DueLocked(const AgendaItem& item) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // What is due by now.
  std::optional<Thunk> DueWorkLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The mutation that takes the seat out that is gone for too long.
  Mutation Forfeit();
  // Whether the item asks for the rematch, which comes before the result is final.
  bool IsRematchDueLocked(const AgendaItem& item) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Has the rematch made that all have agreed on, and does `then`.
  Thunk MakeRematch(Thunk then = [] {});
  // The mutation that does what an item asks for.
  Mutation WorkOfLocked(const AgendaItem& item) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Whether the time of the seat to move was up before the call arrived.
  bool IsLateLocked(const Mutation& mutation) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Whether a call waits that arrived in time, behind one that did not.
  bool WaitsInTimeLocked() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Keeps the call until the flag has fallen, or a call that arrived in time has been decided.
  void HoldLocked(Mutation mutation, Actions& actions) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void BeginAudienceLocked(std::shared_ptr<GameAudience> audience)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void WakeAudienceLocked(Actions& actions) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Constant after construction.
  const std::shared_ptr<const GameSetup> setup_;
  const std::string creation_;
  const SessionLimits limits_;
  Journal& journal_;
  Clock& clock_;
  SessionHooks& hooks_;

  mutable Mutex mutex_;
  GameHistory history_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<InFlight> in_flight_ ABSL_GUARDED_BY(mutex_);
  // Lists, since they are mostly empty and must then take nothing: there may be a million games.
  std::list<Call> waiting_ ABSL_GUARDED_BY(mutex_);
  // Calls that arrived after the time was up, in order; they count as waiting.
  std::list<Mutation> late_ ABSL_GUARDED_BY(mutex_);
  int waiting_mutations_ ABSL_GUARDED_BY(mutex_) = 0;
  int waiting_reads_ ABSL_GUARDED_BY(mutex_) = 0;
  std::shared_ptr<GameAudience> audience_ ABSL_GUARDED_BY(mutex_);  // null: never watched
  // What is to be done for the game.
  std::vector<AgendaItem> agenda_ ABSL_GUARDED_BY(mutex_);
  // What every call is told once the journal did not keep what was decided, or did not say so:
  // memory may now be ahead of it. OK until then.
  absl::Status broken_ ABSL_GUARDED_BY(mutex_);

  CredentialEpochs epochs_;
  std::atomic<bool> holds_calls_ = false;
  std::atomic<bool> final_ = false;
  std::atomic<int64_t> last_used_milliseconds_ = 0;
  const size_t bytes_of_setup_;  // with all else that does not grow
  std::atomic<size_t> bytes_ = 0;
  std::atomic<int64_t> newest_turn_ = 0;
  std::atomic<int64_t> thought_about_ = 0;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_SESSION_H_
