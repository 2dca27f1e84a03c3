#include "service/rpc/options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "service/base/command_line.h"
#include "service/base/quantity.h"
#include "service/base/read_file.h"
#include "service/core/api_keys.h"
#include "service/rpc/log.h"
#include "service/rpc/transport.h"
#include "service/rpc/unknown_variables.h"

namespace meeple::rpc {
namespace {

constexpr size_t kLeastSecretBytes = 32;
constexpr size_t kMostSecretBytes = 4'096;
// The exit code for a command line that makes no sense; as that of the terminal client.
constexpr int kUsage = 2;

// How CLI11 begins to tell of a key in the file that it does not know.
constexpr std::string_view kUnknownKey = "INI was not able to parse ";

// As CLI11 says it, except for what it says of a key of the file that is no flag.
std::string FailureText(const CLI::App* app, const CLI::Error& error) {
  const std::string text = error.what();
  if (!text.starts_with(kUnknownKey)) return CLI::FailureMessage::simple(app, error);
  return "the file of --config has '" + text.substr(kUnknownKey.size()) +
         "', which is no flag; --help lists them\n";
}

// MEEPLE_DRAIN_GRACE for --drain-grace.
std::string EnvironmentName(const std::string& flag) {
  std::string name = "MEEPLE_";
  for (const char c : flag.substr(2)) {
    name.push_back(c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c))));
  }
  return name;
}

template <class Value>
CLI::Option* AddFlag(CLI::App& app, const std::string& flag, Value& value,
                     const std::string& help) {
  return app.add_option(flag, value, help)->envname(EnvironmentName(flag))->capture_default_str();
}

// What is wrong with the text of a number, if something is.
std::string CheckNumber(const std::string& text, int64_t least, int64_t greatest) {
  int64_t number = 0;
  if (!absl::SimpleAtoi(text, &number)) return "'" + text + "' is no number";
  if (number >= least && number <= greatest) return {};
  return absl::StrCat("'", text, "' is not in the range ", least, " to ", greatest);
}

template <class Number>
void AddNumber(CLI::App& app, const std::string& flag, Number& value, Number least, Number greatest,
               const std::string& help) {
  const auto check = [least, greatest](const std::string& text) {
    return CheckNumber(text, int64_t{least}, int64_t{greatest});
  };
  AddFlag(app, flag, value, help)
      ->check(CLI::Validator(check, absl::StrCat("in [", least, " - ", greatest, "]")))
      ->type_name("N");
}

std::string CheckByteCount(const std::string& text, int64_t least, int64_t greatest) {
  const std::optional<int64_t> bytes = service::ParseByteCount(text);
  if (!bytes.has_value()) {
    return "'" + text + "' is no number of bytes; give one as 536870912, 512MiB or 2GiB";
  }
  if (*bytes >= least && *bytes <= greatest) return {};
  return absl::StrCat("'", text, "' is not in the range ", service::ByteCountText(least), " to ",
                      service::ByteCountText(greatest));
}

template <class Number>
void AddByteCount(CLI::App& app, const std::string& flag, Number& value, int64_t least,
                  int64_t greatest, const std::string& help) {
  const auto read = [&value](const CLI::results_t& results) {
    const std::optional<int64_t> bytes = service::ParseByteCount(results.front());
    value = static_cast<Number>(bytes.value_or(0));
    return bytes.has_value();
  };
  const auto check = [least, greatest](const std::string& text) {
    return CheckByteCount(text, least, greatest);
  };
  app.add_option(flag, read, help)
      ->envname(EnvironmentName(flag))
      ->default_str(service::ByteCountText(static_cast<int64_t>(value)))
      ->type_name("BYTES")
      ->check(CLI::Validator(check, ""));
}

std::string CheckDuration(const std::string& text) {
  const std::optional<absl::Duration> duration = service::ParseSpan(text);
  if (duration.has_value() && *duration >= absl::ZeroDuration()) return {};
  return "'" + text + "' is no duration; give a number and a unit, as 60s, 1m30s, 500ms or 2d";
}

