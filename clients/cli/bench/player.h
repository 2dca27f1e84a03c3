#ifndef MEEPLE_CLIENTS_CLI_BENCH_PLAYER_H_
#define MEEPLE_CLIENTS_CLI_BENCH_PLAYER_H_

#include <grpcpp/client_context.h>
#include <grpcpp/support/async_unary_call.h>

#include <memory>
#include <optional>

#include "clients/cli/bench/completion.h"
#include "clients/cli/bench/steady_time.h"
#include "clients/cli/bench/table.h"
#include "meeple/v1/game_service.grpc.pb.h"

namespace meeple::cli {

class Driver;

// Plays one game after the other, both seats of each, one call at a time. Called under the driver's
// lock only.
//
//   (no game) -> creates -> its watches open -> waits for its turn -> moves -> all have seen it
//       ^                                          ^                                |
//       +------------- over, or an error ----------+--------------------------------+
class Player final : public Completion {
 public:
  Player(Driver& driver, v1::GameService::Stub& stub) : driver_(driver), stub_(stub) {}

  // Gets a game, and its turn in it, or rests where there is no game left.
  void FindGame();
  // Makes the next move, which was due at that time. REQUIRES: the driver was told Ready.
  void Move(SteadyTime due);
  // A watch of the game opened, saw something or ended.
  void WatchersDid();
  // Leaves the game; a call that is under way is waited for.
  void LeaveGame();

  void Done(bool ok) override;

 private:
  enum class Stage { kResting, kCreating, kOpening, kReady, kMoving, kWatched };
  void Create();
  void Created();
  void SitDown();
  void Moved();
  void GoOn();
  // A context for the next call, with its deadline.
  grpc::ClientContext* NewContext();

  Driver& driver_;
  v1::GameService::Stub& stub_;
  Stage stage_ = Stage::kResting;
  std::shared_ptr<Table> table_;
  SteadyTime due_;
  std::optional<grpc::ClientContext> context_;
  grpc::Status status_;
  v1::CreateGameResponse created_;
  v1::SubmitMoveResponse moved_;
  std::unique_ptr<grpc::ClientAsyncResponseReader<v1::CreateGameResponse>> creating_;
  std::unique_ptr<grpc::ClientAsyncResponseReader<v1::SubmitMoveResponse>> moving_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_BENCH_PLAYER_H_
