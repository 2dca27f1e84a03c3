#include "service/rpc/request_checks.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "service/rpc/testing/request_cases.h"

namespace meeple::rpc {
namespace {

v1::MakeOfferRequest OfferOfADraw() {
  v1::MakeOfferRequest request = OfGame<v1::MakeOfferRequest>();
  request.set_kind(v1::OFFER_KIND_DRAW);
  return request;
}

v1::AnswerOfferRequest YesToAnOffer() {
  v1::AnswerOfferRequest request = OfGame<v1::AnswerOfferRequest>();
  request.set_offer_id(1);
  request.set_answer(v1::OFFER_ANSWER_ACCEPT);
  return request;
}

TEST(RequestChecksTest, OffersAndAnswers) {
  using Make = v1::MakeOfferRequest;
  using Answer = v1::AnswerOfferRequest;
  const auto kind = [](int value) {
    return [value](Make& request) { request.set_kind(static_cast<v1::OfferKind>(value)); };
  };
  const auto answer = [](int value) {
    return [value](Answer& request) { request.set_answer(static_cast<v1::OfferAnswer>(value)); };
  };
  Expect(
      OfferOfADraw(),
      std::vector<Case<Make>>{
          {"no kind", kind(0), "kind"},
          {"the last kind", kind(3), ""},
          {"an unknown kind", kind(4), "kind"},
          {"a negative kind", kind(-1), "kind"},
          {"the longest time", [](Make& r) { r.set_expire_seconds(604'800); }, ""},
          {"past it", [](Make& r) { r.set_expire_seconds(604'801); }, "expire_seconds"},
          {"negative time", [](Make& r) { r.set_expire_seconds(-1); }, "expire_seconds"},
          {"swapped draw", [](Make& r) { r.set_swap_seats(true); }, "swap_seats"},
          {"negative sequence", [](Make& r) { r.set_expected_sequence(-1); }, "expected_sequence"},
      });
  Expect(YesToAnOffer(), std::vector<Case<Answer>>{
                             {"no offer", [](Answer& r) { r.set_offer_id(0); }, "offer_id"},
                             {"negative", [](Answer& r) { r.set_offer_id(-1); }, "offer_id"},
                             {"no answer", answer(0), "answer"},
                             {"the last answer", answer(3), ""},
                             {"an unknown answer", answer(4), "answer"},
                         });
}

TEST(RequestChecksTest, GameIdInEveryRequestThatHasOne) {
  Expect(OfGame<v1::GetGameRequest>(), GameIdCases<v1::GetGameRequest>());
  Expect(OfGame<v1::ListLegalMovesRequest>(), GameIdCases<v1::ListLegalMovesRequest>());
  Expect(OfGame<v1::UndoRequest>(), GameIdCases<v1::UndoRequest>());
  Expect(OfGame<v1::RedoRequest>(), GameIdCases<v1::RedoRequest>());
  Expect(OfGame<v1::ReplayRequest>(), GameIdCases<v1::ReplayRequest>());
  Expect(OfGame<v1::ListEventsRequest>(), GameIdCases<v1::ListEventsRequest>());
  Expect(OfGame<v1::ForkGameRequest>(), GameIdCases<v1::ForkGameRequest>());
  Expect(OfGame<v1::EvictGameRequest>(), GameIdCases<v1::EvictGameRequest>());
  Expect(OfGame<v1::VerifyGameRequest>(), GameIdCases<v1::VerifyGameRequest>());
  Expect(OfGame<v1::ResignRequest>(), GameIdCases<v1::ResignRequest>());
  Expect(OfGame<v1::RotateCredentialRequest>(), GameIdCases<v1::RotateCredentialRequest>());
  Expect(OfGame<v1::RevokeCredentialRequest>(), GameIdCases<v1::RevokeCredentialRequest>());
  v1::SetControllerRequest set_controller = OfGame<v1::SetControllerRequest>();
  set_controller.mutable_controller()->mutable_held();
  Expect(set_controller, GameIdCases<v1::SetControllerRequest>());
  Expect(OfGame<v1::JoinGameRequest>(), GameIdCases<v1::JoinGameRequest>());
  Expect(OfGame<v1::LeaveGameRequest>(), GameIdCases<v1::LeaveGameRequest>());
  Expect(OfGame<v1::AbandonRequest>(), GameIdCases<v1::AbandonRequest>());
  Expect(OfferOfADraw(), GameIdCases<v1::MakeOfferRequest>());
  Expect(YesToAnOffer(), GameIdCases<v1::AnswerOfferRequest>());
  Expect(OfGame<v1::WatchGameRequest>(), GameIdCases<v1::WatchGameRequest>());
  v1::SubmitMoveRequest submit = OfGame<v1::SubmitMoveRequest>();
  submit.mutable_move()->set_notation("a1");
  Expect(submit, GameIdCases<v1::SubmitMoveRequest>());
}

TEST(RequestChecksTest, RequestIdInEveryMutation) {
  Expect(OfGame<v1::UndoRequest>(), RequestIdCases<v1::UndoRequest>());
  Expect(OfGame<v1::RedoRequest>(), RequestIdCases<v1::RedoRequest>());
  Expect(OfGame<v1::ForkGameRequest>(), RequestIdCases<v1::ForkGameRequest>());
  Expect(OfGame<v1::ResignRequest>(), RequestIdCases<v1::ResignRequest>());
  Expect(OfGame<v1::RotateCredentialRequest>(), RequestIdCases<v1::RotateCredentialRequest>());
  Expect(OfGame<v1::RevokeCredentialRequest>(), RequestIdCases<v1::RevokeCredentialRequest>());
  Expect(OfGame<v1::JoinGameRequest>(), RequestIdCases<v1::JoinGameRequest>());
  Expect(OfGame<v1::LeaveGameRequest>(), RequestIdCases<v1::LeaveGameRequest>());
  Expect(OfGame<v1::AbandonRequest>(), RequestIdCases<v1::AbandonRequest>());
  Expect(OfferOfADraw(), RequestIdCases<v1::MakeOfferRequest>());
  Expect(YesToAnOffer(), RequestIdCases<v1::AnswerOfferRequest>());
  v1::SubmitMoveRequest submit = OfGame<v1::SubmitMoveRequest>();
  submit.mutable_move()->set_notation("a1");
  Expect(submit, RequestIdCases<v1::SubmitMoveRequest>());
  v1::CreateGameRequest create;
  create.mutable_config()->set_kind("tic_tac_toe");
  Expect(create, RequestIdCases<v1::CreateGameRequest>());
}

TEST(RequestChecksTest, SeatsAndNamesOfThoseWhoJoin) {
  using Join = v1::JoinGameRequest;
  using Revoke = v1::RevokeCredentialRequest;
  const auto name = [](std::string text) {
    return [text](Join& request) { request.set_player_id(text); };
  };
  Expect(OfGame<Join>(), std::vector<Case<Join>>{
                             {"the first seat", [](Join& r) { r.set_seat(0); }, ""},
                             {"the last seat", [](Join& r) { r.set_seat(7); }, ""},
                             {"past it", [](Join& r) { r.set_seat(8); }, "seat"},
                             {"negative", [](Join& r) { r.set_seat(-1); }, "seat"},
                             {"a name at the limit", name(std::string(64, 'n')), ""},
                             {"a name past it", name(std::string(65, 'n')), "player_id"},
                             {"a blank name", name(" "), "player_id"},
                             {"a newline in it", name("a\nb"), "player_id"},
                         });
  Expect(OfGame<Revoke>(), std::vector<Case<Revoke>>{
                               {"the last seat", [](Revoke& r) { r.set_seat(7); }, ""},
                               {"past it", [](Revoke& r) { r.set_seat(8); }, "seat"},
                               {"negative", [](Revoke& r) { r.set_seat(-1); }, "seat"},
                           });
}

TEST(RequestChecksTest, FiltersOfLists) {
  using List = v1::ListGamesRequest;
  Expect(List(), PagingCases<List>());
  Expect(
      List(),
      std::vector<Case<List>>{
          {"a kind at the limit", [](List& r) { r.set_kind(std::string(64, 'k')); }, ""},
          {"a kind past it", [](List& r) { r.set_kind(std::string(65, 'k')); }, "kind"},
          {"a status", [](List& r) { r.set_status(v1::GAME_STATUS_DRAWN); }, ""},
          {"no status", [](List& r) { r.set_status(static_cast<v1::GameStatus>(99)); }, "status"},
          {"a player", [](List& r) { r.set_player_id(" Zoë "); }, ""},
          {"no name", [](List& r) { r.set_player_id("a\nb"); }, "player_id"},
          {"nobody's turn", [](List& r) { r.set_waiting_for(" "); }, "waiting_for"},
          {"a label", [](List& r) { (*r.mutable_labels())["a"] = "b"; }, ""},
          {"a label without a name", [](List& r) { (*r.mutable_labels())[""] = "b"; }, "labels"},
      });
}

TEST(RequestChecksTest, Controllers) {
  using Set = v1::SetControllerRequest;
  Set request = OfGame<Set>();
  request.mutable_controller()->mutable_bot()->set_kind("random");
  Expect(request, RequestIdCases<Set>());
  Expect(request,
         std::vector<Case<Set>>{
             {"the last seat", [](Set& r) { r.set_seat(7); }, ""},
             {"past it", [](Set& r) { r.set_seat(8); }, "seat"},
             {"negative", [](Set& r) { r.set_seat(-1); }, "seat"},
             {"a person", [](Set& r) { r.mutable_controller()->mutable_held(); }, ""},
             {"nobody", [](Set& r) { r.clear_controller(); }, "controller"},
             {"none of them", [](Set& r) { r.mutable_controller()->Clear(); }, "controller"},
             {"a seed", [](Set& r) { r.mutable_controller()->mutable_bot()->set_seed(0); },
              "controller.bot.seed"},
         });
}

TEST(RequestChecksTest, Scores) {
  using Get = v1::GetScoreRequest;
  using List = v1::ListScoresRequest;
  Get get;
  get.set_player_id("ann");
  Expect(get,
         std::vector<Case<Get>>{
             {"nobody", [](Get& r) { r.clear_player_id(); }, "player_id"},
             {"a name at the limit", [](Get& r) { r.set_player_id(std::string(64, 'n')); }, ""},
             {"a name past it", [](Get& r) { r.set_player_id(std::string(65, 'n')); }, "player_id"},
             {"no name", [](Get& r) { r.set_player_id(" "); }, "player_id"},
             {"a kind at the limit", [](Get& r) { r.set_kind(std::string(64, 'k')); }, ""},
             {"a kind past it", [](Get& r) { r.set_kind(std::string(65, 'k')); }, "kind"},
             {"a board", [](Get& r) { r.set_board(v1::SCORE_BOARD_CASUAL); }, ""},
             {"no board", [](Get& r) { r.set_board(static_cast<v1::ScoreBoard>(3)); }, "board"},
         });
  Expect(List(), PagingCases<List>());
  Expect(List(),
         std::vector<Case<List>>{
             {"a kind past the limit", [](List& r) { r.set_kind(std::string(65, 'k')); }, "kind"},
             {"no board", [](List& r) { r.set_board(static_cast<v1::ScoreBoard>(-1)); }, "board"},
         });
}

TEST(RequestChecksTest, Allocations) {
  const auto request = [](int games) {
    v1::AllocateGamesRequest allocate;
    for (int i = 0; i < games; ++i) allocate.add_games()->mutable_config()->set_kind("mnk");
    return allocate;
  };
  Expect(
      request(2),
      std::vector<Case<v1::AllocateGamesRequest>>{
          {"two games", [](v1::AllocateGamesRequest&) {}, ""},
          {"none", [](v1::AllocateGamesRequest& r) { r.clear_games(); }, "games"},
          {"no config", [](v1::AllocateGamesRequest& r) { r.mutable_games(0)->clear_config(); },
           "games[0].config"},
          {"no UUID", [](v1::AllocateGamesRequest& r) { r.mutable_games(1)->set_request_id("1"); },
           "games[1].request_id"},
          {"too many seats",
           [](v1::AllocateGamesRequest& r) {
             for (int i = 0; i < 9; ++i) r.mutable_games(1)->mutable_config()->add_seats();
           },
           "games[1].config.seats"},
      });
  EXPECT_TRUE(Check(request(100)).ok());
  EXPECT_FALSE(Check(request(101)).ok());
  EXPECT_TRUE(Check(v1::GetServerInfoRequest()).ok());
  EXPECT_TRUE(Check(v1::DrainServerRequest()).ok());
}

TEST(RequestChecksTest, NoErrorRepeatsTheRequestId) {
  v1::UndoRequest request = OfGame<v1::UndoRequest>();
  request.set_request_id("almost-a-secret");
  EXPECT_EQ(Check(request).ToString().find("almost"), std::string::npos);
}

TEST(RequestChecksTest, ExpectedSequence) {
  Expect(OfGame<v1::UndoRequest>(), ExpectedSequenceCases<v1::UndoRequest>());
  Expect(OfGame<v1::RedoRequest>(), ExpectedSequenceCases<v1::RedoRequest>());
  v1::SubmitMoveRequest submit = OfGame<v1::SubmitMoveRequest>();
  submit.mutable_move()->set_notation("a1");
  Expect(submit, ExpectedSequenceCases<v1::SubmitMoveRequest>());
}

TEST(RequestChecksTest, Paging) {
  Expect(OfGame<v1::ReplayRequest>(), PagingCases<v1::ReplayRequest>());
  Expect(OfGame<v1::ListEventsRequest>(), PagingCases<v1::ListEventsRequest>());
}

TEST(RequestChecksTest, Move) {
  using Request = v1::SubmitMoveRequest;
  Request right = OfGame<Request>();
  right.mutable_move()->mutable_cell()->set_row(1);
  Expect<Request>(
      right, {
                 {"missing", [](Request& r) { r.clear_move(); }, "move"},
                 {"neither action nor notation",
                  [](Request& r) {
                    r.mutable_move()->clear_action();
                    r.mutable_move()->set_player_id("X");
                  },
                  "move"},
                 {"a cell whose fields are all 0",
                  [](Request& r) { r.mutable_move()->mutable_cell()->Clear(); }, ""},
                 {"a cell off every board",
                  [](Request& r) { r.mutable_move()->mutable_cell()->set_row(-1); }, ""},
                 {"column 0", [](Request& r) { r.mutable_move()->set_column(0); }, ""},
                 {"both, as ListLegalMoves gives them",
                  [](Request& r) { r.mutable_move()->set_notation("a2"); }, ""},
                 {"notation at the limit",
                  [](Request& r) { r.mutable_move()->set_notation(std::string(64, 'a')); }, ""},
                 {"notation past the limit",
                  [](Request& r) { r.mutable_move()->set_notation(std::string(65, 'a')); },
                  "move.notation"},
             });
}

TEST(RequestChecksTest, Replay) {
  using Request = v1::ReplayRequest;
  Expect<Request>(
      OfGame<Request>(),
      {
          {"from negative", [](Request& r) { r.set_from_turn(-1); }, "from_turn"},
          {"from greatest",
           [](Request& r) { r.set_from_turn(std::numeric_limits<int32_t>::max()); }, ""},
          {"to 0 from 0", [](Request& r) { r.set_to_turn(0); }, ""},
          {"to negative", [](Request& r) { r.set_to_turn(-1); }, "to_turn"},
          {"to the same",
           [](Request& r) {
             r.set_from_turn(5);
             r.set_to_turn(5);
           },
           ""},
          {"to before from",
           [](Request& r) {
             r.set_from_turn(5);
             r.set_to_turn(4);
           },
           "to_turn"},
      });
}

TEST(RequestChecksTest, ListEvents) {
  using Request = v1::ListEventsRequest;
  Expect<Request>(
      OfGame<Request>(),
      {
          {"negative", [](Request& r) { r.set_after_sequence(-1); }, "after_sequence"},
          {"greatest",
           [](Request& r) { r.set_after_sequence(std::numeric_limits<int64_t>::max()); }, ""},
      });
}

TEST(RequestChecksTest, WatchGame) {
  using Request = v1::WatchGameRequest;
  Expect<Request>(
      OfGame<Request>(),
      {
          {"negative", [](Request& r) { r.set_after_sequence(-1); }, "after_sequence"},
          {"greatest",
           [](Request& r) { r.set_after_sequence(std::numeric_limits<int64_t>::max()); }, ""},
          {"snapshot", [](Request& r) { r.set_snapshot(true); }, ""},
          {"snapshot within",
           [](Request& r) {
             r.set_snapshot(true);
             r.set_after_sequence(1);
           },
           "snapshot"},
      });
}

TEST(RequestChecksTest, ForkGame) {
  using Request = v1::ForkGameRequest;
  Expect<Request>(
      OfGame<Request>(),
      {
          {"negative", [](Request& r) { r.set_turn(-1); }, "turn"},
          {"greatest", [](Request& r) { r.set_turn(std::numeric_limits<int32_t>::max()); }, ""},
      });
}

// No name leads out of the folder of backups.
TEST(RequestChecksTest, CreateBackup) {
  using Request = v1::CreateBackupRequest;
  Request right;
  right.set_name("2026-11-30_a.1");
  std::vector<Case<Request>> cases = {
      {"at the limit", [](Request& r) { r.set_name(std::string(64, 'b')); }, ""},
      {"past the limit", [](Request& r) { r.set_name(std::string(65, 'b')); }, "name"},
  };
  for (const std::string name : {"", ".", "..", ".hidden", "-option", "a/b", "/etc", "../up", "a b",
                                 "a.partial", "a\\b", "a\nb", "\xc3\xa9"}) {
    cases.push_back({name, [name](Request& r) { r.set_name(name); }, "name"});
  }
  cases.push_back({"a NUL", [](Request& r) { r.set_name(std::string("a\0b", 3)); }, "name"});
  Expect<Request>(right, cases);
}

TEST(RequestChecksTest, EmptyRequestOfNothing) {
  EXPECT_EQ(Check(v1::ListGameKindsRequest()), absl::OkStatus());
}

}  // namespace
}  // namespace meeple::rpc
