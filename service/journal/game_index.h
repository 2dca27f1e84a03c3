#ifndef MEEPLE_SERVICE_JOURNAL_GAME_INDEX_H_
#define MEEPLE_SERVICE_JOURNAL_GAME_INDEX_H_

// What a journal keeps beside the events, so that games are found without reading them: which there
// are, a summary of each, and the agenda, which says what is to be done when.
//
//   for (std::string last;;) {
//     const auto games = index.ListGames(last, 1'000);
//     if (!games.ok() || games->empty()) break;
//     last = games->back();
//   }

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace meeple::service {

// Something that is to be done for a game at a moment of game time.
struct AgendaItem {
  int64_t due_milliseconds = 0;  // not negative
  int kind = 0;                  // 0 to 255; what it means is the core's business

  auto operator<=>(const AgendaItem&) const = default;
};

struct AgendaEntry {
  AgendaItem item;
  std::string game_id;

  auto operator<=>(const AgendaEntry&) const = default;
};

// Where a game stands in every list that it is in.
struct ListPlace {
  int64_t created_milliseconds = 0;  // not negative
  std::string game_id;

  bool operator==(const ListPlace&) const = default;
};

// What a change of a game changes in the lists of games: which it leaves, which it joins, and what
// is kept of it for all of them from then on. A list is a name without a zero byte; the game that
// was created last stands first, and equal ones by their ids.
struct ListChange {
  std::vector<std::string> left = {};
  std::vector<std::string> joined = {};
  // Always the same one for a game.
  int64_t created_milliseconds = 0;
  // Serialised by the core; nothing leaves the old one.
  std::optional<std::string> entry = {};
};

// Thread-safe. Each answer is consistent in itself.
class GameIndex {
 public:
  virtual ~GameIndex() = default;

  // The newest summary of a game; NOT_FOUND where no commit brought one.
  virtual absl::StatusOr<std::string> ReadSummary(const std::string& game_id) const = 0;

  // The ids of at most `limit` games that have events: those after `after_game_id`, or the first
  // ones if it is empty. The order is fixed, but means nothing.
  virtual absl::StatusOr<std::vector<std::string>> ListGames(const std::string& after_game_id,
                                                             int limit) const = 0;

  // At most `limit` entries of the agenda by time, kind and game: those after `after`, or the first
  // ones.
  virtual absl::StatusOr<std::vector<AgendaEntry>> ReadAgenda(
      const std::optional<AgendaEntry>& after, int limit) const = 0;

  // At most `limit` places of a list in its order: those after `after`, or the first ones.
  virtual absl::StatusOr<std::vector<ListPlace>> ReadList(const std::string& list,
                                                          const std::optional<ListPlace>& after,
                                                          int limit) const = 0;

  // What is kept of the game at a place; NOT_FOUND where nothing is.
  virtual absl::StatusOr<std::string> ReadListEntry(const ListPlace& place) const = 0;

  // The latest game time of all events, and of what Journal::KeepGameTime was told, in
  // milliseconds, as it was when the journal was opened, or later: a server that starts goes on
  // from there. 0 where there is none.
  virtual int64_t ReadGameTime() const = 0;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_GAME_INDEX_H_
