#include "clients/cli/program.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace meeple::cli {
namespace {

constexpr char kAbout[] =
    "Plays and follows turn-based games on a Meeple server, from the terminal.";

constexpr char kFooter[] = R"(
A first game against a bot:
  meeple play tic_tac_toe --bot perfect

Two people: one types the first line and hands the other the line that it prints.
  meeple create tic_tac_toe
  meeple play GAME_ID --credential TOKEN
  meeple watch GAME_ID

With --json each command prints what the server answered as one JSON document, with the names of the
.proto files; `watch` and `play` print one document a line. Errors are JSON on standard error then.
On a terminal boards are drawn; in a pipe they are plain text.

Exit codes:
  0    done
  1    the server refused, standard error says why
  2    the command line makes no sense
  3    the server could not be reached, is shutting down or did not answer in time
  130  interrupted by Ctrl-C before it was done; `watch`, `play` and `replay` end well that way)";

const std::map<std::string, ColorChoice> kColorChoices = {
    {"auto", ColorChoice::kAuto}, {"always", ColorChoice::kAlways}, {"never", ColorChoice::kNever}};

bool IsTokenCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("._~+/=-").find(c) != std::string_view::npos;
}

// Only these characters may stand in the header that carries a credential (RFC 6750).
std::string CheckCredential(std::string& token) {
  absl::StripAsciiWhitespace(&token);
  return std::ranges::all_of(token, IsTokenCharacter)
             ? ""
             : "a credential is m1. and 56 letters, digits, '-' and '_'";
}

}  // namespace

Program::Program() : app_(kAbout, "meeple") {
  app_.require_subcommand(1);
  app_.fallthrough();
  app_.footer(kFooter);
  app_.get_formatter()->column_width(34);
  app_.set_help_flag("-h,--help", "Says how to use the program or, after a command, that one");
  app_.add_option("--server", options_.server, "Where the server listens; default localhost:50051")
      ->envname("MEEPLE_SERVER")
      ->type_name("HOST:PORT");
  app_.add_option("--credential", options_.credential,
                  "What proves who you are in a game; the variable keeps it out of the list of "
                  "processes")
      ->envname("MEEPLE_CREDENTIAL")
      ->type_name("TOKEN")
      ->transform(CLI::Validator(CheckCredential, ""));
  app_.add_flag("--json", options_.json, "Prints JSON instead of text for people");
  app_.add_option("--color", options_.color,
                  "auto: on a terminal, unless NO_COLOR is set; always: drawn boards in pipes too")
      ->type_name("auto|always|never")
      ->transform(CLI::CheckedTransformer(kColorChoices).description(""));
  app_.add_option("--timeout", options_.timeout_seconds,
                  "How long a call may take, its retries included; default 10")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.1, 86'400.0).description(""));
}

CLI::App& Program::Add(const std::string& name, const std::string& description,
                       const std::string& example) {
  CLI::App* command = app_.add_subcommand(name, description);
  std::string footer = "Example:";
  for (const auto line : absl::StrSplit(example, '\n')) {
    absl::StrAppend(&footer, "\n  meeple ", line);
  }
  absl::StrAppend(&footer,
                  "\n\nThe options --server, --credential, --json, --color and --timeout go with "
                  "every command; `meeple --help` explains them and the exit codes.");
  command->footer(footer);
  return *command;
}

void Program::Does(const CLI::App& command, Action action) {
  actions_[&command] = std::move(action);
}

ExitCode Program::Run(std::vector<std::string> arguments, const Surroundings& surroundings) {
  const bool json = std::ranges::find(arguments, "--json") != arguments.end();
  std::ranges::reverse(arguments);  // what CLI11 takes
  try {
    app_.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    const auto commands = app_.get_subcommands();
    surroundings.out << (commands.empty() ? app_.help() : commands.front()->help());
    return kDone;
  } catch (const CLI::ParseError& error) {
    return ExplainParseError(error, json, surroundings);
  }
  Session session(options_, surroundings);
  return actions_.at(app_.get_subcommands().front())(session);
}

ExitCode Program::ExplainParseError(const CLI::ParseError& error, bool json,
                                    const Surroundings& surroundings) {
  const auto commands = app_.get_subcommands();
  const std::string command = commands.empty() ? "" : commands.front()->get_name() + " ";
  GlobalOptions options;
  options.json = json;
  return Session(options, surroundings)
      .FailUsage(error.what(), absl::StrCat("`meeple ", command, "--help` shows how"));
}

void AddGameId(CLI::App& command, std::string& game_id) {
  command.add_option("GAME_ID", game_id, "The game, as `meeple create` printed it")->required();
}

}  // namespace meeple::cli