void AddDuration(CLI::App& app, const std::string& flag, absl::Duration& value,
                 const std::string& help) {
  const auto read = [&value](const CLI::results_t& results) {
    const std::optional<absl::Duration> span = service::ParseSpan(results.front());
    value = span.value_or(value);
    return span.has_value();
  };
  app.add_option(flag, read, help)
      ->envname(EnvironmentName(flag))
      ->default_str(absl::FormatDuration(value))
      ->type_name("DURATION")
      ->check(CLI::Validator(CheckDuration, ""));
}

// Returns what is wrong with it, if something is.
std::string ReadSecret(const std::string& path, std::string& secret) {
  absl::StatusOr<std::string> bytes = service::ReadFile(path, kMostSecretBytes);
  if (!bytes.ok()) {
    return absl::StrCat("the secret file ", path, ": ", bytes.status().message());
  }
  secret = *std::move(bytes);
  if (secret.size() < kLeastSecretBytes) {
    return "the secret file " + path +
           " must have 32 to 4096 bytes; make one with: " + "head -c 32 /dev/urandom > " + path;
  }
  return {};
}

// What a program does that serves from a disk, unless it is told otherwise.
void SetDefaults(service::HostOptions& host) {
  host.loading_threads = 2;
  host.idle_after = absl::Minutes(5);
  host.max_bytes_of_games = size_t{1} << 30;
}

void AddServing(CLI::App& app, ProgramOptions& options) {
  AddFlag(
      app, "--listen", options.server.listen,
      "Where to listen. This machine alone unless told otherwise, since traffic and credentials "
      "are not encrypted; 0.0.0.0:50051 is every IPv4 interface, port 0 any free port")
      ->type_name("HOST:PORT");
  AddFlag(app, "--metrics-listen", options.metrics_listen,
          "Where Prometheus scrapes metrics, at /metrics without encryption; 127.0.0.1:9464 is the "
          "usual one, port 0 any free port. Nowhere without it")
      ->type_name("HOST:PORT");
  AddFlag(
      app, "--journal", options.journal,
      "How games are kept. 'rocksdb' stores every change on disk before anybody sees it; 'memory' "
      "forgets all games when the server ends")
      ->check(CLI::IsMember({"rocksdb", "memory"}))
      ->type_name("NAME");
  AddFlag(app, "--data-dir", options.data_directory,
          "The folder of the journal on disk, for one server at a time. Made if there is none")
      ->type_name("DIR");
  AddFlag(
      app, "--backup-dir", options.server.host.backup_directory,
      "The folder, which exists, in which AdminService makes backups; without it there are none")
      ->check(CLI::ExistingDirectory)
      ->type_name("DIR");
  AddDuration(app, "--final-after", options.server.host.final_after,
              "How long a result can still be taken back, and a rematch agreed on");
  AddDuration(app, "--unstarted-after", options.server.host.unstarted_after,
              "How long a game waits for its seats to be taken before it ends by itself");
  AddDuration(
      app, "--drain-grace", options.drain_grace,
      "How long the server may take to end after SIGTERM, SIGINT or SIGHUP; a second signal ends "
      "it at once");
  AddNumber(app, "--loading-threads", options.server.host.loading_threads, 1, 256,
            "Threads that read games from the disk");
  AddDuration(
      app, "--idle-after", options.server.host.idle_after,
      "A game that nobody calls for so long leaves memory, watched or not; it comes back from the "
      "disk at the next call");
  AddNumber(app, "--bot-threads", options.server.host.bot_threads, 1, 256,
            "Threads that think for bots");
}

