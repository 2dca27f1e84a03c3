#include "service/core/allocation.h"

#include <atomic>
#include <memory>
#include <utility>

#include "service/core/access.h"
#include "service/core/game_creation.h"
#include "service/core/status_proto.h"

namespace meeple::service {
namespace {

// One call under way. Each game's result is written by whoever brings it, and by nobody else; the
// last one answers.
struct Allocation {
  v1::AllocateGamesResponse response;
  std::atomic<int> missing = 0;
  GameHost::Done<v1::AllocateGamesResponse> done;
};

// Boards are left out: those of 100 games could be more than a client takes in one message.
void SetResult(absl::StatusOr<v1::CreateGameResponse> created, v1::AllocationResult& result) {
  if (!created.ok()) {
    *result.mutable_error() = ToStatusProto(created.status());
    return;
  }
  v1::AllocatedGame& allocated = *result.mutable_allocated();
  created->mutable_game()->clear_board();
  created->mutable_game()->clear_rendered();
  allocated.mutable_game()->Swap(created->mutable_game());
  allocated.mutable_credentials()->Swap(created->mutable_credentials());
}

}  // namespace

void AllocateGames(HostCore& core, const Caller& caller, const v1::AllocateGamesRequest& request,
                   GameHost::Done<v1::AllocateGamesResponse> done) {
  absl::Status permitted = CheckRole(caller, Role::kMatchmaker, core.options().dev);
  if (!permitted.ok()) return done(permitted);
  if (absl::Status status = core.CheckNotDraining(); !status.ok()) return done(status);
  auto allocation = std::make_shared<Allocation>();
  allocation->missing = request.games_size();
  allocation->done = std::move(done);
  for (int i = 0; i < request.games_size(); ++i) allocation->response.add_results();
  for (int i = 0; i < request.games_size(); ++i) {
    const v1::GameAllocation& game = request.games(i);
    CreateGame(core,
               {.rpc = "AllocateGames",
                .request_id = game.request_id(),
                .config = game.config(),
                .key_name = caller.key_name},
               [allocation, i](absl::StatusOr<v1::CreateGameResponse> created) {
                 SetResult(std::move(created), *allocation->response.mutable_results(i));
                 if (allocation->missing.fetch_sub(1) != 1) return;
                 allocation->done(std::move(allocation->response));
               });
  }
}

}  // namespace meeple::service
