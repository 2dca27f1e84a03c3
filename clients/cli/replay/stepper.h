#ifndef MEEPLE_CLIENTS_CLI_REPLAY_STEPPER_H_
#define MEEPLE_CLIENTS_CLI_REPLAY_STEPPER_H_

// Where a replay stands and what a key does to it. Knows no terminal. Not thread-safe.
//
//   Right, Space, n   one turn on           Home, g   the first
//   Left, p, b        one turn back         End, G    the last
//   Space             stops and starts a replay that runs by itself
//   q, Escape         ends it

#include <cstdint>

#include "clients/cli/terminal/keys.h"

namespace meeple::cli {

class Stepper {
 public:
  // From the first turn to the last one; `runs` by itself or waits for keys.
  Stepper(int32_t first, int32_t last, bool runs)
      : first_(first), last_(last), turn_(first), has_clock_(runs), runs_(runs) {}

  void Press(const Key& key);

  // The time of one turn has passed.
  void Tick();

  int32_t turn() const { return turn_; }
  int32_t last() const { return last_; }
  // True while turns follow by themselves.
  bool runs() const { return runs_; }
  bool has_clock() const { return has_clock_; }
  bool is_done() const { return is_done_; }

 private:
  void GoTo(int32_t turn);
  void PressCharacter(char character);

  const int32_t first_;
  const int32_t last_;
  int32_t turn_;
  const bool has_clock_;
  bool runs_;
  bool is_done_ = false;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_REPLAY_STEPPER_H_
