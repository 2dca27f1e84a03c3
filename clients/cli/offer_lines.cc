#include "clients/cli/offer_lines.h"

#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "clients/cli/clock_text.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/offer_words.h"

namespace meeple::cli {
namespace {

// So many turns are looked through for the last one of a player: more than others play in between.
constexpr int kTurnsBack = 50;

// Where an undo goes back to.
std::string GoalText(const v1::Move* last_move) {
  if (last_move == nullptr) return " its last move";
  const std::string& notation = last_move->notation();
  return absl::StrCat(", to turn ", last_move->number() - 1,
                      notation.empty() ? "" : absl::StrCat(" (before ", notation, ")"));
}

// Who has to answer still.
std::string AwaitedText(const v1::Offer& offer, const Seats& seats) {
  std::string text;
  for (const int seat : offer.awaited_seats()) {
    absl::StrAppend(&text, text.empty() ? "waits for " : " and ", PlayerAt(seats, seat));
  }
  return text.empty() ? "all have agreed" : text;
}

// The last move that stands of a seat; nothing where it is far back or cannot be read.
std::optional<v1::Move> LastMoveOf(Session& session, const v1::Game& game, int seat) {
  const int turns = game.cursor().turns();
  const auto replay =
      Replay(session.connection(), game.game_id(), std::max(0, turns - kTurnsBack), turns);
  if (!replay.ok()) return std::nullopt;
  const std::string player = PlayerAt(game.seats(), seat);
  for (int i = replay->frames_size() - 1; i >= 0; --i) {
    const v1::Move& move = replay->frames(i).move();
    if (move.player_id() == player) return move;
  }
  return std::nullopt;
}

}  // namespace

std::string OfferLine(const v1::Offer& offer, const Seats& seats, const v1::Move* last_move,
                      absl::Time now) {
  const bool is_undo = offer.kind() == v1::OFFER_KIND_UNDO;
  const absl::Time end = absl::FromUnixMillis(
      google::protobuf::util::TimeUtil::TimestampToMilliseconds(offer.expire_time()));
  return absl::StrCat(" ", OfferText(offer, seats), is_undo ? GoalText(last_move) : "", "; offer ",
                      offer.offer_id(), ", ", AwaitedText(offer, seats), ", ends in ",
                      TimeText(end - now), "\n");
}

std::string OfferLines(Session& session, const v1::Game& game) {
  std::string lines;
  for (const v1::Offer& offer : game.offers()) {
    std::optional<v1::Move> last_move;
    if (offer.kind() == v1::OFFER_KIND_UNDO) last_move = LastMoveOf(session, game, offer.seat());
    lines +=
        OfferLine(offer, game.seats(), last_move.has_value() ? &*last_move : nullptr, absl::Now());
  }
  return lines;
}

}  // namespace meeple::cli
