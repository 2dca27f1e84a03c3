// Offers, as scripts and pipes see and answer them, against a fake server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clients/cli/testing/program_test.h"

namespace meeple::cli {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// An offer of one seat to the other, whose time is up.
v1::Offer FakeOffer(int64_t id, v1::OfferKind kind, int seat) {
  v1::Offer offer;
  offer.set_offer_id(id);
  offer.set_kind(kind);
  offer.set_seat(seat);
  offer.add_awaited_seats(1 - seat);
  return offer;
}

using OffersTest = ProgramTest;

TEST_F(OffersTest, ShowListsTheOpenOffers) {
  Run({"move", "game1", "a1", "--credential", FakeToken("X")});
  Run({"move", "game1", "b1", "--credential", FakeToken("O")});
  server_.service().AddOffer(FakeOffer(7, v1::OFFER_KIND_DRAW, 1));
  server_.service().AddOffer(FakeOffer(8, v1::OFFER_KIND_UNDO, 0));
  EXPECT_THAT(
      Run({"show", "game1"}).out,
      AllOf(HasSubstr("\n O offers a draw; offer 7, waits for X, ends in 0:00.0\n"),
            EndsWith("\n X asks to take back, to turn 0 (before a1); offer 8, waits for O, ends in "
                     "0:00.0\n")));
}

TEST_F(OffersTest, AnswerMeansTheOnlyOfferThatWaits) {
  server_.service().AddOffer(FakeOffer(7, v1::OFFER_KIND_DRAW, 1));
  EXPECT_EQ(Run({"answer", "game1", "decline", "--credential", FakeToken("X")}).exit_code, 0);
  EXPECT_EQ(Run({"answer", "game1", "withdraw", "--credential", FakeToken("O")}).exit_code, 0);
  const auto answers = server_.service().offer_answers();
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0].offer_id(), 7);
  EXPECT_EQ(answers[0].answer(), v1::OFFER_ANSWER_DECLINE);
  EXPECT_EQ(answers[1].offer_id(), 7);
  EXPECT_EQ(answers[1].answer(), v1::OFFER_ANSWER_WITHDRAW);
}

TEST_F(OffersTest, AnswerTellsWhyItDoesNotKnowWhatIsMeant) {
  const auto answer = [this](const std::string& word, const std::string& token) {
    return Run({"answer", "game1", word, "--credential", token});
  };
  const ProgramRun nobody = Run({"answer", "game1", "accept"});
  EXPECT_EQ(nobody.exit_code, 2);
  EXPECT_THAT(nobody.err, HasSubstr("the credential of a seat is needed\n        pass it with"));
  const ProgramRun no_seat = answer("accept", "m1.Z");
  EXPECT_EQ(no_seat.exit_code, 1);
  EXPECT_THAT(no_seat.err, HasSubstr("the credential holds no seat of the game\n"));
  const ProgramRun none = answer("accept", FakeToken("X"));
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.err, HasSubstr("no offer waits for your answer\n"));
  EXPECT_THAT(answer("withdraw", FakeToken("X")).err, HasSubstr("you have made no offer that is"));
  server_.service().AddOffer(FakeOffer(7, v1::OFFER_KIND_DRAW, 1));
  server_.service().AddOffer(FakeOffer(9, v1::OFFER_KIND_UNDO, 1));
  const ProgramRun several = answer("accept", FakeToken("X"));
  EXPECT_EQ(several.exit_code, 2);
  EXPECT_THAT(several.err, HasSubstr("more than one offer waits for that answer: 7, 9\n"
                                     "        name it with --offer; "));
  EXPECT_THAT(server_.service().offer_answers(), IsEmpty());
}

TEST_F(OffersTest, PlayTellsOfOffersAndAnswersThemByNumber) {
  server_.service().AddOffer(FakeOffer(7, v1::OFFER_KIND_DRAW, 1));
  server_.service().AddOffer(FakeOffer(14, v1::OFFER_KIND_UNDO, 1));
  const ProgramRun run = Run({"play", "game1", "--credential", "m1.X"},
                             "accept\naccept 99999999999999999999\ndecline 7\nwithdraw\nquit\n");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out,
              HasSubstr("\n O offers a draw  (accept 7 or decline 7)\n"
                        " O asks to take back  (accept 14 or decline 14)\n"
                        "More than one offer waits for that: name it by its number, as in "
                        "accept 7.\nNo offer has that number.\nNo offer waits for that.\n"));
  ASSERT_EQ(server_.service().offer_answers().size(), 1u);
  EXPECT_EQ(server_.service().offer_answers()[0].offer_id(), 7);
}

}  // namespace
}  // namespace meeple::cli
