#ifndef MEEPLE_TESTS_WIRE_RAW_CALL_H_
#define MEEPLE_TESTS_WIRE_RAW_CALL_H_

// Calls with bytes instead of messages: what no generated stub would send.
//
//   RawCaller raw(Connect());
//   EXPECT_THAT(raw.Unary("GetGame", "", "\xff").status,
//               Refused(v1::ERROR_REASON_MALFORMED_REQUEST));

#include <grpc/impl/codegen/compression_types.h>
#include <grpcpp/channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/status.h>

#include <memory>
#include <string>
#include <vector>

namespace meeple::wire {

class RawCaller {
 public:
  struct Reply {
    grpc::Status status;
    std::string bytes;  // of the first message
  };
  // What a call carries beside its bytes.
  struct Extras {
    // Whole values of metadata `authorization`, as many as there are.
    std::vector<std::string> authorizations = {};
    grpc_compression_algorithm compression = GRPC_COMPRESS_NONE;
  };

  explicit RawCaller(std::shared_ptr<grpc::Channel> channel) : stub_(std::move(channel)) {}

  // Calls a method of GameService, or of another service by its full name
  // "/package.Service/Method". A stream's method works too, as far as its status: one that begins
  // well is an error here.
  Reply Unary(const std::string& method, const std::string& token, const std::string& bytes);
  Reply Unary(const std::string& method, const Extras& extras, const std::string& bytes);

  // Sends one message on a bidirectional stream, closes it and returns the first message back.
  std::string FirstOfStream(const std::string& method, const std::string& bytes);

 private:
  grpc::GenericStub stub_;
};

}  // namespace meeple::wire

#endif  // MEEPLE_TESTS_WIRE_RAW_CALL_H_
