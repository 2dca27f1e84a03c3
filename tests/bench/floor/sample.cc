#include "tests/bench/floor/sample.h"

#include <optional>
#include <string>

#include "tests/bench/or_die.h"

namespace meeple::bench {
namespace {

using service::Caller;
using service::GameHost;

template <class Request, class Response>
Response Call(GameHost& host,
              void (GameHost::*rpc)(const Caller&, const Request&, GameHost::Done<Response>),
              const Caller& caller, const Request& request) {
  absl::StatusOr<Response> result = absl::InternalError("the host did not answer at once");
  (host.*rpc)(caller, request,
              [&result](absl::StatusOr<Response> answer) { result = std::move(answer); });
  return OrDie(std::move(result));
}

}  // namespace

Sample TakeSample(GameHost& host) {
  v1::CreateGameRequest create;
  create.mutable_config()->set_kind("tic_tac_toe");
  const v1::CreateGameResponse created = Call(host, &GameHost::CreateGame, Caller{}, create);
  Sample sample;
  for (int turn = 0; turn < 3; ++turn) {
    v1::SubmitMoveRequest move;
    move.set_game_id(created.game().game_id());
    move.set_request_id("00000000-0000-4000-8000-00000000000" + std::to_string(turn));
    move.mutable_move()->mutable_cell()->set_row(1);
    move.mutable_move()->mutable_cell()->set_column(turn);
    const std::string token = created.credentials(turn % 2).token();
    const Caller caller = OrDie(host.Authenticate("Bearer " + token));
    sample.answer = Call(host, &GameHost::SubmitMove, caller, move);
  }
  *sample.event.mutable_events()->mutable_events() = sample.answer.events();
  return sample;
}

}  // namespace meeple::bench
