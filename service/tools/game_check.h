#ifndef MEEPLE_SERVICE_TOOLS_GAME_CHECK_H_
#define MEEPLE_SERVICE_TOOLS_GAME_CHECK_H_

// Whether what is stored of a game fits together.
//
//   absl::Status status = CheckRecords(game_id, records);
//
// Pure functions, any thread.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "meeple/v1/event.pb.h"
#include "service/journal/journal.h"

namespace meeple::tools {

// The event in the bytes of JournalRecord::public_event, or of what a seat reads instead; nothing
// if they are not exactly one event.
std::optional<v1::GameEvent> ParseEvent(const std::string& bytes);

// Whether the records are the whole log of a game: events numbered from 1 on, readable to each
// audience, creation first and nothing after what is final, the events of each call all there.
// DATA_LOSS names the first difference.
absl::Status CheckRecords(const std::string& game_id,
                          std::span<const service::SharedRecord> records);

// Whether the values are what a journal stores of such a game. Returns the keys that go with them.
absl::StatusOr<std::vector<std::string>> CheckStoredEvents(const std::string& game_id,
                                                           std::span<const std::string> values);

}  // namespace meeple::tools

#endif  // MEEPLE_SERVICE_TOOLS_GAME_CHECK_H_
