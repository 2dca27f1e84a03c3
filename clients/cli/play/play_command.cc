#include "clients/cli/play/play_command.h"

#include "absl/strings/ascii.h"

namespace meeple::cli {
namespace {

struct Word {
  std::string_view word;
  PlayCommand::Kind kind;
};

constexpr Word kWords[] = {
    {"moves", PlayCommand::kMoves},     {"show", PlayCommand::kShow},
    {"board", PlayCommand::kShow},      {"undo", PlayCommand::kUndo},
    {"redo", PlayCommand::kRedo},       {"resign", PlayCommand::kResign},
    {"abandon", PlayCommand::kAbandon}, {"help", PlayCommand::kHelp},
    {"?", PlayCommand::kHelp},          {"quit", PlayCommand::kQuit},
    {"exit", PlayCommand::kQuit},       {"q", PlayCommand::kQuit},
};

}  // namespace

PlayCommand ParsePlayCommand(std::string_view line) {
  std::string text(line);
  absl::StripAsciiWhitespace(&text);
  if (text.empty()) return {};
  const std::string lower = absl::AsciiStrToLower(text);
  for (const Word& known : kWords) {
    if (lower == known.word) return {known.kind};
  }
  return {PlayCommand::kMove, text};
}

std::string_view PlayHelp() {
  return " b2       a move: column letter and row number from 1 at the top, or as `moves` writes "
         "them\n"
         " moves    lists what may be played\n"
         " show     draws the board again\n"
         " undo     takes the last move back\n"
         " redo     plays it again\n"
         " resign   gives the game up\n"
         " abandon  calls the game off, before all have moved\n"
         " quit     leaves; the game goes on\n";
}

}  // namespace meeple::cli
