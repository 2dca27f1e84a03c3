#ifndef MEEPLE_SERVICE_CORE_WATCH_H_
#define MEEPLE_SERVICE_CORE_WATCH_H_

// A watch is a cursor into the log of one game: it has no queue, so a slow one costs nothing and
// loses nothing. The transport pulls; when there is nothing to pull the watch parks itself, and its
// stream is woken once when there may be.
//
//   host.OpenWatch(caller, request, stream,
//                  [](absl::StatusOr<std::unique_ptr<Watch>> watch) {...});
//   const WatchStep step = watch->Next();
//   switch (step.kind) {
//     case WatchStep::Kind::kMessage: ...   // write it, then Next() again
//     case WatchStep::Kind::kWait: ...      // until Wake()
//     case WatchStep::Kind::kEnd: ...       // finish
//   }

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace meeple::service {

// The bytes of one WatchGameResponse: `head` followed by the parts. Parts are shared by all
// watchers of the game and must not be copied on the way out.
struct WatchMessage {
  std::string head;
  std::vector<std::shared_ptr<const std::string>> parts = {};

  // Whether both are the same parts, not merely equal ones.
  friend bool operator==(const WatchMessage&, const WatchMessage&) = default;
};

struct WatchStep {
  enum class Kind { kMessage, kWait, kEnd };
  Kind kind = Kind::kWait;
  WatchMessage message = {};            // kMessage
  absl::Status end = absl::OkStatus();  // kEnd
};

// The transport's side of a watch.
class WatchStream {
 public:
  virtual ~WatchStream() = default;
  // There may be something to pull. Called at most once for each kWait that Next answered, from any
  // thread, outside any lock of the service; must not block.
  virtual void Wake() = 0;
};

// One watcher. Next and Bookmark are called by one thread at a time; destruction may happen at any
// moment and ends the watch: the stream is then woken no more once it has been released.
class Watch {
 public:
  virtual ~Watch() = default;
  // What to do next. After kEnd it must not be called again.
  virtual WatchStep Next() = 0;
  // A message that says where this watch stands, for quiet streams.
  virtual WatchMessage Bookmark() const = 0;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_WATCH_H_
