#include "service/journal/score_storage.h"

#include <algorithm>
#include <cstdint>

#include "service/journal/big_endian.h"

namespace meeple::service {
namespace {

constexpr char kByPlayer = 'p';
constexpr char kByRank = 'r';
constexpr size_t kCountBytes = sizeof(uint64_t);

std::string TablePrefix(char order, std::string_view table) {
  std::string prefix(1, order);
  prefix.append(table);
  prefix.push_back('\0');
  return prefix;
}

void AppendCount(std::string& bytes, int64_t count) {
  AppendBigEndian<uint64_t>(bytes, static_cast<uint64_t>(count));
}

// Takes a count off the front of `bytes`, which has one.
int64_t TakeCount(std::string_view& bytes) {
  const auto count = static_cast<int64_t>(ParseBigEndian<uint64_t>(bytes.substr(0, kCountBytes)));
  bytes.remove_prefix(kCountBytes);
  return count;
}

bool IsNegative(const ScoreCounts& counts) {
  return counts.wins < 0 || counts.draws < 0 || counts.losses < 0;
}

ScoreCounts Sum(const ScoreCounts& counts, const ScoreCounts& by) {
  const auto add = [](int64_t count, int64_t more) { return std::max<int64_t>(0, count + more); };
  return {.wins = add(counts.wins, by.wins),
          .draws = add(counts.draws, by.draws),
          .losses = add(counts.losses, by.losses)};
}

}  // namespace

std::string ScoreKey(std::string_view table, std::string_view player_id) {
  return TablePrefix(kByPlayer, table).append(player_id);
}

std::string RankPrefix(std::string_view table) { return TablePrefix(kByRank, table); }

std::string RankKey(std::string_view table, const ScorePlace& place) {
  std::string key = RankPrefix(table);
  key.reserve(key.size() + 3 * kCountBytes + place.player_id.size());
  AppendCount(key, ~place.counts.wins);
  AppendCount(key, place.counts.losses);
  AppendCount(key, ~place.counts.draws);
  return key.append(place.player_id);
}

std::optional<ScorePlace> ParseRankKey(std::string_view table, std::string_view key) {
  const std::string prefix = RankPrefix(table);
  if (!key.starts_with(prefix) || key.size() < prefix.size() + 3 * kCountBytes) return std::nullopt;
  key.remove_prefix(prefix.size());
  ScorePlace place;
  place.counts.wins = ~TakeCount(key);
  place.counts.losses = TakeCount(key);
  place.counts.draws = ~TakeCount(key);
  place.player_id = key;
  if (IsNegative(place.counts)) return std::nullopt;
  return place;
}

std::optional<ScoreOwner> ParseScoreOwner(std::string_view key) {
  const size_t end = key.find('\0');
  if (end == std::string_view::npos || end == 0) return std::nullopt;
  const std::string_view table = key.substr(1, end - 1);
  if (key.front() == kByPlayer)
    return ScoreOwner{std::string(table), std::string(key.substr(end + 1))};
  std::optional<ScorePlace> place = ParseRankKey(table, key);
  if (!place.has_value()) return std::nullopt;
  return ScoreOwner{std::string(table), std::move(place->player_id)};
}

std::string EncodeCounts(const ScoreCounts& counts) {
  std::string bytes;
  AppendCount(bytes, counts.wins);
  AppendCount(bytes, counts.draws);
  AppendCount(bytes, counts.losses);
  return bytes;
}

std::optional<ScoreCounts> DecodeCounts(std::string_view bytes) {
  if (bytes.size() != 3 * kCountBytes) return std::nullopt;
  ScoreCounts counts;
  counts.wins = TakeCount(bytes);
  counts.draws = TakeCount(bytes);
  counts.losses = TakeCount(bytes);
  if (IsNegative(counts)) return std::nullopt;
  return counts;
}

absl::Status ScoreBatch::Add(std::span<const ScoreChange> changes) {
  absl::btree_map<Name, Entry> read;
  for (const ScoreChange& change : changes) {
    const Name name = {change.table, change.player_id};
    if (entries_.contains(name) || read.contains(name)) continue;
    const absl::StatusOr<ScoreCounts> stored = read_(change.table, change.player_id);
    if (!stored.ok()) return stored.status();
    read[name] = {.before = *stored, .after = *stored};
  }
  entries_.merge(read);
  for (const ScoreChange& change : changes) {
    ScoreCounts& counts = entries_[{change.table, change.player_id}].after;
    counts = Sum(counts, change.by);
  }
  return absl::OkStatus();
}

void ScoreBatch::Write(const Target& target) {
  for (const auto& [name, entry] : entries_) {
    if (entry.before == entry.after) continue;
    const auto& [table, player_id] = name;
    if (entry.before != ScoreCounts{}) {
      target.remove(RankKey(table, {.counts = entry.before, .player_id = player_id}));
    }
    if (entry.after == ScoreCounts{}) {
      target.remove(ScoreKey(table, player_id));
      continue;
    }
    target.put(ScoreKey(table, player_id), EncodeCounts(entry.after));
    target.put(RankKey(table, {.counts = entry.after, .player_id = player_id}), "");
  }
  entries_.clear();
}

}  // namespace meeple::service
