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

// The bytes of a message of a watch. They are not copied: the buffer shares them until it is gone.
grpc::ByteBuffer ShareBytes(service::WatchMessage message);

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_MESSAGE_BYTES_H_
