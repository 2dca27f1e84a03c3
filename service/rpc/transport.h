#ifndef MEEPLE_SERVICE_RPC_TRANSPORT_H_
#define MEEPLE_SERVICE_RPC_TRANSPORT_H_

// What a server of ours asks of gRPC: limits and keepalive. The floor that ours is measured against
// asks for the same.

#include <grpcpp/server_builder.h>

#include <cstdint>

namespace meeple::rpc {

// The longest request; gRPC itself refuses longer ones with RESOURCE_EXHAUSTED and no details.
inline constexpr int kMaxRequestBytes = 64 * 1024;
// So many streams a connection can have: far more than watches, so that a move on the same
// connection never hangs.
inline constexpr int kMaxConcurrentStreams = 4'000;

// What holds for the whole process; before its first server. The packaged abseil looks for cycles
// in the order of locks whenever gRPC takes one, under a lock of its own that all threads share:
// good for who looks for a bug in gRPC, and a waste in a server.
void PrepareTransport();

// Sets limits and keepalive. `memory` is what gRPC may use for buffers of connections and calls, in
// bytes.
void SetTransport(grpc::ServerBuilder& builder, int64_t memory);

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_TRANSPORT_H_
