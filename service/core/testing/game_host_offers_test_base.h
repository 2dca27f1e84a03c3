#ifndef MEEPLE_SERVICE_CORE_TESTING_GAME_HOST_OFFERS_TEST_BASE_H_
#define MEEPLE_SERVICE_CORE_TESTING_GAME_HOST_OFFERS_TEST_BASE_H_

// How tests make and answer offers by calls.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "service/core/testing/game_host_test_base.h"

namespace meeple::service {

inline v1::MakeOfferRequest OfferRequestOf(const Table& table, v1::OfferKind kind,
                                           bool swap = false) {
  v1::MakeOfferRequest request;
  request.set_game_id(table.game_id);
  request.set_kind(kind);
  request.set_swap_seats(swap);
  return request;
}

inline v1::AnswerOfferRequest AnswerRequestOf(const Table& table, int64_t id,
                                              v1::OfferAnswer answer = v1::OFFER_ANSWER_ACCEPT) {
  v1::AnswerOfferRequest request;
  request.set_game_id(table.game_id);
  request.set_offer_id(id);
  request.set_answer(answer);
  return request;
}

inline absl::StatusOr<v1::MakeOfferResponse> OfferAt(TestHost& host, const Table& table,
                                                     size_t seat, v1::OfferKind kind,
                                                     bool swap = false) {
  return host.Call(&GameHost::MakeOffer, table.seats.at(seat), OfferRequestOf(table, kind, swap));
}

inline absl::StatusOr<v1::AnswerOfferResponse> AnswerAt(
    TestHost& host, const Table& table, size_t seat, int64_t id,
    v1::OfferAnswer answer = v1::OFFER_ANSWER_ACCEPT) {
  return host.Call(&GameHost::AnswerOffer, table.seats.at(seat),
                   AnswerRequestOf(table, id, answer));
}

class GameHostOffersTest : public GameHostTest {
 protected:
  explicit GameHostOffersTest(const HostOptions& options = TestOptions()) : GameHostTest(options) {}

  int64_t MustOffer(const Table& table, size_t seat, v1::OfferKind kind, bool swap = false) {
    const auto made = OfferAt(host_, table, seat, kind, swap);
    EXPECT_TRUE(made.ok()) << made.status();
    return made.ok() ? made->events(0).offer_made().offer().offer_id() : 0;
  }

  // X resigns, and both want to play again.
  std::string PlayAgain(const Table& table, bool swap = false) {
    EXPECT_TRUE(Resign(table, 0).ok());
    const int64_t id = MustOffer(table, 0, v1::OFFER_KIND_REMATCH, swap);
    const auto agreed = AnswerAt(host_, table, 1, id);
    EXPECT_TRUE(agreed.ok()) << agreed.status();
    return host_.Get(table).next_game_id();
  }

  v1::Game GetGame(const std::string& game_id, const Caller& caller = {}) {
    v1::GetGameRequest request;
    request.set_game_id(game_id);
    return host_.Call(&GameHost::GetGame, caller, request).value().game();
  }
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_GAME_HOST_OFFERS_TEST_BASE_H_