void AddAccess(CLI::App& app, ServerOptions& options) {
  CLI::Option* const keys =
      AddFlag(
          app, "--api-key-file", options.api_key_file,
          "A file of those who may use AllocationService and AdminService, one line each as "
          "`meeple-server make-key` prints it; read again when it changes. Without it nobody may")
          ->type_name("FILE");
  app.add_flag("--dev", options.host.dev,
               "Opens AllocationService and AdminService to everyone who can connect; only where "
               "that is this machine alone")
      ->envname(EnvironmentName("--dev"))
      ->excludes(keys);
  CLI::Option* const certificate =
      AddFlag(
          app, "--tls-cert", options.tls.certificate,
          "Encrypts connections with the certificate in this PEM file, followed by its issuers'")
          ->type_name("FILE");
  AddFlag(app, "--tls-key", options.tls.key, "The private key of that certificate, in PEM")
      ->type_name("FILE")
      ->needs(certificate);
  certificate->needs("--tls-key");
}

// What `make-key` is asked for.
struct NewKey {
  std::string role;
  std::string name;
};

CLI::App& AddMakeKey(CLI::App& app, NewKey& key) {
  CLI::App& command = *app.add_subcommand(
      "make-key",
      "Makes an API key: prints it, this once, and on the next line what to add to the file of "
      "--api-key-file");
  command.add_option("--role", key.role, "What it is good for: AllocationService or AdminService")
      ->required()
      ->check(CLI::IsMember({"matchmaker", "admin"}))
      ->type_name("matchmaker|admin");
  command.add_option("--name", key.name, "Who is to hold it; keys of one name are one caller")
      ->required()
      ->check(CLI::Validator(
          [](const std::string& name) {
            return std::string(service::IsApiKeyName(name)
                                   ? ""
                                   : "a name is 1 to 64 letters, digits, '.', '_' and '-'");
          },
          ""))
      ->type_name("NAME");
  return command;
}

// The journal's own folders are no place for anything else.
void RefuseBackupsInside(const ProgramOptions& options) {
  if (options.server.host.backup_directory.empty() || options.journal == "memory") return;
  std::error_code ignored;
  const auto data = std::filesystem::weakly_canonical(options.data_directory, ignored);
  const auto backups =
      std::filesystem::weakly_canonical(options.server.host.backup_directory, ignored);
  const auto [rest, unused] = std::ranges::mismatch(data, backups);
  if (rest == data.end()) {
    throw CLI::ValidationError("--backup-dir", "the folder is inside that of --data-dir");
  }
}

void RefuseFlagWithoutValue(int argc, const char* const* argv) {
  const std::string flag = service::FlagWithoutValue(argc, argv);
  if (!flag.empty()) throw CLI::ArgumentMismatch(flag + ": its value is missing");
}

// Two lines on stdout, for scripts too; what they are on stderr. The exit code.
int PrintNewKey(const NewKey& wanted) {
  const std::string key = service::MakeApiKey();
  std::cerr << "The key, which is kept nowhere, and its line for the file of --api-key-file:\n";
  std::cout << key << "\n"
            << service::ApiKeyLine(key, *service::ParseRole(wanted.role), wanted.name) << std::endl;
  if (std::cout.good()) return 0;
  std::cerr << "the key could not be written: make another one\n";
  return 1;
}

