#ifndef MEEPLE_CLIENT_WATCH_H_
#define MEEPLE_CLIENT_WATCH_H_

// Follows a game, the lobby or the results of an API key through lost connections and restarts of
// the server: everything once, in order, nothing left out. Where the stream breaks, it is opened
// again after the last event that was handed on.
//
//   GameWatch watch = client.WatchGame(game_id);
//   for (const v1::GameEvent& event : watch) {
//     std::cout << event.sequence() << " " << event.text() << "\n";
//   }
//   if (!watch.status().ok()) ...  // why it ended before the game did
//
// With Next a program gets whole messages, hears of outages, and need not wait:
//
//   for (;;) {
//     GameWatch::Update update = watch.Next(absl::Seconds(1));
//     if (update.kind == GameWatch::Update::kMessage) ...
//     if (update.kind == GameWatch::Update::kEnd) return update.status;
//   }
//
// One thread reads; any may cancel. At most one message is held that was not read yet: the server
// keeps the rest.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "meeple/client/connection.h"
#include "meeple/client/options.h"
#include "meeple/v1/allocation_service.pb.h"
#include "meeple/v1/game_service.pb.h"
#include "meeple/v1/lobby_service.pb.h"

namespace meeple::client {

// What can be followed: how it is asked for, and what comes.
struct GameFeed {
  using Request = v1::WatchGameRequest;
  using Response = v1::WatchGameResponse;
  using Item = v1::GameEvent;
};
struct LobbyFeed {
  using Request = v1::WatchLobbyRequest;
  using Response = v1::WatchLobbyResponse;
  using Item = v1::LobbyEvent;
};
struct ResultsFeed {
  using Request = v1::WatchResultsRequest;
  using Response = v1::WatchResultsResponse;
  using Item = v1::GameResult;
};

template <class Feed>
class Watch {
 public:
  using Request = typename Feed::Request;
  using Response = typename Feed::Response;
  using Item = typename Feed::Item;

  struct Update {
    enum Kind {
      // `message` holds news: of a game the snapshot that was asked for, or the events of one or
      // more whole calls; of another feed what it tells; or a bookmark on a quiet stream.
      kMessage,
      // The connection was lost, `status` says how. Follows once for each outage.
      kLost,
      // The connection is back; what was missed comes next.
      kResumed,
      // Nothing came in the time that Next was given.
      kTimeout,
      // Nothing more will come. OK: the game is over; other feeds have no such end. CANCELLED: by
      // Cancel or a stop. Else why the server refused, or what was wrong for longer than the
      // watch's patience.
      kEnd,
    };
    Kind kind = kEnd;
    Response message = {};
    absl::Status status = absl::OkStatus();
  };

  // Client::WatchGame and the like make them. Opens with the first reading.
  Watch(std::shared_ptr<const Connection> connection, const Options& options,
        const Request& request, const WatchOptions& watch);
  // Ends the stream, if it is still open.
  ~Watch();
  Watch(Watch&&) noexcept;
  Watch& operator=(Watch&&) noexcept;

  // Waits for what comes next, at most for so long. After an end it is the same end again.
  Update Next(absl::Duration timeout = absl::InfiniteDuration());

  // The next event, or result, however long that takes; nothing once the watch has ended, which
  // status() explains. The rest of a message of several is kept for the next call, so use either
  // this or Next.
  std::optional<Item> NextItem();

  // What a loop goes through, by NextItem. An input iterator.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Item;
    using difference_type = std::ptrdiff_t;
    using pointer = const Item*;
    using reference = const Item&;

    explicit Iterator(Watch* watch) : watch_(watch), item_(watch->NextItem()) {}
    reference operator*() const { return *item_; }
    pointer operator->() const { return &*item_; }
    Iterator& operator++() {
      item_ = watch_->NextItem();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const Iterator& iterator, std::default_sentinel_t /*end*/) {
      return !iterator.item_.has_value();
    }

   private:
    Watch* watch_;
    std::optional<Item> item_;
  };
  Iterator begin() { return Iterator(this); }
  std::default_sentinel_t end() const { return {}; }

  // How the watch ended; OK while it has not.
  const absl::Status& status() const;

  // The last event, or bookmark, of the last message that was read: where to go on in another
  // process. Of a message of several events each has its own `sequence`.
  int64_t sequence() const;

  // Ends the watch with CANCELLED, also while another thread reads. Thread-safe.
  void Cancel();

 private:
  class Follower;

  std::unique_ptr<Follower> follower_;
};

extern template class Watch<GameFeed>;
extern template class Watch<LobbyFeed>;
extern template class Watch<ResultsFeed>;

using GameWatch = Watch<GameFeed>;
using LobbyWatch = Watch<LobbyFeed>;
using ResultsWatch = Watch<ResultsFeed>;

}  // namespace meeple::client

#endif  // MEEPLE_CLIENT_WATCH_H_
