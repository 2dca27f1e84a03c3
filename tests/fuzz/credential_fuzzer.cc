// Credentials. Input: the value of `authorization`. None that the server did not sign is accepted,
// and one that it signed is accepted in no other spelling. Since no fuzzer guesses a MAC, the bytes
// also change a genuine credential.

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "service/core/server_secret.h"
#include "tests/fuzz/expect.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/well_formed.h"

namespace meeple::fuzz {
namespace {

using service::Caller;
using service::ServerSecret;

const ServerSecret& Secret() {
  static const ServerSecret secret(std::string(32, 's'));
  return secret;
}

const std::string& Genuine() {
  static const std::string token = Secret().SignCredential(
      {service::CallerKind::kSeat, std::string(service::kGameIdLength, 'a'), 1, 1});
  return token;
}

void Verify(const std::string& token) {
  const absl::StatusOr<Caller> caller = Secret().VerifyCredential(token);
  EXPECT(caller.ok() == (token == Genuine()), "only what was signed is genuine");
  if (!caller.ok()) {
    ExpectWellFormed(caller.status());
    EXPECT(service::ReasonOf(caller.status()) == v1::ERROR_REASON_CREDENTIAL_INVALID,
           "one reason for all that is not genuine");
  } else {
    EXPECT(Secret().SignCredential(*caller) == token, "reads what was signed");
  }
}

// The genuine one with some characters replaced, and the end cut or grown.
std::string Change(Input& input) {
  std::string token = Genuine();
  token.resize(input.Byte() % (2 * token.size()), 'A');
  while (!input.empty() && !token.empty()) {
    const size_t place = input.Byte() % token.size();
    token[place] = static_cast<char>(input.Byte());
  }
  return token;
}

}  // namespace
}  // namespace meeple::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  meeple::fuzz::Input text(data, size);
  meeple::fuzz::Verify(std::string(text.Rest()));
  meeple::fuzz::Input changes(data, size);
  meeple::fuzz::Verify(meeple::fuzz::Change(changes));
  meeple::fuzz::Verify(meeple::fuzz::Genuine());
  return 0;
}
