#ifndef MEEPLE_SERVICE_CORE_LISTING_THREAD_H_
#define MEEPLE_SERVICE_CORE_LISTING_THREAD_H_

// Answers that are read from the journal's lists and tables are made on a thread of their own, one
// at a time: a disk may have to be waited for.
//
//   AnswerOnListingThread<v1::ListGamesResponse>(core, [=] { return ListGames(...); }, done);

#include <cstddef>
#include <functional>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "service/core/errors.h"
#include "service/core/game_host.h"
#include "service/core/host_core.h"

namespace meeple::service {

inline constexpr absl::Duration kRetryListing = absl::Milliseconds(500);

// Hands what `make` returns to `done`; OVERLOADED where too many wait. Thread-safe; `core` must
// live until `done` is called.
template <class Response>
void AnswerOnListingThread(HostCore& core, std::function<absl::StatusOr<Response>()> make,
                           GameHost::Done<Response> done) {
  auto answer = [make = std::move(make), done] { done(make()); };
  const auto most = static_cast<size_t>(core.options().max_waiting_listings);
  if (core.listings().TryPost(std::move(answer), most)) return;
  done(WithRetryDelay(
      MakeError(v1::ERROR_REASON_OVERLOADED, "too many lists wait to be made: retry later"),
      kRetryListing));
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_LISTING_THREAD_H_
