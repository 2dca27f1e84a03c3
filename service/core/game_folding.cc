#include "service/core/game_folding.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "service/core/event_bytes.h"

namespace meeple::service {
namespace {

// About what the rules and the clocks keep of a ply, and the session of a request id.
constexpr size_t kBytesOfPly = 64;
constexpr size_t kBytesOfAnswer = 96;

absl::Status Damaged(const std::string& game_id, absl::string_view why) {
  return absl::DataLossError(
      absl::StrCat("the stored game '", game_id, "' does not verify: ", why));
}

// The group that begins with the first of `records`; empty if it is not whole.
std::span<const SharedRecord> FirstGroup(std::span<const SharedRecord> records) {
  const auto size = static_cast<size_t>(std::max(records.front()->group_size, 1));
  if (size > records.size()) return {};
  for (size_t i = 0; i < size; ++i) {
    if (records[i]->group_index != static_cast<int>(i) ||
        records[i]->group_size != static_cast<int>(size)) {
      return {};
    }
  }
  return records.first(size);
}

// What everyone may read of the game is what was told when it was created.
void SetAsCreated(const v1::GameCreated& created, const JournalRecord& first,
                  PreparedGame& prepared) {
  auto setup = std::make_shared<GameSetup>(*prepared.setup);
  setup->config = created.config();
  setup->scored = created.scored();
  setup->creation_counted = first.creation_counted;
  prepared.setup = std::move(setup);
}

// The game as it was before its first event.
absl::StatusOr<PreparedGame> PrepareStored(const std::string& game_id, const JournalRecord& first,
                                           const v1::GameEvent& created, GameKinds kinds) {
  v1::GameConfig config;
  if (!created.has_game_created() || !config.ParseFromString(first.secret)) {
    return absl::DataLossError("event 1: it does not say what is played");
  }
  // The limit on turns is the one of the day when the game was made.
  absl::StatusOr<PreparedGame> prepared =
      PrepareGame(game_id, config, std::numeric_limits<int>::max(), kinds, first.caller_key);
  if (!prepared.ok()) {
    return absl::DataLossError(absl::StrCat("event 1: ", prepared.status().message()));
  }
  const int today = prepared->setup->kind->rules_version;
  if (created.game_created().rules_version() != today) {
    return absl::DataLossError(absl::StrCat("event 1: it is played by version ",
                                            created.game_created().rules_version(),
                                            " of its rules, and this release has version ", today));
  }
  SetAsCreated(created.game_created(), first, *prepared);
  return prepared;
}

absl::StatusOr<GameHistory> Begin(const std::string& game_id, const JournalRecord& first,
                                  const v1::GameEvent& created, const FoldLimits& limits) {
  absl::StatusOr<PreparedGame> prepared = PrepareStored(game_id, first, created, limits.kinds);
  if (!prepared.ok()) return prepared.status();
  return GameHistory{.state = std::make_unique<GameState>(*std::move(prepared), limits.state),
                     .creation = first.request_fingerprint,
                     .log = limits.log};
}

}  // namespace

size_t GameHistory::bytes() const {
  // Most events are a ply.
  return log.bytes() + static_cast<size_t>(log.head()) * kBytesOfPly +
         answered.size() * kBytesOfAnswer;
}

void GameHistory::Append(std::span<const SharedRecord> group, bool finishes) {
  log.Append(group, {.finishes = finishes, .over = state->game().over(), .final = state->final()});
  const JournalRecord& first = *group.front();
  if (first.request_digest.empty()) return;
  answered.emplace(first.request_digest, EventRange{.first = first.sequence, .last = log.head()});
}

absl::StatusOr<GameHistory> FoldGame(const std::string& game_id,
                                     std::span<const SharedRecord> records,
                                     const FoldLimits& limits) {
  GameHistory history;
  while (!records.empty()) {
    const std::span<const SharedRecord> group = FirstGroup(records);
    if (group.empty()) {
      return Damaged(game_id, absl::StrCat("event ", records.front()->sequence,
                                           ": the events of its call are not all there"));
    }
    const EventGroup events = DecodeEvents(group, group.front()->caller_seat);
    if (events.size() != group.size()) {
      return Damaged(game_id, absl::StrCat("event ", group.front()->sequence, ": unreadable"));
    }
    if (history.state == nullptr) {
      absl::StatusOr<GameHistory> begun = Begin(game_id, *group.front(), events.front(), limits);
      if (!begun.ok()) return Damaged(game_id, begun.status().message());
      history = *std::move(begun);
    }
    history.state->ArriveAt(group.front()->game_time_milliseconds);
    absl::Status status = history.state->Follow(events, group.front()->secret);
    if (!status.ok()) {
      return Damaged(game_id, status.message());
    }
    history.Append(group, Finishes(events));
    records = records.subspan(group.size());
  }
  if (history.state == nullptr) return Damaged(game_id, "it has no events");
  return history;
}

}  // namespace meeple::service
