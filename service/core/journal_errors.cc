#include "service/core/journal_errors.h"

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "service/core/errors.h"

namespace meeple::service {
namespace {

constexpr absl::Duration kRetryReading = absl::Milliseconds(100);
constexpr absl::Duration kRetryWriting = absl::Milliseconds(50);
constexpr absl::Duration kRetryUnreadable = absl::Seconds(1);

}  // namespace

absl::Status FromJournalError(std::string_view what, const absl::Status& status,
                              const OnUnreadable& on_unreadable) {
  const absl::string_view name(what.data(), what.size());
  if (on_unreadable) on_unreadable(absl::StrCat(name, ": ", status.message()));
  if (absl::IsDataLoss(status)) {
    return MakeError(v1::ERROR_REASON_JOURNAL_CORRUPT,
                     absl::StrCat("what is stored of ", name,
                                  " is damaged; the server's operator finds in its log what and "
                                  "where"));
  }
  return WithRetryDelay(
      MakeError(v1::ERROR_REASON_JOURNAL_UNAVAILABLE, "the journal could not be read: retry later"),
      kRetryUnreadable);
}

absl::Status ToldOfJournal(const std::string& game_id, const absl::Status& status,
                           const OnUnreadable& on_unreadable) {
  if (absl::IsNotFound(status)) return GameNotFound(game_id);
  return FromJournalError("game " + game_id, status, on_unreadable);
}

absl::Status TooManyReadJournal() {
  return WithRetryDelay(MakeError(v1::ERROR_REASON_OVERLOADED,
                                  "more calls wait for stored games than can be read: retry later"),
                        kRetryReading);
}

absl::Status TooManyWriteJournal() {
  return WithRetryDelay(MakeError(v1::ERROR_REASON_OVERLOADED,
                                  "more changes wait for the disk than it can take: retry later"),
                        kRetryWriting);
}

}  // namespace meeple::service
