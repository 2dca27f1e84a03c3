#ifndef MEEPLE_SERVICE_JOURNAL_JOURNAL_READER_H_
#define MEEPLE_SERVICE_JOURNAL_JOURNAL_READER_H_

// Reads the stored journal; see Journal and GameIndex for what each function gives. Beyond that,
// what is damaged is DATA_LOSS, for the game or the entry that is asked for and no other.
//
// Thread-safe.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "service/journal/database.h"
#include "service/journal/game_index.h"
#include "service/journal/journal.h"

namespace meeple::service {

class JournalReader {
 public:
  // `database` must outlive the reader.
  explicit JournalReader(Database& database) : database_(database) {}

  absl::StatusOr<std::vector<SharedRecord>> Read(const std::string& game_id, int64_t after_sequence,
                                                 int limit) const;
  absl::StatusOr<std::string> ReadSummary(const std::string& game_id) const;
  absl::StatusOr<std::vector<std::string>> ListGames(const std::string& after_game_id,
                                                     int limit) const;
  absl::StatusOr<std::vector<AgendaEntry>> ReadAgenda(const std::optional<AgendaEntry>& after,
                                                      int limit) const;

 private:
  absl::Status CheckExists(const std::string& game_id) const;

  Database& database_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_JOURNAL_READER_H_
