#ifndef MEEPLE_CLIENTS_CLI_PLAY_MAILBOX_H_
#define MEEPLE_CLIENTS_CLI_PLAY_MAILBOX_H_

// Hands things from one thread to another that must not block on them. Thread-safe.

#include <deque>
#include <mutex>
#include <utility>

namespace meeple::cli {

template <class T>
class Mailbox {
 public:
  void Put(T item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(std::move(item));
  }

  // All that came since the last call, in order.
  std::deque<T> TakeAll() {
    const std::lock_guard lock(mutex_);
    return std::exchange(items_, {});
  }

 private:
  std::mutex mutex_;
  std::deque<T> items_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_PLAY_MAILBOX_H_
