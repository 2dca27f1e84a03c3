#ifndef MEEPLE_SERVICE_RPC_CALL_METRICS_H_
#define MEEPLE_SERVICE_RPC_CALL_METRICS_H_

// What became of the calls of each rpc, and how long they took. An rpc is told by its request type,
// since each has one of its own; so a new rpc is counted without being named anywhere, and nothing
// that a client sends makes a new number.
//
//   RpcMetrics& rpc = metrics.Of<v1::GetGameRequest>();
//   rpc.Count(OutcomeOf(code, reason));
//
// Thread-safe.

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "meeple/v1/error.pb.h"
#include "service/base/metrics.h"
#include "service/base/mutex.h"

namespace meeple::rpc {

// How a call ended, as its client is told: the reason goes with errors of ours alone.
struct CallOutcome {
  absl::StatusCode code = absl::StatusCode::kOk;
  v1::ErrorReason reason = v1::ERROR_REASON_UNSPECIFIED;

  bool operator==(const CallOutcome&) const = default;
};

// Of what a client is told of an error that has that code, and reason if it is one of ours: without
// a reason it is INTERNAL, unless it is one of the transport's (see status.h).
CallOutcome OutcomeOf(absl::StatusCode code, v1::ErrorReason reason);

class RpcMetrics {
 public:
  explicit RpcMetrics(std::string name) : name_(std::move(name)) {}

  // As "SubmitMove".
  const std::string& name() const { return name_; }

  void Count(const CallOutcome& outcome) { outcomes_.Add(IndexOf(outcome)); }
  // From the arrival of a call until its answer was handed to the transport; of a stream, until its
  // headers were.
  void Time(int64_t nanoseconds) { latency_.Observe(nanoseconds); }
  // One message of a stream was handed to the transport.
  void CountMessage() { messages_.Add(0); }

  struct Outcome {
    CallOutcome outcome;
    uint64_t calls = 0;
  };
  // Those that happened, and OK always.
  std::vector<Outcome> outcomes() const;
  const service::Histogram& latency() const { return latency_; }
  uint64_t messages() const { return messages_.value(0); }

 private:
  // OK, CANCELLED, DEADLINE_EXCEEDED and INTERNAL, then the reasons.
  static constexpr size_t kWithoutReason = 4;
  static constexpr size_t kOutcomes = kWithoutReason + v1::ErrorReason_ARRAYSIZE;
  static size_t IndexOf(const CallOutcome& outcome);
  static CallOutcome At(size_t index);

  const std::string name_;
  service::ShardedCounters<kOutcomes> outcomes_;
  service::Histogram latency_{service::kTimeBounds};
  service::ShardedCounters<1> messages_;
};

class CallMetrics {
 public:
  // Those of one rpc, which live as long as this.
  template <class Request>
  RpcMetrics& Of() {
    static const size_t index = NextIndex();
    RpcMetrics* const known = by_index_[index].load(std::memory_order_acquire);
    return known != nullptr ? *known : Add(index, Request::descriptor()->name());
  }

  // Those of all rpcs that were called, by name.
  std::vector<const RpcMetrics*> all() const;

 private:
  static constexpr size_t kMostRpcs = 128;

  // Counts request types of the program, whose number is fixed when it is compiled.
  static size_t NextIndex();
  RpcMetrics& Add(size_t index, std::string_view request_name);

  std::array<std::atomic<RpcMetrics*>, kMostRpcs> by_index_ = {};
  mutable service::Mutex mutex_;
  std::vector<std::unique_ptr<RpcMetrics>> rpcs_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_CALL_METRICS_H_
