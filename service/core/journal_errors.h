#ifndef MEEPLE_SERVICE_CORE_JOURNAL_ERRORS_H_
#define MEEPLE_SERVICE_CORE_JOURNAL_ERRORS_H_

// What callers are told of a journal that could not be read.

#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace meeple::service {

// Tells the operator, whom callers' errors do not reach, what could not be read. May be empty.
using OnUnreadable = std::function<void(const std::string& what)>;

// Of an error of reading `what`, such as "the lists of games": JOURNAL_CORRUPT for damage, else
// JOURNAL_UNAVAILABLE. Where the files are, and what is wrong with them, is told to the operator
// alone. REQUIRES: it is an error.
absl::Status FromJournalError(std::string_view what, const absl::Status& status,
                              const OnUnreadable& on_unreadable);

// The same of an error of reading `game_id`; GAME_NOT_FOUND where there is no such game.
absl::Status ToldOfJournal(const std::string& game_id, const absl::Status& status,
                           const OnUnreadable& on_unreadable);

// OVERLOADED: more calls wait for the journal than may.
absl::Status TooManyReadJournal();
// OVERLOADED: more changes wait for it than may; this one is not kept.
absl::Status TooManyWriteJournal();

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_JOURNAL_ERRORS_H_
