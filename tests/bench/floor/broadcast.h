#ifndef MEEPLE_TESTS_BENCH_FLOOR_BROADCAST_H_
#define MEEPLE_TESTS_BENCH_FLOOR_BROADCAST_H_

// The same bytes to every open stream, with nothing around: no games, no cursors, no ends.
//
// Thread-safe. Must outlive its streams.

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <unordered_set>

#include "service/base/mutex.h"

namespace meeple::bench {

class Broadcast {
 public:
  // A stream that gets what is sent from here on.
  grpc::ServerWriteReactor<grpc::ByteBuffer>* Open();
  // Starts to write the bytes to every stream; one that still writes gets them afterwards.
  void Send(const grpc::ByteBuffer& bytes);

 private:
  class Stream;

  service::Mutex mutex_;
  std::unordered_set<Stream*> streams_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace meeple::bench

#endif  // MEEPLE_TESTS_BENCH_FLOOR_BROADCAST_H_
