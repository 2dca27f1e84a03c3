#ifndef MEEPLE_CLIENTS_CLI_PROGRAM_H_
#define MEEPLE_CLIENTS_CLI_PROGRAM_H_

// The command line as a whole: the global options, the commands, and what a run of it does.
//
//   Program program;
//   AddAllCommands(program);
//   return program.Run({"show", "k3v..."}, surroundings);
//
// A command registers itself in a function of its own (see commands/commands.h):
//
//   void AddShow(Program& program) {
//     auto id = std::make_shared<std::string>();
//     CLI::App& command = program.Add("show", "Shows a game.", "show GAME_ID");
//     AddGameId(command, *id);
//     program.Does(command, [id](Session& session) { return Show(session, *id); });
//   }

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "clients/cli/session.h"

namespace meeple::cli {

class Program {
 public:
  using Action = std::function<ExitCode(Session&)>;

  Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // A new command; `example` is what follows the program's name, one example a line.
  CLI::App& Add(const std::string& name, const std::string& description,
                const std::string& example);

  // What the command does once its arguments are parsed.
  void Does(const CLI::App& command, Action action);

  // Parses the arguments, without the program's name, and does what they say.
  ExitCode Run(std::vector<std::string> arguments, const Surroundings& surroundings);

 private:
  // What Run does, but for a last look at whether all was written.
  ExitCode Obey(std::vector<std::string> arguments, bool json, const Surroundings& surroundings);
  // Adds the options that say how a connection is encrypted, and fulfils them.
  void AddEncryption();
  absl::Status Encrypt();
  ExitCode ExplainParseError(const CLI::ParseError& error, bool json,
                             const Surroundings& surroundings);
  std::string WhyNoCommand() const;

  CLI::App app_;
  GlobalOptions options_;
  std::map<const CLI::App*, Action> actions_;
};

// The positional argument GAME_ID.
void AddGameId(CLI::App& command, std::string& game_id);

// Accepts whole numbers from 0 to `most`.
CLI::Validator WholeNumberTo(uint64_t most);

// The same for an option that is kept as a Number, which never gets one that it cannot hold: CLI11
// would say so in its own words or, at 64 bits, change the number.
template <class Number>
CLI::Validator WholeNumber(Number most = std::numeric_limits<Number>::max()) {
  return WholeNumberTo(static_cast<uint64_t>(most));
}

// Accepts numbers from `least` to `most`, and nothing that is none, as CLI::Range does with "nan".
CLI::Validator NumberFrom(double least, double most);

// The options that were given to a command, each with what it was given, to be typed again after
// the command: " --bot perfect --second". Without the one called `except` and the global ones.
std::string OptionsGivenTo(const CLI::App& command, const std::string& except);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_PROGRAM_H_
