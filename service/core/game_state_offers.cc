// What players offer each other: draws, undos, rematches. The rules are those of v1::Offer.

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/conversion.h"
#include "service/core/errors.h"
#include "service/core/game_state.h"
#include "service/core/offer_text.h"

namespace meeple::service {
namespace {

absl::Status OfferNotAllowed(std::string_view why) {
  return MakeError(v1::ERROR_REASON_OFFER_NOT_ALLOWED, why);
}

absl::Status OfferNotOpen() {
  return MakeError(v1::ERROR_REASON_OFFER_NOT_OPEN,
                   "no such offer waits for your answer: it is closed, or never was");
}

absl::Status TooManyOffers() {
  const std::string limit = absl::StrCat(Offers::kMostOfSeat);
  return MakeError(v1::ERROR_REASON_LIMIT_REACHED,
                   absl::StrCat("a seat makes at most ", limit, " offers in a game"),
                   {{"limit", "offers_per_seat"}, {"value", limit}});
}

}  // namespace

// --- What calls do ---

absl::StatusOr<GroupViews> GameState::MakeOffer(engine::SeatIndex seat, const OfferRequest& request,
                                                absl::Time now) {
  if (absl::Status allowed = CheckOffer(seat, request.kind); !allowed.ok()) return allowed;
  if (const Offer* equal = offers_.FindEqual(seat, request, call_time_)) {
    return AnswerOffer(seat, equal->id, v1::OFFER_ANSWER_ACCEPT, now);
  }
  if (offers_.IsSpent(seat, request.kind)) {
    return OfferNotAllowed("you have offered that already: wait until the position has changed");
  }
  if (offers_.MadeBy(seat) >= Offers::kMostOfSeat) return TooManyOffers();
  const Offer offer = NewOffer(sequence_ + 1, seat, request, now);
  absl::Status room = CheckRoomToAgree(offer, 1 + offer.awaited.size());
  if (!room.ok()) return room;
  GroupViews group = NewGroup();
  Add(group, Player(seat).id, [&](v1::GameEvent& event, engine::Viewer) {
    event.set_text(TextOfOffer(offer, Player(seat).id));
    *event.mutable_offer_made()->mutable_offer() = ToProto(offer);
  });
  offers_.Add(offer);
  if (offer.awaited.empty()) {
    Accept(group, offer, Player(seat).id, now);
  } else {
    AnswerForBots(group, offer.id, now);
  }
  return Seal(std::move(group), now);
}

absl::StatusOr<GroupViews> GameState::AnswerOffer(engine::SeatIndex seat, int64_t id,
                                                  v1::OfferAnswer answer, absl::Time now) {
  if (game_->cursor().status == engine::GameStatus::kNotStarted) {
    return MakeError(v1::ERROR_REASON_NOT_STARTED, "the game has not started");
  }
  const Offer* open = offers_.Find(id);
  if (absl::Status allowed = CheckAnswer(seat, open, answer); !allowed.ok()) return allowed;
  const Offer offer = *open;
  const std::string& actor = Player(seat).id;
  GroupViews group = NewGroup();
  if (answer == v1::OFFER_ANSWER_WITHDRAW) {
    CloseOffer(group, offer, v1::OFFER_OUTCOME_WITHDRAWN, actor);
  } else if (answer == v1::OFFER_ANSWER_DECLINE) {
    CloseOffer(group, offer, v1::OFFER_OUTCOME_DECLINED, actor);
  } else {
    if (absl::Status room = CheckRoomToAgree(offer, 1); !room.ok()) return room;
    Agree(group, offer, seat, now);
  }
  return Seal(std::move(group), now);
}

absl::StatusOr<GroupViews> GameState::ExpireOffers(absl::Time now) {
  GroupViews group = NewGroup();
  const std::vector<Offer> open(offers_.open().begin(), offers_.open().end());
  for (const Offer& offer : open) {
    if (offer.awaited.empty() || offer.due_milliseconds > call_time_) continue;
    CloseOffer(group, offer, v1::OFFER_OUTCOME_EXPIRED, "");
  }
  if (group.everyone.empty()) {
    return MakeError(v1::ERROR_REASON_STALE_SEQUENCE, "no offer has expired");
  }
  return Seal(std::move(group), now);
}

absl::StatusOr<GroupViews> GameState::ConcludeRematch(const std::string& next_game_id,
                                                      absl::Time now) {
  const Offer* agreed = offers_.AgreedRematch();
  if (agreed == nullptr) {
    return MakeError(v1::ERROR_REASON_STALE_SEQUENCE, "no rematch waits to be made");
  }
  next_game_id_ = next_game_id;
  GroupViews group = NewGroup();
  const bool is_made = !next_game_id.empty();
  CloseOffer(group, *agreed, is_made ? v1::OFFER_OUTCOME_ACCEPTED : v1::OFFER_OUTCOME_VOID, "");
  CloseOffers(group, Happening::kRematchMade);
  AddFinal(group);
  return Seal(std::move(group), now);
}

// --- Checks ---

absl::Status GameState::CheckOffer(engine::SeatIndex seat, v1::OfferKind kind) const {
  if (game_->cursor().status == engine::GameStatus::kNotStarted) {
    return MakeError(v1::ERROR_REASON_NOT_STARTED, "the game has not started");
  }
  if (absl::Status itself = CheckPlaysItself(seat); !itself.ok()) return itself;
  if (absl::Status open = CheckOfferOf(kind, seat); !open.ok()) return open;
  return seats_.IsBot(seat) ? OfferNotAllowed("a bot has played the seat") : absl::OkStatus();
}

absl::Status GameState::CheckOfferOf(v1::OfferKind kind, engine::SeatIndex seat) const {
  switch (kind) {
    case v1::OFFER_KIND_DRAW:
      return CheckOfferOfDraw(seat);
    case v1::OFFER_KIND_UNDO:
      return CheckOfferOfUndo(seat);
    default:
      return CheckOfferOfRematch();
  }
}

absl::Status GameState::CheckOfferOfDraw(engine::SeatIndex seat) const {
  if (game_->over()) return MakeError(v1::ERROR_REASON_GAME_OVER, "the game is over");
  if (!game_->IsPlaying(seat)) {
    return OfferNotAllowed("a seat that is out of the game has no say in its end");
  }
  return SeatsToAsk(seat, v1::OFFER_KIND_DRAW).empty()
             ? OfferNotAllowed("nobody else plays who could agree")
             : absl::OkStatus();
}

absl::Status GameState::CheckOfferOfUndo(engine::SeatIndex seat) const {
  if (absl::Status open = CheckHistoryOpen(seat); !open.ok()) return open;
  if (setup_->config.undo() != v1::UNDO_POLICY_BY_CONSENT) {
    return MakeError(v1::ERROR_REASON_UNDO_NOT_ALLOWED,
                     "in this game nobody has to agree to an undo: call Undo");
  }
  if (PliesToUndoFor(seat) > 0) return absl::OkStatus();
  return MakeError(v1::ERROR_REASON_NOTHING_TO_UNDO,
                   "no move of yours stands that could be taken back");
}

absl::Status GameState::CheckOfferOfRematch() const {
  if (!game_->over()) return OfferNotAllowed("the game goes on: a rematch comes after it");
  if (final_ || offers_.AgreedRematch() != nullptr || final_due_ <= call_time_) {
    return MakeError(v1::ERROR_REASON_GAME_OVER, "the game is final");
  }
  return CanPlayAgain() ? absl::OkStatus()
                        : OfferNotAllowed("a rematch needs a game that two people have played");
}

absl::Status GameState::CheckAnswer(engine::SeatIndex seat, const Offer* offer,
                                    v1::OfferAnswer answer) const {
  if (offer == nullptr || offers_.AgreedRematch() != nullptr ||
      offer->due_milliseconds <= call_time_) {
    return OfferNotOpen();
  }
  if (answer == v1::OFFER_ANSWER_WITHDRAW) {
    return seat == offer->maker
               ? absl::OkStatus()
               : MakeError(v1::ERROR_REASON_WRONG_SEAT, "only who made an offer can withdraw it");
  }
  if (seat == offer->maker) {
    return MakeError(v1::ERROR_REASON_OWN_OFFER,
                     "the offer is yours: others answer it, and you can withdraw it");
  }
  return offer->awaited.contains(seat) ? absl::OkStatus() : OfferNotOpen();
}

absl::Status GameState::CheckRoomToAgree(const Offer& offer, size_t answers) const {
  // The last yes to a draw ends the game, and for its end there is always room.
  if (offer.kind == v1::OFFER_KIND_DRAW && answers == 1 && offer.awaited.size() == 1) {
    return absl::OkStatus();
  }
  const size_t plies = offer.kind == v1::OFFER_KIND_UNDO ? PliesToUndoFor(offer.maker) : 0;
  return CheckRoom(answers + plies + offers_.open().size() + 2);
}

std::set<engine::SeatIndex> GameState::SeatsToAsk(engine::SeatIndex maker,
                                                  v1::OfferKind kind) const {
  std::set<engine::SeatIndex> seats;
  for (engine::SeatIndex seat = 0; seat < game_->seats(); ++seat) {
    if (seat == maker) continue;
    if (kind == v1::OFFER_KIND_REMATCH || game_->IsPlaying(seat)) seats.insert(seat);
  }
  return seats;
}

size_t GameState::PliesToUndoFor(engine::SeatIndex maker) const {
  const auto standing = game_->log().standing();
  for (size_t plies = 1; plies <= game_->log().undoable(); ++plies) {
    if (standing[standing.size() - plies].seat == maker) return plies;
  }
  return 0;
}

// --- Events ---

Offer GameState::NewOffer(int64_t id, engine::SeatIndex maker, const OfferRequest& request,
                          absl::Time now) const {
  int64_t milliseconds = absl::ToInt64Milliseconds(request.expire_after);
  // No offer outlives the game.
  if (game_->over()) milliseconds = std::min(milliseconds, final_due_ - call_time_);
  return {.id = id,
          .kind = request.kind,
          .maker = maker,
          .swap_seats = request.swap_seats,
          .awaited = SeatsToAsk(maker, request.kind),
          .expires = std::max(last_time_, now) + absl::Milliseconds(milliseconds),
          .due_milliseconds = call_time_ + milliseconds};
}

void GameState::CloseOffers(GroupViews& group, Happening happening, engine::SeatIndex seat) {
  const std::vector<Offer> open(offers_.open().begin(), offers_.open().end());
  for (const Offer& offer : open) {
    const std::optional<v1::OfferOutcome> outcome = OutcomeAfter(offer, happening, seat);
    if (!outcome.has_value()) continue;
    const bool is_answer =
        *outcome == v1::OFFER_OUTCOME_DECLINED || *outcome == v1::OFFER_OUTCOME_WITHDRAWN;
    CloseOffer(group, offer, *outcome, is_answer ? Player(seat).id : "");
  }
}

void GameState::CloseOffer(GroupViews& group, Offer offer, v1::OfferOutcome outcome,
                           const std::string& actor) {
  offers_.Close(offer.id);
  offer.awaited.clear();
  AddAnswer(group, offer, outcome, actor);
}

void GameState::AddAnswer(GroupViews& group, const Offer& offer, v1::OfferOutcome outcome,
                          const std::string& actor) {
  const bool is_rematch_made =
      outcome == v1::OFFER_OUTCOME_ACCEPTED && offer.kind == v1::OFFER_KIND_REMATCH;
  Add(group, actor, [&](v1::GameEvent& event, engine::Viewer) {
    event.set_text(is_rematch_made ? TextOfRematch(next_game_id_)
                                   : TextOfAnswer(offer, outcome, Player(offer.maker).id, actor));
    v1::OfferAnswered& answered = *event.mutable_offer_answered();
    answered.set_offer_id(offer.id);
    answered.set_kind(offer.kind);
    answered.set_seat(offer.maker);
    answered.set_outcome(outcome);
    for (const engine::SeatIndex seat : offer.awaited) answered.add_awaited_seats(seat);
    if (is_rematch_made) answered.set_next_game_id(next_game_id_);
  });
}

void GameState::Agree(GroupViews& group, Offer offer, engine::SeatIndex seat, absl::Time now) {
  const bool is_last = offers_.Agree(offer.id, seat);
  offer.awaited.erase(seat);
  if (is_last && offer.kind != v1::OFFER_KIND_REMATCH) {
    return Accept(group, offer, Player(seat).id, now);
  }
  AddAnswer(group, offer, v1::OFFER_OUTCOME_PENDING, Player(seat).id);
}

void GameState::Accept(GroupViews& group, const Offer& offer, const std::string& actor,
                       absl::Time now) {
  CloseOffer(group, offer, v1::OFFER_OUTCOME_ACCEPTED, actor);
  if (offer.kind == v1::OFFER_KIND_UNDO) {
    return AddUndo(group, PliesToUndoFor(offer.maker), offer.maker);
  }
  game_->AgreeOnDraw();
  AddEnd(group, actor, now);
}

void GameState::AnswerForBots(GroupViews& group, int64_t id, absl::Time now) {
  for (engine::SeatIndex seat = 0; seat < game_->seats(); ++seat) {
    const Offer* offer = offers_.Find(id);
    if (offer == nullptr) return;
    if (!offer->awaited.contains(seat) || !seats_.IsBot(seat)) continue;
    if (offer->kind == v1::OFFER_KIND_DRAW) {
      return CloseOffer(group, *offer, v1::OFFER_OUTCOME_DECLINED, Player(seat).id);
    }
    Agree(group, *offer, seat, now);
  }
}

}  // namespace meeple::service
