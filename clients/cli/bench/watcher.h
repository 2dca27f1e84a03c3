#ifndef MEEPLE_CLIENTS_CLI_BENCH_WATCHER_H_
#define MEEPLE_CLIENTS_CLI_BENCH_WATCHER_H_

#include <grpcpp/client_context.h>
#include <grpcpp/support/async_stream.h>

#include <memory>

#include "clients/cli/bench/completion.h"
#include "clients/cli/bench/table.h"
#include "meeple/v1/game_service.grpc.pb.h"

namespace meeple::cli {

class Driver;

// One watch of a game, open from before its first move to its end. Called under the driver's lock
// only.
class Watcher final : public Completion {
 public:
  Watcher(Driver& driver, std::shared_ptr<Table> table);

  // Asks for the watch; the player is told when the server has confirmed it, or refused.
  void Open();
  // Ends the watch: what comes of it from here on is no error.
  void Close();

  void Done(bool ok) override;

 private:
  enum class Stage { kAsking, kOpening, kReading, kEnding };
  void Read();
  void Count();
  void Opened();
  void End();

  Driver& driver_;
  // Until the watch is over.
  std::shared_ptr<Table> table_;
  Stage stage_ = Stage::kAsking;
  bool opening_ = true;
  bool closed_ = false;
  size_t seen_ = 0;  // moves
  grpc::ClientContext context_;
  v1::WatchGameResponse message_;
  grpc::Status status_;
  std::unique_ptr<grpc::ClientAsyncReader<v1::WatchGameResponse>> reader_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_BENCH_WATCHER_H_
