#ifndef MEEPLE_SERVICE_RPC_WATCH_REACTOR_H_
#define MEEPLE_SERVICE_RPC_WATCH_REACTOR_H_

// One watch, WatchGame or another one: a WatchPump that drives gRPC's stream.
//
// Lifetime: the reactor owns itself until OnDone; the host's answer to OpenWatch and whoever wakes
// or ticks it share it for as long as they call. It is deleted by the last of them, so never before
// OnDone. Finish is called by the pump alone, exactly once: when the watch ends or could not be
// opened, when a write fails, when the call is cancelled, when its peer lags.
//
//   auto reactor = WatchReactor::Make(registry, clock, timing, live_calls, metrics, *context);
//   host.OpenWatch(caller, request, reactor,
//                  [reactor](auto watch) { reactor->Opened(std::move(watch)); });
//   return reactor.get();

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <memory>

#include "absl/status/statusor.h"
#include "service/base/metrics.h"
#include "service/base/mutex.h"
#include "service/core/watch.h"
#include "service/rpc/call_metrics.h"
#include "service/rpc/live_calls.h"
#include "service/rpc/watch_pump.h"
#include "service/rpc/watch_registry.h"

namespace meeple::rpc {

class WatchReactor final : public grpc::ServerWriteReactor<grpc::ByteBuffer>,
                           public service::WatchStream,
                           public TimedStream,
                           private WatchTransport,
                           public std::enable_shared_from_this<WatchReactor> {
 public:
  // A reactor that keeps itself alive until OnDone, so it must be returned to gRPC. `metrics` are
  // those that `live_calls` have of the rpc.
  static std::shared_ptr<WatchReactor> Make(WatchRegistry& registry, const service::Clock& clock,
                                            const WatchTiming& timing, const LiveCalls& live_calls,
                                            RpcMetrics& metrics,
                                            grpc::CallbackServerContext& context);
  ~WatchReactor() override;

  // The place on the connection that the stream gives back when it ends. Before Opened.
  void Hold(WatchRegistry::Place place) { place_ = std::move(place); }
  // What became of opening the watch. Exactly once.
  void Opened(absl::StatusOr<std::unique_ptr<service::Watch>> watch) {
    pump_.Opened(std::move(watch));
  }

  // service::WatchStream
  void Wake() override { pump_.Wake(); }
  // TimedStream
  absl::Duration due() const override { return pump_.due(); }
  void Tick() override { pump_.Tick(); }
  absl::Duration writing_since() const override { return pump_.writing_since(); }

 private:
  WatchReactor(WatchRegistry& registry, const service::Clock& clock, const WatchTiming& timing,
               const LiveCalls& live_calls, RpcMetrics& metrics,
               grpc::CallbackServerContext& context);

  // grpc::ServerWriteReactor
  void OnWriteDone(bool ok) override { pump_.Written(ok); }
  void OnCancel() override { pump_.Cancelled(); }
  void OnDone() override;

  // WatchTransport
  void SendHeaders() override;
  void Write(service::WatchMessage message) override;
  void Finish(const absl::Status& status) override;
  void Abort() override;

  const LiveCalls::Token token_;
  WatchRegistry& registry_;
  WatchPump pump_;

  // The runner's of the pump.
  WatchRegistry::Place place_;
  grpc::ByteBuffer in_flight_;

  // Guards the context against its end: gRPC destroys it right after OnDone.
  service::Mutex context_mutex_;
  grpc::CallbackServerContext* context_ ABSL_GUARDED_BY(context_mutex_);

  const service::Stopwatch stopwatch_;
  RpcMetrics& metrics_;

  // Until OnDone.
  std::shared_ptr<WatchReactor> self_;
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_WATCH_REACTOR_H_
