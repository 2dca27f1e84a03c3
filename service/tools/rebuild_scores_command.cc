#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "service/core/game_check.h"
#include "service/journal/journal_reader.h"
#include "service/journal/journal_storage.h"
#include "service/journal/score_recount.h"
#include "service/journal/stored_journal.h"
#include "service/tools/commands.h"
#include "service/tools/game_walk.h"
#include "service/tools/owner_check.h"
#include "service/tools/progress.h"

namespace meeple::tools {
namespace {

class ScoresRebuilder {
 public:
  ScoresRebuilder(service::JournalStorage& storage, Console& console)
      : storage_(storage),
        reader_(storage.database()),
        console_(console),
        progress_(console, "games") {}

  void CountAllGames() {
    GameWalk walk(reader_);
    while (const std::optional<std::string> game_id = walk.Next()) {
      progress_.Show(games_++);
      CountGame(*game_id);
    }
    if (!walk.damage().ok()) LeaveOut(walk.damage());
  }

  int Replace() {
    progress_.Clear();
    const absl::StatusOr<uint64_t> changed = scores_.Replace(storage_);
    if (!changed.ok()) return End(console_, changed.status());
    console_.out << "counted " << Count(games_ - left_out_, "game", "games") << ": "
                 << Count(*changed, "entry", "entries") << " of the scores changed\n";
    return left_out_ == 0 ? kFine : kDamaged;
  }

 private:
  void CountGame(const std::string& game_id) {
    const auto indexes = service::CheckStoredGame(game_id, reader_.Read(game_id, 0, kAll),
                                                  reader_.ReadSummary(game_id));
    if (!indexes.ok()) return LeaveOut(indexes.status());
    scores_.Add(indexes->scores);
  }

  void LeaveOut(const absl::Status& damage) {
    ++left_out_;
    progress_.Clear();
    Complain(console_, absl::StrCat("not counted: ", damage.message()));
  }

  service::JournalStorage& storage_;
  const service::JournalReader reader_;
  Console& console_;
  Progress progress_;
  service::ScoreRecount scores_;
  uint64_t games_ = 0;
  uint64_t left_out_ = 0;
};

}  // namespace

int RunRebuildScores(const RebuildScoresOptions& options, Console& console) {
  absl::Status owner = CheckOwner(options.data_directory, "rebuild-scores");
  if (!owner.ok()) return End(console, owner);
  // A name that is mistyped is not to become a journal.
  absl::Status exists = service::StoredJournal::Open(options.data_directory).status();
  if (!exists.ok()) return End(console, exists);
  const auto storage = service::JournalStorage::Open(options.data_directory, nullptr, nullptr);
  if (!storage.ok()) return End(console, storage.status());
  ScoresRebuilder rebuilder(**storage, console);
  rebuilder.CountAllGames();
  return rebuilder.Replace();
}

}  // namespace meeple::tools
