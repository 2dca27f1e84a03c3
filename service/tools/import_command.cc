#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/journal/group_writer.h"
#include "service/journal/journal_reader.h"
#include "service/journal/journal_storage.h"
#include "service/journal/stored_journal.h"
#include "service/tools/commands.h"
#include "service/tools/exported_game.h"
#include "service/tools/json.h"
#include "service/tools/owner_check.h"
#include "service/tools/progress.h"

namespace meeple::tools {
namespace {

using service::AppendOutcome;
using service::EncodedCommit;

// Games that are written with one sync.
constexpr size_t kGamesAtOnce = 256;
constexpr size_t kBytesAtOnce = 8 << 20;

// A game that waits to be written, and the line it comes from.
struct Waiting {
  uint64_t line = 0;
  EncodedCommit commit;
};

class Import {
 public:
  Import(service::JournalStorage& storage, Console& console)
      : reader_(storage.database()),
        // The only entries are those of creations, of which nobody reads more than how many.
        writer_(storage.database(), storage.mark(), announcer_, /*max_known_games=*/0,
                service::kFeedEntriesKept),
        console_(console),
        progress_(console, "games") {}

  // UNAVAILABLE if the disk refuses; lines that cannot be imported are told.
  absl::Status ImportLines(std::istream& in) {
    std::string text;
    for (uint64_t line = 1; std::getline(in, text); ++line) {
      if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
      absl::StatusOr<EncodedCommit> commit = ReadLine(text);
      if (!commit.ok()) {
        Refuse(line, commit.status());
        continue;
      }
      bytes_ += SizeOf(*commit);
      waiting_.push_back({.line = line, .commit = *std::move(commit)});
      if (waiting_.size() < kGamesAtOnce && bytes_ < kBytesAtOnce) continue;
      if (absl::Status status = WriteWaiting(); !status.ok()) return status;
    }
    if (in.bad()) return absl::UnavailableError("the games cannot be read to their end");
    return WriteWaiting();
  }

  int Conclude() {
    progress_.Clear();
    console_.out << "imported " << Count(imported_, "game", "games") << "; " << equal_
                 << " were there already; " << refused_ << " were refused\n";
    if (imported_ > 0) {
      console_.out
          << "the lobby and the results of this directory number their entries by themselves, and "
             "those of before the move are not among them: whoever watches them "
             "(WatchLobby, WatchResults) begins again with after_sequence 0\n";
    }
    return refused_ == 0 ? kFine : kDamaged;
  }

 private:
  static absl::StatusOr<EncodedCommit> ReadLine(const std::string& text) {
    storage::v1::ExportedGame game;
    if (absl::Status status = FromJsonLine(text, game); !status.ok()) return status;
    return ToCommit(std::move(game));
  }

  absl::Status WriteWaiting() {
    std::vector<const EncodedCommit*> commits;
    for (const Waiting& waiting : waiting_) commits.push_back(&waiting.commit);
    const absl::StatusOr<std::vector<AppendOutcome>> outcomes = writer_.Write(commits);
    if (!outcomes.ok()) return outcomes.status();
    for (size_t i = 0; i < waiting_.size(); ++i) Account(waiting_[i], (*outcomes)[i]);
    waiting_.clear();
    bytes_ = 0;
    progress_.Show(imported_);
    return absl::OkStatus();
  }

  void Account(const Waiting& waiting, AppendOutcome outcome) {
    if (outcome == AppendOutcome::kDurable) {
      ++imported_;
    } else if (absl::Status status = CompareWithStored(waiting.commit); status.ok()) {
      ++equal_;
    } else {
      Refuse(waiting.line, status);
    }
  }

  // Whether the journal has the same game.
  absl::Status CompareWithStored(const EncodedCommit& commit) const {
    const auto stored = reader_.ReadStoredEvents(commit.game_id);
    if (!stored.ok()) return stored.status();
    const bool equal = std::ranges::equal(*stored, commit.events, {}, {},
                                          [](const auto& event) { return event.second; });
    if (equal) return absl::OkStatus();
    return absl::AlreadyExistsError(
        absl::StrCat("game '", commit.game_id, "' is there already, with other events"));
  }

  void Refuse(uint64_t line, const absl::Status& status) {
    ++refused_;
    progress_.Clear();
    Complain(console_, absl::StrCat("line ", line, " was not imported: ", status.message()));
  }

  const service::JournalReader reader_;
  service::FeedAnnouncer announcer_;
  service::GroupWriter writer_;
  Console& console_;
  Progress progress_;
  std::vector<Waiting> waiting_;
  size_t bytes_ = 0;
  uint64_t imported_ = 0;
  uint64_t equal_ = 0;
  uint64_t refused_ = 0;
};

absl::Status OpenInput(const std::string& path, std::ifstream& file) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) file.open(path, std::ios::binary);
  if (file.is_open()) return absl::OkStatus();
  return absl::NotFoundError(
      absl::StrCat("cannot read '", path, "': name a file of `export`, or - for standard input"));
}

// Its journal, or null where none was named.
absl::StatusOr<std::unique_ptr<service::StoredJournal>> OpenOther(const std::string& directory) {
  if (directory.empty()) return nullptr;
  return service::StoredJournal::Open(directory);
}

}  // namespace

int RunImport(const ImportOptions& options, Console& console) {
  // What is read comes first: a mistake is to leave no new data directory behind.
  std::ifstream file;
  absl::Status ready = CheckOwner(options.data_directory, "import");
  if (ready.ok() && options.input != "-") ready = OpenInput(options.input, file);
  if (!ready.ok()) return End(console, ready);
  const auto other = OpenOther(options.secret_of);
  if (!other.ok()) return End(console, other.status());
  const auto storage = service::JournalStorage::Open(options.data_directory, nullptr, nullptr);
  if (!storage.ok()) return End(console, storage.status());
  if (*other != nullptr) {
    absl::Status adopted = (*storage)->database().AdoptSecret((*other)->database());
    if (!adopted.ok()) return End(console, adopted);
  }
  Import import(**storage, console);
  const absl::Status status = import.ImportLines(options.input == "-" ? std::cin : file);
  const int exit_code = import.Conclude();
  if (status.ok()) return exit_code;
  return End(console, absl::UnavailableError(
                          absl::StrCat(status.message(),
                                       ". What was imported stays; run it again for the "
                                       "rest, games that are there are left as they are")));
}

}  // namespace meeple::tools
