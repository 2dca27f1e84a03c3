#ifndef MEEPLE_SERVICE_CORE_JOURNAL_ERRORS_H_
#define MEEPLE_SERVICE_CORE_JOURNAL_ERRORS_H_

// What callers are told of a journal that could not be read.

#include <string>

#include "absl/status/status.h"

namespace meeple::service {

// Of an error of reading `game_id`: GAME_NOT_FOUND, JOURNAL_CORRUPT or JOURNAL_UNAVAILABLE.
absl::Status ToldOfJournal(const std::string& game_id, const absl::Status& status);

// OVERLOADED: more calls wait for the journal than may.
absl::Status TooManyReadJournal();

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_JOURNAL_ERRORS_H_
