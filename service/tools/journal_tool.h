#ifndef MEEPLE_SERVICE_TOOLS_JOURNAL_TOOL_H_
#define MEEPLE_SERVICE_TOOLS_JOURNAL_TOOL_H_

// The command line of `meeple-server journal`.
//
//   if (IsJournalTool(argc, argv)) return RunJournalTool(argc - 1, argv + 1, console);
//
// Not thread-safe.

#include "service/tools/console.h"

namespace meeple::tools {

// Whether the command line of the server asks for a tool.
bool IsJournalTool(int argc, const char* const* argv);

// Runs the command and returns the exit code of the process. The first argument is "journal".
int RunJournalTool(int argc, const char* const* argv, Console& console);

// With the standard streams.
int RunJournalTool(int argc, const char* const* argv);

}  // namespace meeple::tools

#endif  // MEEPLE_SERVICE_TOOLS_JOURNAL_TOOL_H_
