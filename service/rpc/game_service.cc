#include "service/rpc/game_service.h"

#include <memory>
#include <string>
#include <utility>

#include "service/rpc/call_entry.h"
#include "service/rpc/watch_reactor.h"

namespace meeple::rpc {

grpc::ServerWriteReactor<grpc::ByteBuffer>* GameService::WatchGame(Context* context,
                                                                   const Bytes* request) {
  const auto reactor = WatchReactor::Make(registry_, clock_, timing_, live_calls_, *context);
  auto entered = Enter<v1::WatchGameRequest>(host_, *context, *request);
  if (!entered.ok()) {
    reactor->Opened(entered.status());
    return reactor.get();
  }
  absl::StatusOr<WatchRegistry::Place> place = registry_.Admit(context->peer());
  if (!place.ok()) {
    reactor->Opened(place.status());
    return reactor.get();
  }
  reactor->Hold(*std::move(place));
  host_.OpenWatch(entered->caller, entered->request, reactor,
                  [reactor](absl::StatusOr<std::unique_ptr<service::Watch>> watch) {
                    reactor->Opened(std::move(watch));
                  });
  return reactor.get();
}

}  // namespace meeple::rpc
