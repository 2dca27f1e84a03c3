#include "clients/cli/offer_lines.h"

#include <gtest/gtest.h>

namespace meeple::cli {
namespace {

class OfferLineTest : public ::testing::Test {
 protected:
  OfferLineTest() {
    for (const char* player : {"anna", "ben", "cid"}) seats_.Add()->set_player_id(player);
    offer_.set_offer_id(12);
    offer_.set_seat(1);
    offer_.add_awaited_seats(0);
    offer_.mutable_expire_time()->set_seconds(1'000);
  }
  std::string Line(const v1::Move* last_move = nullptr) const {
    return OfferLine(offer_, seats_, last_move, absl::FromUnixSeconds(701));
  }

  Seats seats_;
  v1::Offer offer_;
};

TEST_F(OfferLineTest, SaysWhoOffersWhatToWhomAndHowLong) {
  offer_.set_kind(v1::OFFER_KIND_DRAW);
  EXPECT_EQ(Line(), " ben offers a draw; offer 12, waits for anna, ends in 4:59\n");
  offer_.add_awaited_seats(2);
  EXPECT_EQ(Line(), " ben offers a draw; offer 12, waits for anna and cid, ends in 4:59\n");
  offer_.set_kind(v1::OFFER_KIND_REMATCH);
  offer_.set_swap_seats(true);
  offer_.clear_awaited_seats();
  EXPECT_EQ(Line(),
            " ben offers a rematch with the seats swapped; offer 12, all have agreed, ends in "
            "4:59\n");
}

TEST_F(OfferLineTest, SaysWhatAnUndoGoesBackTo) {
  offer_.set_kind(v1::OFFER_KIND_UNDO);
  v1::Move move;
  move.set_number(5);
  EXPECT_EQ(Line(&move),
            " ben asks to take back, to turn 4; offer 12, waits for anna, ends in 4:59\n");
  move.set_notation("c3");
  EXPECT_EQ(
      Line(&move),
      " ben asks to take back, to turn 4 (before c3); offer 12, waits for anna, ends in 4:59\n");
  EXPECT_EQ(Line(),
            " ben asks to take back its last move; offer 12, waits for anna, ends in 4:59\n");
}

TEST_F(OfferLineTest, AnOfferThatShouldHaveEndedHasNoTimeLeft) {
  offer_.set_kind(v1::OFFER_KIND_DRAW);
  offer_.mutable_expire_time()->set_seconds(600);
  EXPECT_EQ(Line(), " ben offers a draw; offer 12, waits for anna, ends in 0:00.0\n");
}

}  // namespace
}  // namespace meeple::cli
