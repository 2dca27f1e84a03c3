#ifndef MEEPLE_SERVICE_RPC_SERVER_H_
#define MEEPLE_SERVICE_RPC_SERVER_H_

// A running server: the games, the port, health, reflection, and how it all comes to an end.
//
//   absl::StatusOr<std::unique_ptr<Server>> server =
//       Server::Start(options, journal, SystemClock());
//   std::cout << (*server)->address();
//   ...
//   bool clean = (*server)->Drain(absl::Seconds(10));
//
// Thread-safe, except that Drain and the destructor are called by one thread, which is none of
// gRPC's and no signal handler.

#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <cstdint>
#include <memory>
#include <string>
#include <thread>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "service/core/api_keys.h"
#include "service/core/clock.h"
#include "service/core/game_host.h"
#include "service/journal/journal.h"
#include "service/rpc/admin_service.h"
#include "service/rpc/allocation_service.h"
#include "service/rpc/game_service.h"
#include "service/rpc/grpc_threads.h"
#include "service/rpc/keep_warm.h"
#include "service/rpc/listener.h"
#include "service/rpc/live_calls.h"
#include "service/rpc/lobby_service.h"
#include "service/rpc/periodic_thread.h"
#include "service/rpc/scoreboard_service.h"
#include "service/rpc/tls.h"
#include "service/rpc/watch_call.h"
#include "service/rpc/watch_pump.h"
#include "service/rpc/watch_registry.h"

namespace meeple::rpc {

struct ServerOptions {
  // HOST:PORT; port 0 is any free one. This machine alone by default: calls and credentials travel
  // unencrypted, and the packaged gRPC has known weaknesses, so that opening the port to others is
  // a decision for whoever runs the server.
  std::string listen = "127.0.0.1:50051";
  // See tls.h; without them connections are not encrypted.
  TlsFiles tls = {};
  // The file of those who may use AllocationService and AdminService, see service/core/api_keys.h.
  // Empty: nobody may.
  std::string api_key_file = {};
  // The server itself sets `api_keys`, `wakes_on`, and whom the host tells: `on_draining`,
  // `on_unreadable`, `on_administered`, `on_defect`.
  service::HostOptions host = {};
  int max_watches_per_connection = 200;
  WatchTiming watch_timing = {};
  // What gRPC may use for buffers of connections and calls; beyond it connections are shed.
  int64_t transport_memory = int64_t{1} << 30;
  // See keep_warm.h; zero does without.
  absl::Duration keep_warm = absl::Milliseconds(200);
};

class Server {
 public:
  // Starts a server that answers as soon as this returns. INVALID_ARGUMENT for an address that is
  // none, for files of keys or certificates that cannot be used, and for `host.dev` on an address
  // that others can reach; UNAVAILABLE where it cannot be listened on. The message says which.
  // `journal` and `clock` must outlive the server.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServerOptions& options,
                                                       service::Journal& journal,
                                                       service::Clock& clock);
  // Drains within a second if that was not done. REQUIRES: the host answers every call.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Where it listens, with the port that it got.
  std::string address() const { return listener_->address(); }
  int port() const { return listener_->port(); }

  // Ends the server within `grace`, whatever clients and calls do: health says NOT_SERVING, new
  // games and watches are refused, open watches end with SERVER_DRAINING, running calls are waited
  // for, the port is closed, what is left is cancelled. False if calls remain that the host never
  // answered, or answers that a client does not read: then the server must not be destroyed, only
  // the process can end.
  bool Drain(absl::Duration grace);

  service::GameHost& host() { return host_; }
  const service::GameHost& host() const { return host_; }
  WatchRegistry& watches() { return registry_; }
  const WatchRegistry& watches() const { return registry_; }
  const LiveCalls& live_calls() const { return live_calls_; }
  const Listener& listener() const { return *listener_; }

 private:
  Server(const ServerOptions& options, std::unique_ptr<service::ApiKeys> api_keys,
         service::Journal& journal, service::Clock& clock);
  absl::Status Listen(const ServerOptions& options);
  bool ShutDown(absl::Duration cancel_at, absl::Duration end);
  service::HostOptions HostOptionsOf(const ServerOptions& options);
  WatchServing Serving(const service::Clock& clock, const ServerOptions& options);
  void SetHealth(bool serving);

  // In the order of their making; they end in the reverse order.
  const std::unique_ptr<service::ApiKeys> api_keys_;  // null without a file
  LiveCalls live_calls_;
  GrpcThreads threads_;
  service::GameHost host_;
  WatchRegistry registry_;
  GameService game_service_;
  LobbyService lobby_service_;
  ScoreboardService scoreboard_service_;
  AllocationService allocation_service_;
  AdminService admin_service_;
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> acceptor_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<Listener> listener_;  // gives connections to the two before
  std::unique_ptr<PeriodicThread> ticker_;
  std::unique_ptr<KeepWarm> keep_warm_;
  std::thread shutdown_;
  bool drained_ = false;
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_SERVER_H_
