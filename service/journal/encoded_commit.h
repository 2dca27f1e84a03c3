#ifndef MEEPLE_SERVICE_JOURNAL_ENCODED_COMMIT_H_
#define MEEPLE_SERVICE_JOURNAL_ENCODED_COMMIT_H_

// A commit as keys and values, made on the thread that appends, so that the journal's thread only
// copies bytes. See storage_keys.h and record_codec.h.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "service/journal/journal.h"

namespace meeple::service {

struct EncodedCommit {
  std::string game_id = {};
  int64_t expected_next_sequence = 1;
  std::vector<std::pair<std::string, std::string>> events = {};
  std::optional<std::string> summary = {};
  std::vector<std::string> agenda_removed = {};
  std::vector<std::string> agenda_added = {};
  std::vector<std::string> lists_removed = {};
  std::vector<std::pair<std::string, std::string>> lists_added = {};
  // As they come: what they are added to is known only when they are written.
  std::vector<ScoreChange> scores = {};
  std::vector<FeedEntry> feed_entries = {};
  int64_t game_time_milliseconds = 0;

  // It is of no game and brings nothing but the game time.
  bool keeps_time_only() const { return game_id.empty(); }
};

// REQUIRES: the id of the game has at most kMaxGameIdBytes.
EncodedCommit EncodeCommit(Commit commit);

// Puts a change of lists, which may be empty, into the commit of its game.
void EncodeLists(const ListChange& change, EncodedCommit& commit);

// About how many bytes a commit takes in memory.
size_t SizeOf(const EncodedCommit& commit);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_ENCODED_COMMIT_H_
