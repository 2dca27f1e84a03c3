#ifndef MEEPLE_CLIENTS_CPP_TESTING_FAKE_CLOCK_H_
#define MEEPLE_CLIENTS_CPP_TESTING_FAKE_CLOCK_H_

// A clock in which only sleeping takes time, and none of the test's. Not thread-safe.
//
//   FakeClock time;
//   Client client(server.address(), {.clock = time.clock()});

#include <vector>

#include "meeple/client/options.h"

namespace meeple::client {

class FakeClock {
 public:
  Clock clock() {
    return {.now = [this] { return now_; },
            .sleep =
                [this](absl::Duration duration, const std::stop_token& stop) {
                  now_ += duration;
                  sleeps_.push_back(duration);
                  return !stop.stop_requested();
                }};
  }

  absl::Duration passed() const { return now_; }
  const std::vector<absl::Duration>& sleeps() const { return sleeps_; }

 private:
  absl::Duration now_ = absl::ZeroDuration();
  std::vector<absl::Duration> sleeps_;
};

}  // namespace meeple::client

#endif  // MEEPLE_CLIENTS_CPP_TESTING_FAKE_CLOCK_H_
