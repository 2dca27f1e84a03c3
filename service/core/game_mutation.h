#ifndef MEEPLE_SERVICE_CORE_GAME_MUTATION_H_
#define MEEPLE_SERVICE_CORE_GAME_MUTATION_H_

// How a call changes a game: what SubmitMove, Undo, Resign, JoinGame, ... have in common.
//
//   Mutate(core, *session, caller, seat, request,
//          {.rpc = "Resign", .decide = &GameState::Resign}, std::move(done));

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "service/core/access.h"
#include "service/core/answers.h"
#include "service/core/credentials.h"
#include "service/core/game_entry.h"
#include "service/core/game_session.h"
#include "service/core/host_core.h"

namespace meeple::service {

// What differs between them.
struct Action {
  std::string_view rpc;
  // The seat whose request ids these are, where nobody acts for it yet.
  engine::SeatIndex ids_of = engine::kNoSeat;
  // Equal for equal intentions: tells a repeat from another call with the same request id.
  std::string canonical = {};
  // See Mutation.
  std::string secret = {};
  std::function<absl::Status(const GameState&)> permitted = {};
  std::function<absl::StatusOr<GroupViews>(GameState&, engine::SeatIndex, absl::Time)> decide;
};

// The answer, with the credential that came into force where the rpc gives one.
template <class Response>
Response BuildAnswerOf(const HostCore& core, const std::string& game_id, Mutation::Answer answer) {
  auto response = BuildAnswer<Response>(std::move(answer), core.durability());
  if constexpr (requires { response.mutable_credential(); }) {
    *response.mutable_credential() = CredentialOf(core.secret(), game_id, response.events());
  }
  return response;
}

// Runs `action` on `session` for a caller who acts for `seat`, or for no seat.
template <class Request, class Response>
void Mutate(HostCore& core, GameSession& session, const Caller& caller, engine::SeatIndex seat,
            const Request& request, Action action, GameHost::Done<Response> done) {
  Mutation mutation = {
      .seat = seat,
      .epoch = seat == engine::kNoSeat ? 0 : caller.epoch,
      .caller_key = caller.key_name,
      .arrived = caller.arrived,
      .secret = std::move(action.secret),
      .permitted = std::move(action.permitted),
      .decide = [decide = std::move(action.decide), seat](
                    GameState& state, absl::Time now) { return decide(state, seat, now); },
      .done =
          [&core, game_id = request.game_id(),
           done = std::move(done)](absl::StatusOr<Mutation::Answer> answer) {
            if (!answer.ok()) return done(std::move(answer).status());
            done(BuildAnswerOf<Response>(core, game_id, *std::move(answer)));
          }};
  if (!request.request_id().empty()) {
    mutation.request_digest = core.secret().DigestRequestId(
        request.game_id(), seat == engine::kNoSeat ? action.ids_of : seat, request.request_id(),
        caller.key_name);
    mutation.request_fingerprint =
        Fingerprint(absl::StrCat(std::string(action.rpc), "/", seat, "/", action.canonical));
  }
  if constexpr (requires { request.expected_sequence(); }) {
    if (request.has_expected_sequence()) mutation.expected_sequence = request.expected_sequence();
  }
  session.Mutate(std::move(mutation));
}

// Enters the game, finds the caller's seat and does `action`, which has no content of its own.
template <class Request, class Response>
void EnterAndMutate(HostCore& core, const Caller& caller, const Request& request,
                    std::string_view rpc,
                    absl::StatusOr<GroupViews> (GameState::*decide)(engine::SeatIndex, absl::Time),
                    GameHost::Done<Response> done) {
  EnterGame(
      core, caller, request, Purpose::kAct, std::move(done),
      [rpc, decide](HostCore& host, const Caller& who, const Request& what,
                    const std::shared_ptr<GameSession>& session, GameHost::Done<Response> answer) {
        const absl::StatusOr<engine::SeatIndex> seat = SeatOf(who, session->setup());
        if (!seat.ok()) return answer(seat.status());
        Mutate(host, *session, who, *seat, what, {.rpc = rpc, .decide = decide}, std::move(answer));
      });
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_MUTATION_H_
