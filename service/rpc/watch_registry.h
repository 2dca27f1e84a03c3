#ifndef MEEPLE_SERVICE_RPC_WATCH_REGISTRY_H_
#define MEEPLE_SERVICE_RPC_WATCH_REGISTRY_H_

// The open watch streams of a server: how many each connection has, and which of them is due for
// something because time has passed.
//
// Thread-safe.
//
//   absl::StatusOr<WatchRegistry::Place> place = registry.Admit(peer);
//   registry.Add(stream);   // from now on it is ticked
//   registry.Tick();        // about once a second

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "service/base/mutex.h"
#include "service/core/clock.h"

namespace meeple::rpc {

// A stream that has something to do at certain times.
class TimedStream {
 public:
  virtual ~TimedStream() = default;
  // The uptime at which Tick should be called; any thread.
  virtual absl::Duration due() const = 0;
  // Does what is due; any thread.
  virtual void Tick() = 0;
  // The uptime at which the write in flight was started; InfiniteDuration if none is; any thread.
  virtual absl::Duration writing_since() const = 0;
};

class WatchRegistry {
 public:
  // One of the places of a connection; given back when destroyed.
  class Place {
   public:
    Place() = default;
    Place(Place&& other) noexcept { *this = std::move(other); }
    Place& operator=(Place&& other) noexcept {
      std::swap(registry_, other.registry_);
      std::swap(peer_, other.peer_);
      return *this;
    }
    ~Place();

   private:
    friend class WatchRegistry;
    Place(WatchRegistry* registry, std::string peer)
        : registry_(registry), peer_(std::move(peer)) {}

    WatchRegistry* registry_ = nullptr;
    std::string peer_;
  };

  // `clock` must outlive the registry, the registry all its places and streams.
  WatchRegistry(const service::Clock& clock, int max_per_connection)
      : clock_(clock), max_per_connection_(max_per_connection) {}
  WatchRegistry(const WatchRegistry&) = delete;
  WatchRegistry& operator=(const WatchRegistry&) = delete;

  // Takes a place on the connection `peer`. LIMIT_REACHED if it has none left.
  absl::StatusOr<Place> Admit(std::string_view peer);

  // Ticks `stream` as long as it lives. Remove forgets it sooner; its destructor must call it.
  void Add(const std::shared_ptr<TimedStream>& stream);
  void Remove(TimedStream* stream);

  // Calls Tick of every stream that is due, and looks at who lags.
  void Tick();

  struct Lag {
    int64_t streams = 0;  // that there are
    // At the last Tick:
    int64_t slow = 0;  // whose write was in flight for longer than kSlowAfter
    absl::Duration longest = absl::ZeroDuration();  // for how long the oldest write was
  };
  Lag lag() const;
  static constexpr absl::Duration kSlowAfter = absl::Seconds(1);

 private:
  void GiveBack(const std::string& peer);

  const service::Clock& clock_;
  const int max_per_connection_;

  mutable service::Mutex mutex_;
  std::unordered_map<std::string, int> watches_ ABSL_GUARDED_BY(mutex_);  // by connection
  std::unordered_map<TimedStream*, std::weak_ptr<TimedStream>> streams_ ABSL_GUARDED_BY(mutex_);
  Lag lag_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_WATCH_REGISTRY_H_
