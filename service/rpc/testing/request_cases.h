#ifndef MEEPLE_SERVICE_RPC_TESTING_REQUEST_CASES_H_
#define MEEPLE_SERVICE_RPC_TESTING_REQUEST_CASES_H_

// For tests of request_checks.h: tables of changes to a request that is right, and those tables for
// the fields that many requests share.
//
//   Expect<v1::UndoRequest>(OfGame<v1::UndoRequest>(), RequestIdCases<v1::UndoRequest>());

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "google/rpc/error_details.pb.h"
#include "service/core/errors.h"
#include "service/rpc/request_checks.h"

namespace meeple::rpc {

inline constexpr char kUuid[] = "01234567-89ab-cdef-0123-456789abcdef";

// The field that the BadRequest of `status` names; empty for OK.
inline std::string FieldOf(const absl::Status& status) {
  if (status.ok()) return "";
  EXPECT_EQ(service::ReasonOf(status), v1::ERROR_REASON_INVALID_FIELD) << status;
  const auto payload = status.GetPayload("type.googleapis.com/google.rpc.BadRequest");
  google::rpc::BadRequest bad_request;
  EXPECT_TRUE(payload.has_value() && bad_request.ParseFromString(std::string(*payload))) << status;
  EXPECT_EQ(bad_request.field_violations_size(), 1);
  return bad_request.field_violations(0).field();
}

// One change to a request that is right, and the field that is wrong after it; "" if none is.
template <class Request>
struct Case {
  std::string what;
  std::function<void(Request&)> change;
  std::string wrong_field;
};

template <class Request>
void Expect(const Request& right, const std::vector<Case<Request>>& cases) {
  EXPECT_EQ(FieldOf(Check(right)), "");
  for (const Case<Request>& c : cases) {
    Request request = right;
    c.change(request);
    EXPECT_EQ(FieldOf(Check(request)), c.wrong_field) << c.what;
  }
}

template <class Request>
Request OfGame() {
  Request request;
  request.set_game_id("a1b2c3d4e5f6g7h8i9j0");
  return request;
}

template <class Request>
std::vector<Case<Request>> GameIdCases() {
  return {
      {"missing", [](Request& r) { r.clear_game_id(); }, "game_id"},
      {"one character", [](Request& r) { r.set_game_id("a"); }, ""},
      {"at the limit", [](Request& r) { r.set_game_id(std::string(64, 'z')); }, ""},
      {"past the limit", [](Request& r) { r.set_game_id(std::string(65, 'z')); }, "game_id"},
      {"upper case", [](Request& r) { r.set_game_id("A1"); }, "game_id"},
      {"a space", [](Request& r) { r.set_game_id("a 1"); }, "game_id"},
      {"a path", [](Request& r) { r.set_game_id("../a"); }, "game_id"},
      {"a NUL", [](Request& r) { r.set_game_id(std::string("a\0b", 3)); }, "game_id"},
      {"a letter beyond ASCII", [](Request& r) { r.set_game_id("é"); }, "game_id"},
  };
}

template <class Request>
std::vector<Case<Request>> RequestIdCases() {
  const auto set = [](std::string id) {
    return [id](Request& request) { request.set_request_id(id); };
  };
  return {
      {"a UUID", set(kUuid), ""},
      {"upper case", set("01234567-89AB-CDEF-0123-456789ABCDEF"), ""},
      {"empty", set(""), ""},
      {"a digit short", set("01234567-89ab-cdef-0123-456789abcde"), "request_id"},
      {"a digit too many", set("01234567-89ab-cdef-0123-456789abcdef0"), "request_id"},
      {"no dashes", set("0123456789abcdef0123456789abcdef"), "request_id"},
      {"dashes elsewhere", set("0123456-789ab-cdef-0123-456789abcdef"), "request_id"},
      {"braces", set("{01234567-89ab-cdef-0123-456789abcdef}"), "request_id"},
      {"no hexadecimal digit", set("01234567-89ab-cdef-0123-456789abcdeg"), "request_id"},
      {"a newline", set("01234567-89ab-cdef-0123-456789abcdef\n"), "request_id"},
  };
}

template <class Request>
std::vector<Case<Request>> ExpectedSequenceCases() {
  const auto set = [](int64_t sequence) {
    return [sequence](Request& request) { request.set_expected_sequence(sequence); };
  };
  return {
      {"zero", set(0), ""},
      {"greatest", set(std::numeric_limits<int64_t>::max()), ""},
      {"negative", set(-1), "expected_sequence"},
      {"least", set(std::numeric_limits<int64_t>::min()), "expected_sequence"},
  };
}

template <class Request>
std::vector<Case<Request>> PagingCases() {
  return {
      {"size 0", [](Request& r) { r.set_page_size(0); }, ""},
      {"size at the limit", [](Request& r) { r.set_page_size(1'000); }, ""},
      {"size past the limit", [](Request& r) { r.set_page_size(1'001); }, "page_size"},
      {"size negative", [](Request& r) { r.set_page_size(-1); }, "page_size"},
      {"token at the limit", [](Request& r) { r.set_page_token(std::string(512, 't')); }, ""},
      {"token past it", [](Request& r) { r.set_page_token(std::string(513, 't')); }, "page_token"},
  };
}

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_TESTING_REQUEST_CASES_H_
