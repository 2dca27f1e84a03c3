#include "src/watch_cursor.h"

namespace meeple::client {

Verdict Cursor<GameFeed>::Admit(v1::WatchGameResponse* message) {
  switch (message->update_case()) {
    case v1::WatchGameResponse::kSnapshot:
      if (!request_.snapshot()) return Verdict::kNothing;
      MoveTo(message->snapshot().game().sequence());
      return Verdict::kNews;
    case v1::WatchGameResponse::kEvents:
      return AdmitEvents(message);
    case v1::WatchGameResponse::kBookmark:
      return message->bookmark().sequence() > sequence() ? Verdict::kGap : Verdict::kNews;
    case v1::WatchGameResponse::UPDATE_NOT_SET:
      break;
  }
  return Verdict::kNothing;
}

Verdict Cursor<GameFeed>::AdmitEvents(v1::WatchGameResponse* message) {
  auto* events = ItemsOf(message);
  EraseUpTo(sequence(), events);
  if (events->empty()) return Verdict::kNothing;
  for (int i = 0; i < events->size(); ++i) {
    if ((*events)[i].sequence() != sequence() + 1 + i) return Verdict::kGap;
  }
  MoveTo(sequence() + events->size());
  return Verdict::kNews;
}

// The state is told once, at the start.
void Cursor<GameFeed>::MoveTo(int64_t sequence) {
  request_.set_after_sequence(sequence);
  request_.clear_snapshot();
}

}  // namespace meeple::client
