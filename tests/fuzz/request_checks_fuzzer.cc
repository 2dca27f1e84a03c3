// The way from bytes to a checked request. Input: one byte that chooses the rpc, then the bytes of
// the request. Checks are pure, and what they refuse is a proper error.

#include <string_view>

#include "absl/status/status.h"
#include "service/rpc/request_checks.h"
#include "tests/fuzz/expect.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/rpcs.h"
#include "tests/fuzz/well_formed.h"

namespace meeple::fuzz {
namespace {

template <class Request>
void ParseAndCheck(std::string_view bytes, Request& request) {
  if (!request.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
  const absl::Status status = rpc::Check(request);
  EXPECT(rpc::Check(request) == status, "a check is a pure function");
  if (!status.ok()) {
    ExpectWellFormed(status);
    EXPECT(service::ReasonOf(status) == v1::ERROR_REASON_INVALID_FIELD, "checks are about fields");
  }
}

}  // namespace
}  // namespace meeple::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  meeple::fuzz::SilenceProtobuf();
  meeple::fuzz::Input input(data, size);
  meeple::fuzz::VisitRequest(
      input.Byte(), [&input](auto request) { meeple::fuzz::ParseAndCheck(input.Rest(), request); });
  return 0;
}
