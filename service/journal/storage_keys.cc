#include "service/journal/storage_keys.h"

#include "service/journal/big_endian.h"

namespace meeple::service {
namespace {

constexpr size_t kNumberBytes = sizeof(uint64_t);

void AppendNumber(std::string& key, int64_t number) {
  AppendBigEndian<uint64_t>(key, static_cast<uint64_t>(number));
}

int64_t ParseNumber(std::string_view bytes) {
  return static_cast<int64_t>(ParseBigEndian<uint64_t>(bytes));
}

}  // namespace

std::string GameKey(std::string_view game_id) {
  std::string key;
  key.reserve(1 + game_id.size() + kNumberBytes);
  key.push_back(static_cast<char>(game_id.size()));
  key.append(game_id);
  return key;
}

std::string EventKey(std::string_view game_id, int64_t sequence) {
  std::string key = GameKey(game_id);
  AppendNumber(key, sequence);
  return key;
}

// Sequences are not negative: no event's key goes on with the bits of -1.
std::string KeyAfterGame(std::string_view game_id) { return EventKey(game_id, -1); }

std::optional<EventPlace> ParseEventKey(std::string_view key) {
  if (key.empty()) return std::nullopt;
  const size_t id_bytes = static_cast<unsigned char>(key.front());
  if (key.size() != 1 + id_bytes + kNumberBytes) return std::nullopt;
  const EventPlace place = {.game_id = key.substr(1, id_bytes),
                            .sequence = ParseNumber(key.substr(1 + id_bytes))};
  if (place.sequence < 0) return std::nullopt;
  return place;
}

std::string AgendaKey(const AgendaItem& item, std::string_view game_id) {
  std::string key;
  key.reserve(kNumberBytes + 1 + game_id.size());
  AppendNumber(key, item.due_milliseconds);
  key.push_back(static_cast<char>(item.kind));
  key.append(game_id);
  return key;
}

std::optional<AgendaEntry> ParseAgendaKey(std::string_view key) {
  if (key.size() < kNumberBytes + 1) return std::nullopt;
  AgendaEntry entry = {.item = {.due_milliseconds = ParseNumber(key.substr(0, kNumberBytes)),
                                .kind = static_cast<unsigned char>(key[kNumberBytes])},
                       .game_id = std::string(key.substr(kNumberBytes + 1))};
  if (entry.item.due_milliseconds < 0) return std::nullopt;
  return entry;
}

std::string ListPrefix(std::string_view list) {
  std::string prefix(list);
  prefix.push_back('\0');
  return prefix;
}

// The newest game comes first, so that no list is read from its end.
std::string ListKey(std::string_view list, const ListPlace& place) {
  std::string key = ListPrefix(list);
  key.reserve(key.size() + kNumberBytes + place.game_id.size());
  AppendNumber(key, ~place.created_milliseconds);
  key.append(place.game_id);
  return key;
}

std::optional<ListPlace> ParseListKey(std::string_view list, std::string_view key) {
  const std::string prefix = ListPrefix(list);
  if (!key.starts_with(prefix) || key.size() < prefix.size() + kNumberBytes) return std::nullopt;
  key.remove_prefix(prefix.size());
  ListPlace place = {.created_milliseconds = ~ParseNumber(key.substr(0, kNumberBytes)),
                     .game_id = std::string(key.substr(kNumberBytes))};
  if (place.created_milliseconds < 0) return std::nullopt;
  return place;
}

}  // namespace meeple::service
