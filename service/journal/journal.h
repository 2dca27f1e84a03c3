#ifndef MEEPLE_SERVICE_JOURNAL_JOURNAL_H_
#define MEEPLE_SERVICE_JOURNAL_JOURNAL_H_

// The log of record: what every game is rebuilt from. A change is appended here first and becomes
// visible only once the journal says that it is kept.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "service/journal/feed.h"
#include "service/journal/game_index.h"
#include "service/journal/journal_metrics.h"
#include "service/journal/score_index.h"

namespace meeple::service {

// One event as it is stored. Immutable once made; shared by the journal and the game's log.
struct JournalRecord {
  int64_t sequence = 0;
  // What everyone may read: the v1::GameEvent, serialised as one element of
  // v1::GameEventBatch.events (tag, length, bytes). Concatenated, the records of a game are a
  // batch, so that readers get stored bytes and nothing is serialised twice.
  std::string public_event = {};
  // What single seats read instead, serialised alike: only in kinds of games with hidden
  // information, and only where it differs from the public event. By seat, ascending.
  struct SeatEvent {
    int seat = 0;
    std::string event;

    bool operator==(const SeatEvent&) const = default;
  };
  std::vector<SeatEvent> seat_events = {};
  // What nobody may read, serialised; of the first record the v1::GameConfig with all seeds.
  std::string secret = {};
  // Keyed digest of the request id of the call; empty where there was none.
  std::string request_digest = {};
  // Digest of what the call asked for: rpc, seat, canonical action.
  std::string request_fingerprint = {};
  // The seat that called, or -1.
  int caller_seat = -1;
  // Of the first event of a call: the name of the API key that called; empty where none did.
  std::string caller_key = {};
  // Of the first event of a game: whether its commit added to the feed of what caller_key created.
  bool creation_counted = false;
  // How many events the call made, and this event's place among them from 0.
  int group_size = 1;
  int group_index = 0;
  // Game time of the event: see Clock::Uptime. Not negative.
  int64_t game_time_milliseconds = 0;

  bool operator==(const JournalRecord&) const = default;

  // What a viewer reads: a seat, or a spectator, who is a negative number.
  const std::string& EventFor(int viewer) const {
    for (const SeatEvent& seat_event : seat_events) {
      if (seat_event.seat == viewer) return seat_event.event;
    }
    return public_event;
  }
};

using SharedRecord = std::shared_ptr<const JournalRecord>;

// One atomic append: everything in it or nothing.
struct Commit {
  // At most 255 bytes.
  std::string game_id;
  // The sequence of the first record; the game's log must end right before it.
  int64_t expected_next_sequence = 1;
  // At least one; their sequences follow each other.
  std::vector<SharedRecord> records;
  // From now on the game's summary, serialised by the core; nothing leaves the old one.
  std::optional<std::string> summary = {};
  // Removed first, then added. Removing what is not there changes nothing.
  std::vector<AgendaItem> agenda_removed = {};
  std::vector<AgendaItem> agenda_added = {};
  // As the agenda.
  ListChange lists = {};
  // What is added to scores.
  std::vector<ScoreChange> scores = {};
  // Added in this order; see feed.h.
  std::vector<FeedEntry> feed_entries = {};
};

enum class AppendOutcome {
  kDurable,     // kept as promised
  kConflict,    // the game's log does not end where the commit begins: nothing was written
  kOverloaded,  // too much waits to be written: nothing was written, and later it may well be
  kUnknown,     // it may or may not be kept
};

enum class JournalDurability { kMemory, kSynced };

// Thread-safe.
class Journal : public GameIndex, public ScoreIndex, public FeedStore {
 public:
  using Done = std::function<void(AppendOutcome)>;

  // Appends a commit. `done` is called exactly once, on any thread, possibly before this returns.
  // The caller holds no lock.
  virtual void Append(Commit commit, Done done) = 0;

  // Keeps the game time, which goes on between events: see ReadGameTime. Written like a commit,
  // with no promise when; an earlier time than what is kept changes nothing.
  virtual void KeepGameTime(int64_t milliseconds) = 0;

  // The records of a game after `after_sequence`, at most `limit`, in order. NOT_FOUND for a game
  // that has none.
  virtual absl::StatusOr<std::vector<SharedRecord>> Read(const std::string& game_id,
                                                         int64_t after_sequence,
                                                         int limit) const = 0;

  // True while so much waits to be written that nothing new should be begun. Well before an append
  // is refused: what is under way can still be finished.
  virtual bool overloaded() const { return false; }

  // How many commits wait to be written.
  virtual size_t waiting() const { return 0; }
  // What it counted; null for one that has nothing to wait for and counts nothing.
  virtual const JournalMetrics* metrics() const { return nullptr; }

  // Makes a backup in `target`, a new directory, of everything that was acknowledged before the
  // call; appends go on meanwhile. Returns the number of the last change that is sure to be in it.
  // It takes as long as the disk does.
  //   UNIMPLEMENTED   this journal keeps nothing on a disk
  //   ALREADY_EXISTS  there is something under that name
  //   UNAVAILABLE     the disk refuses; nothing is left of the backup then
  virtual absl::StatusOr<uint64_t> CreateBackup(const std::string& target) const {
    return absl::UnimplementedError(
        absl::StrCat("a journal that keeps nothing on a disk makes no backup in '", target, "'"));
  }

  // Its name, as the server's options have it.
  virtual std::string_view name() const = 0;
  // What an append survives.
  virtual JournalDurability durability() const = 0;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_JOURNAL_H_
