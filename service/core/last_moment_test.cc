// What is decided in the last moment of a clock, and what comes a moment too late.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "service/core/game_summary.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/has_reason.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;

constexpr absl::Duration kTime = absl::Seconds(60);

class LastMomentTest : public GameHostTest {
 protected:
  LastMomentTest()
      : table_(host_.Create(ReadConfig("kind: 'tic_tac_toe' undo: UNDO_POLICY_BY_CONSENT "
                                       "clock { per_move { seconds: 60 } }"))) {}

  int64_t Offer(size_t seat, v1::OfferKind kind) {
    v1::MakeOfferRequest request;
    request.set_game_id(table_.game_id);
    request.set_kind(kind);
    return host_.Call(&GameHost::MakeOffer, table_.seats.at(seat), request).value().sequence();
  }
  v1::AnswerOfferRequest Yes(int64_t offer) {
    v1::AnswerOfferRequest request;
    request.set_game_id(table_.game_id);
    request.set_offer_id(offer);
    request.set_answer(v1::OFFER_ANSWER_ACCEPT);
    return request;
  }
  absl::StatusOr<v1::AnswerOfferResponse> Accept(size_t seat, int64_t offer) {
    return host_.Call(&GameHost::AnswerOffer, table_.seats.at(seat), Yes(offer));
  }
  // Says yes a moment after the time was up, and lets the flag fall.
  absl::StatusOr<v1::AnswerOfferResponse> AcceptTooLate(size_t seat, int64_t offer) {
    host_.clock().Advance(kTime + absl::Milliseconds(10));
    std::promise<absl::StatusOr<v1::AnswerOfferResponse>> answer;
    host_.host().AnswerOffer(table_.seats.at(seat), Yes(offer),
                             [&answer](absl::StatusOr<v1::AnswerOfferResponse> done) {
                               answer.set_value(std::move(done));
                             });
    host_.clock().Advance(kFlagGrace);
    return answer.get_future().get();
  }
  std::vector<std::string> TextsFrom(size_t first) {
    std::vector<std::string> texts = Texts(host_.Events(table_));
    texts.erase(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(first) - 1);
    return texts;
  }

  const Table table_;
};

TEST_F(LastMomentTest, AWinStandsAndIsOnTheBoard) {
  Play(table_, {"a1", "a2", "b1", "b2"});
  host_.clock().Advance(kTime);
  const auto won = host_.Move(table_, 0, "c1");
  ASSERT_TRUE(won.ok()) << won.status();
  host_.clock().Advance(kFlagGrace);
  const v1::Game game = host_.Get(table_);
  EXPECT_EQ(game.cursor().status(), v1::GAME_STATUS_WON);
  EXPECT_EQ(game.winner(), "X");
  EXPECT_EQ(game.end_reason(), v1::END_REASON_BOARD);
}

TEST_F(LastMomentTest, AMomentLaterItIsLostOnTimeAndTheMoveIsNotThere) {
  Play(table_, {"a1", "a2", "b1", "b2"});
  host_.clock().Advance(kTime + kFlagGrace);
  EXPECT_THAT(host_.Move(table_, 0, "c1"), HasReason(v1::ERROR_REASON_GAME_OVER));
  const v1::Game game = host_.Get(table_);
  EXPECT_EQ(game.winner(), "O");
  EXPECT_EQ(game.end_reason(), v1::END_REASON_TIME);
  EXPECT_EQ(game.cursor().turns(), 4);
  EXPECT_EQ(game.board().cells(2), ".");
}

TEST_F(LastMomentTest, ADrawThatIsAgreedOnStands) {
  const int64_t draw = Offer(1, v1::OFFER_KIND_DRAW);
  host_.clock().Advance(kTime);
  const auto agreed = Accept(0, draw);
  ASSERT_TRUE(agreed.ok()) << agreed.status();
  host_.clock().Advance(kFlagGrace);
  const v1::Game game = host_.Get(table_);
  EXPECT_EQ(game.end_reason(), v1::END_REASON_AGREEMENT);
  EXPECT_FALSE(game.clocks(0).running());
}

TEST_F(LastMomentTest, ADrawThatIsAgreedOnTooLateIsLostOnTime) {
  const int64_t draw = Offer(1, v1::OFFER_KIND_DRAW);
  EXPECT_THAT(AcceptTooLate(0, draw), HasReason(v1::ERROR_REASON_OFFER_NOT_OPEN));
  EXPECT_THAT(TextsFrom(3), ElementsAre("O offers a draw", "X runs out of time",
                                        "the draw that O offered is void", "O wins on time"));
}

TEST_F(LastMomentTest, AnUndoThatIsAgreedOnGivesTheTimeAfresh) {
  Play(table_, {"a1"});
  const int64_t undo = Offer(0, v1::OFFER_KIND_UNDO);
  host_.clock().Advance(kTime);
  ASSERT_TRUE(Accept(1, undo).ok());
  host_.clock().Advance(kTime - absl::Milliseconds(1));
  const v1::Game game = host_.Get(table_);
  EXPECT_EQ(game.cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
  EXPECT_TRUE(game.clocks(0).running()) << "the time of who took the move back";
  EXPECT_EQ(game.clocks(0).remaining().nanos(), 1'000'000);
}

TEST_F(LastMomentTest, AnUndoThatIsAgreedOnTooLateTakesNothingBack) {
  Play(table_, {"a1"});
  const int64_t undo = Offer(0, v1::OFFER_KIND_UNDO);
  EXPECT_THAT(AcceptTooLate(1, undo), HasReason(v1::ERROR_REASON_OFFER_NOT_OPEN));
  const v1::Game game = host_.Get(table_);
  EXPECT_EQ(game.winner(), "X");
  EXPECT_EQ(game.cursor().turns(), 1);
}

// Whoever holds the seat's credential now is asked, and nobody else.
TEST_F(LastMomentTest, ARenewedCredentialAnswersWhatWasOfferedBefore) {
  const int64_t draw = Offer(1, v1::OFFER_KIND_DRAW);
  v1::RotateCredentialRequest rotate;
  rotate.set_game_id(table_.game_id);
  const auto renewed = host_.Call(&GameHost::RotateCredential, table_.seats[0], rotate);
  ASSERT_TRUE(renewed.ok()) << renewed.status();
  EXPECT_EQ(host_.Get(table_).offers_size(), 1) << "a new credential is no new position";
  EXPECT_THAT(Accept(0, draw), HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID));
  const auto agreed =
      host_.Call(&GameHost::AnswerOffer, host_.HolderOf(renewed->credential()), Yes(draw));
  ASSERT_TRUE(agreed.ok()) << agreed.status();
  EXPECT_EQ(agreed->cursor().status(), v1::GAME_STATUS_DRAWN);
}

}  // namespace
}  // namespace meeple::service
