#ifndef MEEPLE_SERVICE_CORE_OFFERS_H_
#define MEEPLE_SERVICE_CORE_OFFERS_H_

// The offers of a game that are open, and which ones cannot be made again: the rules of v1::Offer
// without the game that they are about. A plain value.
//
//   offers.Add({.id = 7, .kind = v1::OFFER_KIND_DRAW, .maker = 0, .awaited = {1}});
//   if (offers.Agree(7, 1)) ...          // nobody is waited for any more
//   OutcomeAfter(offer, Happening::kMove, 1)   // DECLINED: that seat should have answered

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "engine/core/types.h"
#include "meeple/v1/event.pb.h"
#include "meeple/v1/game.pb.h"

namespace meeple::service {

// What somebody wants to offer.
struct OfferRequest {
  v1::OfferKind kind = v1::OFFER_KIND_UNSPECIFIED;
  absl::Duration expire_after = absl::Minutes(5);
  bool swap_seats = false;
};

// One that is open.
struct Offer {
  int64_t id = 0;
  v1::OfferKind kind = v1::OFFER_KIND_UNSPECIFIED;
  engine::SeatIndex maker = engine::kNoSeat;
  bool swap_seats = false;
  // Who has to answer still.
  std::set<engine::SeatIndex> awaited = {};
  absl::Time expires = absl::InfiniteFuture();
  // The same in game time.
  int64_t due_milliseconds = 0;

  bool operator==(const Offer&) const = default;
};

v1::Offer ToProto(const Offer& offer);
// All but the game time.
Offer FromProto(const v1::Offer& offer);

// What can happen to a game while an offer is open.
enum class Happening {
  kMove,               // a seat moved
  kHistory,            // moves were taken back, or brought back
  kSeatLeft,           // while others play on
  kControllerChanged,  // somebody else plays a seat
  kEnd,                // the game is over
  kFinal,              // and nothing can follow
  kRematchMade,        // the next game is there
};

// How an open offer ends by what happened, `seat` being who moved; nothing if it stays open.
std::optional<v1::OfferOutcome> OutcomeAfter(const Offer& offer, Happening happening,
                                             engine::SeatIndex seat);

class Offers {
 public:
  // How many a seat may make in one game.
  static constexpr int kMostOfSeat = 200;

  // In the order in which they were made.
  std::span<const Offer> open() const { return open_; }
  // Null if there is none of that id.
  const Offer* Find(int64_t id) const;
  // The open offer that equals what `seat` wants to offer and waits for its answer at that game
  // time; null if there is none. Two undos never are equal.
  const Offer* FindEqual(engine::SeatIndex seat, const OfferRequest& request,
                         int64_t milliseconds) const;
  // Whether `seat` made one of that kind in this position, or has one open.
  bool IsSpent(engine::SeatIndex seat, v1::OfferKind kind) const;
  // How many `seat` has made.
  int MadeBy(engine::SeatIndex seat) const;
  // When the first one expires; nothing if none does. One that all agreed on does not.
  std::optional<int64_t> NextDue() const;
  // The rematch that all have agreed on; null if there is none.
  const Offer* AgreedRematch() const;

  void Add(Offer offer);
  // A seat says yes. True if that was the last one. REQUIRES: the offer waits for it.
  bool Agree(int64_t id, engine::SeatIndex seat);
  // REQUIRES: it is open.
  void Close(int64_t id);
  // In the new position everything can be offered again.
  void OnPositionChanged() { spent_.clear(); }

 private:
  std::vector<Offer> open_;
  // By seat: those that were made in this position.
  std::set<std::pair<engine::SeatIndex, v1::OfferKind>> spent_;
  std::vector<int> made_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_OFFERS_H_
