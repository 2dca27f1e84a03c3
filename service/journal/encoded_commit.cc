#include "service/journal/encoded_commit.h"

#include <algorithm>

#include "service/journal/record_codec.h"
#include "service/journal/storage_keys.h"

namespace meeple::service {

EncodedCommit EncodeCommit(Commit commit) {
  EncodedCommit encoded = {.game_id = std::move(commit.game_id),
                           .expected_next_sequence = commit.expected_next_sequence,
                           .summary = std::move(commit.summary),
                           .feed_entries = std::move(commit.feed_entries)};
  encoded.events.reserve(commit.records.size());
  for (const SharedRecord& record : commit.records) {
    std::string key = EventKey(encoded.game_id, record->sequence);
    std::string value = EncodeRecord(key, *record);
    encoded.events.emplace_back(std::move(key), std::move(value));
    encoded.game_time_milliseconds =
        std::max(encoded.game_time_milliseconds, record->game_time_milliseconds);
  }
  for (const AgendaItem& item : commit.agenda_removed) {
    encoded.agenda_removed.push_back(AgendaKey(item, encoded.game_id));
  }
  for (const AgendaItem& item : commit.agenda_added) {
    encoded.agenda_added.push_back(AgendaKey(item, encoded.game_id));
  }
  EncodeLists(commit.lists, encoded);
  encoded.scores = std::move(commit.scores);
  return encoded;
}

void EncodeLists(const ListChange& change, EncodedCommit& commit) {
  const ListPlace place = {.created_milliseconds = change.created_milliseconds,
                           .game_id = commit.game_id};
  for (const std::string& list : change.left) {
    commit.lists_removed.push_back(ListKey(list, place));
  }
  for (const std::string& list : change.joined) {
    commit.lists_added.emplace_back(ListKey(list, place), "");
  }
  if (!change.entry.has_value()) return;
  commit.lists_added.emplace_back(ListKey(kListEntries, place), *change.entry);
}

size_t SizeOf(const EncodedCommit& commit) {
  size_t bytes = sizeof(commit) + commit.game_id.size();
  for (const auto& [key, value] : commit.events) bytes += key.size() + value.size();
  if (commit.summary.has_value()) bytes += commit.summary->size();
  for (const std::string& key : commit.agenda_removed) bytes += key.size();
  for (const std::string& key : commit.agenda_added) bytes += key.size();
  for (const std::string& key : commit.lists_removed) bytes += key.size();
  for (const auto& [key, value] : commit.lists_added) bytes += key.size() + value.size();
  for (const ScoreChange& change : commit.scores) {
    bytes += sizeof(change) + change.table.size() + change.player_id.size();
  }
  for (const FeedEntry& entry : commit.feed_entries) {
    bytes += entry.feed.size() + entry.value->size();
  }
  return bytes;
}

}  // namespace meeple::service
