#include "service/rpc/message_bytes.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <grpcpp/support/slice.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace meeple::rpc {
namespace {

using SharedMessage = std::shared_ptr<const service::WatchMessage>;

// A slice over `bytes`, which live as long as `owner` does.
grpc::Slice ShareSlice(const std::string& bytes, const SharedMessage& owner) {
  // gRPC takes a pointer to mutable bytes, but writes to no slice that it did not make.
  return grpc::Slice(
      const_cast<char*>(bytes.data()), bytes.size(),
      [](void* reference) { delete static_cast<SharedMessage*>(reference); },
      new SharedMessage(owner));
}

grpc::ByteBuffer ShareParts(service::WatchMessage message) {
  const auto shared = std::make_shared<const service::WatchMessage>(std::move(message));
  std::vector<grpc::Slice> slices;
  slices.reserve(1 + shared->parts.size());
  slices.push_back(ShareSlice(shared->head, shared));
  for (const auto& part : shared->parts) slices.push_back(ShareSlice(*part, shared));
  return grpc::ByteBuffer(slices.data(), slices.size());
}

// Beyond it, copying the bytes once costs more than handling their parts.
constexpr size_t kMostJoined = 4'096;

struct Joined {
  service::WatchMessage message;
  grpc::ByteBuffer bytes;
};

size_t SizeOf(const service::WatchMessage& message) {
  size_t size = message.head.size();
  for (const auto& part : message.parts) size += part->size();
  return size;
}

grpc::ByteBuffer Join(const service::WatchMessage& message) {
  std::string bytes = message.head;
  for (const auto& part : message.parts) bytes += *part;
  const grpc::Slice slice(bytes);
  return grpc::ByteBuffer(&slice, 1);
}

}  // namespace

bool Parse(const grpc::ByteBuffer& bytes, google::protobuf::Message& message) {
  grpc::Slice slice;
  if (!bytes.TrySingleSlice(&slice).ok() && !bytes.DumpToSingleSlice(&slice).ok()) return false;
  return message.ParseFromArray(slice.begin(), static_cast<int>(slice.size()));
}

grpc::ByteBuffer Serialize(const google::protobuf::Message& message) {
  grpc::Slice slice(message.ByteSizeLong());
  // The slice is new and nobody else has it yet.
  google::protobuf::io::ArrayOutputStream array(const_cast<uint8_t*>(slice.begin()),
                                                static_cast<int>(slice.size()));
  google::protobuf::io::CodedOutputStream output(&array);
  output.SetSerializationDeterministic(true);
  message.SerializeWithCachedSizes(&output);
  output.Trim();
  return grpc::ByteBuffer(&slice, 1);
}

grpc::ByteBuffer EmptyMessage() {
  const grpc::Slice nothing;
  return grpc::ByteBuffer(&nothing, 1);
}

grpc::ByteBuffer ShareBytes(service::WatchMessage message) {
  if (SizeOf(message) > kMostJoined) return ShareParts(std::move(message));
  // Costs a write half of what it would take to make a buffer of parts each time, and the transport
  // the handling of the parts.
  thread_local Joined newest;
  if (newest.message != message) newest = {.message = message, .bytes = Join(message)};
  return newest.bytes;
}

}  // namespace meeple::rpc
