#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "service/journal/directory_copy.h"
#include "service/journal/salvage.h"
#include "service/tools/commands.h"
#include "service/tools/owner_check.h"
#include "service/tools/progress.h"

namespace meeple::tools {
namespace {

// A name beside the directory.
std::string NameOfCopy(std::string directory) {
  while (directory.size() > 1 && directory.back() == '/') directory.pop_back();
  return absl::StrCat(directory, ".damaged-",
                      absl::FormatTime("%Y%m%dT%H%M%SZ", absl::Now(), absl::UTCTimeZone()));
}

void TellWhatIsLost(const service::Salvage& salvage, std::ostream& out) {
  out << "damage: " << salvage.damage() << "\n";
  if (salvage.lost_changes().has_value()) {
    out << "lost: the last " << Count(*salvage.lost_changes(), "change", "changes")
        << " that were acknowledged. A call is several: its events, the summary, game time, what "
           "it changes in the agenda\n";
  } else {
    out << "lost: nobody can tell whether something is, and how much\n";
  }
  out << "kept: everything up to change " << WithCommas(salvage.last_change()) << "\n";
}

absl::Status RunWithProgress(service::Salvage& salvage, const SalvageOptions& options,
                             const std::string& copy, Console& console) {
  const absl::StatusOr<uint64_t> bytes = service::BytesBelow(options.data_directory);
  if (!bytes.ok()) return bytes.status();
  Progress progress(console, "bytes copied", *bytes);
  return salvage.Run(copy, [&](uint64_t done) { progress.Show(done); });
}

}  // namespace

int RunSalvage(const SalvageOptions& options, Console& console) {
  if (!options.dry_run) {
    absl::Status owner = CheckOwner(options.data_directory, "salvage");
    if (!owner.ok()) return End(console, owner);
  }
  const auto salvage = service::Salvage::Examine(options.data_directory);
  if (!salvage.ok()) return End(console, salvage.status());
  TellWhatIsLost(**salvage, console.out);
  if (options.dry_run) {
    console.out << "nothing was touched\n";
    return kFine;
  }
  const std::string copy = options.copy.empty() ? NameOfCopy(options.data_directory) : options.copy;
  const absl::Status status = RunWithProgress(**salvage, options, copy, console);
  if (!status.ok()) return End(console, status);
  console.out << "the directory as it was: '" << copy
              << "'\nsalvaged: a server starts on it now. Run verify before\n";
  return kFine;
}

}  // namespace meeple::tools
