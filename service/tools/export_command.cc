#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "meeple/storage/v1/journal_tool.pb.h"
#include "service/journal/stored_journal.h"
#include "service/tools/commands.h"
#include "service/tools/exported_game.h"
#include "service/tools/game_walk.h"
#include "service/tools/json.h"
#include "service/tools/progress.h"

namespace meeple::tools {
namespace {

// Makes a file that nobody else may read.
absl::Status MakeFile(const std::string& path) {
  const int descriptor =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor >= 0) {
    ::close(descriptor);
    return absl::OkStatus();
  }
  return absl::UnavailableError(
      absl::StrCat("cannot make '", path, "': ", std::strerror(errno), ". Name another file"));
}

class Export {
 public:
  Export(const service::StoredJournal& journal, std::ostream& out, Console& console)
      : journal_(journal), out_(out), console_(console), progress_(console, "games") {}

  // What is to be done for each game, which the journal keeps by time.
  absl::Status ReadAgenda() {
    std::optional<service::AgendaEntry> last;
    while (true) {
      const auto entries = journal_.reader().ReadAgenda(last, kAgendaAtOnce);
      if (!entries.ok()) return entries.status();
      if (entries->empty()) return absl::OkStatus();
      for (const service::AgendaEntry& entry : *entries) {
        agenda_[entry.game_id].push_back(entry.item);
      }
      last = entries->back();
    }
  }

  absl::Status ExportGame(const std::string& game_id) {
    const auto game = ReadExportedGame(journal_.reader(), game_id, agenda_[game_id]);
    if (!game.ok()) return game.status();
    out_ << ToJsonLine(*game);
    progress_.Show(++games_);
    if (out_) return absl::OkStatus();
    return absl::UnavailableError("the games cannot be written: is the disk full?");
  }

  // Goes on after a damaged game.
  absl::Status ExportAllGames() {
    absl::Status first;
    GameWalk walk(journal_.reader());
    while (const std::optional<std::string> game_id = walk.Next()) {
      absl::Status status = ExportGame(*game_id);
      if (absl::IsUnavailable(status)) return status;
      if (status.ok()) continue;
      progress_.Clear();
      Complain(console_, absl::StrCat("left out: ", status.message()));
      first.Update(absl::DataLossError("damaged games were left out: run verify"));
    }
    first.Update(walk.damage());
    return first;
  }

  uint64_t games() const { return games_; }

 private:
  const service::StoredJournal& journal_;
  std::ostream& out_;
  Console& console_;
  Progress progress_;
  absl::flat_hash_map<std::string, std::vector<service::AgendaItem>> agenda_;
  uint64_t games_ = 0;
};

}  // namespace

int RunExport(const ExportOptions& options, Console& console) {
  const auto journal = service::StoredJournal::Open(options.data_directory);
  if (!journal.ok()) return End(console, journal.status());
  std::ofstream file;
  if (!options.output.empty()) {
    if (absl::Status status = MakeFile(options.output); !status.ok()) return End(console, status);
    file.open(options.output, std::ios::binary | std::ios::app);
  }
  std::ostream& out = options.output.empty() ? console.out : file;
  absl::Status status = (*journal)->CheckWhole();
  uint64_t games = 0;
  {
    Export exporting(**journal, out, console);
    status.Update(exporting.ReadAgenda());
    status.Update(options.game_id.empty() ? exporting.ExportAllGames()
                                          : exporting.ExportGame(options.game_id));
    games = exporting.games();
  }
  out.flush();
  if (!out) status.Update(absl::UnavailableError("the games cannot be written: is the disk full?"));
  console.err << "exported " << Count(games, "game", "games") << "\n";
  return status.ok() ? kFine : End(console, status);
}

}  // namespace meeple::tools
