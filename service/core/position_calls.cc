#include "service/core/position_calls.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/core/replay.h"
#include "service/core/access.h"
#include "service/core/errors.h"
#include "service/core/game_view.h"
#include "service/core/page.h"
#include "service/core/page_token.h"

namespace meeple::service {
namespace {

constexpr absl::Duration kRetryReplay = absl::Milliseconds(500);

// Answers with what `build` makes, outside the session's mutex, of a copy of the position.
template <class Response>
void ReadPosition(HostCore& core, const std::shared_ptr<GameSession>& session, const Caller& caller,
                  GameHost::Done<Response> done,
                  std::function<Response(const GameCopy&, GameSession&)> build) {
  session->Read({.look =
                     [&core, session, viewer = ViewerOf(caller), done,
                      build = std::move(build)](const GameState& state) {
                       return [session, done, build, copy = CopyFor(state, viewer, core.clock())] {
                         done(build(*copy, *session));
                       };
                     },
                 .refuse = done});
}

// Who the caller is in the game.
void SetCaller(const Caller& caller, const engine::BoardGame& game, v1::GetGameResponse& response) {
  if (caller.kind != CallerKind::kSeat) return;
  response.set_seat(caller.seat);
  response.set_player_id(game.players()[caller.seat].id);
}

v1::ListLegalMovesResponse ListLegalMovesOf(const GameCopy& copy, GameSession&) {
  v1::ListLegalMovesResponse response;
  response.set_sequence(copy.sequence);
  for (v1::Move& move : BuildLegalMoves(copy)) *response.add_moves() = std::move(move);
  return response;
}

// One page of the frames `from` to `to` of `game` for the eyes of `viewer`. No frame is made that
// does not fit the page: on the largest board one has 50 kB.
v1::ReplayResponse BuildReplay(const engine::BoardGame& game, engine::Viewer viewer, int64_t from,
                               int64_t to, size_t page_size, const std::string& scope) {
  v1::ReplayResponse response;
  size_t bytes = 0;
  engine::VisitFrames(game, static_cast<int>(from), static_cast<int>(to), viewer,
                      [&](engine::ReplayFrame frame) {
                        v1::ReplayFrame proto = BuildFrame(std::move(frame), game);
                        bytes += proto.ByteSizeLong();
                        if (bytes > kMaxPageBytes && response.frames_size() > 0) return false;
                        *response.add_frames() = std::move(proto);
                        return static_cast<size_t>(response.frames_size()) < page_size;
                      });
  const int64_t next = from + response.frames_size();
  if (next <= to) response.set_next_page_token(EncodePageToken(scope, next));
  return response;
}

absl::Status TooManyReplays() {
  return WithRetryDelay(
      MakeError(v1::ERROR_REASON_OVERLOADED, "too many replays wait to be built: retry later"),
      kRetryReplay);
}

}  // namespace

void GetGameFrom(HostCore& core, const Caller& caller, const v1::GetGameRequest&,
                 const std::shared_ptr<GameSession>& session,
                 GameHost::Done<v1::GetGameResponse> done) {
  ReadPosition<v1::GetGameResponse>(core, session, caller, std::move(done),
                                    [caller](const GameCopy& copy, GameSession& game_session) {
                                      v1::GetGameResponse response;
                                      *response.mutable_game() = BuildGame(copy);
                                      response.set_watchers(game_session.watchers());
                                      SetCaller(caller, *copy.game, response);
                                      return response;
                                    });
}

void ListLegalMovesFrom(HostCore& core, const Caller& caller, const v1::ListLegalMovesRequest&,
                        const std::shared_ptr<GameSession>& session,
                        GameHost::Done<v1::ListLegalMovesResponse> done) {
  ReadPosition<v1::ListLegalMovesResponse>(core, session, caller, std::move(done),
                                           &ListLegalMovesOf);
}

void ReplayFrom(HostCore& core, const Caller& caller, const v1::ReplayRequest& request,
                const std::shared_ptr<GameSession>& session,
                GameHost::Done<v1::ReplayResponse> done) {
  std::string scope = absl::StrCat("Replay/", request.game_id());
  const absl::StatusOr<int64_t> from =
      DecodePageToken(scope, request.page_token(), request.from_turn());
  if (!from.ok()) return done(from.status());
  const std::optional<int> to_turn =
      request.has_to_turn() ? std::optional(request.to_turn()) : std::nullopt;
  auto look = [&core, done, viewer = ViewerOf(caller), scope, from = *from, to_turn,
               first_page = request.page_token().empty(), size = PageSize(request.page_size())](
                  const GameState& state) -> std::function<void()> {
    const int turns = state.game().cursor().turns;
    if (from > turns && first_page) {
      return [done, turns] {
        done(InvalidField("from_turn", absl::StrCat("is beyond the last turn, ", turns)));
      };
    }
    const int64_t to = std::min<int64_t>(to_turn.value_or(turns), turns);
    // A later page may begin behind the line that stands by then: it is empty.
    const int64_t first = std::min<int64_t>(from, turns + 1);
    std::shared_ptr<const engine::BoardGame> game = state.game().Clone();
    auto build = [done, game, eyes = state.EyesOf(viewer), first, to, size, scope] {
      done(BuildReplay(*game, eyes, first, to, size, scope));
    };
    return [&core, done, build = std::move(build)] {
      const auto most = static_cast<size_t>(core.options().max_waiting_replays);
      if (!core.replays().TryPost(build, most)) done(TooManyReplays());
    };
  };
  session->Read({.look = std::move(look), .refuse = done});
}

}  // namespace meeple::service
