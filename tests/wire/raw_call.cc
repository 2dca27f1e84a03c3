#include "tests/wire/raw_call.h"

#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/support/slice.h>

#include <chrono>
#include <future>
#include <utility>

#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

grpc::ByteBuffer ToBuffer(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return grpc::ByteBuffer(&slice, 1);
}

std::string FromBuffer(const grpc::ByteBuffer& buffer) {
  grpc::Slice slice;
  if (!buffer.DumpToSingleSlice(&slice).ok()) return "";
  return std::string(reinterpret_cast<const char*>(slice.begin()), slice.size());
}

std::string FullName(const std::string& method) {
  return method.starts_with("/") ? method : "/meeple.v1.GameService/" + method;
}

}  // namespace

RawCaller::Reply RawCaller::Unary(const std::string& method, const std::string& token,
                                  const std::string& bytes) {
  Extras extras;
  if (!token.empty()) extras.authorizations.push_back("Bearer " + token);
  return Unary(method, extras, bytes);
}

RawCaller::Reply RawCaller::Unary(const std::string& method, const Extras& extras,
                                  const std::string& bytes) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kPatience);
  for (const std::string& value : extras.authorizations) {
    context.AddMetadata("authorization", value);
  }
  context.set_compression_algorithm(extras.compression);
  const grpc::ByteBuffer request = ToBuffer(bytes);
  grpc::ByteBuffer response;
  std::promise<grpc::Status> done;
  stub_.UnaryCall(&context, FullName(method), {}, &request, &response,
                  [&done](grpc::Status status) { done.set_value(std::move(status)); });
  Reply reply;
  reply.status = done.get_future().get();
  if (reply.status.ok()) reply.bytes = FromBuffer(response);
  return reply;
}

std::string RawCaller::FirstOfStream(const std::string& method, const std::string& bytes) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kPatience);
  grpc::CompletionQueue queue;
  // Waits for the one operation that is under way.
  const auto finish = [&queue] {
    void* tag = nullptr;
    bool ok = false;
    return queue.Next(&tag, &ok) && ok;
  };
  const auto call = stub_.PrepareCall(&context, FullName(method), &queue);
  call->StartCall(nullptr);
  finish();
  call->Write(ToBuffer(bytes), nullptr);
  finish();
  grpc::ByteBuffer response;
  call->Read(&response, nullptr);
  const bool read = finish();
  call->WritesDone(nullptr);
  finish();
  grpc::Status status;
  call->Finish(&status, nullptr);
  finish();
  return read ? FromBuffer(response) : "";
}

}  // namespace meeple::wire
