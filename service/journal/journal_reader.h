#ifndef MEEPLE_SERVICE_JOURNAL_JOURNAL_READER_H_
#define MEEPLE_SERVICE_JOURNAL_JOURNAL_READER_H_

// Reads the stored journal; see Journal, GameIndex and ScoreIndex for what each function gives.
// Beyond that, what is damaged is DATA_LOSS, for the game or the entry that is asked for and no
// other.
//
// Thread-safe.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "service/journal/database.h"
#include "service/journal/game_index.h"
#include "service/journal/journal.h"
#include "service/journal/score_index.h"

namespace meeple::service {

class JournalReader {
 public:
  // `database` must outlive the reader.
  explicit JournalReader(Database& database) : database_(database) {}

  absl::StatusOr<std::vector<SharedRecord>> Read(const std::string& game_id, int64_t after_sequence,
                                                 int limit) const;
  // The values under which the events of a game are stored, all of them, whose checksums and
  // sequences are right.
  absl::StatusOr<std::vector<std::string>> ReadStoredEvents(const std::string& game_id) const;
  absl::StatusOr<std::string> ReadSummary(const std::string& game_id) const;
  absl::StatusOr<std::vector<std::string>> ListGames(const std::string& after_game_id,
                                                     int limit) const;
  // As ListGames, of the games that have a summary.
  absl::StatusOr<std::vector<std::string>> ListSummaries(const std::string& after_game_id,
                                                         int limit) const;
  absl::StatusOr<std::vector<ListPlace>> ReadList(const std::string& list,
                                                  const std::optional<ListPlace>& after,
                                                  int limit) const;
  absl::StatusOr<std::string> ReadListEntry(const ListPlace& place) const;
  // Whether the game at a place stands in a list, or in kListEntries.
  absl::StatusOr<bool> IsListed(const std::string& list, const ListPlace& place) const;
  // Calls `visit` for each place of each list, also of kListEntries. A journal of a format without
  // lists has none.
  using OnListed = std::function<void(std::string_view list, const ListPlace& place)>;
  absl::Status VisitLists(const OnListed& visit) const;
  // Calls `visit` for each entry of each feed that is stored, those of a feed in their order. A
  // journal of a format without feeds has none.
  using OnFeedEntry =
      std::function<void(std::string_view feed, int64_t sequence, std::string_view value)>;
  absl::Status VisitFeeds(const OnFeedEntry& visit) const;
  absl::StatusOr<std::vector<AgendaEntry>> ReadAgenda(const std::optional<AgendaEntry>& after,
                                                      int limit) const;
  // A journal of a format without scores has none.
  absl::StatusOr<ScoreCounts> ReadScore(const std::string& table,
                                        const std::string& player_id) const;
  absl::StatusOr<std::vector<ScorePlace>> ReadScores(const std::string& table,
                                                     const std::optional<ScorePlace>& after,
                                                     int limit) const;

 private:
  using OnEvent = std::function<void(SharedRecord record, std::string_view value)>;
  absl::Status VisitEvents(const std::string& game_id, int64_t after_sequence, int limit,
                           const OnEvent& on_event) const;
  // The rest of VisitEvents, from event `first` on, where it met damage.
  absl::Status VisitAroundDamage(const std::string& game_id, int64_t first, int limit,
                                 const OnEvent& on_event) const;
  absl::Status CheckExists(const std::string& game_id) const;

  Database& database_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_JOURNAL_READER_H_
