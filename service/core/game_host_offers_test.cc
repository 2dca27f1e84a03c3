// Offers as calls make them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "service/core/testing/game_host_offers_test_base.h"
#include "service/core/testing/has_reason.h"
#include "service/journal/memory_journal.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr int kAllEntries = 1'000;

TEST_F(GameHostOffersTest, OpenOffersAreShownAndToldOf) {
  const Table table = host_.Create();
  const auto watch = Watch(table, 2).value();
  const int64_t id = MustOffer(table, 0, v1::OFFER_KIND_DRAW);
  const v1::Game game = host_.Get(table);
  ASSERT_THAT(game.offers(), SizeIs(1));
  EXPECT_EQ(game.offers(0).offer_id(), id);
  EXPECT_THAT(game.offers(0).awaited_seats(), ElementsAre(1));
  const auto answer = AnswerAt(host_, table, 1, id).value();
  EXPECT_EQ(answer.cursor().status(), v1::GAME_STATUS_DRAWN);
  EXPECT_EQ(answer.winner(), "");
  EXPECT_EQ(answer.sequence(), 5);
  EXPECT_THAT(Texts(ReadUntil(*watch, 5)),
              ElementsAre("X offers a draw", "O agrees to the draw", "draw by agreement"));
  EXPECT_TRUE(host_.Get(table).offers().empty());
  EXPECT_EQ(host_.Get(table).end_reason(), v1::END_REASON_AGREEMENT);
}

TEST_F(GameHostOffersTest, RepeatsReturnTheFirstAnswer) {
  const Table table = host_.Create();
  v1::MakeOfferRequest offer = OfferRequestOf(table, v1::OFFER_KIND_DRAW);
  offer.set_request_id(kId1);
  const auto made = host_.Call(&GameHost::MakeOffer, table.seats[0], offer).value();
  EXPECT_EQ(host_.Call(&GameHost::MakeOffer, table.seats[0], offer)->SerializeAsString(),
            made.SerializeAsString());
  v1::AnswerOfferRequest answer = AnswerRequestOf(table, made.sequence());
  answer.set_request_id(kId2);
  const auto answered = host_.Call(&GameHost::AnswerOffer, table.seats[1], answer).value();
  EXPECT_EQ(host_.Call(&GameHost::AnswerOffer, table.seats[1], answer)->SerializeAsString(),
            answered.SerializeAsString());
  offer.set_expire_seconds(7);
  EXPECT_THAT(host_.Call(&GameHost::MakeOffer, table.seats[0], offer),
              HasReason(v1::ERROR_REASON_REQUEST_ID_REUSED));
  answer.set_answer(v1::OFFER_ANSWER_DECLINE);
  EXPECT_THAT(host_.Call(&GameHost::AnswerOffer, table.seats[1], answer),
              HasReason(v1::ERROR_REASON_REQUEST_ID_REUSED));
}

TEST_F(GameHostOffersTest, AnOfferLeavesThePositionAsItIs) {
  const Table table = host_.Create();
  MustOffer(table, 0, v1::OFFER_KIND_DRAW);
  EXPECT_TRUE(host_.Move(table, 0, "a1", "", 2).ok()) << "decided on before the offer";
  v1::MakeOfferRequest stale = OfferRequestOf(table, v1::OFFER_KIND_DRAW);
  stale.set_expected_sequence(3);
  EXPECT_THAT(host_.Call(&GameHost::MakeOffer, table.seats[1], stale),
              HasReason(v1::ERROR_REASON_STALE_SEQUENCE));
}

TEST_F(GameHostOffersTest, OffersExpireByThemselves) {
  const Table table = host_.Create();
  v1::MakeOfferRequest request = OfferRequestOf(table, v1::OFFER_KIND_DRAW);
  request.set_expire_seconds(30);
  ASSERT_TRUE(host_.Call(&GameHost::MakeOffer, table.seats[0], request).ok());
  const auto watch = Watch(table, 3).value();
  host_.clock().Advance(absl::Seconds(30));
  EXPECT_THAT(Texts(ReadUntil(*watch, 4)), ElementsAre("the draw that X offered has expired"));
}

TEST_F(GameHostOffersTest, TheFirstOfTwoOffersExpiresFirst) {
  const Table table = host_.Create(ReadConfig("kind: 'tic_tac_toe' undo: UNDO_POLICY_BY_CONSENT"));
  ASSERT_TRUE(host_.Move(table, 0, "a1").ok());
  MustOffer(table, 0, v1::OFFER_KIND_DRAW);
  v1::MakeOfferRequest request = OfferRequestOf(table, v1::OFFER_KIND_UNDO);
  request.set_expire_seconds(1);
  ASSERT_TRUE(host_.Call(&GameHost::MakeOffer, table.seats[0], request).ok());
  const auto watch = Watch(table, 5).value();
  host_.clock().Advance(absl::Seconds(1));
  EXPECT_THAT(Texts(ReadUntil(*watch, 6)), ElementsAre("the undo that X offered has expired"));
  host_.clock().Advance(absl::Seconds(299));
  EXPECT_THAT(Texts(ReadUntil(*watch, 7)), ElementsAre("the draw that X offered has expired"));
}

TEST_F(GameHostOffersTest, OffersExpireAlsoOfAGameThatLeftMemory) {
  const Table table = host_.Create();
  MustOffer(table, 0, v1::OFFER_KIND_DRAW);
  ASSERT_EQ(host_.EvictAll(), 1u);
  ASSERT_THAT(host_.Get(table).offers(), SizeIs(1));
  const auto watch = Watch(table, 3).value();
  ASSERT_EQ(host_.EvictAll(), 1u);
  host_.clock().Advance(absl::Minutes(5));
  EXPECT_THAT(Texts(ReadUntil(*watch, 4)), ElementsAre("the draw that X offered has expired"));
}

TEST_F(GameHostOffersTest, AResultBecomesFinalWhenItWasSaidTo) {
  const Table table = host_.Create();
  ASSERT_TRUE(Resign(table, 0).ok());
  const auto watch = Watch(table, 4).value();
  host_.clock().Advance(absl::Seconds(30));
  MustOffer(table, 0, v1::OFFER_KIND_REMATCH);
  host_.clock().Advance(absl::Seconds(30));
  const auto events = watch->ReadToEnd();
  EXPECT_EQ(events.back().text(), "game final") << "an offer puts nothing off";
  EXPECT_EQ(events[events.size() - 2].offer_answered().outcome(), v1::OFFER_OUTCOME_EXPIRED);
}

TEST(OfferRecoveryTest, AnOfferExpiresAfterARestart) {
  MemoryJournal journal;
  auto host = std::make_unique<TestHost>(TestOptions(), &journal);
  const Table table = host->Create();
  ASSERT_TRUE(OfferAt(*host, table, 0, v1::OFFER_KIND_DRAW).ok());
  host = std::make_unique<TestHost>(TestOptions(), &journal);
  v1::WatchGameRequest request;
  request.set_game_id(table.game_id);
  request.set_after_sequence(3);
  const auto watch = WatchReader::Open(host->host(), Caller{}, request).value();
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
  host->clock().Advance(absl::Minutes(5));
  EXPECT_EQ(watch->Read()->events().events(0).text(), "the draw that X offered has expired");
  EXPECT_TRUE(journal.ReadAgenda(std::nullopt, kAllEntries)->empty());
}

}  // namespace
}  // namespace meeple::service
