#ifndef MEEPLE_SERVICE_RPC_MESSAGE_BYTES_H_
#define MEEPLE_SERVICE_RPC_MESSAGE_BYTES_H_

// Between messages and the bytes that gRPC moves. Pure functions.

#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>

#include "service/core/watch.h"

namespace meeple::rpc {

// Reads `message`; false if the bytes are no such message or a string in it is not UTF-8.
bool Parse(const grpc::ByteBuffer& bytes, google::protobuf::Message& message);

// The bytes of `message`, the same for equal messages: maps are written by key.
grpc::ByteBuffer Serialize(const google::protobuf::Message& message);

// The bytes of a message with nothing in it: none, which is not the same to gRPC as no message.
grpc::ByteBuffer EmptyMessage();

// The bytes of a message of a watch. Those of a large one are not copied: the buffer shares them
// until it is gone. Those of a small one are joined, and shared by all buffers that a thread makes
// of the same message one after the other, as it does when it writes an event to many.
grpc::ByteBuffer ShareBytes(service::WatchMessage message);

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_MESSAGE_BYTES_H_
