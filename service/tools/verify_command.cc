#include <optional>
#include <vector>

#include "absl/container/btree_set.h"
#include "absl/strings/str_cat.h"
#include "service/core/game_check.h"
#include "service/core/game_summary.h"
#include "service/journal/score_recount.h"
#include "service/journal/stored_journal.h"
#include "service/tools/commands.h"
#include "service/tools/feed_check.h"
#include "service/tools/game_walk.h"
#include "service/tools/list_check.h"
#include "service/tools/progress.h"

namespace meeple::tools {
namespace {

// Entries of scores that are named one by one.
constexpr uint64_t kScoresTold = 10;
// Differences in lists and feeds that are named one by one.
constexpr uint64_t kIndexesTold = 10;

class Verifier {
 public:
  Verifier(const service::StoredJournal& journal, Console& console)
      : journal_(journal),
        console_(console),
        progress_(console, "games"),
        lists_(journal.reader(), [this](const absl::Status& difference) { ReportFew(difference); }),
        feeds_([this](const absl::Status& difference) { ReportFew(difference); }) {}

  void VerifyEnd() {
    const absl::Status whole = journal_.CheckWhole();
    end_is_whole_ = whole.ok();
    if (!whole.ok()) Report(whole);
  }

  // NOT_FOUND if there is no such game; what is damaged is reported.
  absl::Status VerifyGame(const std::string& game_id) {
    progress_.Show(games_);
    const auto summary = journal_.reader().ReadSummary(game_id);
    const auto records = journal_.reader().Read(game_id, 0, kAll);
    if (absl::IsNotFound(records.status()) && absl::IsNotFound(summary.status())) {
      return records.status();
    }
    ++games_;
    if (records.ok()) events_ += records->size();
    if (summary.ok()) Remember(game_id, *summary);
    const auto indexes = service::CheckStoredGame(game_id, records, summary);
    if (indexes.ok()) {
      scores_.Add(indexes->scores);
    } else {
      Report(indexes.status());
    }
    if (all_) CompareIndexes(game_id, indexes);
    return absl::OkStatus();
  }

  // Also whether lists and feeds are what the games say.
  void VerifyAllGames() {
    all_ = true;
    feeds_.Read(journal_.reader());
    GameWalk walk(journal_.reader());
    while (const std::optional<std::string> game_id = walk.Next()) {
      // Removed by nobody meanwhile, so that it is there.
      VerifyGame(*game_id).IgnoreError();
    }
    if (!walk.damage().ok()) {
      Report(absl::DataLossError(
          absl::StrCat("not all games could be listed: ", walk.damage().message())));
      return;
    }
    lists_.Conclude();
    feeds_.Conclude();
  }

  // Whether the agenda can be read, and is what the summaries of the games say.
  void VerifyAgenda() {
    std::optional<AgendaEntry> last;
    while (true) {
      const auto entries = journal_.reader().ReadAgenda(last, kAgendaAtOnce);
      if (!entries.ok()) return Report(entries.status());
      if (entries->empty()) break;
      for (const AgendaEntry& entry : *entries) {
        if (named_.erase(entry) == 0) {
          Report(
              absl::DataLossError(absl::StrCat("the agenda has an entry for game '", entry.game_id,
                                               "' of which its summary says "
                                               "nothing")));
        }
      }
      last = entries->back();
    }
    for (const AgendaEntry& entry : named_) {
      Report(absl::DataLossError(absl::StrCat("the summary of game '", entry.game_id,
                                              "' names an entry that the agenda does not have")));
    }
  }

  // Whether the scores are what the games say, as far as that can be told.
  void VerifyScores() {
    if (findings_ > index_findings_) {
      console_.out << "the scores were not compared: that takes all games\n";
      return;
    }
    const absl::Status read =
        scores_.Compare(journal_.database(), [this](const std::string& difference) {
          if (++wrong_scores_ <= kScoresTold) Report(absl::DataLossError(difference));
        });
    if (!read.ok()) Report(read);
    if (wrong_scores_ > 0) {
      console_.out << Count(wrong_scores_, "entry", "entries")
                   << " of the scores differ: rebuild-scores makes them anew\n";
    }
  }

  int Conclude() {
    progress_.Clear();
    if (untold_ > 0) {
      console_.out << "and " << Count(untold_, "difference", "differences")
                   << " more of lists and feeds\n";
    }
    console_.out << "verified " << Count(games_, "game", "games") << " with "
                 << Count(events_, "event", "events") << ": ";
    if (findings_ == 0) {
      console_.out << "no damage\n";
      return kFine;
    }
    console_.out << Count(findings_, "difference", "differences") << ". " << Advice() << "\n";
    return kDamaged;
  }

 private:
  // What follows from the damage, and what to do.
  const char* Advice() const {
    if (!end_is_whole_) {
      return "No server starts on this directory. Look at the disk, then restore it from a backup, "
             "or "
             "run salvage";
    }
    if (findings_ == index_findings_ + std::min(wrong_scores_, kScoresTold)) {
      return "The games are whole: export and import make a directory with lists, feeds and scores "
             "that fit them";
    }
    return "Damaged games are refused by the server, the others are served. Look at the disk, then "
           "restore the directory from a backup";
  }

  using AgendaEntry = service::AgendaEntry;

  // What the agenda has to have.
  void Remember(const std::string& game_id, const std::string& summary) {
    const auto agenda = service::AgendaOfSummary(summary);
    if (!agenda.ok()) return;
    for (const service::AgendaItem& item : *agenda) {
      named_.insert({.item = item, .game_id = game_id});
    }
  }

  void CompareIndexes(const std::string& game_id,
                      const absl::StatusOr<service::IndexChange>& indexes) {
    if (indexes.ok()) {
      lists_.Add(game_id, *indexes);
      feeds_.Check(game_id, *indexes);
    } else {
      lists_.Excuse(game_id);
      feeds_.Excuse(game_id);
    }
  }

  // Of lists and feeds, where one cause can make differences in all games.
  void ReportFew(const absl::Status& difference) {
    if (++index_findings_ <= kIndexesTold) return Report(difference);
    ++untold_;
    ++findings_;
  }

  void Report(const absl::Status& status) {
    ++findings_;
    progress_.Clear();
    console_.out << "damaged: " << Printable(absl::StrCat(status.message())) << "\n";
  }

  const service::StoredJournal& journal_;
  Console& console_;
  Progress progress_;
  // What summaries name, and the agenda was not seen to have yet.
  absl::btree_set<AgendaEntry> named_;
  service::ScoreRecount scores_;
  // Whether all games are looked at, so that lists and feeds can be compared with them.
  bool all_ = false;
  ListCheck lists_;
  FeedCheck feeds_;
  // Whether it holds all that was acknowledged, without which no server starts.
  bool end_is_whole_ = true;
  uint64_t index_findings_ = 0;
  uint64_t untold_ = 0;
  uint64_t wrong_scores_ = 0;
  uint64_t games_ = 0;
  uint64_t events_ = 0;
  uint64_t findings_ = 0;
};

}  // namespace

int RunVerify(const VerifyOptions& options, Console& console) {
  const auto journal = service::StoredJournal::Open(options.data_directory);
  if (!journal.ok()) return End(console, journal.status());
  Verifier verifier(**journal, console);
  verifier.VerifyEnd();
  if (options.game_id.empty()) {
    verifier.VerifyAllGames();
    verifier.VerifyAgenda();
    verifier.VerifyScores();
  } else if (absl::Status status = verifier.VerifyGame(options.game_id); !status.ok()) {
    return End(console, status);
  }
  return verifier.Conclude();
}

}  // namespace meeple::tools
