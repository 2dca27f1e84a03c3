// What counting costs a call. Run <build>/bin/metrics_benchmark; threads contend on purpose.

#include <benchmark/benchmark.h>

#include "meeple/v1/game_service.pb.h"
#include "service/base/metrics.h"
#include "service/rpc/call_metrics.h"

namespace meeple {
namespace {

// All that a unary call adds to what it does without metrics.
void BM_CountCall(benchmark::State& state) {
  static rpc::CallMetrics calls;
  for (auto _ : state) {
    const service::Stopwatch stopwatch;
    rpc::RpcMetrics& rpc = calls.Of<v1::SubmitMoveRequest>();
    rpc.Count({});
    rpc.Time(stopwatch.nanoseconds());
  }
}
BENCHMARK(BM_CountCall)->Threads(1)->Threads(2);

// The two looks at the clock that are part of it.
void BM_Stopwatch(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(service::Stopwatch().nanoseconds());
}
BENCHMARK(BM_Stopwatch);

// What a commit adds on the journal's thread, beside its part of what a group does.
void BM_ObserveCommit(benchmark::State& state) {
  static service::Histogram histogram(service::kTimeBounds);
  const service::Stopwatch stopwatch;
  const service::Stopwatch::Moment now = service::Stopwatch::Now();
  for (auto _ : state) histogram.Observe(stopwatch.nanoseconds(now));
}
BENCHMARK(BM_ObserveCommit)->Threads(1)->Threads(2);

// One message to one watcher.
void BM_CountMessage(benchmark::State& state) {
  static rpc::RpcMetrics rpc("WatchGame");
  for (auto _ : state) rpc.CountMessage();
}
BENCHMARK(BM_CountMessage)->Threads(1)->Threads(2);

}  // namespace
}  // namespace meeple

BENCHMARK_MAIN();
