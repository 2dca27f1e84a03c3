#ifndef MEEPLE_SERVICE_RPC_WATCH_CALL_H_
#define MEEPLE_SERVICE_RPC_WATCH_CALL_H_

// One watch, whichever rpc it is: entered, given a place on its connection, opened.
//
//   return ServeWatch<v1::WatchGameRequest>(serving, *context, *request);

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "service/core/clock.h"
#include "service/core/game_host.h"
#include "service/rpc/call_entry.h"
#include "service/rpc/live_calls.h"
#include "service/rpc/watch_pump.h"
#include "service/rpc/watch_reactor.h"
#include "service/rpc/watch_registry.h"

namespace meeple::rpc {

// What all watches of a server share. All of it must outlive every call.
struct WatchServing {
  service::GameHost& host;
  WatchRegistry& registry;
  const service::Clock& clock;
  WatchTiming timing;
  const LiveCalls& live_calls;
};

template <class Request>
grpc::ServerWriteReactor<grpc::ByteBuffer>* ServeWatch(const WatchServing& serving,
                                                       grpc::CallbackServerContext& context,
                                                       const grpc::ByteBuffer& request) {
  const auto reactor =
      WatchReactor::Make(serving.registry, serving.clock, serving.timing, serving.live_calls,
                         serving.live_calls.metrics().Of<Request>(), context);
  auto entered = Enter<Request>(serving.host, context, request);
  if (!entered.ok()) {
    reactor->Opened(entered.status());
    return reactor.get();
  }
  absl::StatusOr<WatchRegistry::Place> place = serving.registry.Admit(context.peer());
  if (!place.ok()) {
    reactor->Opened(place.status());
    return reactor.get();
  }
  reactor->Hold(*std::move(place));
  serving.host.OpenWatch(entered->caller, entered->request, reactor,
                         [reactor](absl::StatusOr<std::unique_ptr<service::Watch>> watch) {
                           reactor->Opened(std::move(watch));
                         });
  return reactor.get();
}

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_WATCH_CALL_H_
