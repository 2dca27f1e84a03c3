#include "service/core/feeds.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "meeple/v1/allocation_service.pb.h"
#include "service/core/conversion.h"
#include "service/core/event_bytes.h"

namespace meeple::service {
namespace {

FeedEntry Entry(std::string feed, std::string value) {
  return {.feed = std::move(feed), .value = std::make_shared<const std::string>(std::move(value))};
}

// What happened, given how the game stood and stands.
v1::LobbyChange ChangeOf(v1::GameStatus before, const GameState& after) {
  if (before == v1::GAME_STATUS_UNSPECIFIED) return v1::LOBBY_CHANGE_CREATED;
  const v1::GameStatus status = ToProto(after.game().cursor().status);
  if (status == before) return v1::LOBBY_CHANGE_SEATS;
  if (after.game().over()) return v1::LOBBY_CHANGE_ENDED;
  return before == v1::GAME_STATUS_NOT_STARTED ? v1::LOBBY_CHANGE_STARTED
                                               : v1::LOBBY_CHANGE_RESUMED;
}

// Whether the game is in the list only since the events: those in which a game always stands are
// written more often than they change.
bool IsJoinedBy(const std::string& list, const Standing& before, const EventGroup& events) {
  if (before.status == v1::GAME_STATUS_UNSPECIFIED) return true;
  if (list == ListOfAll()) return false;
  if (!list.starts_with(ListOfPlayer(""))) return true;
  return std::ranges::any_of(events, [&](const v1::GameEvent& event) {
    return event.has_seat_taken() && list == ListOfPlayer(event.actor());
  });
}

std::string LobbyEntryOf(const Standing& before, const GameState& after, const EventGroup& events,
                         const ListChange& lists) {
  storage::v1::LobbyEntry entry;
  v1::LobbyEvent& event = *entry.mutable_event();
  *event.mutable_time() = events.back().time();
  event.set_change(ChangeOf(before.status, after));
  *event.mutable_game() = ListedGameWithPosition(after);
  std::ranges::copy_if(lists.joined,
                       google::protobuf::RepeatedFieldBackInserter(entry.mutable_joined()),
                       [&](const std::string& list) { return IsJoinedBy(list, before, events); });
  entry.mutable_left()->Assign(lists.left.begin(), lists.left.end());
  return SerializeDeterministically(entry);
}

std::string ResultOf(const GameState& after, const EventGroup& events) {
  v1::GameResult result;
  *result.mutable_time() = events.back().time();
  *result.mutable_game() = ListedGameWithPosition(after);
  return SerializeDeterministically(result);
}

bool IsFinal(const EventGroup& events) {
  return std::ranges::any_of(events,
                             [](const v1::GameEvent& event) { return event.has_game_final(); });
}

SharedItem LobbyItemOf(int64_t sequence, const std::string& value) {
  auto item = std::make_shared<LobbyItem>();
  if (!item->entry.ParseFromString(value)) return nullptr;
  item->entry.mutable_event()->set_sequence(sequence);
  item->sequence = sequence;
  item->wire = std::make_shared<const std::string>(EncodeElement(item->entry.event()));
  return item;
}

SharedItem ResultItemOf(int64_t sequence, const std::string& value) {
  v1::GameResult result;
  if (!result.ParseFromString(value)) return nullptr;
  result.set_sequence(sequence);
  auto item = std::make_shared<FeedItem>();
  item->sequence = sequence;
  item->wire = std::make_shared<const std::string>(EncodeElement(result));
  return item;
}

}  // namespace

std::string ResultsFeed(const std::string& key_name) { return absl::StrCat("results/", key_name); }

std::string CreationsFeed(const std::string& key_name) {
  return absl::StrCat("creations/", key_name);
}

std::vector<FeedEntry> FeedEntriesOf(const Standing& before, const GameState& after,
                                     const EventGroup& events, const ListChange& lists) {
  std::vector<FeedEntry> entries;
  if (lists.entry.has_value()) {
    entries.push_back(Entry(std::string(kLobbyFeed), LobbyEntryOf(before, after, events, lists)));
  }
  const GameSetup& setup = *after.setup();
  if (setup.creator.empty()) return entries;
  const bool is_final = IsFinal(events);
  if (before.status == v1::GAME_STATUS_UNSPECIFIED || (is_final && !setup.creation_counted)) {
    entries.push_back(Entry(CreationsFeed(setup.creator), setup.game_id));
  }
  if (is_final) entries.push_back(Entry(ResultsFeed(setup.creator), ResultOf(after, events)));
  return entries;
}

std::vector<FeedEntry> FeedEntriesOfImported(const GameState& state) {
  const GameSetup& setup = *state.setup();
  // Its result will come without its creation.
  if (!setup.creation_counted || state.final()) return {};
  return {Entry(CreationsFeed(setup.creator), setup.game_id)};
}

FeedFormat FormatOfFeed(std::string_view name) {
  return name == kLobbyFeed ? &LobbyItemOf : &ResultItemOf;
}

}  // namespace meeple::service
