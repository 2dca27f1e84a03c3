#include "service/core/log_calls.h"

#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/core/access.h"
#include "service/core/event_bytes.h"
#include "service/core/game_view.h"
#include "service/core/game_watch.h"
#include "service/core/page.h"
#include "service/core/page_token.h"

namespace meeple::service {
namespace {

// A page of the events after `after`; `more` if others follow.
v1::ListEventsResponse BuildEventPage(const std::vector<SharedRecord>& records, bool more,
                                      engine::Viewer viewer, int64_t after,
                                      const std::string& scope) {
  v1::ListEventsResponse response;
  for (v1::GameEvent& event : DecodeEvents(records, viewer)) {
    *response.add_events() = std::move(event);
  }
  if (more) {
    const int64_t next = after + static_cast<int64_t>(records.size());
    response.set_next_page_token(EncodePageToken(scope, next));
  }
  return response;
}

}  // namespace

void ListEventsFrom(HostCore& core, const Caller& caller, const v1::ListEventsRequest& request,
                    const std::shared_ptr<GameSession>& session,
                    GameHost::Done<v1::ListEventsResponse> done) {
  const std::string scope = absl::StrCat("ListEvents/", request.game_id());
  const absl::StatusOr<int64_t> after =
      DecodePageToken(scope, request.page_token(), request.after_sequence());
  if (!after.ok()) return done(after.status());
  const EventLog::Bounds bounds = {
      .events = PageSize(request.page_size()), .bytes = kMaxPageBytes, .viewer = ViewerOf(caller)};
  const auto page = session->ListEvents(*after, bounds);
  if (!page.ok()) return done(page.status());
  if (const auto* in_memory = std::get_if<GameSession::Page>(&*page)) {
    return done(BuildEventPage(in_memory->records, in_memory->more, bounds.viewer, *after, scope));
  }
  const EventRange range = std::get<EventRange>(*page);
  core.reader().Read(request.game_id(), range, bounds, Urgency::kCall,
                     [done = std::move(done), viewer = bounds.viewer, range,
                      scope](const absl::StatusOr<std::vector<SharedRecord>>& records) {
                       if (!records.ok()) return done(records.status());
                       const int64_t read_to = range.first - 1 + std::ssize(*records);
                       const bool more = read_to < range.last;
                       done(BuildEventPage(*records, more, viewer, range.first - 1, scope));
                     });
}

void OpenWatchOf(HostCore& core, const Caller& caller, const v1::WatchGameRequest& request,
                 const std::shared_ptr<GameSession>& session,
                 const std::weak_ptr<WatchStream>& stream,
                 const GameHost::Done<std::unique_ptr<Watch>>& done) {
  absl::Status within = session->CheckWithinLog(request.after_sequence());
  if (!within.ok()) return done(within);
  auto taken = TakeTicketOf(core, *session, ViewerOf(caller));
  if (!taken.ok()) return done(taken.status());
  const WatchPosition position = {.after = request.after_sequence(),
                                  .viewer = ViewerOf(caller),
                                  .credential = NumberOf(caller),
                                  .until_finish = request.until_finish()};
  if (!request.snapshot()) {
    return done(
        std::make_unique<GameWatch>(core, *std::move(taken), position, std::nullopt, stream));
  }
  // Shared because a std::function must be copyable; only one of look and refuse runs, once.
  auto ticket = std::make_shared<std::unique_ptr<WatcherTicket>>(*std::move(taken));
  auto look = [&core, done, ticket, position, stream](const GameState& state) {
    const std::shared_ptr<const GameCopy> copy = CopyFor(state, position.viewer, core.clock());
    WatchPosition start = position;
    start.after = copy->sequence;
    return [&core, done, ticket, start, stream, copy] {
      done(std::make_unique<GameWatch>(core, std::move(*ticket), start,
                                       MakeSnapshotMessage(BuildGame(*copy)), stream));
    };
  };
  session->Read({.look = std::move(look),
                 .refuse = [done](absl::Status status) { done(std::move(status)); }});
}

}  // namespace meeple::service
