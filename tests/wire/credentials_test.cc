// Who may do what. A credential that is sent is always checked, also where none is needed.

#include <grpcpp/create_channel.h>

#include "tests/wire/raw_call.h"
#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

class CredentialsTest : public WireTest {
 protected:
  CredentialsTest() : raw_(Connect()), table_(Create()) {}

  // GetGame, which needs no credential, with this value of `authorization`.
  grpc::Status GetWith(const std::vector<std::string>& authorizations) {
    v1::GetGameRequest request;
    request.set_game_id(table_.game_id);
    RawCaller::Extras extras;
    extras.authorizations = authorizations;
    return raw_.Unary("GetGame", extras, request.SerializeAsString()).status;
  }
  // All that only players may do, with this token.
  void ExpectNoMutation(const std::string& token, v1::ErrorReason reason) {
    v1::UndoRequest undo;
    undo.set_game_id(table_.game_id);
    EXPECT_THAT(Call(&Stub::Undo, token, undo), Refused(reason));
    v1::RedoRequest redo;
    redo.set_game_id(table_.game_id);
    EXPECT_THAT(Call(&Stub::Redo, token, redo), Refused(reason));
    v1::ResignRequest resign;
    resign.set_game_id(table_.game_id);
    EXPECT_THAT(Call(&Stub::Resign, token, resign), Refused(reason));
    v1::AbandonRequest abandon;
    abandon.set_game_id(table_.game_id);
    EXPECT_THAT(Call(&Stub::Abandon, token, abandon), Refused(reason));
    EXPECT_THAT(Call(&Stub::SubmitMove, token, MoveRequest(table_, "a1")), Refused(reason));
    EXPECT_EQ(Get(table_)->game().sequence(), 2);
  }

  RawCaller raw_;
  const Table table_;
};

TEST_F(CredentialsTest, WithoutOneAPublicGameCanBeReadButNotPlayed) {
  EXPECT_THAT(GetWith({}), IsOk());
  ExpectNoMutation("", v1::ERROR_REASON_CREDENTIAL_REQUIRED);
}

TEST_F(CredentialsTest, TheSchemeIsBearerInAnyCase) {
  EXPECT_THAT(GetWith({"Bearer " + table_.seats[0]}), IsOk());
  EXPECT_THAT(GetWith({"bearer " + table_.seats[0]}), IsOk());
}

TEST_F(CredentialsTest, WhatIsNoCredentialOfThisServerIsNeverTakenForNone) {
  const std::string& token = table_.seats[0];
  std::string garbled = token;
  garbled[10] = garbled[10] == 'A' ? 'B' : 'A';
  const std::vector<std::string> bad = {
      "",
      "Bearer",
      "Bearer ",
      token,
      "Basic " + token,
      "Basic dXNlcjpwYXNzd29yZA==",
      "Bearer m1.",
      "Bearer m1.AAAA",
      "Bearer m2." + token.substr(3),
      "Bearer " + token.substr(0, token.size() - 1),
      "Bearer " + token + "A",
      "Bearer " + token + "=",
      "Bearer  " + token,
      "Bearer " + token + ", Bearer " + token,
      "Bearer " + garbled,
      "Bearer k1.0123456789",
      "Bearer " + std::string(4'000, 'A'),
  };
  for (const std::string& value : bad) {
    EXPECT_THAT(GetWith({value}), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID)) << value;
  }
}

TEST_F(CredentialsTest, EveryCharacterOfACredentialCounts) {
  const std::string& token = table_.seats[0];
  for (size_t i = 0; i < token.size(); ++i) {
    std::string garbled = token;
    garbled[i] = garbled[i] == 'x' ? 'y' : 'x';
    EXPECT_THAT(GetWith({"Bearer " + garbled}), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID)) << i;
  }
}

