// Offers and rematches over the wire: what is answered and refused, and what others see of it.

#include <gmock/gmock.h>

#include <string>

#include "meeple/v1/lobby_service.grpc.pb.h"
#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

using ::testing::ElementsAre;

class OffersTest : public WireTest {
 protected:
  OffersTest() : lobby_(v1::LobbyService::NewStub(Connect())) {}

  Answer<v1::MakeOfferResponse> Offer(const Table& table, const std::string& token,
                                      v1::OfferKind kind) {
    v1::MakeOfferRequest request;
    request.set_game_id(table.game_id);
    request.set_kind(kind);
    return Call(&Stub::MakeOffer, token, request);
  }
  Answer<v1::MakeOfferResponse> Offer(const Table& table, int seat, v1::OfferKind kind) {
    return Offer(table, table.seats.at(static_cast<size_t>(seat)), kind);
  }
  Answer<v1::AnswerOfferResponse> Reply(const Table& table, const std::string& token, int64_t id,
                                        v1::OfferAnswer answer) {
    v1::AnswerOfferRequest request;
    request.set_game_id(table.game_id);
    request.set_offer_id(id);
    request.set_answer(answer);
    return Call(&Stub::AnswerOffer, token, request);
  }
  Answer<v1::AnswerOfferResponse> Accept(const Table& table, int seat, int64_t id) {
    return Reply(table, table.seats.at(static_cast<size_t>(seat)), id, v1::OFFER_ANSWER_ACCEPT);
  }
  Answer<v1::JoinGameResponse> Join(const std::string& game_id, const std::string& token) {
    v1::JoinGameRequest request;
    request.set_game_id(game_id);
    Answer<v1::JoinGameResponse> answer;
    grpc::ClientContext context;
    Prepare(context, token);
    answer.status = lobby_->JoinGame(&context, request, &answer.response);
    return answer;
  }

  const std::unique_ptr<v1::LobbyService::Stub> lobby_;
};

TEST_F(OffersTest, ADrawIsDeclinedOfferedAgainAndAccepted) {
  const Table table = Create();
  const auto watcher = Watch(table, 2);
  const auto first = Offer(table, 0, v1::OFFER_KIND_DRAW);
  ASSERT_THAT(first, IsOk());
  EXPECT_EQ(first->sequence(), 3);
  EXPECT_THAT(Reply(table, table.seats[1], 3, v1::OFFER_ANSWER_DECLINE), IsOk());
  EXPECT_THAT(Offer(table, 0, v1::OFFER_KIND_DRAW), Refused(v1::ERROR_REASON_OFFER_NOT_ALLOWED));
  Play(table, {"a1"});
  const auto second = Offer(table, 0, v1::OFFER_KIND_DRAW);
  ASSERT_THAT(second, IsOk());
  const auto accepted = Accept(table, 1, second->sequence());
  ASSERT_THAT(accepted, IsOk());
  EXPECT_EQ(accepted->cursor().status(), v1::GAME_STATUS_DRAWN);
  EXPECT_EQ(accepted->durability(), v1::DURABILITY_SYNCED);
  EXPECT_THAT(Texts(table),
              ElementsAre("game created", "game started", "X offers a draw", "O declines the draw",
                          "X plays X at (0,0)", "X offers a draw", "O agrees to the draw",
                          "draw by agreement"));
  EXPECT_EQ(Get(table)->game().end_reason(), v1::END_REASON_AGREEMENT);
}

