#include "clients/cli/error_report.h"

#include <array>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "clients/cli/json_text.h"
#include "google/protobuf/struct.pb.h"
#include "meeple/client/error.h"

namespace meeple::cli {
namespace {

// What to say of a reason. {words} in braces are replaced by the metadata of that name, {message}
// by the server's own words. An empty `message` means those words alone.
struct Advice {
  const char* reason;
  const char* message;
  const char* advice;
};

constexpr Advice kAdvice[] = {
    {"CREDENTIAL_REQUIRED", "this needs the credential of a seat",
     "pass it with --credential TOKEN, or set MEEPLE_CREDENTIAL; `meeple create` printed it"},
    {"CREDENTIAL_INVALID", "the server does not accept this credential",
     "copy it whole (m1. and 56 characters); it is good for the server that made it only"},
    {"WRONG_SEAT", "this credential does not play there: {message}",
     "use the credential that `meeple create` printed for that game and seat"},
    {"ROLE_REQUIRED", "this credential does not give that right: {message}", ""},
    {"MALFORMED_REQUEST", "",
     "the server and this program do not agree on the contract: update one"},
    {"INVALID_FIELD", "", "`--help` shows what each argument takes"},
    {"INVALID_CONFIG", "no such game can be made: {message}",
     "`meeple kinds` lists the games with their parameters and limits"},
    {"OUTSIDE_BOARD", "that is outside the board of {rows} rows and {columns} columns",
     "`meeple moves` lists the moves that there are"},
    {"GAME_NOT_FOUND", "there is no such game, or it is private and your credential is not of it",
     "check the id, and --server: games belong to one server"},
    {"NOT_STARTED", "the game has not started: it waits for players",
     "`meeple watch` shows when they have joined"},
    {"SEAT_TAKEN", "{message}", "join without --seat to take any open one"},
    {"GAME_FULL", "the game has no open seat", "`meeple watch` follows it all the same"},
    {"GAME_OVER", "the game is over", "`meeple show` shows the result"},
    {"NOT_YOUR_TURN", "it is not your turn: {to_move} is to move",
     "`meeple watch` shows when {to_move} has moved"},
    {"CELL_TAKEN", "that cell is taken", "`meeple moves` lists what is free"},
    {"COLUMN_FULL", "that column is full", "`meeple moves` lists the others"},
    {"ILLEGAL_MOVE", "the rules do not allow that: {message}", "`meeple moves` lists what they do"},
    {"UNDO_NOT_ALLOWED", "that is not allowed: {message}", ""},
    {"NOTHING_TO_UNDO", "there is no move to take back", ""},
    {"NOTHING_TO_REDO", "there is no move to bring back", "a new move makes undone ones forgotten"},
    {"REQUEST_ID_REUSED", "", "make the call again"},
    {"STALE_SEQUENCE", "the position has changed since", "`meeple show` shows how it is now"},
    {"SEQUENCE_OUT_OF_RANGE", "the newest event of the game is {head}",
     "--after takes a number from 0 to {head}"},
    {"OVERLOADED", "the server has too much to do", "try again in a moment"},
    {"LIMIT_REACHED", "a limit of the server is reached: {message}", ""},
    {"WATCHER_LAGGING", "the server gave up, since nothing was read for a minute",
     "watch again with --after and the last event that you saw"},
    {"SERVER_DRAINING", "the server is shutting down", "try again when it is back"},
    {"JOURNAL_UNAVAILABLE", "the server's storage does not answer: {message}",
     "try again in a moment; whether a change was stored all the same, `meeple events` tells"},
    {"OFFER_NOT_OPEN", "that offer is closed, or waits for somebody else",
     "`meeple show` shows the offers that are open"},
    {"OWN_OFFER", "the offer is your own", "`meeple answer withdraw` takes it back"},
    {"OFFER_NOT_ALLOWED", "that cannot be offered now: {message}", ""},
    {"CONTROLLER_UNCHANGED", "{message}", "`meeple show` shows who plays which seat"},
    {"BOT_PLAYS", "a bot plays that seat", "`meeple takeover` takes it back"},
    {"FORK_NOT_ALLOWED", "the game cannot be forked there: {message}", ""},
    {"GAME_IN_USE", "the game is in use: {message}", ""},
    {"BACKUP_NOT_POSSIBLE", "the server makes no backups: {message}", ""},
    {"BACKUP_EXISTS", "there is a backup of that name", "name another one"},
    {"BACKUP_FAILED", "the backup failed: {message}", ""},
    {"JOURNAL_CORRUPT", "", "only who runs the server can help; what else it has is not touched"},
};

// What the server says in the words of its API, and how it is said at a terminal.
constexpr auto kOwnWords = std::to_array<std::pair<absl::string_view, absl::string_view>>({
    {"take its seat with JoinGame first", "take its seat with `meeple join` first"},
    {"offer them an undo with MakeOffer", "`meeple offer GAME_ID undo` asks them for an undo"},
    {"ListGameKinds names those that do", "`meeple kinds KIND` names those that do"},
    {"send it as metadata `authorization: Bearer m1...`", "pass it with --credential TOKEN"},
    {"controller.bot.seed: leave it out:", "leave the bot's #SEED out:"},
    {"required: set an action such as `cell`, or `notation`", "there is nothing in it"},
    {"game_id: required: ", "the id of a game is "},
});

std::string Filled(const char* text, const absl::Status& status,
                   const std::map<std::string, std::string>& metadata) {
  std::vector<std::pair<std::string, std::string>> words = {
      {"{message}", std::string(status.message())}};
  for (const auto& [name, value] : metadata)
    words.emplace_back(absl::StrCat("{", name, "}"), value);
  for (const char* name : {"to_move", "rows", "columns", "head"}) {
    if (!metadata.contains(name)) words.emplace_back(absl::StrCat("{", name, "}"), "?");
  }
  return absl::StrReplaceAll(text, words);
}

// The server names the field of the request; whoever typed a move did not see that.
void AdviseOnMove(const absl::Status& status, ErrorReport& report) {
  std::string_view words(status.message().data(), status.message().size());
  for (const std::string_view field : {"move.notation: ", "move: "}) {
    if (words.starts_with(field)) words.remove_prefix(field.size());
  }
  report.message =
      absl::StrCat("no move of this game: ", absl::string_view(words.data(), words.size()));
  report.advice = "`meeple moves` lists the moves that there are";
}

// What to do about a server that cannot be reached for that reason.
const char* AdviceOnConnection(absl::string_view why) {
  if (absl::StrContains(why, "wrong version number")) {
    return "the server does not speak TLS there: leave --tls and --tls-ca out";
  }
  if (absl::StrContains(why, "certificate verify failed")) {
    return "its certificate is not trusted: --tls-ca=FILE names the certificates to trust, and "
           "--server the host as the certificate does";
  }
  if (absl::StrContains(why, "http1.x server")) {
    return "that port speaks HTTP/1, as the one of metrics does: --server=HOST:PORT or "
           "MEEPLE_SERVER names the one for calls";
  }
  if (absl::StrContains(why, "Socket closed")) {
    return "if the server speaks TLS, add --tls or --tls-ca=FILE; else see whether it still runs";
  }
  return "is it running? `scripts/run` starts one; --server=HOST:PORT or MEEPLE_SERVER names "
         "another";
}

// For errors that the server did not give a reason for.
void AdviseByCode(const absl::Status& status, std::string_view server, ErrorReport& report) {
  const absl::string_view address(server.data(), server.size());
  switch (status.code()) {
    case absl::StatusCode::kUnavailable:
      report.message =
          absl::StrCat("cannot reach the server at ", address, " (", status.message(), ")");
      report.advice = AdviceOnConnection(status.message());
      break;
    case absl::StatusCode::kDeadlineExceeded:
      report.message = absl::StrCat("the server at ", address, " did not answer in time");
      report.advice =
          "a change may have happened all the same: `meeple events` tells; --timeout waits longer";
      break;
    case absl::StatusCode::kUnimplemented:
      report.message = absl::StrCat("the server at ", address, " does not know this call");
      report.advice = "it is older than this program, or no Meeple server";
      break;
    case absl::StatusCode::kCancelled:
      report.message = "interrupted";
      break;
    default:
      break;
  }
}

ExitCode ExitCodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDeadlineExceeded:
      return kUnreachable;
    case absl::StatusCode::kCancelled:
      return kInterrupted;
    default:
      return kRefused;
  }
}

