#ifndef MEEPLE_SERVICE_CORE_TESTING_MANUAL_JOURNAL_H_
#define MEEPLE_SERVICE_CORE_TESTING_MANUAL_JOURNAL_H_

// A journal that answers when a test says so, and what it says.
//
//   ManualJournal journal;
//   ... a move is submitted and now in flight ...
//   journal.AnswerNext(AppendOutcome::kDurable);

#include <atomic>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "service/base/mutex.h"
#include "service/journal/journal.h"
#include "service/journal/memory_journal.h"

namespace meeple::service {

// Thread-safe.
class ManualJournal final : public MemoryJournal {
 public:
  void Append(Commit commit, Done done) override {
    {
      MutexLock lock(mutex_);
      if (forgetting_) return;
      if (!automatic_) {
        waiting_.emplace_back(std::move(commit), std::move(done));
        return;
      }
    }
    MemoryJournal::Append(std::move(commit), std::move(done));
  }

  // An empty directory, since nothing is kept on a disk here.
  absl::StatusOr<uint64_t> CreateBackup(const std::string& target) const override {
    std::error_code error;
    if (std::filesystem::create_directory(target, error)) return 1;
    if (error) return absl::UnavailableError(error.message());
    return absl::AlreadyExistsError(target);
  }

  std::string_view name() const override { return "manual"; }
  JournalDurability durability() const override { return JournalDurability::kSynced; }

  // Answers on its own, durably, as long as it is on.
  void SetAutomatic(bool automatic) {
    MutexLock lock(mutex_);
    automatic_ = automatic;
    forgetting_ = false;
  }

  // Says that too much waits already.
  void SetOverloaded(bool overloaded) { overloaded_ = overloaded; }
  bool overloaded() const override { return overloaded_; }

  // How many commits wait for an answer.
  size_t waiting() const override {
    MutexLock lock(mutex_);
    return waiting_.size();
  }

  // Answers the oldest commit that waits. REQUIRES: one waits.
  void AnswerNext(AppendOutcome outcome) {
    std::pair<Commit, Done> next;
    {
      MutexLock lock(mutex_);
      next = std::move(waiting_.front());
      waiting_.pop_front();
    }
    if (outcome == AppendOutcome::kDurable) {
      MemoryJournal::Append(std::move(next.first), std::move(next.second));
    } else {
      next.second(outcome);
    }
  }

  // Forgets what waits, and all that comes until it answers on its own again, as a server that is
  // killed does: nobody is answered.
  void Forget() {
    std::deque<std::pair<Commit, Done>> forgotten;  // destroyed outside the lock
    MutexLock lock(mutex_);
    forgetting_ = true;
    forgotten.swap(waiting_);
  }

 private:
  std::atomic<bool> overloaded_ = false;
  mutable Mutex mutex_;
  bool automatic_ ABSL_GUARDED_BY(mutex_) = false;
  bool forgetting_ ABSL_GUARDED_BY(mutex_) = false;
  std::deque<std::pair<Commit, Done>> waiting_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_MANUAL_JOURNAL_H_
