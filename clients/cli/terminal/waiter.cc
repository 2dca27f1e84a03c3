#include "clients/cli/terminal/waiter.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cstdint>

namespace meeple::cli {

Waiter::Waiter(const std::stop_token& stop)
    : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), on_stop_(stop, [this] { Wake(); }) {}

Waiter::~Waiter() { close(event_); }

void Waiter::Wake() {
  const uint64_t one = 1;
  // It can only fail where billions of calls have not been noticed yet.
  [[maybe_unused]] const ssize_t written = write(event_, &one, sizeof(one));
}

bool Waiter::Wait(int file, absl::Duration at_most) {
  std::array<pollfd, 2> files = {{{.fd = event_, .events = POLLIN, .revents = 0},
                                  {.fd = file, .events = POLLIN, .revents = 0}}};
  const int timeout =
      at_most == absl::InfiniteDuration()
          ? -1
          : static_cast<int>(absl::ToInt64Milliseconds(absl::Ceil(at_most, absl::Milliseconds(1))));
  if (poll(files.data(), files.size(), timeout) <= 0) return false;
  uint64_t calls = 0;
  if (files[0].revents != 0) {
    [[maybe_unused]] const ssize_t taken = read(event_, &calls, sizeof(calls));
  }
  return files[1].revents != 0;
}

}  // namespace meeple::cli
