#ifndef MEEPLE_CLIENTS_CLI_PLAY_DIALOGUE_H_
#define MEEPLE_CLIENTS_CLI_PLAY_DIALOGUE_H_

// Who plays: a person at a terminal, lines from a pipe, or a list of moves. Each gives one line
// after the other when it is its turn to, and is told what happens. Not thread-safe.

#include <deque>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/terminal/prompt.h"
#include "clients/cli/terminal/terminal_mode.h"

namespace meeple::cli {

// Whose turn it is, as the player sees it.
enum class Turn { kOwn, kOther, kGameOver };

class Dialogue {
 public:
  virtual ~Dialogue() = default;

  // The file that Read wants to be called for when it can be read; -1 for none.
  virtual int file() const { return -1; }
  virtual void Read() {}

  // The next line, if there is one and it may be said now.
  virtual std::optional<std::string> Next(Turn turn) = 0;
  // Takes a line back that came too early.
  virtual void PutBack(const std::string& line) = 0;
  // True once no more lines will come.
  virtual bool is_exhausted() const = 0;
  // True for a person, who can look at a refusal and try something else.
  virtual bool is_person() const { return false; }

  // Tells whole lines.
  virtual void Tell(std::string_view lines) = 0;
  // Shows what is waited for.
  virtual void Ask(const std::string&) {}
  // The dialogue is over; others may print now.
  virtual void Close() {}
};

// A person at a terminal, who may say anything at any time.
class PersonDialogue final : public Dialogue {
 public:
  // `out_file` is the terminal behind `out`.
  PersonDialogue(int terminal, std::ostream& out, int out_file, const Style& style)
      : terminal_(terminal), keys_at_once_(terminal), prompt_(out, out_file, style) {}
  ~PersonDialogue() override { Close(); }

  int file() const override { return terminal_; }
  void Read() override;
  std::optional<std::string> Next(Turn turn) override;
  void PutBack(const std::string& line) override { lines_.push_front(line); }
  bool is_exhausted() const override { return is_gone_ && lines_.empty(); }
  bool is_person() const override { return true; }
  void Tell(std::string_view lines) override { prompt_.PrintAbove(lines); }
  void Ask(const std::string& question) override { prompt_.Ask(question); }
  void Close() override { prompt_.Leave(); }

 private:
  const int terminal_;
  const TerminalMode keys_at_once_;
  Prompt prompt_;
  std::deque<std::string> lines_;
  bool is_gone_ = false;
};

// Lines from a pipe or a file, each held back until it is the player's turn or the game is over.
class PipeDialogue final : public Dialogue {
 public:
  PipeDialogue(int input, std::ostream& out) : input_(input), out_(out) {}

  int file() const override { return is_at_end_ ? -1 : input_; }
  void Read() override;
  std::optional<std::string> Next(Turn turn) override;
  void PutBack(const std::string& line) override { lines_.push_front(line); }
  bool is_exhausted() const override { return is_at_end_ && lines_.empty(); }
  void Tell(std::string_view lines) override { out_ << lines << std::flush; }

 private:
  const int input_;
  std::ostream& out_;
  std::string unfinished_;
  std::deque<std::string> lines_;
  bool is_at_end_ = false;
};

// A list of moves, one each time it is the player's turn.
class ListedDialogue final : public Dialogue {
 public:
  ListedDialogue(const std::vector<std::string>& moves, std::ostream& out)
      : moves_(moves.begin(), moves.end()), out_(out) {}

  std::optional<std::string> Next(Turn turn) override;
  void PutBack(const std::string& line) override { moves_.push_front(line); }
  bool is_exhausted() const override { return moves_.empty(); }
  void Tell(std::string_view lines) override { out_ << lines << std::flush; }

 private:
  std::deque<std::string> moves_;
  std::ostream& out_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_PLAY_DIALOGUE_H_
