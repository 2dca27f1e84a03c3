#ifndef MEEPLE_SERVICE_TOOLS_FEED_CHECK_H_
#define MEEPLE_SERVICE_TOOLS_FEED_CHECK_H_

// Whether what feeds tell is what became of the games: the entries of a feed are numbered without a
// gap, each names a game that is there, the last one of the lobby tells how its game stands, and
// each result is that of a final game of the key, told once. Whether there are entries for all
// games cannot be told: older ones are no longer kept, and games of releases without feeds have
// none.
//
//   FeedCheck feeds(report);
//   feeds.Read(reader);
//   for (each game) feeds.Check(game_id, indexes) or feeds.Excuse(game_id);
//   feeds.Conclude();
//
// Not thread-safe. Keeps what the feeds tell in memory.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/status/status.h"
#include "meeple/v1/lobby_service.pb.h"
#include "service/core/game_check.h"
#include "service/journal/journal_reader.h"

namespace meeple::tools {

class FeedCheck {
 public:
  // Called with each difference.
  using Report = std::function<void(const absl::Status& difference)>;

  explicit FeedCheck(Report report) : report_(std::move(report)) {}

  // Takes what the feeds tell.
  void Read(const service::JournalReader& reader);
  // A game, and what it is by its events.
  void Check(const std::string& game_id, const service::IndexChange& indexes);
  // A game that cannot be told from its events: nothing is said of its entries.
  void Excuse(const std::string& game_id) { told_.erase(game_id); }
  // REQUIRES: all games were named.
  void Conclude();

 private:
  // An entry, and the game in it.
  struct Entry {
    std::string feed;
    int64_t sequence = 0;
    v1::ListedGame game = {};
  };

  void TakeEntry(std::string_view feed, int64_t sequence, std::string_view value);
  void CheckEntry(const Entry& entry, const service::IndexChange& indexes);
  void CheckOfKey(const Entry& entry, const service::IndexChange& indexes);
  void Tell(const Entry& entry, const std::string& what);

  const Report report_;
  std::string last_feed_;
  int64_t last_sequence_ = 0;
  // By game; of the entries in the lobby only the last.
  absl::btree_map<std::string, std::vector<Entry>> told_;
};

}  // namespace meeple::tools

#endif  // MEEPLE_SERVICE_TOOLS_FEED_CHECK_H_
