#include "service/rpc/watch_reactor.h"

#include <utility>

#include "absl/random/random.h"
#include "service/core/errors.h"
#include "service/rpc/message_bytes.h"
#include "service/rpc/status.h"

namespace meeple::rpc {
namespace {

double RandomSpread() {
  thread_local absl::InsecureBitGen generator;
  return absl::Uniform(generator, 0.0, 1.0);
}

}  // namespace

std::shared_ptr<WatchReactor> WatchReactor::Make(WatchRegistry& registry,
                                                 const service::Clock& clock,
                                                 const WatchTiming& timing,
                                                 const LiveCalls& live_calls, RpcMetrics& metrics,
                                                 grpc::CallbackServerContext& context) {
  std::shared_ptr<WatchReactor> reactor(
      new WatchReactor(registry, clock, timing, live_calls, metrics, context));
  reactor->self_ = reactor;
  registry.Add(reactor);
  return reactor;
}

WatchReactor::WatchReactor(WatchRegistry& registry, const service::Clock& clock,
                           const WatchTiming& timing, const LiveCalls& live_calls,
                           RpcMetrics& metrics, grpc::CallbackServerContext& context)
    : token_(live_calls.Enter()),
      registry_(registry),
      pump_(*this, clock, timing, RandomSpread()),
      context_(&context),
      metrics_(metrics) {}

WatchReactor::~WatchReactor() { registry_.Remove(this); }

void WatchReactor::OnDone() {
  {
    service::MutexLock lock(context_mutex_);
    context_ = nullptr;
  }
  const std::shared_ptr<WatchReactor> self = std::move(self_);
}

void WatchReactor::SendHeaders() {
  metrics_.Time(stopwatch_.nanoseconds());
  StartSendInitialMetadata();
}

void WatchReactor::Write(service::WatchMessage message) {
  in_flight_ = ShareBytes(std::move(message));
  metrics_.CountMessage();
  StartWrite(&in_flight_);
}

void WatchReactor::Finish(const absl::Status& status) {
  // Before the client can know of the end, so that it can watch again at once.
  place_ = WatchRegistry::Place();
  const v1::ErrorReason reason = service::ReasonOf(status);
  metrics_.Count(OutcomeOf(status.code(), reason));
  ServerWriteReactor::Finish(ToGrpcStatus(status, reason));
}

void WatchReactor::Abort() {
  service::MutexLock lock(context_mutex_);
  if (context_ != nullptr) context_->TryCancel();
}

}  // namespace meeple::rpc