TEST_F(OffersTest, OfStrangersAndSpectators) {
  const Table table = Create("visibility: VISIBILITY_PRIVATE");
  const Table other = Create();
  const auto made = Offer(table, 0, v1::OFFER_KIND_DRAW);
  ASSERT_THAT(made, IsOk());
  EXPECT_THAT(Offer(table, "", v1::OFFER_KIND_DRAW), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_THAT(Offer(other, "", v1::OFFER_KIND_DRAW), Refused(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  EXPECT_THAT(Offer(other, table.seats[0], v1::OFFER_KIND_DRAW),
              Refused(v1::ERROR_REASON_WRONG_SEAT));
  EXPECT_THAT(Offer(table, table.watch, v1::OFFER_KIND_DRAW),
              Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  for (const std::string& stranger : {std::string(), other.seats[1]}) {
    EXPECT_THAT(Reply(table, stranger, made->sequence(), v1::OFFER_ANSWER_ACCEPT),
                Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  }
  EXPECT_THAT(Reply(table, table.watch, made->sequence(), v1::OFFER_ANSWER_ACCEPT),
              Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_EQ(Get(table)->game().offers_size(), 1) << "a refused call changes nothing";
}

TEST_F(OffersTest, AnsweredTwiceByItsMakerAndAfterTheEnd) {
  const Table table = Create();
  const int64_t id = Offer(table, 0, v1::OFFER_KIND_DRAW)->sequence();
  EXPECT_THAT(Accept(table, 0, id), Refused(v1::ERROR_REASON_OWN_OFFER));
  EXPECT_THAT(Reply(table, table.seats[1], id, v1::OFFER_ANSWER_WITHDRAW),
              Refused(v1::ERROR_REASON_WRONG_SEAT));
  EXPECT_THAT(Accept(table, 1, id + 1), Refused(v1::ERROR_REASON_OFFER_NOT_OPEN));
  EXPECT_THAT(Accept(table, 1, id), IsOk());
  EXPECT_THAT(Accept(table, 1, id), Refused(v1::ERROR_REASON_OFFER_NOT_OPEN));
  EXPECT_THAT(Offer(table, 1, v1::OFFER_KIND_DRAW), Refused(v1::ERROR_REASON_GAME_OVER));
  clock().Advance(absl::Seconds(60));
  WaitUntil("the game is final", [&] { return Texts(table).back() == "game final"; });
  EXPECT_THAT(Offer(table, 1, v1::OFFER_KIND_REMATCH), Refused(v1::ERROR_REASON_GAME_OVER));
  EXPECT_THAT(Accept(table, 1, id), Refused(v1::ERROR_REASON_OFFER_NOT_OPEN));
}

TEST_F(OffersTest, AnUndoNeedsConsentWhereTheGameSaysSo) {
  const Table table = Create("undo: UNDO_POLICY_BY_CONSENT");
  Play(table, {"a1", "b2"});
  EXPECT_THAT(Undo(table, 1), Refused(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  const auto asked = Offer(table, 0, v1::OFFER_KIND_UNDO);
  ASSERT_THAT(asked, IsOk());
  const auto agreed = Accept(table, 1, asked->sequence());
  ASSERT_THAT(agreed, IsOk());
  EXPECT_EQ(agreed->cursor().turns(), 0) << "back to X's own turn";
  EXPECT_EQ(agreed->events_size(), 3);
  EXPECT_THAT(Redo(table, 0), Refused(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
}

TEST_F(OffersTest, OwnLastMove) {
  const Table table = Create("undo: UNDO_POLICY_OWN_LAST_MOVE");
  Play(table, {"a1", "b2"});
  EXPECT_THAT(Undo(table, 0), Refused(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  EXPECT_THAT(Offer(table, 0, v1::OFFER_KIND_UNDO), Refused(v1::ERROR_REASON_UNDO_NOT_ALLOWED));
  EXPECT_THAT(Undo(table, 1), IsOk());
  EXPECT_THAT(Redo(table, 1), IsOk());
}

TEST_F(OffersTest, AnOfferExpiresAndIsToldOf) {
  const Table table = Create();
  const int64_t id = Offer(table, 0, v1::OFFER_KIND_DRAW)->sequence();
  clock().Advance(absl::Minutes(5));
  WaitUntil("the offer has expired",
            [&] { return Texts(table).back() == "the draw that X offered has expired"; });
  EXPECT_THAT(Accept(table, 1, id), Refused(v1::ERROR_REASON_OFFER_NOT_OPEN));
}

TEST_F(OffersTest, TheHolderOfASeatThatABotPlaysOffersNothing) {
  const Table table = Create("undo: UNDO_POLICY_BY_CONSENT");
  Play(table, {"a1"});
  v1::SetControllerRequest hand_over;
  hand_over.set_game_id(table.game_id);
  hand_over.mutable_controller()->mutable_bot()->set_kind("random");
  ASSERT_THAT(Call(&Stub::SetController, table.seats[0], hand_over), IsOk());
  const int64_t before = Get(table)->game().sequence();
  for (const v1::OfferKind kind : {v1::OFFER_KIND_DRAW, v1::OFFER_KIND_UNDO}) {
    EXPECT_THAT(Offer(table, 0, kind), Refused(v1::ERROR_REASON_BOT_PLAYS));
  }
  EXPECT_EQ(Get(table)->game().sequence(), before) << "a refused call changes nothing";
  EXPECT_THAT(Offer(table, 1, v1::OFFER_KIND_DRAW), IsOk()) << "the bot declines it at once";
  EXPECT_EQ(Texts(table).back(), "X declines the draw");
  hand_over.mutable_controller()->mutable_held();
  ASSERT_THAT(Call(&Stub::SetController, table.seats[0], hand_over), IsOk());
  EXPECT_THAT(Offer(table, 0, v1::OFFER_KIND_DRAW), IsOk());
}

TEST_F(OffersTest, ARematchIsPlayedByWhoPlayed) {
  const Table table = Create();
  ASSERT_THAT(Resign(table, 1), IsOk());
  const auto offered = Offer(table, 0, v1::OFFER_KIND_REMATCH);
  ASSERT_THAT(offered, IsOk());
  ASSERT_THAT(Accept(table, 1, offered->sequence()), IsOk());
  const v1::Game before = Get(table)->game();
  const std::string& next = before.next_game_id();
  ASSERT_NE(next, "");
  EXPECT_THAT(Join(next, ""), Refused(v1::ERROR_REASON_GAME_FULL));
  const auto x = Join(next, table.seats[0]);
  ASSERT_THAT(x, IsOk());
  EXPECT_THAT(Join(next, table.seats[0]), Refused(v1::ERROR_REASON_SEAT_TAKEN));
  const auto o = Join(next, table.seats[1]);
  ASSERT_THAT(o, IsOk());
  EXPECT_EQ(o->cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  const Table again = {.game_id = next,
                       .seats = {x->credential().token(), o->credential().token()}};
  Play(again, {"a1", "b2"});
  EXPECT_THAT(Move(table, 0, "a1"), Refused(v1::ERROR_REASON_GAME_OVER));
}

}  // namespace
}  // namespace meeple::wire
