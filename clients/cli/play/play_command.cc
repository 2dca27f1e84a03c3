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
    {"draw", PlayCommand::kDraw},       {"rematch", PlayCommand::kRematch},
    {"swap", PlayCommand::kSwap},       {"accept", PlayCommand::kAccept},
    {"yes", PlayCommand::kAccept},      {"decline", PlayCommand::kDecline},
    {"no", PlayCommand::kDecline},      {"withdraw", PlayCommand::kWithdraw},
    {"abandon", PlayCommand::kAbandon}, {"help", PlayCommand::kHelp},
    {"?", PlayCommand::kHelp},          {"quit", PlayCommand::kQuit},
    {"exit", PlayCommand::kQuit},       {"q", PlayCommand::kQuit},
};

bool IsAnswer(PlayCommand::Kind kind) {
  return kind == PlayCommand::kAccept || kind == PlayCommand::kDecline ||
         kind == PlayCommand::kWithdraw;
}

bool IsNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

PlayCommand ParsePlayCommand(std::string_view line) {
  std::string text(line);
  absl::StripAsciiWhitespace(&text);
  if (text.empty()) return {};
  const std::string lower = absl::AsciiStrToLower(text);
  const size_t space = lower.find(' ');
  const std::string number = space == std::string::npos ? "" : lower.substr(space + 1);
  for (const Word& known : kWords) {
    if (lower == known.word) return {known.kind};
    if (IsAnswer(known.kind) && IsNumber(number) && lower.substr(0, space) == known.word) {
      return {known.kind, number};
    }
  }
  return {PlayCommand::kMove, text};
}

std::string PlayHelp(const PlayChoices& choices) {
  std::string help =
      " b2       a move: column letter and row number from 1 at the top, or as `moves` writes "
      "them\n"
      " moves    lists what may be played\n"
      " show     draws the board again\n";
  help += choices.has_company
              ? " undo     takes the last move back, or asks the others whether you may\n"
              : " undo     takes the last move back\n";
  help += " redo     plays it again\n";
  if (choices.has_company) {
    help += choices.is_over
                ? " rematch  offers the same game again, swap one in which the other side begins\n"
                : " draw     offers the others a draw\n";
    help +=
        " accept, decline, withdraw\n"
        "          answer an offer: accept 12 if there are several\n";
  }
  if (!choices.is_over) {
    help +=
        " resign   gives the game up\n"
        " abandon  calls the game off, before all have moved\n";
  }
  return help + " quit     leaves" + (choices.is_over ? "\n" : "; the game goes on\n");
}

}  // namespace meeple::cli