TEST_F(CredentialsTest, TwoCredentialsAreNone) {
  EXPECT_THAT(GetWith({"Bearer " + table_.seats[0], "Bearer " + table_.seats[1]}),
              Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
  EXPECT_THAT(GetWith({"Bearer " + table_.seats[0], "Bearer forged"}),
              Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
}

TEST_F(CredentialsTest, OfAnotherServer) {
  const auto other = StartAnother();
  const auto stub = v1::GameService::NewStub(
      grpc::CreateChannel(other->address(), grpc::InsecureChannelCredentials()));
  v1::CreateGameRequest request;
  *request.mutable_config() = Config("");
  v1::CreateGameResponse created;
  grpc::ClientContext context;
  Prepare(context, "");
  ASSERT_THAT(stub->CreateGame(&context, request, &created), IsOk());
  ExpectNoMutation(created.credentials(0).token(), v1::ERROR_REASON_CREDENTIAL_INVALID);
}

TEST_F(CredentialsTest, OfAnotherGame) {
  const Table other = Create();
  ExpectNoMutation(other.seats[0], v1::ERROR_REASON_WRONG_SEAT);
  v1::GetGameRequest get;
  get.set_game_id(table_.game_id);
  EXPECT_THAT(Call(&Stub::GetGame, other.seats[0], get), Refused(v1::ERROR_REASON_WRONG_SEAT));
  v1::WatchGameRequest watch;
  watch.set_game_id(table_.game_id);
  EXPECT_THAT(Watch(watch, other.seats[0])->End(), Refused(v1::ERROR_REASON_WRONG_SEAT));
}

TEST_F(CredentialsTest, OfAnotherSeatPlaysThatSeat) {
  EXPECT_THAT(Move(table_, 1, "a1"), Refused(v1::ERROR_REASON_NOT_YOUR_TURN));
  ASSERT_THAT(Move(table_, 0, "a1"), IsOk());
  EXPECT_THAT(Move(table_, 0, "b2"), Refused(v1::ERROR_REASON_NOT_YOUR_TURN));
}

TEST_F(CredentialsTest, OnceMadeTheyAreGoodOnEveryConnection) {
  RawCaller other(Connect());
  EXPECT_THAT(
      other.Unary("SubmitMove", table_.seats[0], MoveRequest(table_, "a1").SerializeAsString())
          .status,
      IsOk());
  EXPECT_THAT(Move(table_, 1, "b2"), IsOk());
}

class PrivateGameTest : public WireTest {
 protected:
  PrivateGameTest() : table_(Create("visibility: VISIBILITY_PRIVATE")), other_(Create()) {}

  // Everything that reads, with this token.
  void ExpectReads(const std::string& token, const testing::Matcher<const grpc::Status&>& matcher) {
    v1::GetGameRequest get;
    get.set_game_id(table_.game_id);
    EXPECT_THAT(Call(&Stub::GetGame, token, get).status, matcher);
    v1::ListLegalMovesRequest moves;
    moves.set_game_id(table_.game_id);
    EXPECT_THAT(Call(&Stub::ListLegalMoves, token, moves).status, matcher);
    v1::ReplayRequest replay;
    replay.set_game_id(table_.game_id);
    EXPECT_THAT(Call(&Stub::Replay, token, replay).status, matcher);
    v1::ListEventsRequest events;
    events.set_game_id(table_.game_id);
    EXPECT_THAT(Call(&Stub::ListEvents, token, events).status, matcher);
  }

  const Table table_;
  const Table other_;
};

TEST_F(PrivateGameTest, DoesNotExistForStrangers) {
  ExpectReads("", Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  ExpectReads(other_.seats[0], Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  v1::WatchGameRequest watch;
  watch.set_game_id(table_.game_id);
  EXPECT_THAT(Watch(watch, "")->End(), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_THAT(Call(&Stub::SubmitMove, "", MoveRequest(table_, "a1")),
              Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
}

TEST_F(PrivateGameTest, IsTheSameNothingAsAGameThatNeverWas) {
  v1::GetGameRequest get;
  get.set_game_id(table_.game_id);
  const auto hidden = Call(&Stub::GetGame, "", get);
  const std::string absent_id(20, 'a');
  get.set_game_id(absent_id);
  const auto absent = Call(&Stub::GetGame, "", get);
  std::string text = hidden.status.error_message();
  text.replace(text.find(table_.game_id), absent_id.size(), absent_id);
  EXPECT_EQ(text, absent.status.error_message());
  EXPECT_EQ(hidden.status.error_details().size(), absent.status.error_details().size());
}

TEST_F(PrivateGameTest, IsThereForSeatsAndWatchers) {
  ExpectReads(table_.seats[1], IsOk());
  ExpectReads(table_.watch, IsOk());
}

TEST_F(PrivateGameTest, ASpectatorCannotAct) {
  EXPECT_THAT(Call(&Stub::SubmitMove, table_.watch, MoveRequest(table_, "a1")),
              Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  v1::UndoRequest undo;
  undo.set_game_id(table_.game_id);
  EXPECT_THAT(Call(&Stub::Undo, table_.watch, undo), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  v1::ResignRequest resign;
  resign.set_game_id(table_.game_id);
  EXPECT_THAT(Call(&Stub::Resign, table_.watch, resign), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
}

}  // namespace
}  // namespace meeple::wire
