#include "service/tools/journal_tool.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>

#include "service/base/command_line.h"
#include "service/tools/commands.h"

namespace meeple::tools {
namespace {

// The command line while it is read.
class CommandLine {
 public:
  explicit CommandLine(Console& console) : console_(console) {
    app_.name("meeple-server journal");
    app_.get_formatter()->column_width(34);
    app_.require_subcommand(1);
    app_.footer(
        "They work on the directory of a server that does not run. Exit code: 0 if all is well, 1 "
        "if damage was found or something refused, 2 if nothing could be done.");
    AddReaders();
    AddMovers();
    AddRepairs();
  }

  int Run(int argc, const char* const* argv) {
    try {
      const std::string flag = service::FlagWithoutValue(argc, argv);
      if (!flag.empty()) throw CLI::ArgumentMismatch(flag + ": its value is missing");
      RefuseUnknownCommand(argc, argv);
      app_.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app_.exit(error, console_.out, console_.err) == 0 ? kFine : kUnusable;
    }
    const int code = run_();
    if (console_.out.flush().good()) return code;
    Complain(console_, "not everything could be written that was asked for: is the disk full?");
    return kUnusable;
  }

 private:
  template <class Options>
  using Command = int (*)(const Options& options, Console& console);

  // The parser would say only that a command is missing.
  void RefuseUnknownCommand(int argc, const char* const* argv) const {
    const std::string name = argc > 1 ? argv[1] : "";
    if (name.starts_with("-")) return;
    const auto named = app_.get_subcommands(
        [&name](const CLI::App* command) { return command->get_name() == name; });
    if (!named.empty()) return;
    throw CLI::ArgumentMismatch(name.empty() ? "a command is required"
                                             : "no command '" + name + "'");
  }

  // A command with its data directory.
  template <class Options>
  CLI::App& Add(const std::string& name, const std::string& help, Options& options,
                Command<Options> command) {
    CLI::App& added = *app_.add_subcommand(name, help);
    added.add_option("--data-dir", options.data_directory, "The data directory of the server")
        ->required()
        ->envname("MEEPLE_DATA_DIR")
        ->type_name("DIR");
    added.callback(
        [this, &options, command] { run_ = [&] { return command(options, console_); }; });
    return added;
  }
  template <class Options>
  static void AddGame(CLI::App& command, Options& options) {
    command.add_option("game", options.game_id, "One game; all of them if it is left out")
        ->type_name("GAME_ID");
  }

  void AddReaders() {
    CLI::App& stats = Add("stats", "Counts games, events and bytes", stats_, RunStats);
    stats.add_flag("--json", stats_.json, "Prints one line of JSON");
    CLI::App& dump = Add("dump", "Prints the events of games", dump_, RunDump);
    AddGame(dump, dump_);
    dump.add_flag("--json", dump_.json, "Prints a line of JSON for each event");
    dump.add_flag(
        "--reveal", dump_.reveal,
        "Shows hidden moves as the seats see them, and the seeds of games that are final");
    CLI::App& verify =
        Add("verify", "Checks all that is stored, and names the first difference of each game",
            verify_, RunVerify);
    AddGame(verify, verify_);
  }

  void AddMovers() {
    CLI::App& exporting =
        Add("export", "Writes games as lines of JSON, with their seeds and hidden moves", export_,
            RunExport);
    AddGame(exporting, export_);
    exporting
        .add_option("--output", export_.output,
                    "A new file for them, which nobody else may read; standard output without it")
        ->type_name("FILE");
    CLI::App& importing =
        Add("import", "Takes games that `export` wrote; those that are there stay as they are",
            import_, RunImport);
    importing.add_option("file", import_.input, "What `export` wrote; - for standard input")
        ->required()
        ->type_name("FILE");
    importing
        .add_option(
            "--secret-of", import_.secret_of,
            "The data directory that the games come from: their credentials stay valid. For "
            "a new data directory only")
        ->type_name("DIR");
    CLI::App& backup =
        Add("backup", "Makes a full copy that a server can start on", backup_, RunBackup);
    backup.add_option("target", backup_.target, "The directory to be made")
        ->required()
        ->type_name("TARGET");
  }

  void AddRepairs() {
    Add("rebuild-scores", "Counts the scores of all players anew, from the games", rebuild_scores_,
        RunRebuildScores);
    CLI::App& salvage = Add("salvage",
                            "After damage for which a server does not start: gives up what cannot "
                            "be read, and keeps a copy of everything",
                            salvage_, RunSalvage);
    salvage
        .add_option("--copy", salvage_.copy,
                    "Where the copy goes; without it beside the data directory, with the time in "
                    "its name")
        ->type_name("DIR");
    salvage.add_flag("--dry-run", salvage_.dry_run, "Says what would be lost, and touches nothing");
  }

  Console& console_;
  CLI::App app_ = CLI::App("Tools for the data directory of a server.");
  std::function<int()> run_;
  StatsOptions stats_;
  DumpOptions dump_;
  VerifyOptions verify_;
  ExportOptions export_;
  ImportOptions import_;
  BackupOptions backup_;
  RebuildScoresOptions rebuild_scores_;
  SalvageOptions salvage_;
};

}  // namespace

bool IsJournalTool(int argc, const char* const* argv) {
  return argc > 1 && std::string_view(argv[1]) == "journal";
}

int RunJournalTool(int argc, const char* const* argv, Console& console) {
  return CommandLine(console).Run(argc, argv);
}

int RunJournalTool(int argc, const char* const* argv) {
  Console console = {
      .out = std::cout, .err = std::cerr, .is_terminal = ::isatty(STDERR_FILENO) != 0};
  return RunJournalTool(argc, argv, console);
}

}  // namespace meeple::tools