google::protobuf::Value TextValue(const std::string& text) {
  google::protobuf::Value value;
  value.set_string_value(text);
  return value;
}

}  // namespace

std::string ErrorReport::ToText(Charset charset) const {
  std::string text = absl::StrCat("meeple: ", Printable(message, charset), "\n");
  if (!advice.empty()) absl::StrAppend(&text, "        ", Printable(advice, charset), "\n");
  return text;
}

std::string ErrorReport::ToJson() const {
  google::protobuf::Struct document;
  auto& error = *(*document.mutable_fields())["error"].mutable_struct_value()->mutable_fields();
  error["code"] = TextValue(code);
  error["reason"] = TextValue(reason);
  // The transport hands on a message whatever bytes it has; all else is UTF-8 by its way here.
  error["message"] = TextValue(Printable(message, Charset::kUtf8, Lines::kMany));
  error["advice"] = TextValue(advice);
  error["exit_code"].set_number_value(exit_code);
  auto& extra = *error["metadata"].mutable_struct_value()->mutable_fields();
  for (const auto& [name, value] : metadata) extra[name] = TextValue(value);
  return cli::ToJson(document);
}

ErrorReport ReportOf(const absl::Status& status, std::string_view server) {
  ErrorReport report = {.code = absl::StatusCodeToString(status.code()),
                        .reason = client::ReasonNameOf(status),
                        .message = std::string(status.message()),
                        .metadata = client::MetadataOf(status),
                        .exit_code = ExitCodeOf(status)};
  if (report.reason.empty()) AdviseByCode(status, server, report);
  for (const Advice& known : kAdvice) {
    if (report.reason != known.reason) continue;
    if (*known.message != '\0') report.message = Filled(known.message, status, report.metadata);
    report.advice = Filled(known.advice, status, report.metadata);
  }
  const std::string field = report.metadata.contains("field") ? report.metadata.at("field") : "";
  if (report.reason == "INVALID_FIELD" && (field == "move.notation" || field == "move")) {
    AdviseOnMove(status, report);
  }
  if (!report.reason.empty()) report.message = absl::StrReplaceAll(report.message, kOwnWords);
  return report;
}

ErrorReport UsageReport(std::string_view message, std::string_view advice) {
  return {.code = "USAGE",
          .message = std::string(message),
          .advice = std::string(advice),
          .exit_code = kUsage};
}

}  // namespace meeple::cli