void AddLimits(CLI::App& app, ServerOptions& options) {
  service::HostOptions& host = options.host;
  AddNumber<int64_t>(app, "--max-games", host.max_games, 1, 1'000'000'000, "Games in memory");
  AddByteCount(app, "--games-memory", host.max_bytes_of_games, 1 << 20, int64_t{1} << 40,
               "What games may take in memory; beyond it those leave that were not used for the "
               "longest time");
  AddNumber(app, "--max-loading", host.max_loading, 1, 1'000'000,
            "Calls that wait for games to be read from the disk");
  AddNumber<int64_t>(app, "--max-games-per-key", host.max_games_per_key, 1, 1'000'000'000,
                     "Games of one API key that are in progress: those that are not final");
  AddNumber<int64_t>(app, "--feed-entries", host.feed_entries, 1, 100'000'000,
                     "Events of the lobby, and results of each API key, that are kept for those "
                     "who watch");
  AddNumber(app, "--max-plies", host.max_plies, 1, 10'000, "Turns of a game");
  AddNumber(app, "--max-events", host.max_events, 200, 10'000'000, "Events of a game");
  AddNumber(app, "--max-waiting-mutations", host.max_waiting_mutations, 1, 1'000'000,
            "Changes that wait for one game");
  AddNumber(app, "--max-waiting-reads", host.max_waiting_reads, 1, 1'000'000,
            "Reads that wait for one game");
  AddNumber(app, "--max-watchers-per-game", host.max_watchers_per_game, 1, 100'000'000,
            "Watches of one game");
  AddNumber(app, "--max-watchers", host.max_watchers, 1, 100'000'000, "Watches of the server");
  AddNumber(app, "--max-watches-per-connection", options.max_watches_per_connection, 1,
            kMaxConcurrentStreams, "Watches of one connection");
  AddByteCount(app, "--transport-memory", options.transport_memory, 16 << 20, int64_t{1} << 40,
               "What connections and calls may use for buffers");
}

// The parser reads the file before the environment, and passes over one that is not there unless it
// is required.
void AddConfig(CLI::App& app) {
  const std::string variable = EnvironmentName("--config");
  const char* const named = std::getenv(variable.c_str());
  const std::string file = named == nullptr ? "" : named;
  app.set_config("--config", file,
                 "Reads flags from a file of lines such as: drain-grace = \"30s\"",
                 /*config_required=*/!file.empty())
      ->envname(variable)
      ->type_name("FILE");
  app.allow_config_extras(CLI::config_extras_mode::error);
}

void WarnOfUnknownVariables(const CLI::App& app) {
  std::set<std::string> known;
  for (const CLI::Option* option : app.get_options()) known.insert(option->get_envname());
  for (const std::string& name : UnknownVariables(environ, known)) {
    Log(Severity::kWarning, absl::StrCat("the variable ", name,
                                         " is in the environment and is no flag's: nothing reads "
                                         "it. --help lists those that count"));
  }
}

}  // namespace

std::optional<int> ReadOptions(int argc, const char* const* argv, ProgramOptions& options) {
  SetDefaults(options.server.host);
  CLI::App app("A game server for turn-based board games over gRPC.");
  app.name("meeple-server");
  app.get_formatter()->column_width(40);
  app.set_version_flag("--version", "meeple-server " MEEPLE_VERSION, "Prints the version");
  AddConfig(app);
  app.failure_message(FailureText);
  app.footer(
      "`meeple-server journal COMMAND` works on the data directory of a server that does not run: "
      "it looks, verifies, exports, imports, backs up, repairs. `meeple-server journal --help` "
      "lists "
      "the commands.");
  AddServing(app, options);
  std::string secret_file;
  AddFlag(app, "--secret-file", secret_file,
          "A file of 32 or more random bytes that sign credentials, instead of those in the data "
          "directory. With --journal=memory credentials end with the server unless there is one")
      ->type_name("FILE");
  AddAccess(app, options.server);
  AddLimits(app, options.server);
  NewKey new_key;
  const CLI::App& make_key = AddMakeKey(app, new_key);
  options.server.host.version = MEEPLE_VERSION;
  try {
    RefuseFlagWithoutValue(argc, argv);
    app.parse(argc, argv);
    if (make_key.parsed()) return PrintNewKey(new_key);
    RefuseBackupsInside(options);
    const std::string wrong =
        secret_file.empty() ? "" : ReadSecret(secret_file, options.server.host.secret);
    if (!wrong.empty()) throw CLI::ValidationError("--secret-file", wrong);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsage;
  }
  WarnOfUnknownVariables(app);
  return std::nullopt;
}

}  // namespace meeple::rpc
