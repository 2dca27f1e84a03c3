// The whole service in process: what the check of a request accepts, the core handles, and the
// promises about games hold after each call. Input: steps of
//
//   rpc      one byte, see rpcs.h
//   caller   one byte: nobody, or who holds one of the credentials so far
//   edits    one byte of bits, see below: no fuzzer guesses a game's id
//   size     two bytes
//   request  that many bytes

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "service/rpc/request_checks.h"
#include "tests/fuzz/hosted_games.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/rpcs.h"

namespace meeple::fuzz {
namespace {

constexpr int kMaxSteps = 60;

// Bits of the edits.
constexpr uint8_t kSetGameId = 0x01;     // a game of the service; the bits of kGame choose
constexpr uint8_t kSetRequestId = 0x02;  // one of a few; the bits of kRequestId choose
constexpr uint8_t kAwaitFinal = 0x04;    // before the call, results become final
constexpr uint8_t kGame = 0x30;
constexpr uint8_t kRequestId = 0xc0;

template <class Request>
void Edit(const HostedGames& games, uint8_t edits, Request& request) {
  if constexpr (requires { request.set_game_id(""); }) {
    if (edits & kSetGameId) request.set_game_id(games.GameIdOf((edits & kGame) >> 4));
  }
  if constexpr (requires { request.set_request_id(""); }) {
    if (edits & kSetRequestId) {
      request.set_request_id(
          absl::StrCat("00000000-0000-4000-8000-00000000000", (edits & kRequestId) >> 6));
    }
  }
}

void Step(HostedGames& games, Input& input) {
  const uint8_t rpc = input.Byte();
  const uint8_t caller = input.Byte();
  const uint8_t edits = input.Byte();
  const size_t size = input.Byte() << 8 | input.Byte();
  const std::string_view bytes = input.Text(size);
  if (edits & kAwaitFinal) games.AwaitFinalResults();
  VisitRequest(rpc, [&](auto request) {
    if (!request.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
    Edit(games, edits, request);
    if (rpc::Check(request).ok()) games.Call(games.CallerOf(caller), request);
  });
  games.CheckAll();
}

}  // namespace
}  // namespace meeple::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  meeple::fuzz::SilenceProtobuf();
  meeple::fuzz::Input input(data, size);
  meeple::fuzz::HostedGames games;
  for (int step = 0; step < meeple::fuzz::kMaxSteps && !input.empty(); ++step) {
    meeple::fuzz::Step(games, input);
  }
  return 0;
}
