#ifndef MEEPLE_CLIENT_SRC_WATCH_CURSOR_H_
#define MEEPLE_CLIENT_SRC_WATCH_CURSOR_H_

// Where a watch stands: lets everything of a feed pass once, in order, nothing left out, over any
// number of streams. No input or output; not thread-safe.

#include <algorithm>
#include <cstdint>

#include "meeple/client/watch.h"

namespace meeple::client {

// What is to become of a message.
enum class Verdict {
  // What is left in it is to be handed on.
  kNews,
  // It says nothing new, or nothing that this library knows.
  kNothing,
  // The stream left out events: it is to be opened again.
  kGap,
};

// The events or results in a message.
inline auto* ItemsOf(v1::WatchGameResponse* message) {
  return message->mutable_events()->mutable_events();
}
inline auto* ItemsOf(v1::WatchLobbyResponse* message) {
  return message->mutable_events()->mutable_events();
}
inline auto* ItemsOf(v1::WatchResultsResponse* message) {
  return message->mutable_results()->mutable_results();
}

// Takes those out that were handed on before.
template <class Items>
void EraseUpTo(int64_t sequence, Items* items) {
  const auto is_new = [sequence](const auto& item) { return item.sequence() > sequence; };
  items->erase(items->begin(), std::find_if(items->begin(), items->end(), is_new));
}

// That of the lobby, or of the results of a key: filters may leave out numbers, so nothing tells a
// gap.
template <class Feed>
class Cursor {
 public:
  using Request = typename Feed::Request;

  explicit Cursor(const Request& request) : request_(request) {}

  // What opens a stream that goes on from here.
  const Request& request() const { return request_; }
  // The last event that was handed on.
  int64_t sequence() const { return request_.after_sequence(); }

  // Takes a message in, and what was handed on before out of it.
  Verdict Admit(typename Feed::Response* message) {
    if (message->has_bookmark()) {
      request_.set_after_sequence(std::max(sequence(), message->bookmark().sequence()));
      return Verdict::kNews;
    }
    auto* items = ItemsOf(message);
    EraseUpTo(sequence(), items);
    if (items->empty()) return Verdict::kNothing;
    request_.set_after_sequence(items->rbegin()->sequence());
    return Verdict::kNews;
  }

 private:
  Request request_;
};

// That of a game, whose events are numbered without gaps.
template <>
class Cursor<GameFeed> {
 public:
  explicit Cursor(const v1::WatchGameRequest& request) : request_(request) {}

  const v1::WatchGameRequest& request() const { return request_; }
  int64_t sequence() const { return request_.after_sequence(); }

  Verdict Admit(v1::WatchGameResponse* message);

 private:
  Verdict AdmitEvents(v1::WatchGameResponse* message);
  void MoveTo(int64_t sequence);

  v1::WatchGameRequest request_;
};

}  // namespace meeple::client

#endif  // MEEPLE_CLIENT_SRC_WATCH_CURSOR_H_
