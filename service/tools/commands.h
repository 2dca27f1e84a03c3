#ifndef MEEPLE_SERVICE_TOOLS_COMMANDS_H_
#define MEEPLE_SERVICE_TOOLS_COMMANDS_H_

// The commands of `meeple-server journal`, each in a file of its own. All work offline on a data
// directory; all but Import, RebuildScores and Salvage leave it as it is, to the byte. Each returns
// an exit code of console.h.
//
//   return RunVerify({.data_directory = "/var/lib/meeple"}, console);

#include <string>

#include "service/tools/console.h"

namespace meeple::tools {

struct StatsOptions {
  std::string data_directory;
  bool json = false;
};
// How much there is.
int RunStats(const StatsOptions& options, Console& console);

struct DumpOptions {
  std::string data_directory;
  std::string game_id = {};  // empty is all of them
  bool json = false;
  // Whether hidden moves are shown, and the seeds of games that are final.
  bool reveal = false;
};
// What happened in games. Never the server's secret, nor a digest of a request.
int RunDump(const DumpOptions& options, Console& console);

struct VerifyOptions {
  std::string data_directory;
  std::string game_id = {};  // empty is all of them
};
// Whether all that is stored fits together; names the first difference of each game.
int RunVerify(const VerifyOptions& options, Console& console);

struct ExportOptions {
  std::string data_directory;
  std::string game_id = {};  // empty is all of them
  std::string output = {};   // empty is Console::out
};
// Games as JSON lines, with all that is secret about them.
int RunExport(const ExportOptions& options, Console& console);

struct ImportOptions {
  std::string data_directory;
  std::string input;           // "-" is standard input
  std::string secret_of = {};  // a data directory whose credentials shall stay valid; or empty
};
// Takes games from JSON lines; those that are there already stay as they are.
int RunImport(const ImportOptions& options, Console& console);

struct RebuildScoresOptions {
  std::string data_directory;
};
// Makes the scores what the games say, all of them at once. Games that are damaged count for
// nobody, and are told.
int RunRebuildScores(const RebuildScoresOptions& options, Console& console);

struct BackupOptions {
  std::string data_directory;
  std::string target;
};
// A full copy that a server can start on.
int RunBackup(const BackupOptions& options, Console& console);

struct SalvageOptions {
  std::string data_directory;
  std::string copy = {};  // empty is a name beside the directory
  bool dry_run = false;
};
// The way on after damage to the write-ahead log.
int RunSalvage(const SalvageOptions& options, Console& console);

}  // namespace meeple::tools

#endif  // MEEPLE_SERVICE_TOOLS_COMMANDS_H_
