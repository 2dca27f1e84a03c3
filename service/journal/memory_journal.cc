#include "service/journal/memory_journal.h"

#include <algorithm>
#include <utility>

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "service/journal/score_storage.h"
#include "service/journal/storage_keys.h"

namespace meeple::service {
namespace {

absl::Status NoGame(const std::string& game_id) {
  return absl::NotFoundError(absl::StrCat("no game '", game_id, "' in the journal"));
}

using Scores = absl::btree_map<std::string, std::string>;

ScoreCounts ScoreIn(const Scores& scores, const std::string& table, const std::string& player_id) {
  const auto found = scores.find(ScoreKey(table, player_id));
  if (found == scores.end()) return {};
  return DecodeCounts(found->second).value_or(ScoreCounts{});
}

}  // namespace

const MemoryJournal::Part& MemoryJournal::PartOf(const std::string& game_id) const {
  return parts_[absl::HashOf(game_id) % kParts];
}

MemoryJournal::Part& MemoryJournal::PartOf(const std::string& game_id) {
  return parts_[absl::HashOf(game_id) % kParts];
}

void MemoryJournal::Append(Commit commit, Done done) { done(Keep(std::move(commit))); }

AppendOutcome MemoryJournal::Keep(Commit commit) {
  Part& part = PartOf(commit.game_id);
  MutexLock lock(part.mutex);
  const auto found = part.games.find(commit.game_id);
  const size_t head = found == part.games.end() ? 0 : found->second.records.size();
  if (commit.expected_next_sequence != static_cast<int64_t>(head) + 1) {
    return AppendOutcome::kConflict;
  }
  KeepAgenda(commit);
  KeepLists(commit);
  KeepScores(commit);
  KeepFeedEntries(commit);
  KeepGameTime(commit.records.back()->game_time_milliseconds);
  Game& game = part.games[commit.game_id];
  game.records.insert(game.records.end(), std::make_move_iterator(commit.records.begin()),
                      std::make_move_iterator(commit.records.end()));
  if (commit.summary.has_value()) game.summary = std::move(commit.summary);
  return AppendOutcome::kDurable;
}

void MemoryJournal::KeepGameTime(int64_t milliseconds) {
  int64_t latest = game_time_milliseconds_.load();
  while (latest < milliseconds &&
         !game_time_milliseconds_.compare_exchange_weak(latest, milliseconds)) {
  }
}

void MemoryJournal::KeepAgenda(const Commit& commit) {
  if (commit.agenda_removed.empty() && commit.agenda_added.empty()) return;
  MutexLock lock(agenda_mutex_);
  for (const AgendaItem& item : commit.agenda_removed) agenda_.erase({item, commit.game_id});
  for (const AgendaItem& item : commit.agenda_added) agenda_.insert({item, commit.game_id});
}

absl::StatusOr<std::vector<SharedRecord>> MemoryJournal::Read(const std::string& game_id,
                                                              int64_t after_sequence,
                                                              int limit) const {
  const Part& part = PartOf(game_id);
  MutexLock lock(part.mutex);
  const auto found = part.games.find(game_id);
  if (found == part.games.end()) return NoGame(game_id);
  const std::vector<SharedRecord>& records = found->second.records;
  const auto first = std::min(static_cast<size_t>(after_sequence), records.size());
  const auto count = std::min(static_cast<size_t>(limit), records.size() - first);
  return std::vector<SharedRecord>(records.begin() + first, records.begin() + first + count);
}

absl::StatusOr<std::string> MemoryJournal::ReadSummary(const std::string& game_id) const {
  const Part& part = PartOf(game_id);
  MutexLock lock(part.mutex);
  const auto found = part.games.find(game_id);
  if (found == part.games.end() || !found->second.summary.has_value()) return NoGame(game_id);
  return *found->second.summary;
}

absl::StatusOr<std::vector<std::string>> MemoryJournal::ListGames(const std::string& after_game_id,
                                                                  int limit) const {
  std::vector<std::string> ids;
  for (const Part& part : parts_) {
    MutexLock lock(part.mutex);
    for (const auto& [id, game] : part.games) {
      if (after_game_id.empty() || id > after_game_id) ids.push_back(id);
    }
  }
  const size_t count = std::min(static_cast<size_t>(limit), ids.size());
  std::partial_sort(ids.begin(), ids.begin() + count, ids.end());
  ids.resize(count);
  return ids;
}

absl::StatusOr<std::vector<AgendaEntry>> MemoryJournal::ReadAgenda(
    const std::optional<AgendaEntry>& after, int limit) const {
  MutexLock lock(agenda_mutex_);
  std::vector<AgendaEntry> entries;
  for (auto entry = after.has_value() ? agenda_.upper_bound(*after) : agenda_.begin();
       entry != agenda_.end() && std::ssize(entries) < limit; ++entry) {
    entries.push_back(*entry);
  }
  return entries;
}

void MemoryJournal::KeepLists(const Commit& commit) {
  const ListChange& change = commit.lists;
  if (change.left.empty() && change.joined.empty() && !change.entry.has_value()) return;
  const ListPlace place = {.created_milliseconds = change.created_milliseconds,
                           .game_id = commit.game_id};
  MutexLock lock(lists_mutex_);
  for (const std::string& list : change.left) lists_.erase(ListKey(list, place));
  for (const std::string& list : change.joined) lists_[ListKey(list, place)] = {};
  if (change.entry.has_value()) lists_[ListKey(kListEntries, place)] = *change.entry;
}

absl::StatusOr<std::vector<ListPlace>> MemoryJournal::ReadList(
    const std::string& list, const std::optional<ListPlace>& after, int limit) const {
  MutexLock lock(lists_mutex_);
  std::vector<ListPlace> places;
  for (auto entry = after.has_value() ? lists_.upper_bound(ListKey(list, *after))
                                      : lists_.lower_bound(ListPrefix(list));
       entry != lists_.end() && std::ssize(places) < limit; ++entry) {
    std::optional<ListPlace> place = ParseListKey(list, entry->first);
    if (!place.has_value()) break;
    places.push_back(*std::move(place));
  }
  return places;
}

absl::StatusOr<std::string> MemoryJournal::ReadListEntry(const ListPlace& place) const {
  MutexLock lock(lists_mutex_);
  const auto found = lists_.find(ListKey(kListEntries, place));
  if (found == lists_.end()) return NoGame(place.game_id);
  return found->second;
}

// --- Scores ---

void MemoryJournal::KeepScores(const Commit& commit) {
  if (commit.scores.empty()) return;
  MutexLock lock(scores_mutex_);
  // A pointer, since the analysis of locks does not follow what is called back under one.
  Scores* const scores = &scores_;
  ScoreBatch batch([scores](const std::string& table, const std::string& player_id) {
    return ScoreIn(*scores, table, player_id);
  });
  batch.Add(commit.scores).IgnoreError();  // reading memory does not fail
  batch.Write({.put = [scores](const std::string& key,
                               const std::string& value) { scores->insert_or_assign(key, value); },
               .remove = [scores](const std::string& key) { scores->erase(key); }});
}

absl::StatusOr<ScoreCounts> MemoryJournal::ReadScore(const std::string& table,
                                                     const std::string& player_id) const {
  MutexLock lock(scores_mutex_);
  return ScoreIn(scores_, table, player_id);
}

absl::StatusOr<std::vector<ScorePlace>> MemoryJournal::ReadScores(
    const std::string& table, const std::optional<ScorePlace>& after, int limit) const {
  MutexLock lock(scores_mutex_);
  std::vector<ScorePlace> places;
  for (auto entry = after.has_value() ? scores_.upper_bound(RankKey(table, *after))
                                      : scores_.lower_bound(RankPrefix(table));
       entry != scores_.end() && std::ssize(places) < limit; ++entry) {
    std::optional<ScorePlace> place = ParseRankKey(table, entry->first);
    if (!place.has_value()) break;
    places.push_back(*std::move(place));
  }
  return places;
}

// --- Feeds ---

void MemoryJournal::KeepFeedEntries(const Commit& commit) {
  if (commit.feed_entries.empty()) return;
  std::vector<FeedAppend> appended;
  MutexLock lock(feeds_mutex_);
  for (const FeedEntry& entry : commit.feed_entries) {
    StoredFeed& feed = feeds_[entry.feed];
    feed.entries.push_back(entry.value);
    appended.push_back({.feed = entry.feed,
                        .sequence = feed.floor + std::ssize(feed.entries),
                        .value = entry.value});
    if (std::ssize(feed.entries) <= feed_entries_) continue;
    feed.entries.pop_front();
    ++feed.floor;
  }
  if (feed_listener_) feed_listener_(appended);
}

absl::StatusOr<FeedBounds> MemoryJournal::ReadFeedBounds(const std::string& feed) const {
  MutexLock lock(feeds_mutex_);
  const auto found = feeds_.find(feed);
  if (found == feeds_.end()) return FeedBounds();
  const StoredFeed& stored = found->second;
  return FeedBounds{.floor = stored.floor, .head = stored.floor + std::ssize(stored.entries)};
}

absl::StatusOr<std::vector<FeedAppend>> MemoryJournal::ReadFeed(const std::string& feed,
                                                                int64_t after,
                                                                FeedLimits limits) const {
  std::vector<FeedAppend> entries;
  MutexLock lock(feeds_mutex_);
  const auto found = feeds_.find(feed);
  if (found == feeds_.end()) return entries;
  const StoredFeed& stored = found->second;
  if (after < stored.floor) {
    return absl::OutOfRangeError(absl::StrCat("the feed '", feed, "' begins after ", stored.floor));
  }
  size_t bytes = 0;
  for (int64_t i = after - stored.floor; i < std::ssize(stored.entries); ++i) {
    const SharedBytes& value = stored.entries[static_cast<size_t>(i)];
    if (!limits.HaveRoomFor(value->size(), entries.size(), bytes)) break;
    bytes += value->size();
    entries.push_back({.feed = feed, .sequence = stored.floor + i + 1, .value = value});
  }
  return entries;
}

void MemoryJournal::SetFeedListener(FeedListener listener) {
  MutexLock lock(feeds_mutex_);
  feed_listener_ = std::move(listener);
}

}  // namespace meeple::service
