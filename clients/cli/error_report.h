#ifndef MEEPLE_CLIENTS_CLI_ERROR_REPORT_H_
#define MEEPLE_CLIENTS_CLI_ERROR_REPORT_H_

// Says in two lines what was refused and what to do next. Pure functions.
//
//   err << ReportOf(status, server).ToText(Charset::kUtf8);
//
//   meeple: it is not your turn: O is to move
//           wait for O; `meeple watch GAME_ID` shows when

#include <map>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/printable.h"

namespace meeple::cli {

struct ErrorReport {
  // The name of the status code, such as "FAILED_PRECONDITION", or "USAGE".
  std::string code;
  // The reason that the server gave, such as "NOT_YOUR_TURN"; empty where it gave none.
  std::string reason = {};
  // What went wrong.
  std::string message;
  // What to do next; may be empty.
  std::string advice = {};
  // What the server added, as it sent it.
  std::map<std::string, std::string> metadata = {};
  ExitCode exit_code;

  // For people: one line, or two with the advice, made printable.
  std::string ToText(Charset charset) const;
  // {"error":{...}} on one line, for --json.
  std::string ToJson() const;
};

// The report of a call that was not OK. `server` is the address that was called.
ErrorReport ReportOf(const absl::Status& status, std::string_view server);

// The report of a command line that makes no sense.
ErrorReport UsageReport(std::string_view message, std::string_view advice);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_ERROR_REPORT_H_
