#include <optional>

#include "absl/strings/str_cat.h"
#include "service/journal/stored_journal.h"
#include "service/tools/commands.h"
#include "service/tools/game_check.h"
#include "service/tools/game_walk.h"
#include "service/tools/progress.h"

namespace meeple::tools {
namespace {

constexpr int kAll = std::numeric_limits<int>::max();
constexpr int kAgendaAtOnce = 1'000;

class Verifier {
 public:
  Verifier(const service::StoredJournal& journal, Console& console)
      : journal_(journal), console_(console), progress_(console, "games") {}

  void VerifyEnd() {
    if (absl::Status status = journal_.CheckWhole(); !status.ok()) Report(status);
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
    absl::Status status;
    if (absl::IsNotFound(records.status())) {
      status =
          absl::DataLossError(absl::StrCat("game '", game_id, "': has a summary, and no events"));
    } else {
      status = records.status();
    }
    if (status.ok()) {
      events_ += records->size();
      status = CheckRecords(game_id, *records);
    }
    if (status.ok() && !absl::IsNotFound(summary.status())) status = summary.status();
    if (!status.ok()) Report(status);
    return absl::OkStatus();
  }

  void VerifyAllGames() {
    GameWalk walk(journal_.reader());
    while (const std::optional<std::string> game_id = walk.Next()) {
      // Removed by nobody meanwhile, so that it is there.
      VerifyGame(*game_id).IgnoreError();
    }
    if (!walk.damage().ok()) {
      Report(absl::DataLossError(
          absl::StrCat("not all games could be listed: ", walk.damage().message())));
    }
  }

  // Whether the agenda can be read, and names games that are there.
  void VerifyAgenda() {
    std::optional<service::AgendaEntry> last;
    while (true) {
      const auto entries = journal_.reader().ReadAgenda(last, kAgendaAtOnce);
      if (!entries.ok()) return Report(entries.status());
      if (entries->empty()) return;
      for (const service::AgendaEntry& entry : *entries) {
        if (absl::IsNotFound(journal_.reader().Read(entry.game_id, 0, 1).status())) {
          Report(absl::DataLossError(
              absl::StrCat("the agenda names game '", entry.game_id, "', which has no events")));
        }
      }
      last = entries->back();
    }
  }

  int Conclude() {
    progress_.Clear();
    console_.out << "verified " << Count(games_, "game", "games") << " with "
                 << Count(events_, "event", "events") << ": ";
    if (findings_ == 0) {
      console_.out << "no damage\n";
      return kFine;
    }
    console_.out << Count(findings_, "difference", "differences")
                 << ". Damaged games are refused by the server, the others are served. Look at "
                    "the disk, then restore the directory from a backup\n";
    return kDamaged;
  }

 private:
  void Report(const absl::Status& status) {
    ++findings_;
    progress_.Clear();
    console_.out << "damaged: " << std::string(status.message()) << "\n";
  }

  const service::StoredJournal& journal_;
  Console& console_;
  Progress progress_;
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
  } else if (absl::Status status = verifier.VerifyGame(options.game_id); !status.ok()) {
    return End(console, status);
  }
  return verifier.Conclude();
}

}  // namespace meeple::tools
