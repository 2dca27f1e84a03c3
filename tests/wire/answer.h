#ifndef MEEPLE_TESTS_WIRE_ANSWER_H_
#define MEEPLE_TESTS_WIRE_ANSWER_H_

// What a client got back, and what must be true of every error whatever the test is about.
//
//   EXPECT_THAT(game.Move(0, "b2"), IsOk());
//   EXPECT_THAT(game.Move(0, "b2"), Refused(v1::ERROR_REASON_CELL_TAKEN));

#include <gmock/gmock.h>
#include <grpcpp/support/status.h>

#include <ostream>
#include <set>
#include <string>
#include <utility>

#include "google/rpc/error_details.pb.h"
#include "meeple/v1/error.pb.h"

namespace grpc {

// Found by GoogleTest, which would print bytes otherwise.
void PrintTo(const Status& status, std::ostream* out);

}  // namespace grpc

namespace meeple::wire {

// The reason in the details of an error; UNSPECIFIED where there are none. Fails the test if the
// error is not as every error of ours has to be: domain, known reason, fitting code, size.
v1::ErrorReason ReasonOf(const grpc::Status& status);

// All reasons that ReasonOf has seen in this process.
std::set<v1::ErrorReason> ReasonsSeen();

// The ErrorInfo, or another detail, of an error; empty where it has none.
template <class Detail>
Detail DetailOf(const grpc::Status& status);
extern template google::rpc::ErrorInfo DetailOf(const grpc::Status&);
extern template google::rpc::BadRequest DetailOf(const grpc::Status&);
extern template google::rpc::RetryInfo DetailOf(const grpc::Status&);

// One value of the metadata of an error; empty where there is none.
std::string MetadataOf(const grpc::Status& status, const std::string& key);

// The answer to a unary call.
template <class Response>
struct Answer {
  grpc::Status status;
  Response response;

  bool ok() const { return status.ok(); }
  v1::ErrorReason reason() const { return ReasonOf(status); }
  std::string metadata(const std::string& key) const { return MetadataOf(status, key); }
  const Response* operator->() const { return &response; }
};

template <class Response>
void PrintTo(const Answer<Response>& answer, std::ostream* out) {
  PrintTo(answer.status, out);
}

inline const grpc::Status& StatusOf(const grpc::Status& status) { return status; }
template <class Response>
const grpc::Status& StatusOf(const Answer<Response>& answer) {
  return answer.status;
}

// One line for failures.
std::string Describe(const grpc::Status& status);

// Match a grpc::Status or an Answer.
MATCHER(IsOk, "") { return StatusOf(arg).ok(); }
MATCHER_P(Refused, reason, "is refused with " + v1::ErrorReason_Name(reason)) {
  return ReasonOf(StatusOf(arg)) == reason;
}
// INVALID_FIELD that names `field`, in BadRequest and metadata.
MATCHER_P(RefusedField, field, "is refused for field " + std::string(field)) {
  const grpc::Status& status = StatusOf(arg);
  const auto bad_request = DetailOf<google::rpc::BadRequest>(status);
  return ReasonOf(status) == v1::ERROR_REASON_INVALID_FIELD &&
         MetadataOf(status, "field") == field && bad_request.field_violations_size() == 1 &&
         bad_request.field_violations(0).field() == field;
}
// What the transport says by itself: a code without details.
MATCHER_P(FailsWithoutDetails, code, "") {
  const grpc::Status& status = StatusOf(arg);
  return status.error_code() == code && status.error_details().empty();
}

}  // namespace meeple::wire

#endif  // MEEPLE_TESTS_WIRE_ANSWER_H_
