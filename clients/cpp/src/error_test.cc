#include "meeple/client/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "testing/fake_service.h"

namespace meeple::client {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

absl::Status Refused(const Refusal& refusal) { return FromGrpc(ToStatus(refusal)); }

TEST(Error, SaysAllThatTheServerSaid) {
  const Error error = ErrorOf(Refused({.code = grpc::StatusCode::FAILED_PRECONDITION,
                                       .reason = "NOT_YOUR_TURN",
                                       .metadata = {{"to_move", "O"}},
                                       .retry_milliseconds = 2'500}));
  EXPECT_EQ(error.code, absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(error.message, "because");
  EXPECT_EQ(error.reason, v1::ERROR_REASON_NOT_YOUR_TURN);
  EXPECT_EQ(error.reason_name, "NOT_YOUR_TURN");
  EXPECT_THAT(error.metadata, ElementsAre(Pair("to_move", "O")));
  EXPECT_EQ(error.retry_delay, absl::Milliseconds(2'500));
  EXPECT_EQ(error.ToString(), "NOT_YOUR_TURN: because");
}

TEST(Error, KeepsTheNameOfAReasonOfALaterRelease) {
  const Error error =
      ErrorOf(Refused({.code = grpc::StatusCode::FAILED_PRECONDITION, .reason = "CHECKMATE"}));
  EXPECT_EQ(error.reason, v1::ERROR_REASON_UNSPECIFIED);
  EXPECT_EQ(error.reason_name, "CHECKMATE");
}

TEST(Error, TakesNoReasonFromAnyoneElse) {
  const absl::Status status = Refused(
      {.code = grpc::StatusCode::UNAUTHENTICATED, .reason = "GAME_OVER", .domain = "a.proxy"});
  EXPECT_EQ(ReasonOf(status), v1::ERROR_REASON_UNSPECIFIED);
  EXPECT_EQ(ReasonNameOf(status), "");
  EXPECT_THAT(MetadataOf(status), IsEmpty());
}

TEST(Error, SaysWhatIsWrongWithFields) {
  google::rpc::BadRequest request;
  auto* violation = request.add_field_violations();
  violation->set_field("config.kind");
  violation->set_description("is unknown");
  google::rpc::Status rich;
  rich.add_details()->PackFrom(request);
  const Error error = ErrorOf(
      FromGrpc(grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "bad", rich.SerializeAsString())));
  ASSERT_EQ(error.fields.size(), 1);
  EXPECT_EQ(error.fields[0].field, "config.kind");
  EXPECT_EQ(error.fields[0].description, "is unknown");
}

TEST(Error, OfTheTransportHasACodeAndNothingElse) {
  const Error error = ErrorOf(absl::UnavailableError("plain"));
  EXPECT_EQ(error.reason_name, "");
  EXPECT_FALSE(error.retry_delay.has_value());
  EXPECT_EQ(error.ToString(), "UNAVAILABLE: plain");
}

TEST(Error, DetailsThatAreNoneDoNoHarm) {
  const Error error =
      ErrorOf(FromGrpc(grpc::Status(grpc::StatusCode::NOT_FOUND, "gone", "\xff no status at all")));
  EXPECT_EQ(error.code, absl::StatusCode::kNotFound);
  EXPECT_EQ(error.reason_name, "");
}

// What to do about a failed call; a row for each kind of trouble.
struct Trouble {
  const char* about;
  absl::Status status;
  bool is_transient;
  bool is_resumable;
};

TEST(Error, KnowsWhatMayHelp) {
  const auto exhausted = grpc::StatusCode::RESOURCE_EXHAUSTED;
  const std::vector<Trouble> troubles = {
      {"done", absl::OkStatus(), false, false},
      {"the server is away", absl::UnavailableError("down"), true, true},
      {"the server is about to go",
       Refused({.code = grpc::StatusCode::UNAVAILABLE, .reason = "SERVER_DRAINING"}), true, true},
      {"the server asks to wait",
       Refused({.code = exhausted, .reason = "OVERLOADED", .retry_milliseconds = 100}), true, true},
      {"full", Refused({.code = exhausted, .reason = "LIMIT_REACHED"}), false, false},
      {"too slow", Refused({.code = exhausted, .reason = "WATCHER_LAGGING"}), false, true},
      {"refused", Refused({.code = grpc::StatusCode::FAILED_PRECONDITION, .reason = "GAME_OVER"}),
       false, false},
      {"broken", absl::InternalError("reset"), true, true},
      {"broken by something on the way", absl::UnknownError("502"), true, true},
      {"ended by the other side", absl::CancelledError("reset"), true, true},
      {"the server's own error",
       Refused({.code = grpc::StatusCode::INTERNAL, .reason = "SOME_REASON"}), false, false},
      {"out of time", absl::DeadlineExceededError("late"), false, true},
      {"unknown rpc", absl::UnimplementedError("what?"), false, false},
  };
  for (const Trouble& trouble : troubles) {
    EXPECT_EQ(IsTransient(trouble.status), trouble.is_transient) << trouble.about;
    EXPECT_EQ(IsResumable(trouble.status), trouble.is_resumable) << trouble.about;
  }
}

}  // namespace
}  // namespace meeple::client
