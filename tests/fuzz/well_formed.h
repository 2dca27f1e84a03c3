#ifndef MEEPLE_TESTS_FUZZ_WELL_FORMED_H_
#define MEEPLE_TESTS_FUZZ_WELL_FORMED_H_

// What every error of the service has: a known reason, the code that goes with it, a message for
// people, and a size that fits into a trailer.

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "meeple/v1/error.pb.h"
#include "service/core/errors.h"
#include "tests/fuzz/expect.h"

namespace meeple::fuzz {

inline void ExpectWellFormed(const absl::Status& status) {
  const v1::ErrorReason reason = service::ReasonOf(status);
  EXPECT(reason != v1::ERROR_REASON_UNSPECIFIED, "every error has a reason");
  EXPECT(status.code() == service::CodeOf(reason), "a reason has one code");
  EXPECT(!status.message().empty(), "an error for people");
  size_t size = status.message().size();
  status.ForEachPayload([&size](absl::string_view type, const absl::Cord& payload) {
    size += type.size() + payload.size();
  });
  EXPECT(size < 2048, "an error fits into a trailer");
}

}  // namespace meeple::fuzz

#endif  // MEEPLE_TESTS_FUZZ_WELL_FORMED_H_
