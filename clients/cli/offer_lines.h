#ifndef MEEPLE_CLIENTS_CLI_OFFER_LINES_H_
#define MEEPLE_CLIENTS_CLI_OFFER_LINES_H_

// The offers of a game that are open, as lines for people.
//
//   session.out() << OfferLines(session, game);
//
//    ben asks to take back, to turn 4 (before c3); offer 12, waits for anna, ends in 4:58

#include <string>

#include "absl/time/time.h"
#include "clients/cli/game_text.h"
#include "clients/cli/session.h"
#include "meeple/v1/game.pb.h"

namespace meeple::cli {

// One line; pure. `last_move` is the last move that stands of who made the offer, which an undo
// takes back with all that followed; null where it is not known.
std::string OfferLine(const v1::Offer& offer, const Seats& seats, const v1::Move* last_move,
                      absl::Time now);

// A line for each; empty where there is none. Asks the server what an undo goes back to.
std::string OfferLines(Session& session, const v1::Game& game);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_OFFER_LINES_H_
