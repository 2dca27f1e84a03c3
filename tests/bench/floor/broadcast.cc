#include "tests/bench/floor/broadcast.h"

#include <utility>

namespace meeple::bench {

using service::MutexLock;

class Broadcast::Stream final : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
 public:
  explicit Stream(Broadcast& broadcast) : broadcast_(broadcast) { StartSendInitialMetadata(); }

  void Send(const grpc::ByteBuffer& bytes) {
    MutexLock lock(mutex_);
    if (finished_) return;
    if (std::exchange(writing_, true)) {
      ++waiting_;
      return;
    }
    bytes_ = bytes;
    StartWrite(&bytes_);
  }

 private:
  void OnWriteDone(bool ok) override {
    MutexLock lock(mutex_);
    if (!ok) return FinishLocked();
    if (waiting_ == 0 || finished_) {
      writing_ = false;
    } else {
      --waiting_;
      StartWrite(&bytes_);
    }
  }
  void OnCancel() override {
    MutexLock lock(mutex_);
    FinishLocked();
  }
  void OnDone() override {
    {
      MutexLock lock(broadcast_.mutex_);
      broadcast_.streams_.erase(this);
    }
    delete this;
  }
  void FinishLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!std::exchange(finished_, true)) Finish(grpc::Status::CANCELLED);
  }

  Broadcast& broadcast_;
  grpc::ByteBuffer bytes_;  // the same in every write
  service::Mutex mutex_;
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  int waiting_ ABSL_GUARDED_BY(mutex_) = 0;  // writes to follow the one in flight
};

grpc::ServerWriteReactor<grpc::ByteBuffer>* Broadcast::Open() {
  auto* stream = new Stream(*this);
  MutexLock lock(mutex_);
  streams_.insert(stream);
  return stream;
}

void Broadcast::Send(const grpc::ByteBuffer& bytes) {
  MutexLock lock(mutex_);
  for (Stream* stream : streams_) stream->Send(bytes);
}

}  // namespace meeple::bench
