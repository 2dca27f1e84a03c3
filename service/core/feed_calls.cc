#include "service/core/feed_calls.h"

#include <string>
#include <utility>

#include "service/core/access.h"
#include "service/core/api_keys.h"
#include "service/core/errors.h"
#include "service/core/event_bytes.h"
#include "service/core/feed_registry.h"
#include "service/core/feed_watch.h"
#include "service/core/feeds.h"
#include "service/core/list_filter.h"

namespace meeple::service {
namespace {

void OpenFeedWatch(HostCore& core, const std::string& feed_name, int64_t after, FeedViewer viewer,
                   const std::weak_ptr<WatchStream>& stream,
                   const GameHost::Done<std::unique_ptr<Watch>>& done) {
  core.feeds().Open(feed_name, [&core, after, viewer = std::move(viewer), stream,
                                done](absl::StatusOr<FeedRegistry::Feed> opened) {
    if (!opened.ok()) return done(opened.status());
    FeedRegistry::Feed feed = *std::move(opened);
    if (absl::Status within = feed->CheckWithin(after); !within.ok()) return done(within);
    auto ticket = WatcherTicket::Take(core, feed->audience());
    if (!ticket.ok()) return done(ticket.status());
    done(std::make_unique<FeedWatch>(core, *std::move(ticket), std::move(feed), after, viewer,
                                     stream));
  });
}

// That the game of an item is no longer one of those that were asked for.
SharedBytes Gone(const LobbyItem& item) {
  const v1::LobbyEvent& event = item.entry.event();
  v1::LobbyEvent gone;
  gone.set_sequence(event.sequence());
  *gone.mutable_time() = event.time();
  gone.set_change(v1::LOBBY_CHANGE_GONE);
  gone.mutable_game()->set_game_id(event.game().game_id());
  return std::make_shared<const std::string>(EncodeElement(gone));
}

FeedViewer ViewerOfLobby(const v1::WatchLobbyRequest& request) {
  ListFilter filter = ListFilter::Of(request);
  if (filter.all()) return {.show = [](const FeedItem& item) { return item.wire; }};
  return {.show = [filter = std::move(filter)](const FeedItem& item) -> SharedBytes {
    const auto& of_lobby = static_cast<const LobbyItem&>(item);
    if (filter.Passes(of_lobby.entry.event().game())) return item.wire;
    return filter.PassedBefore(of_lobby.entry) ? Gone(of_lobby) : nullptr;
  }};
}

absl::Status CheckHasKey(const Caller& caller) {
  if (caller.kind == CallerKind::kApiKey) return absl::OkStatus();
  return MakeError(v1::ERROR_REASON_CREDENTIAL_REQUIRED,
                   "results belong to an API key, so this needs one: start the server with "
                   "--api-key-file");
}

// Whether the caller's key is still one of the server's: another one of the same name is not
// enough.
absl::Status CheckStillKnown(ApiKeys* keys, const Caller& caller) {
  if (keys == nullptr || keys->StillKnows(caller)) return absl::OkStatus();
  return MakeError(v1::ERROR_REASON_CREDENTIAL_INVALID, "this server no longer knows the API key");
}

}  // namespace

void OpenLobbyWatch(HostCore& core, const v1::WatchLobbyRequest& request,
                    const std::weak_ptr<WatchStream>& stream,
                    const GameHost::Done<std::unique_ptr<Watch>>& done) {
  if (absl::Status status = core.CheckNotDraining(); !status.ok()) return done(status);
  OpenFeedWatch(core, std::string(kLobbyFeed), request.after_sequence(), ViewerOfLobby(request),
                stream, done);
}

void OpenResultsWatch(HostCore& core, const Caller& caller, const v1::WatchResultsRequest& request,
                      const std::weak_ptr<WatchStream>& stream,
                      const GameHost::Done<std::unique_ptr<Watch>>& done) {
  absl::Status permitted = CheckRole(caller, Role::kMatchmaker, core.options().dev);
  if (permitted.ok()) permitted = CheckHasKey(caller);
  if (!permitted.ok()) return done(permitted);
  if (absl::Status status = core.CheckNotDraining(); !status.ok()) return done(status);
  OpenFeedWatch(core, ResultsFeed(caller.key_name), request.after_sequence(),
                {.show = [](const FeedItem& item) { return item.wire; },
                 .permitted = [keys = core.options().api_keys,
                               caller] { return CheckStillKnown(keys, caller); }},
                stream, done);
}

}  // namespace meeple::service
