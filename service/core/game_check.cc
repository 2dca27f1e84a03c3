#include "service/core/game_check.h"

#include <cstdint>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "google/protobuf/util/message_differencer.h"
#include "meeple/storage/v1/summary.pb.h"
#include "meeple/v1/game_service.pb.h"
#include "service/core/feeds.h"
#include "service/core/game_folding.h"
#include "service/core/game_listing.h"
#include "service/core/game_scoring.h"
#include "service/core/game_summary.h"
#include "service/journal/record_codec.h"
#include "service/journal/storage_keys.h"

namespace meeple::service {
namespace {

// What is wrong with an event, or nothing.
std::string WrongWithEvent(const std::string& bytes, int64_t sequence) {
  const std::optional<v1::GameEvent> event = ParseEvent(bytes);
  if (!event.has_value()) return "cannot be read";
  if (event->sequence() != sequence) {
    return absl::StrCat("says that it is event ", event->sequence());
  }
  const bool creation = event->has_game_created();
  if (creation != (sequence == 1)) return creation ? "creates the game again" : "creates no game";
  return {};
}

std::string WrongWithViews(const JournalRecord& record) {
  int last_seat = -1;
  for (const JournalRecord::SeatEvent& view : record.seat_events) {
    if (view.seat <= last_seat) return "has its seats out of order";
    last_seat = view.seat;
    std::string wrong = WrongWithEvent(view.event, record.sequence);
    if (!wrong.empty()) return absl::StrCat("as seat ", view.seat, " reads it ", wrong);
  }
  return {};
}

// Follows the records of a game and says of each what is wrong with it.
class Follower {
 public:
  std::string Next(const JournalRecord& record) {
    if (record.sequence != ++sequence_) return absl::StrCat("stands where ", sequence_, " should");
    if (final_) return "follows the end of a game that is final";
    final_ = ParseEvent(record.public_event).value_or(v1::GameEvent()).has_game_final();
    std::string wrong = WrongWithEvent(record.public_event, record.sequence);
    if (wrong.empty()) wrong = WrongWithViews(record);
    return wrong.empty() ? NextOfGroup(record) : wrong;
  }
  bool inside_group() const { return group_left_ > 0; }

 private:
  std::string NextOfGroup(const JournalRecord& record) {
    const int index = inside_group() ? group_size_ - group_left_ : 0;
    if (!inside_group()) group_size_ = group_left_ = record.group_size;
    if (record.group_index != index || record.group_size != group_size_ || group_size_ < 1) {
      return absl::StrCat("is ", record.group_index + 1, " of ", record.group_size,
                          " events of its call, where ", index + 1, " of ", group_size_,
                          " is expected");
    }
    --group_left_;
    return {};
  }

  int64_t sequence_ = 0;
  bool final_ = false;
  int group_size_ = 0;
  int group_left_ = 0;
};

absl::Status Different(const std::string& game_id, const std::string& what) {
  return absl::DataLossError(absl::StrCat("game '", game_id, "': ", what));
}

// Whether the stored summary is that of the game.
absl::Status CheckSummary(const std::string& game_id, const GameState& state,
                          const std::string& summary) {
  storage::v1::GameSummary stored;
  if (!stored.ParseFromString(summary)) return Different(game_id, "its summary cannot be read");
  // A later release may have written more.
  stored.DiscardUnknownFields();
  const absl::StatusOr<std::vector<AgendaItem>> agenda = AgendaOfSummary(summary);
  if (!agenda.ok()) return Different(game_id, absl::StrCat(agenda.status().message()));
  const storage::v1::GameSummary folded = SummaryOf(state, *agenda);
  google::protobuf::util::MessageDifferencer differencer;
  std::string differences;
  differencer.ReportDifferencesToString(&differences);
  if (differencer.Compare(folded, stored)) return absl::OkStatus();
  return Different(game_id, absl::StrCat("its summary is not that of its events: ",
                                         differences.substr(0, differences.find('\n'))));
}

absl::StatusOr<GameHistory> CheckAndFold(const std::string& game_id,
                                         std::span<const SharedRecord> records, GameKinds kinds) {
  if (absl::Status status = CheckRecords(game_id, records); !status.ok()) return status;
  // Whatever limit the server had.
  const FoldLimits limits = {.state = {.max_events = std::numeric_limits<int>::max()},
                             .kinds = kinds};
  return FoldGame(game_id, records, limits);
}

}  // namespace

std::optional<v1::GameEvent> ParseEvent(const std::string& bytes) {
  v1::GameEventBatch batch;
  if (!batch.ParseFromString(bytes) || batch.events_size() != 1) return std::nullopt;
  return std::move(*batch.mutable_events(0));
}

absl::Status CheckRecords(const std::string& game_id, std::span<const SharedRecord> records) {
  if (records.empty()) return Different(game_id, "there are no events");
  Follower follower;
  for (const SharedRecord& record : records) {
    const std::string wrong = follower.Next(*record);
    if (!wrong.empty()) {
      return Different(game_id, absl::StrCat("event ", record->sequence, " ", wrong));
    }
  }
  if (!follower.inside_group()) return absl::OkStatus();
  return Different(game_id, absl::StrCat("after event ", records.back()->sequence,
                                         " the rest of what its call did is missing"));
}

absl::StatusOr<IndexChange> CheckGameForIndexes(const std::string& game_id,
                                                std::span<const SharedRecord> records,
                                                const std::optional<std::string>& summary,
                                                GameKinds kinds) {
  const absl::StatusOr<GameHistory> history = CheckAndFold(game_id, records, kinds);
  if (!history.ok()) return history.status();
  if (summary.has_value()) {
    absl::Status same = CheckSummary(game_id, *history->state, *summary);
    if (!same.ok()) return same;
  }
  const GameState& state = *history->state;
  return IndexChange{.lists = ListChangeOf(Standing{}, state, {}),
                     .scores = ScoreChangesOf({}, state),
                     .feed_entries = FeedEntriesOfImported(state),
                     .listed = ListedGameWithPosition(state),
                     .creator = state.setup()->creator,
                     .is_private = state.setup()->is_private(),
                     .is_final = state.final()};
}

absl::StatusOr<IndexChange> CheckStoredGame(
    const std::string& game_id, const absl::StatusOr<std::vector<SharedRecord>>& records,
    const absl::StatusOr<std::string>& summary, GameKinds kinds) {
  if (absl::IsNotFound(records.status())) {
    return Different(game_id, "has a summary, and no events");
  }
  if (!records.ok()) return records.status();
  if (absl::IsNotFound(summary.status())) return Different(game_id, "has events, and no summary");
  if (!summary.ok()) return summary.status();
  return CheckGameForIndexes(game_id, *records, *summary, kinds);
}

absl::StatusOr<storage::v1::GameSummary> RebuildSummary(const std::string& game_id,
                                                        std::span<const SharedRecord> records,
                                                        GameKinds kinds) {
  const absl::StatusOr<GameHistory> history = CheckAndFold(game_id, records, kinds);
  if (!history.ok()) return history.status();
  const GameState& state = *history->state;
  return SummaryOf(state, AgendaOf(state));
}

absl::StatusOr<std::vector<SharedRecord>> DecodeStoredEvents(const std::string& game_id,
                                                             std::span<const std::string> values) {
  std::vector<SharedRecord> records;
  for (const std::string& value : values) {
    const std::string key = EventKey(game_id, std::ssize(records) + 1);
    absl::StatusOr<SharedRecord> record = DecodeRecord(key, value);
    if (!record.ok()) return record.status();
    records.push_back(*std::move(record));
  }
  return records;
}

}  // namespace meeple::service
