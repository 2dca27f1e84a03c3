#include "service/tools/feed_check.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "meeple/storage/v1/feed.pb.h"
#include "meeple/v1/allocation_service.pb.h"
#include "service/core/feeds.h"
#include "service/tools/told_game.h"

namespace meeple::tools {
namespace {

// The game that an entry tells of; one without an id if it cannot be read.
v1::ListedGame GameIn(std::string_view feed, const std::string& value) {
  v1::ListedGame game;
  if (feed == service::kLobbyFeed) {
    storage::v1::LobbyEntry entry;
    if (entry.ParseFromString(value)) game = ToldGame(entry.event().game());
  } else if (feed.starts_with(service::ResultsFeed(""))) {
    v1::GameResult result;
    if (result.ParseFromString(value)) game = ToldGame(result.game());
  } else {
    game.set_game_id(value);
  }
  return game;
}

}  // namespace

void FeedCheck::Read(const service::JournalReader& reader) {
  const absl::Status read =
      reader.VisitFeeds([this](std::string_view feed, int64_t sequence, std::string_view value) {
        TakeEntry(feed, sequence, value);
      });
  if (!read.ok()) report_(read);
}

void FeedCheck::TakeEntry(std::string_view feed, int64_t sequence, std::string_view value) {
  Entry entry = {.feed = std::string(feed), .sequence = sequence};
  if (feed == last_feed_ && sequence != last_sequence_ + 1) {
    Tell(entry, absl::StrCat("follows entry ", last_sequence_));
  }
  last_feed_ = feed;
  last_sequence_ = sequence;
  entry.game = GameIn(feed, std::string(value));
  if (entry.game.game_id().empty()) return Tell(entry, "cannot be read");
  std::vector<Entry>& entries = told_[entry.game.game_id()];
  if (feed == service::kLobbyFeed) {
    std::erase_if(entries, [&](const Entry& before) { return before.feed == feed; });
  }
  entries.push_back(std::move(entry));
}

void FeedCheck::Check(const std::string& game_id, const service::IndexChange& indexes) {
  const auto told = told_.find(game_id);
  if (told == told_.end()) return;
  const std::vector<Entry>& entries = told->second;
  for (size_t i = 0; i < entries.size(); ++i) {
    const bool again = i > 0 && entries[i].feed == entries[i - 1].feed;
    if (again) {
      Tell(entries[i], absl::StrCat("names game '", game_id, "' again"));
    } else {
      CheckEntry(entries[i], indexes);
    }
  }
  told_.erase(told);
}

void FeedCheck::CheckEntry(const Entry& entry, const service::IndexChange& indexes) {
  if (entry.feed != service::kLobbyFeed) return CheckOfKey(entry, indexes);
  if (indexes.is_private) {
    return Tell(entry, absl::StrCat("names game '", entry.game.game_id(), "', which is private"));
  }
  const std::string difference = DifferenceOf(indexes.listed, entry.game);
  if (difference.empty()) return;
  Tell(entry, absl::StrCat("is the last of game '", entry.game.game_id(),
                           "', which stands otherwise by its events: ", difference));
}

void FeedCheck::CheckOfKey(const Entry& entry, const service::IndexChange& indexes) {
  const std::string& game_id = entry.game.game_id();
  const bool is_result = entry.feed == service::ResultsFeed(indexes.creator);
  if (!is_result && entry.feed != service::CreationsFeed(indexes.creator)) {
    return Tell(entry, absl::StrCat("names game '", game_id, "', which is of another key"));
  }
  if (!is_result) return;
  if (!indexes.is_final) {
    return Tell(entry, absl::StrCat("is the result of game '", game_id, "', which is not final"));
  }
  const std::string difference = DifferenceOf(indexes.listed, entry.game);
  if (difference.empty()) return;
  Tell(entry,
       absl::StrCat("is not the result of game '", game_id, "' by its events: ", difference));
}

void FeedCheck::Conclude() {
  for (const auto& [game_id, entries] : told_) {
    Tell(entries.front(), absl::StrCat("names game '", game_id, "', which is not there"));
  }
}

void FeedCheck::Tell(const Entry& entry, const std::string& what) {
  report_(absl::DataLossError(
      absl::StrCat("entry ", entry.sequence, " of the feed '", entry.feed, "' ", what)));
}

}  // namespace meeple::tools
