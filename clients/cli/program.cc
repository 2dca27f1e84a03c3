#include "clients/cli/program.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "clients/cli/game_text.h"
#include "clients/cli/server_address.h"

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
.proto files; `watch`, `play` and `lobby` print one document a line. Errors are JSON on standard
error then. On a terminal boards are drawn; in a pipe they are plain text.

Exit codes:
  0    done
  1    the server refused, standard error says why
  2    the command line makes no sense
  3    the server could not be reached, is shutting down or did not answer in time
  4    the output could not be written, as on a full disk
  130  interrupted by Ctrl-C before it was done; `watch`, `lobby`, `replay`, `top` and, at a
       terminal, `play` end well that way)";

const std::map<std::string, ColorChoice> kColorChoices = {
    {"auto", ColorChoice::kAuto}, {"always", ColorChoice::kAlways}, {"never", ColorChoice::kNever}};

// Reads the word into the number of the choice.
std::string ReadColorChoice(std::string& word) {
  const auto choice = kColorChoices.find(word);
  if (choice == kColorChoices.end()) return "write auto, always or never, not '" + word + "'";
  word = std::to_string(static_cast<int>(choice->second));
  return "";
}

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

// The argument that gives an option an empty value, as `--server=`; empty if none does. CLI11 would
// take the next argument for the value.
std::string EmptyAssignment(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    if (argument.size() > 3 && argument.starts_with("--") &&
        argument.find('=') == argument.size() - 1) {
      return argument;
    }
  }
  return "";
}

// True if the message is about an option of the app itself, not of a command.
bool IsAboutOptionOf(const CLI::App& app, std::string_view message) {
  return std::ranges::any_of(app.get_options(), [&](const CLI::Option* option) {
    return absl::StrContains(absl::string_view(message.data(), message.size()), option->get_name());
  });
}

// CLI11 has these words for a value that the check of its option let pass, and for flags, which
// have none: "Could not convert: --json = maybe".
constexpr std::string_view kNotConverted = "Could not convert: ";

// What is wrong, in words for the user.
std::string MessageOf(const CLI::ParseError& error) {
  std::string message = error.what();
  const size_t equals = message.find(" = ");
  if (!message.starts_with(kNotConverted) || equals == std::string::npos) return message;
  return absl::StrCat(message.substr(kNotConverted.size(), equals - kNotConverted.size()),
                      " does not take '", message.substr(equals + 3), "'");
}

Session SessionFor(bool json, const Surroundings& surroundings) {
  GlobalOptions options;
  options.json = json;
  return {options, surroundings};
}

}  // namespace

