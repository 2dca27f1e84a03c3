#include "service/core/journal_errors.h"

#include "absl/time/time.h"
#include "service/core/errors.h"

namespace meeple::service {
namespace {

constexpr absl::Duration kRetryReading = absl::Milliseconds(100);
constexpr absl::Duration kRetryUnreadable = absl::Seconds(1);

}  // namespace

absl::Status ToldOfJournal(const std::string& game_id, const absl::Status& status) {
  if (absl::IsNotFound(status)) return GameNotFound(game_id);
  if (absl::IsDataLoss(status)) {
    return MakeError(v1::ERROR_REASON_JOURNAL_CORRUPT, std::string(status.message()));
  }
  return WithRetryDelay(
      MakeError(v1::ERROR_REASON_JOURNAL_UNAVAILABLE, "the journal could not be read: retry later"),
      kRetryUnreadable);
}

absl::Status TooManyReadJournal() {
  return WithRetryDelay(MakeError(v1::ERROR_REASON_OVERLOADED,
                                  "more calls wait for stored games than can be read: retry later"),
                        kRetryReading);
}

}  // namespace meeple::service
