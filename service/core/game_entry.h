#ifndef MEEPLE_SERVICE_CORE_GAME_ENTRY_H_
#define MEEPLE_SERVICE_CORE_GAME_ENTRY_H_

// How a call enters the game that it names: found in memory or loaded first, and only if the caller
// may know of it.
//
//   EnterGame(core, caller, request, Purpose::kRead, std::move(done),
//             [](HostCore& core, const Caller& caller, const v1::GetGameRequest& request,
//                const std::shared_ptr<GameSession>& session, auto done) {...});

#include <memory>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/core/access.h"
#include "service/core/caller.h"
#include "service/core/game_host.h"
#include "service/core/host_core.h"
#include "service/core/rematch.h"

namespace meeple::service {

// What a call is about to do. Whoever acts is asked for a seat later on.
enum class Purpose { kAct, kRead };

// GAME_NOT_FOUND for a game that does not exist for the caller; for kRead also the errors of
// CheckMayRead.
inline absl::Status CheckMayEnter(const Caller& caller, const GameSession& session,
                                  Purpose purpose) {
  if (absl::Status status = CheckExistsFor(caller, session.setup()); !status.ok()) return status;
  return purpose == Purpose::kRead ? CheckMayRead(caller, session.setup(), session.epochs())
                                   : absl::OkStatus();
}

// Notes that the seat of the caller is there, where that matters.
inline void NoteCall(HostCore& core, const Caller& caller, const GameSession& session) {
  if (!session.setup().config.has_disconnect_grace() || caller.kind != CallerKind::kSeat) return;
  if (caller.game_id != session.setup().game_id) return;
  if (!session.epochs().InForce(NumberOf(caller))) return;
  core.presence().Saw(session.setup().game_id, caller.seat, core.clock().Uptime());
}

// Calls `step` with the session that `request` names, or `done` with why there is none for the
// caller. At once if the game is in memory; else later, with copies of caller and request.
template <class Request, class Done, class Step>
void EnterGame(HostCore& core, const Caller& caller, const Request& request, Purpose purpose,
               Done done, Step step) {
  auto enter = [purpose, step](HostCore& host, const Caller& who, const Request& what,
                               const std::shared_ptr<GameSession>& session, Done answer) {
    std::optional<Caller> reader;
    // Who may watch may do nothing else, and is told so.
    const bool only_reads = purpose == Purpose::kRead || who.kind == CallerKind::kWatch;
    if (only_reads && session->setup().config.has_rematch_of()) {
      reader = ReaderOf(who, session->setup());
    }
    const Caller& as = reader.has_value() ? *reader : who;
    absl::Status status = CheckMayEnter(as, *session, purpose);
    if (!status.ok()) return answer(std::move(status));
    NoteCall(host, as, *session);
    step(host, as, what, session, std::move(answer));
  };
  if (const std::shared_ptr<GameSession> session = core.games().Find(request.game_id())) {
    return enter(core, caller, request, session, std::move(done));
  }
  core.loader().Load(
      request.game_id(), Urgency::kCall,
      [&core, caller, request, done = std::move(done), enter](GameLoader::Game game) {
        if (!game.ok()) return done(game.status());
        enter(core, caller, request, *game, done);
      });
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_ENTRY_H_