Program::Program() : app_(kAbout, "meeple") {
  app_.require_subcommand(1);
  app_.fallthrough();
  app_.footer(kFooter);
  app_.get_formatter()->column_width(34);
  app_.set_help_flag("-h,--help", "Says how to use the program or, after a command, that one");
  app_.set_version_flag("--version", "meeple " MEEPLE_VERSION, "Prints the version");
  app_.add_option("--server", options_.server, "Where the server listens; default localhost:50051")
      ->envname("MEEPLE_SERVER")
      ->type_name("HOST:PORT");
  AddEncryption();
  app_.add_option("--credential", options_.credential,
                  "What proves who you are in a game; the variable keeps it out of the list of "
                  "processes")
      ->envname("MEEPLE_CREDENTIAL")
      ->type_name("TOKEN")
      ->transform(CLI::Validator(CheckCredential, ""));
  app_.add_flag("--json", options_.json, "Prints JSON instead of text for people");
  app_.add_option("--color", options_.color,
                  "auto: on a terminal, unless NO_COLOR is set or TERM is dumb; always: drawn "
                  "boards in pipes too")
      ->type_name("auto|always|never")
      ->transform(CLI::Validator(ReadColorChoice, ""));
  app_.add_option("--timeout", options_.timeout_seconds,
                  "How long a call may take, its retries included; default 10")
      ->type_name("SECONDS")
      ->check(NumberFrom(0.1, 86'400));
}

void Program::AddEncryption() {
  app_.add_flag("--tls", options_.tls, "Encrypts the connection and trusts whom the system trusts")
      ->envname("MEEPLE_TLS");
  app_.add_option("--tls-ca", options_.tls_ca,
                  "Encrypts the connection and trusts the certificates in this PEM file instead")
      ->envname("MEEPLE_TLS_CA")
      ->type_name("FILE");
}

absl::Status Program::Encrypt() {
  if (!options_.tls && options_.tls_ca.empty()) return absl::OkStatus();
  auto encryption = client::Tls(options_.tls_ca);
  if (!encryption.ok()) {
    return {encryption.status().code(), absl::StrCat("--tls-ca: ", encryption.status().message())};
  }
  options_.encryption = *std::move(encryption);
  return absl::OkStatus();
}

CLI::App& Program::Add(const std::string& name, const std::string& description,
                       const std::string& example) {
  CLI::App* command = app_.add_subcommand(name, description);
  std::string footer = "Example:";
  for (const auto line : absl::StrSplit(example, '\n')) {
    absl::StrAppend(&footer, "\n  meeple ", line);
  }
  absl::StrAppend(&footer,
                  "\n\nThe options --server, --tls, --tls-ca, --credential, --json, --color and "
                  "--timeout go with every command; `meeple --help` explains them and the exit "
                  "codes.");
  command->footer(footer);
  return *command;
}

void Program::Does(const CLI::App& command, Action action) {
  actions_[&command] = std::move(action);
}

ExitCode Program::Run(std::vector<std::string> arguments, const Surroundings& surroundings) {
  const bool json = std::ranges::find(arguments, "--json") != arguments.end();
  const ExitCode code = Obey(std::move(arguments), json, surroundings);
  surroundings.out.flush();
  if (surroundings.out.good()) return code;
  const ExitCode lost = SessionFor(json, surroundings).FailOutput();
  return code == kDone ? lost : code;
}

ExitCode Program::Obey(std::vector<std::string> arguments, bool json,
                       const Surroundings& surroundings) {
  if (const std::string empty = EmptyAssignment(arguments); !empty.empty()) {
    return SessionFor(json, surroundings)
        .FailUsage(absl::StrCat(empty, " needs a value"),
                   IsAboutOptionOf(app_, empty) ? "`meeple --help` shows how"
                                                : "`--help` after the command shows how");
  }
  std::ranges::reverse(arguments);  // what CLI11 takes
  try {
    app_.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    const auto commands = app_.get_subcommands();
    surroundings.out << (commands.empty() ? app_.help() : commands.front()->help("meeple"));
    return kDone;
  } catch (const CLI::CallForVersion& version) {
    surroundings.out << version.what() << "\n";
    return kDone;
  } catch (const CLI::ParseError& error) {
    return ExplainParseError(error, json, surroundings);
  }
  if (absl::Status status = CheckServerAddress(options_.server); !status.ok()) {
    return Session(options_, surroundings)
        .FailUsage(std::string(status.message()),
                   "name it as --server=HOST:PORT or in MEEPLE_SERVER, such as localhost:50051");
  }
  if (absl::Status status = Encrypt(); !status.ok()) {
    return Session(options_, surroundings).FailUsage(std::string(status.message()));
  }
  Session session(options_, surroundings);
  return actions_.at(app_.get_subcommands().front())(session);
}

ExitCode Program::ExplainParseError(const CLI::ParseError& error, bool json,
                                    const Surroundings& surroundings) {
  const auto commands = app_.get_subcommands();
  Session session = SessionFor(json, surroundings);
  if (commands.empty() && error.get_name() == "RequiredError") {
    return session.FailUsage(WhyNoCommand(), "`meeple --help` lists the commands");
  }
  const bool is_global = commands.empty() || IsAboutOptionOf(app_, error.what());
  const std::string command = is_global ? "" : commands.front()->get_name() + " ";
  return session.FailUsage(MessageOf(error),
                           absl::StrCat("`meeple ", command, "--help` shows how"));
}

std::string Program::WhyNoCommand() const {
  const std::vector<std::string> unknown = app_.remaining();
  if (unknown.empty()) return "say what to do: no command is given";
  return absl::StrCat("there is no ", unknown.front().starts_with('-') ? "option '" : "command '",
                      unknown.front(), "'");
}

CLI::Validator WholeNumberTo(uint64_t most) {
  return {[most](const std::string& text) {
            uint64_t number = 0;
            const bool is_whole = !text.empty() && std::ranges::all_of(text, absl::ascii_isdigit);
            // CLI11 takes what begins with a zero for octal.
            const bool is_octal = is_whole && text.size() > 1 && text.front() == '0';
            const bool fits = is_whole && absl::SimpleAtoi(text, &number) && number <= most;
            if (fits && !is_octal) return std::string();
            return absl::StrCat("write a whole number from 0",
                                is_whole ? absl::StrCat(" to ", most) : "",
                                is_octal ? " without zeros before it" : "", ", not '", text, "'");
          },
          ""};
}

CLI::Validator NumberFrom(double least, double most) {
  return {[least, most](const std::string& text) {
            double number = 0;
            // So that it is false for NaN.
            const bool fits = absl::SimpleAtod(text, &number) && number >= least && number <= most;
            return fits ? std::string()
                        : absl::StrCat("write a number from ", least, " to ", most, ", not '", text,
                                       "'");
          },
          ""};
}

std::string OptionsGivenTo(const CLI::App& command, const std::string& except) {
  std::string text;
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || option->get_positional() || option->check_name(except)) continue;
    const bool is_flag = option->get_items_expected_max() == 0;
    for (const std::string& value : option->results()) {
      absl::StrAppend(&text, " ", option->get_name(), is_flag ? "" : " " + ShellWord(value));
    }
  }
  return text;
}

void AddGameId(CLI::App& command, std::string& game_id) {
  command.add_option("GAME_ID", game_id, "The game, as `meeple create` printed it")->required();
}

}  // namespace meeple::cli
