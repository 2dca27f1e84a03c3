#ifndef MEEPLE_SERVICE_RPC_WATCH_PUMP_H_
#define MEEPLE_SERVICE_RPC_WATCH_PUMP_H_

// Moves what a watch has to say into a stream: one write in flight, the next message pulled only
// when that one is done, a bookmark where it has been quiet, an end for a peer that reads nothing.
// Knows no gRPC.
//
// Thread-safe: everything that happens to a stream (opened, woken, written, cancelled, time passed)
// may be reported by any thread at any moment, also from within a call to the transport or the
// watch. Whoever reports first becomes the runner and works off what others report meanwhile; so
// watch and transport are called by one thread at a time, in order, and never under a lock.
//
//   WatchPump pump(transport, clock, timing);
//   pump.Opened(std::move(watch));   // headers are sent, the first message is written
//   pump.Written(true);              // the next one is pulled

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "service/base/mutex.h"
#include "service/core/clock.h"
#include "service/core/watch.h"

namespace meeple::rpc {

// What a pump drives.
class WatchTransport {
 public:
  virtual ~WatchTransport() = default;
  // The watch is open: tells the client so before there is anything to tell. Once, first of all.
  virtual void SendHeaders() = 0;
  // Starts to write one message; WatchPump::Written follows.
  virtual void Write(service::WatchMessage message) = 0;
  // Ends the stream; a write may still be in flight. Called exactly once in the life of a pump that
  // was opened or cancelled; after it only Abort.
  virtual void Finish(const absl::Status& status) = 0;
  // Gives up a finished stream whose peer does not take the end. May find the stream gone.
  virtual void Abort() = 0;
};

// How long a stream may be quiet or stuck.
struct WatchTiming {
  // A quiet stream gets a bookmark after about this long: a factor of 5/6 to 7/6 is drawn for each
  // stream, so that streams opened together do not write together.
  absl::Duration bookmark_after = absl::Seconds(30);
  // A write that is in flight for this long ends the stream with WATCHER_LAGGING.
  absl::Duration lagging_after = absl::Seconds(60);
  // A stream that ended for lagging is aborted after this long, since a peer that reads nothing
  // never sees how it ended. Streams that ended otherwise have `lagging_after` in addition.
  absl::Duration abort_after = absl::Seconds(5);
};

class WatchPump {
 public:
  // `transport` and `clock` must outlive the pump. `spread` from 0 to 1 places the stream's
  // bookmarks between the earliest and the latest.
  WatchPump(WatchTransport& transport, const service::Clock& clock, const WatchTiming& timing,
            double spread);
  WatchPump(const WatchPump&) = delete;
  WatchPump& operator=(const WatchPump&) = delete;

  // What became of opening the watch. Exactly once. The watch is destroyed before Finish is called.
  void Opened(absl::StatusOr<std::unique_ptr<service::Watch>> watch);
  // There may be something to pull.
  void Wake();
  // The write in flight ended; not `ok` means that no other will succeed.
  void Written(bool ok);
  // The client is gone, or the server gives the call up.
  void Cancelled();
  // Does what is due by now: a bookmark, the end of a stuck stream.
  void Tick();

  // The uptime at which Tick will have something to do; InfiniteDuration if never.
  absl::Duration due() const;

  // The uptime at which the write in flight was started; InfiniteDuration if none is, or the stream
  // has ended.
  absl::Duration writing_since() const;

 private:
  // What was reported and not yet worked off.
  struct Reports {
    std::optional<absl::StatusOr<std::unique_ptr<service::Watch>>> opened;
    bool woken = false;
    bool written = false;
    bool broken = false;
    bool ticked = false;
    bool any() const { return opened.has_value() || woken || written || broken || ticked; }
  };

  template <class Change>
  void Report(Change change);
  void Run();

  // Only the runner calls these.
  void WorkOff(Reports reports);
  void Begin(absl::StatusOr<std::unique_ptr<service::Watch>> watch);
  void Pull();
  void Write(service::WatchMessage message);
  void OnTime();
  void Finish(const absl::Status& status, absl::Duration abort_after);
  void SetDue(absl::Duration due);
  void SetWritingSince(absl::Duration since);

  WatchTransport& transport_;
  const service::Clock& clock_;
  const WatchTiming timing_;
  const absl::Duration bookmark_after_;

  service::Mutex mutex_;
  Reports reports_ ABSL_GUARDED_BY(mutex_);
  bool running_ ABSL_GUARDED_BY(mutex_) = false;

  // The runner's own; handed from runner to runner through the mutex.
  std::unique_ptr<service::Watch> watch_;
  bool writing_ = false;   // a write is in flight
  bool waiting_ = false;   // the watch had nothing more and will wake us
  bool finished_ = false;  // Finish was called

  std::atomic<int64_t> due_nanoseconds_;
  std::atomic<int64_t> writing_since_nanoseconds_ = INT64_MAX;
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_WATCH_PUMP_H_
