#include "clients/cli/error_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "clients/cli/testing/fake_game_service.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "meeple/client/error.h"
#include "meeple/v1/error.pb.h"

namespace meeple::cli {
namespace {

using ::testing::HasSubstr;

ErrorReport ReportOfRefusal(grpc::StatusCode code, const std::string& reason,
                            const std::string& message,
                            const std::map<std::string, std::string>& metadata = {}) {
  return ReportOf(client::FromGrpc(Refusal(code, reason, message, metadata)), "localhost:50051");
}

TEST(ErrorReport, NamesWhoIsToMove) {
  const ErrorReport report = ReportOfRefusal(grpc::StatusCode::FAILED_PRECONDITION, "NOT_YOUR_TURN",
                                             "no", {{"to_move", "anna"}});
  EXPECT_EQ(report.message, "it is not your turn: anna is to move");
  EXPECT_THAT(report.advice, HasSubstr("anna"));
  EXPECT_EQ(report.exit_code, kRefused);
}

TEST(ErrorReport, SaysHowMovesOfTheGameAreWritten) {
  const ErrorReport report = ReportOfRefusal(grpc::StatusCode::INVALID_ARGUMENT, "INVALID_FIELD",
                                             "move.notation: a move is a cell such as b2 or pass",
                                             {{"field", "move.notation"}});
  EXPECT_EQ(report.message, "no move of this game: a move is a cell such as b2 or pass");
  EXPECT_THAT(report.advice, HasSubstr("meeple moves"));
  const ErrorReport other = ReportOfRefusal(grpc::StatusCode::INVALID_ARGUMENT, "INVALID_FIELD",
                                            "config.seats: at most 8", {{"field", "config.seats"}});
  EXPECT_EQ(other.message, "config.seats: at most 8");
}

TEST(ErrorReport, DoesNotSayWhoMayRedoWhereNobodyMay) {
  const ErrorReport report =
      ReportOfRefusal(grpc::StatusCode::FAILED_PRECONDITION, "UNDO_NOT_ALLOWED",
                      "moves of this game cannot be taken back: its undo policy is never");
  EXPECT_THAT(report.message, HasSubstr("its undo policy is never"));
  EXPECT_EQ(report.advice, "");
}

TEST(ErrorReport, SaysHowToPassACredential) {
  const ErrorReport report =
      ReportOfRefusal(grpc::StatusCode::UNAUTHENTICATED, "CREDENTIAL_REQUIRED", "no");
  EXPECT_THAT(report.advice, HasSubstr("--credential"));
  EXPECT_THAT(report.advice, HasSubstr("MEEPLE_CREDENTIAL"));
}

TEST(ErrorReport, SaysHowToStartAServer) {
  const ErrorReport report =
      ReportOf(absl::UnavailableError("Connection refused"), "localhost:50051");
  EXPECT_EQ(report.message, "cannot reach the server at localhost:50051 (Connection refused)");
  EXPECT_THAT(report.advice, HasSubstr("scripts/run"));
  EXPECT_EQ(report.exit_code, kUnreachable);
}

TEST(ErrorReport, TellsWhereOneSideAloneSpeaksTls) {
  const auto advice = [](const char* why) {
    return ReportOf(absl::UnavailableError(why), "localhost:50051").advice;
  };
  EXPECT_THAT(advice("ipv4:127.0.0.1:1: Socket closed"), HasSubstr("add --tls"));
  EXPECT_THAT(advice("Ssl handshake failed: SSL routines::wrong version number"),
              HasSubstr("leave --tls"));
  EXPECT_THAT(advice("Ssl handshake failed: SSL routines::certificate verify failed"),
              HasSubstr("--tls-ca=FILE"));
  EXPECT_THAT(advice("Trying to connect an http1.x server"), HasSubstr("speaks HTTP/1"));
}

TEST(ErrorReport, SpeaksOfCommandsWhereTheServerSpeaksOfItsApi) {
  struct Case {
    const char* reason;
    const char* field;
    const char* said;
    const char* told;
  };
  const Case cases[] = {
      {"ROLE_REQUIRED", "", "an invitation plays nothing: take its seat with JoinGame first",
       "take its seat with `meeple join` first"},
      {"UNDO_NOT_ALLOWED", "", "the others have to agree: offer them an undo with MakeOffer",
       "the others have to agree: `meeple offer GAME_ID undo` asks them"},
      {"INVALID_CONFIG", "", "no bot 'x' plays go: ListGameKinds names those that do",
       "`meeple kinds KIND` names those that do"},
      {"INVALID_FIELD", "controller.bot.seed",
       "controller.bot.seed: leave it out: the server draws one",
       "leave the bot's #SEED out: the server draws one"},
      {"INVALID_FIELD", "move", "move: required: set an action such as `cell`, or `notation`",
       "no move of this game: there is nothing in it"},
      {"INVALID_FIELD", "game_id", "game_id: required: 1 to 64 of a-z and 0-9",
       "the id of a game is 1 to 64 of a-z and 0-9"},
  };
  for (const Case& c : cases) {
    const ErrorReport report = ReportOfRefusal(grpc::StatusCode::FAILED_PRECONDITION, c.reason,
                                               c.said, {{"field", c.field}});
    EXPECT_THAT(report.message, HasSubstr(c.told));
  }
}

TEST(ErrorReport, TellsAServerThatGoesDownFromOneThatRefuses) {
  EXPECT_EQ(ReportOfRefusal(grpc::StatusCode::UNAVAILABLE, "SERVER_DRAINING", "draining").exit_code,
            kUnreachable);
  EXPECT_EQ(ReportOf(absl::DeadlineExceededError("late"), "s").exit_code, kUnreachable);
  EXPECT_EQ(ReportOf(absl::CancelledError("stopped"), "s").exit_code, kInterrupted);
}

// It may be a change that was asked for, or what is stored: of a game, a list, scores.
TEST(ErrorReport, OfTheJournalSaysNoMoreThanTheServerKnows) {
  const ErrorReport unread = ReportOfRefusal(grpc::StatusCode::UNAVAILABLE, "JOURNAL_UNAVAILABLE",
                                             "the journal could not be read: retry later");
  EXPECT_EQ(unread.message,
            "the server's storage does not answer: the journal could not be read: retry later");
  EXPECT_THAT(unread.advice, HasSubstr("try again"));
  EXPECT_THAT(unread.advice, HasSubstr("`meeple events` tells"));
  const ErrorReport damaged = ReportOfRefusal(grpc::StatusCode::DATA_LOSS, "JOURNAL_CORRUPT",
                                              "what is stored of the scores is damaged");
  EXPECT_EQ(damaged.message, "what is stored of the scores is damaged");
  EXPECT_THAT(damaged.advice, HasSubstr("who runs the server"));
}

TEST(ErrorReport, HasWordsForEveryReasonOfTheContract) {
  const auto* reasons = v1::ErrorReason_descriptor();
  for (int i = 0; i < reasons->value_count(); ++i) {
    const std::string reason =
        reasons->value(i)->name().substr(std::string("ERROR_REASON_").size());
    if (reason == "UNSPECIFIED") continue;
    const ErrorReport report =
        ReportOfRefusal(grpc::StatusCode::FAILED_PRECONDITION, reason, "the server's words");
    EXPECT_NE(report.message, "") << reason;
    EXPECT_TRUE(report.message != "the server's words" || report.advice != "") << reason;
    EXPECT_EQ(report.message.find('{'), std::string::npos) << reason << ": " << report.message;
    EXPECT_EQ(report.advice.find('{'), std::string::npos) << reason << ": " << report.advice;
  }
}

TEST(ErrorReport, KeepsTheWordsOfAReasonThatItDoesNotKnow) {
  const ErrorReport report =
      ReportOfRefusal(grpc::StatusCode::FAILED_PRECONDITION, "FROM_THE_FUTURE", "wait for spring");
  EXPECT_EQ(report.reason, "FROM_THE_FUTURE");
  EXPECT_EQ(report.message, "wait for spring");
}

TEST(ErrorReport, IsTwoLinesThatATerminalCanShow) {
  const ErrorReport report = {
      .code = "X", .message = "evil \x1b[2J\nname", .advice = "do this", .exit_code = kRefused};
  EXPECT_EQ(report.ToText(Charset::kAscii), "meeple: evil ?[2J?name\n        do this\n");
}

TEST(ErrorReport, IsOneJsonDocument) {
  const ErrorReport report = ReportOfRefusal(grpc::StatusCode::FAILED_PRECONDITION, "NOT_YOUR_TURN",
                                             "no", {{"to_move", "O\x1b"}});
  const std::string json = report.ToJson();
  EXPECT_THAT(json, HasSubstr(R"("reason":"NOT_YOUR_TURN")"));
  EXPECT_THAT(json, HasSubstr(R"("code":"FAILED_PRECONDITION")"));
  EXPECT_THAT(json, HasSubstr(R"("to_move":"O\u001b")"));
  EXPECT_THAT(json, HasSubstr(R"("exit_code":1)"));
  EXPECT_EQ(json.find('\n'), std::string::npos);
}

TEST(ErrorReport, SurvivesWordsThatAreNoUtf8) {
  const ErrorReport report = {.code = "X", .message = "a\xff", .exit_code = kRefused};
  EXPECT_THAT(report.ToJson(), HasSubstr("a\uFFFD"));
}

}  // namespace
}  // namespace meeple::cli
