#ifndef MEEPLE_SERVICE_JOURNAL_STORAGE_KEYS_H_
#define MEEPLE_SERVICE_JOURNAL_STORAGE_KEYS_H_

// The keys of the stored journal. Numbers are big-endian, so that the order of bytes is the order
// of numbers; an id follows its length, so that no id runs into what comes after it.
//
//   event    length of id (1 byte), id, sequence (8 bytes)
//   summary  length of id (1 byte), id
//   agenda   due time in milliseconds (8 bytes), kind (1 byte), id
//   lists    name of the list, a zero byte, the inverse of the time of creation in milliseconds
//            (8 bytes), id

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "service/journal/game_index.h"

namespace meeple::service {

inline constexpr size_t kMaxGameIdBytes = 255;

// The key of a summary, and what the keys of all events of a game begin with.
// REQUIRES: the id has at most kMaxGameIdBytes.
std::string GameKey(std::string_view game_id);

// The key of an event. REQUIRES: as GameKey; sequence >= 0.
std::string EventKey(std::string_view game_id, int64_t sequence);

// A key after all events of the game and before all of the next one.
std::string KeyAfterGame(std::string_view game_id);

struct EventPlace {
  std::string_view game_id;
  int64_t sequence = 0;
};
// What an event's key says; nothing if it is not one. The id points into `key`.
std::optional<EventPlace> ParseEventKey(std::string_view key);

// REQUIRES: the time is not negative, the kind is 0 to 255.
std::string AgendaKey(const AgendaItem& item, std::string_view game_id);
// What an agenda's key says; nothing if it is not one.
std::optional<AgendaEntry> ParseAgendaKey(std::string_view key);

// What the keys of all places of a list begin with. REQUIRES: `list` has no zero byte.
std::string ListPrefix(std::string_view list);
// REQUIRES: as ListPrefix; the time is not negative.
std::string ListKey(std::string_view list, const ListPlace& place);
// What a key of `list` says; nothing if it is not one.
std::optional<ListPlace> ParseListKey(std::string_view list, std::string_view key);

// The list, of which no game is shown, whose keys hold what is kept of each.
inline constexpr std::string_view kListEntries = "";

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_STORAGE_KEYS_H_
