#include "service/rpc/call_metrics.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "absl/strings/strip.h"
#include "service/core/errors.h"

namespace meeple::rpc {
namespace {

constexpr std::array<absl::StatusCode, 4> kCodesWithoutReason = {
    absl::StatusCode::kOk, absl::StatusCode::kCancelled, absl::StatusCode::kDeadlineExceeded,
    absl::StatusCode::kInternal};

}  // namespace

CallOutcome OutcomeOf(absl::StatusCode code, v1::ErrorReason reason) {
  if (reason != v1::ERROR_REASON_UNSPECIFIED) return {code, reason};
  const bool passes = std::ranges::find(kCodesWithoutReason, code) != kCodesWithoutReason.end();
  return {passes ? code : absl::StatusCode::kInternal, reason};
}

// --- RpcMetrics ---

size_t RpcMetrics::IndexOf(const CallOutcome& outcome) {
  static_assert(kCodesWithoutReason.size() == kWithoutReason);
  if (outcome.reason != v1::ERROR_REASON_UNSPECIFIED) {
    return kWithoutReason + static_cast<size_t>(outcome.reason);
  }
  const auto found = std::ranges::find(kCodesWithoutReason, outcome.code);
  return std::min<size_t>(found - kCodesWithoutReason.begin(), kWithoutReason - 1);
}

CallOutcome RpcMetrics::At(size_t index) {
  if (index < kWithoutReason) return {kCodesWithoutReason[index], v1::ERROR_REASON_UNSPECIFIED};
  const auto reason = static_cast<v1::ErrorReason>(index - kWithoutReason);
  return {service::CodeOf(reason), reason};
}

std::vector<RpcMetrics::Outcome> RpcMetrics::outcomes() const {
  std::vector<Outcome> outcomes;
  for (size_t index = 0; index < kOutcomes; ++index) {
    const uint64_t calls = outcomes_.value(index);
    if (calls > 0 || index == 0) outcomes.push_back({At(index), calls});
  }
  return outcomes;
}

// --- CallMetrics ---

size_t CallMetrics::NextIndex() {
  static std::atomic<size_t> next = 0;
  const size_t index = next.fetch_add(1);
  if (index >= kMostRpcs) std::abort();
  return index;
}

RpcMetrics& CallMetrics::Add(size_t index, std::string_view request_name) {
  service::MutexLock lock(mutex_);
  if (RpcMetrics* const known = by_index_[index].load()) return *known;
  const absl::string_view name(request_name.data(), request_name.size());
  rpcs_.push_back(std::make_unique<RpcMetrics>(std::string(absl::StripSuffix(name, "Request"))));
  by_index_[index].store(rpcs_.back().get(), std::memory_order_release);
  return *rpcs_.back();
}

std::vector<const RpcMetrics*> CallMetrics::all() const {
  std::vector<const RpcMetrics*> all;
  service::MutexLock lock(mutex_);
  all.reserve(rpcs_.size());
  for (const auto& rpc : rpcs_) all.push_back(rpc.get());
  std::ranges::sort(all, {}, &RpcMetrics::name);
  return all;
}

}  // namespace meeple::rpc
