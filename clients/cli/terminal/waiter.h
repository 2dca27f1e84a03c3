#ifndef MEEPLE_CLIENTS_CLI_TERMINAL_WAITER_H_
#define MEEPLE_CLIENTS_CLI_TERMINAL_WAITER_H_

// Waits for whichever comes first: something to read, a call of Wake, a stop, or a time. One thread
// waits; any thread may call Wake.
//
//   Waiter waiter(stop);
//   if (waiter.Wait(STDIN_FILENO, absl::Seconds(1))) read(STDIN_FILENO, ...);

#include <functional>
#include <stop_token>

#include "absl/time/time.h"

namespace meeple::cli {

class Waiter {
 public:
  explicit Waiter(const std::stop_token& stop);
  ~Waiter();
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;

  // Makes the wait that is going on, or else the next one, return.
  void Wake();

  // True if the file, which may be -1 for none, can be read or is at its end.
  bool Wait(int file, absl::Duration at_most = absl::InfiniteDuration());

 private:
  const int event_;
  const std::stop_callback<std::function<void()>> on_stop_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TERMINAL_WAITER_H_
