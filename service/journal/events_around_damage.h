#ifndef MEEPLE_SERVICE_JOURNAL_EVENTS_AROUND_DAMAGE_H_
#define MEEPLE_SERVICE_JOURNAL_EVENTS_AROUND_DAMAGE_H_

// Reads a game's events although some table is damaged.
//
// A plain read merges all tables, and so fails where any of them has a damaged block near the
// game's place, also one that has nothing of the game. Here each table that may have something of
// it is read by itself, and what they have is taken if it is all of the game: every event from the
// first to the last that its summary counts. Much slower than a plain read: for after one has
// failed.

#include <cstdint>
#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "service/journal/database.h"

namespace meeple::service {

// By sequence, the values under which the events of a game are stored.
using StoredValues = std::map<int64_t, std::string>;

// DATA_LOSS where events of the game may be in what is damaged; no events where the game is not
// there. REQUIRES: the id has at most kMaxGameIdBytes.
absl::StatusOr<StoredValues> ReadAroundDamage(Database& database, const std::string& game_id);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_EVENTS_AROUND_DAMAGE_H_
