#ifndef MEEPLE_SERVICE_CORE_GAME_STATE_H_
#define MEEPLE_SERVICE_CORE_GAME_STATE_H_

// The rules of a game online: what each call does to one game, told as the events it makes. Knows
// no locks, journals or streams. Every change either returns a typed error and changed nothing, or
// changed the state and returns its group of events, numbered and complete, as each audience may
// read it.
//
// Not thread-safe; owned by a GameSession and touched under its mutex.

#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/core/board_game.h"
#include "engine/core/move.h"
#include "engine/core/types.h"
#include "meeple/v1/event.pb.h"
#include "service/core/event_group.h"
#include "service/core/game_clock.h"
#include "service/core/game_setup.h"
#include "service/core/offers.h"
#include "service/core/seats.h"

namespace meeple::service {

struct StateLimits {
  int max_events = 50'000;
  // How long a result may be taken back, and a rematch agreed on.
  absl::Duration final_after = absl::Seconds(60);
  // How long a game waits for its seats to be taken.
  absl::Duration unstarted_after = absl::Hours(24);
};

// What somebody asks for who joins a game.
struct SeatRequest {
  // One of the game's, and none that is invited unless there is an invitation; any open one if it
  // is not set.
  std::optional<engine::SeatIndex> seat = {};
  // Normalised; empty is the name that the seat has.
  std::string player_id = {};
  // The epoch of the invitation to `seat`, where one was sent.
  std::optional<uint32_t> invitation = {};
};

class GameState {
 public:
  GameState(PreparedGame prepared, const StateLimits& limits);

  const std::shared_ptr<const GameSetup>& setup() const { return setup_; }
  const engine::BoardGame& game() const { return *game_; }
  // The newest event; 0 before Begin.
  int64_t sequence() const { return sequence_; }
  // The newest event that changed the position: start, move, undo, redo, end.
  int64_t position_sequence() const { return position_sequence_; }
  // The newest event that changed the position, or who plays the seat to move.
  int64_t turn_sequence() const { return turn_sequence_; }
  // True once nothing can follow any more.
  bool final() const { return final_; }
  // When the game was created; meaningful after Begin.
  absl::Time created() const { return created_; }
  // What a caller with these eyes may see: everything once the game is final.
  engine::Viewer EyesOf(engine::Viewer viewer) const {
    return final_ ? engine::kAllSeeing : viewer;
  }
  // In game time, when the result becomes final: at once where all agreed on a rematch. None while
  // the game goes on or once it is final.
  std::optional<int64_t> final_due() const;
  // The bot that is to move; none if a person or nobody is.
  std::optional<engine::SeatIndex> BotToMove() const;

  const Seats& seats() const { return seats_; }
  const Offers& offers() const { return offers_; }
  // The rematch that was made; empty if there is none.
  const std::string& next_game_id() const { return next_game_id_; }

  // The clocks of the seats, in game time: see Clock::Uptime.
  const GameClock& clock() const { return clock_; }
  // The game time of the call that was last told of, and never before that of the newest event.
  int64_t game_time_milliseconds() const { return call_time_; }
  // Says when the call arrived that comes next, or when the events were made that are followed
  // next. A call that changes nothing leaves no trace of it.
  void ArriveAt(int64_t game_time_milliseconds);
  // How far the time of the game is behind the server's uptime. What it takes to make a move
  // durable is nobody's time: the seat to move has its time from when it can see that it is.
  absl::Duration behind() const { return behind_; }
  // The time of the game at an uptime of the server.
  int64_t GameTimeAt(absl::Duration uptime) const {
    return absl::ToInt64Milliseconds(uptime - behind_);
  }
  // Says when a call that had arrived could be seen by all, both by the server's uptime.
  void PublishAt(absl::Duration uptime, absl::Duration arrived);

  // Creates the game, and starts it unless it waits for players. REQUIRES: nothing was done yet.
  GroupViews Begin(absl::Time now);
  // Plays a move. NOT_STARTED, GAME_OVER, NOT_YOUR_TURN, OUTSIDE_BOARD, CELL_TAKEN and so on. Never
  // refused for want of room: where no further move fits among the events, the game ends with this
  // one.
  absl::StatusOr<GroupViews> Play(engine::SeatIndex seat, const engine::Move& move, absl::Time now);
  // Takes back the last move; where bots play, until a person is to move. NOT_STARTED, GAME_OVER
  // (ended off the board, or final), UNDO_NOT_ALLOWED (by the game's policy, or a seat that
  // resigned), NOTHING_TO_UNDO, LIMIT_REACHED.
  absl::StatusOr<GroupViews> Undo(engine::SeatIndex seat, absl::Time now);
  // Plays again what the last undo took back; where bots play, until a person is to move.
  // NOT_STARTED, GAME_OVER, UNDO_NOT_ALLOWED (as Undo, or another seat's move), NOTHING_TO_REDO,
  // LIMIT_REACHED.
  absl::StatusOr<GroupViews> Redo(engine::SeatIndex seat, absl::Time now);
  // Takes a seat, and starts the game with the last one. CREDENTIAL_INVALID (an invitation that was
  // replaced), GAME_OVER, SEAT_TAKEN, GAME_FULL, INVALID_FIELD (the name is another's),
  // LIMIT_REACHED.
  absl::StatusOr<GroupViews> Join(const SeatRequest& request, absl::Time now);
  // Frees a seat that is taken by a person; once the game has started, as Resign. LIMIT_REACHED.
  absl::StatusOr<GroupViews> Leave(engine::SeatIndex seat, absl::Time now);
  // Ends the credential of a seat, or the invitation to one that nobody has, for a new one. `actor`
  // as in v1::GameEvent. GAME_OVER (final), INVALID_FIELD (there is none), LIMIT_REACHED.
  absl::StatusOr<GroupViews> RenewCredential(engine::SeatIndex seat, const std::string& actor,
                                             absl::Time now);
  // Gives a seat up. NOT_STARTED, GAME_OVER, ILLEGAL_MOVE (already resigned).
  absl::StatusOr<GroupViews> Resign(engine::SeatIndex seat, absl::Time now);
  // Hands a seat to a bot, which has a seed, or to whoever holds its credential. `actor` as in
  // v1::GameEvent. NOT_STARTED, GAME_OVER, ILLEGAL_MOVE (resigned), CONTROLLER_UNCHANGED,
  // LIMIT_REACHED. REQUIRES: the bot plays this kind of game.
  absl::StatusOr<GroupViews> SetController(engine::SeatIndex seat,
                                           const std::optional<v1::Bot>& bot,
                                           const std::string& actor, absl::Time now);
  // BOT_PLAYS where the game goes on and a bot plays the seat.
  absl::Status CheckPlaysItself(engine::SeatIndex seat) const;
  // Takes the seat to move out of the game, whose time was up before the call arrived.
  // STALE_SEQUENCE if that is not so.
  absl::StatusOr<GroupViews> TakeFlag(absl::Time now);
  // When the game ends by itself unless its seats are taken, or unless the seat to move makes its
  // first move, in game time; none where neither is waited for.
  std::optional<int64_t> unstarted_due() const;
  std::optional<int64_t> first_move_due() const;
  // Ends a game that waited too long for either. STALE_SEQUENCE if it did not.
  absl::StatusOr<GroupViews> EndUnstarted(absl::Time now);
  absl::StatusOr<GroupViews> AbortUnmoved(absl::Time now);
  // Whether a seat is taken out of the game once it is gone for too long, as things stand.
  bool MayForfeit(engine::SeatIndex seat) const;
  // Takes a seat out that was gone for too long. STALE_SEQUENCE if it is not one that may be.
  absl::StatusOr<GroupViews> Forfeit(engine::SeatIndex seat, absl::Time now);
  // Ends the game, which nobody wins, since all who play are gone. STALE_SEQUENCE if it is not
  // being played.
  absl::StatusOr<GroupViews> EndDeserted(absl::Time now);
  // Calls the game off. GAME_OVER; ROLE_REQUIRED for a seat that resigned, and once every seat that
  // still plays has moved.
  absl::StatusOr<GroupViews> Abandon(engine::SeatIndex seat, absl::Time now);
  // Calls the game off for those who oversee it, whatever was played. GAME_OVER.
  absl::StatusOr<GroupViews> CallOff(absl::Time now);
  // Offers something to the other seats; bots answer in the same group. NOT_STARTED, GAME_OVER,
  // UNDO_NOT_ALLOWED, NOTHING_TO_UNDO, OFFER_NOT_ALLOWED, LIMIT_REACHED. Or says yes to an equal
  // offer.
  absl::StatusOr<GroupViews> MakeOffer(engine::SeatIndex seat, const OfferRequest& request,
                                       absl::Time now);
  // NOT_STARTED, OFFER_NOT_OPEN, WRONG_SEAT (withdraws another's), OWN_OFFER, LIMIT_REACHED.
  absl::StatusOr<GroupViews> AnswerOffer(engine::SeatIndex seat, int64_t id, v1::OfferAnswer answer,
                                         absl::Time now);
  // Closes the offers whose time is over. STALE_SEQUENCE if that of none is.
  absl::StatusOr<GroupViews> ExpireOffers(absl::Time now);
  // Tells of the rematch that all agreed on, or by an empty id that it cannot be made, and makes
  // this game final. STALE_SEQUENCE if they did not agree, or if that was done.
  absl::StatusOr<GroupViews> ConcludeRematch(const std::string& next_game_id, absl::Time now);
  // Makes the result final. GAME_OVER if it is; STALE_SEQUENCE if the game goes on, or if
  // `finish_sequence` is not the event that ended it.
  absl::StatusOr<GroupViews> Finalise(int64_t finish_sequence, absl::Time now);

  // Does what a stored group of events tells, as the seat that made it may read it, at the game
  // time that ArriveAt gave. DATA_LOSS if the game cannot have gone on like that; the state is then
  // of no use any more. `secret` is that of the record of the first event.
  absl::Status Follow(const EventGroup& group, const std::string& secret = {});

 private:
  const engine::Player& Player(engine::SeatIndex seat) const { return game_->players()[seat]; }
  bool UndoAllowed() const { return setup_->config.undo() != v1::UNDO_POLICY_NEVER; }
  // True once nobody is waited for who still plays and has not moved.
  bool EverySeatHasMoved() const;
  // True if the game ended on the board and somebody could undo that. REQUIRES: it is over.
  bool CanTakeBackEnd() const;
  // True if the same people could play the same game again. REQUIRES: it is over.
  bool CanPlayAgain() const;
  // How many moves an undo takes back, or a redo brings; 0 if there is nothing to do.
  size_t PliesToUndo() const;
  size_t PliesToRedo() const;
  absl::Status CheckHistoryOpen(engine::SeatIndex seat) const;
  // Whether the policy lets the seat take back or bring back that many moves by itself.
  absl::Status CheckPolicy(engine::SeatIndex seat, size_t plies_to_undo) const;
  // True if `events` more fit and `reserved` remain behind them.
  bool HasRoom(size_t events, int reserved) const;
  // LIMIT_REACHED if the events about seats have had their share, so that none are left for moves.
  absl::Status CheckRoomForSeats() const;
  // Takes note of an event that was made or followed.
  void Count(const v1::GameEvent& event);
  // LIMIT_REACHED unless `events` more fit, with the last ones kept for moves and for ends.
  absl::Status CheckRoom(size_t events) const;
  absl::Status Refused(const engine::Refusal& refusal) const;
  // The seat that goes to whoever joins like that.
  absl::StatusOr<engine::SeatIndex> FindSeat(const SeatRequest& request) const;
  // INVALID_FIELD if another seat has the name, or would have it again once it is left.
  absl::Status CheckNameIsFree(const std::string& name, engine::SeatIndex seat) const;
  // The name of whoever takes the seat and gives none.
  const std::string& KeptName(engine::SeatIndex seat) const {
    return setup_->config.seats(seat).player_id();
  }
  // Whether a game that has not started can still be filled, and somebody may be waiting for that.
  bool IsWorthWaiting() const;
  void Vacate(engine::SeatIndex seat);
  // Whether the seat has ever played a move, be it taken back since; those of an opening are
  // nobody's.
  bool HasMoved(engine::SeatIndex seat) const { return moved_.test(seat); }
  GroupViews EndWithoutWinner(engine::EndReason reason, absl::Time now);
  // Tells that a seat has left the game for good, and of the end if that was it. `actor` as in
  // v1::GameEvent.
  GroupViews TellOfLeaving(engine::SeatIndex seat, engine::EndReason reason,
                           const std::string& actor, absl::Time now);

  // Appends an event to the view of each audience, with the turn as it is now; `tell` fills in text
  // and detail as the viewer may know them.
  using Tell = std::function<void(v1::GameEvent& event, engine::Viewer viewer)>;
  void Add(GroupViews& group, const std::string& actor, const Tell& tell) const;
  // Starts the game.
  void AddStart(GroupViews& group);
  // Takes back so many moves, as `seat` wanted.
  void AddUndo(GroupViews& group, size_t plies, engine::SeatIndex seat);
  // Closes the offers that do not outlive what happened: see OutcomeAfter.
  void CloseOffers(GroupViews& group, Happening happening,
                   engine::SeatIndex seat = engine::kNoSeat);
  // Tells how an offer ended, or who agrees to it, which was done; `actor` as in v1::GameEvent.
  void AddAnswer(GroupViews& group, const Offer& offer, v1::OfferOutcome outcome,
                 const std::string& actor);
  void CloseOffer(GroupViews& group, Offer offer, v1::OfferOutcome outcome,
                  const std::string& actor);
  // `seat` says yes to an open offer that waits for it, and what was offered happens if it is the
  // last.
  void Agree(GroupViews& group, Offer offer, engine::SeatIndex seat, absl::Time now);
  void Accept(GroupViews& group, const Offer& offer, const std::string& actor, absl::Time now);
  // The bots say what they always say.
  void AnswerForBots(GroupViews& group, int64_t id, absl::Time now);
  // Whether the seat can offer that at all, as the game stands.
  absl::Status CheckOffer(engine::SeatIndex seat, v1::OfferKind kind) const;
  absl::Status CheckOfferOf(v1::OfferKind kind, engine::SeatIndex seat) const;
  absl::Status CheckOfferOfDraw(engine::SeatIndex seat) const;
  absl::Status CheckOfferOfUndo(engine::SeatIndex seat) const;
  absl::Status CheckOfferOfRematch() const;
  absl::Status CheckAnswer(engine::SeatIndex seat, const Offer* offer,
                           v1::OfferAnswer answer) const;
  // LIMIT_REACHED unless there is room for `answers` and for what was offered.
  absl::Status CheckRoomToAgree(const Offer& offer, size_t answers) const;
  // An offer that `maker` makes now, as event `id`.
  Offer NewOffer(int64_t id, engine::SeatIndex maker, const OfferRequest& request,
                 absl::Time now) const;
  // Who has to agree to what `maker` offers.
  std::set<engine::SeatIndex> SeatsToAsk(engine::SeatIndex maker, v1::OfferKind kind) const;
  // How many moves are taken back until `maker` is to move; 0 if it has none that can be.
  size_t PliesToUndoFor(engine::SeatIndex maker) const;
  // The move of `ply`, turn `number` of the game, as `viewer` may know it.
  v1::Move MoveFor(const engine::Ply& ply, int number, engine::Viewer viewer) const;
  // Appends the end of the game if it is over, or if no further move fits. `actor` caused it; empty
  // where no seat did.
  void AddEnd(GroupViews& group, const std::string& actor, absl::Time now);
  void AddFinal(GroupViews& group);
  // Numbers and completes the group and takes it as done.
  GroupViews Seal(GroupViews group, absl::Time now);
  absl::Status FollowEvent(const v1::GameEvent& event, const std::string& secret);
  absl::Status FollowDetail(const v1::GameEvent& event, const std::string& secret);
  absl::Status FollowCreation(const v1::GameEvent& event);
  absl::Status FollowStart();
  absl::Status FollowMove(const v1::Move& move);
  absl::Status FollowEnd(const v1::GameFinished& finished);
  absl::Status FollowFinal(const v1::GameFinal& final);
  absl::Status CheckWinner(const std::string& told) const;
  absl::Status FollowTaking(const v1::SeatTaken& taken);
  absl::Status FollowLeaving(const v1::SeatLeft& left);
  absl::Status FollowVacating(const v1::SeatLeft& left);
  absl::Status FollowLeavingForGood(const v1::SeatLeft& left);
  absl::Status FollowRenewal(const v1::CredentialRotated& rotated);
  absl::Status FollowController(const v1::ControllerChanged& changed, const std::string& secret);
  // SetController without a check.
  void Hand(engine::SeatIndex seat, const std::optional<v1::Bot>& bot);
  // Does to the clocks what the events say, of which the game has taken note.
  void FollowClocks(const EventGroup& group);
  absl::Status CheckClocks(const v1::GameEvent& event) const;
  absl::Status FollowOffer(const v1::GameEvent& event);
  absl::Status FollowAnswer(const v1::GameEvent& event);
  absl::Status FollowYes(const v1::GameEvent& event, const Offer& offer);
  absl::Status FollowRematch(const v1::OfferAnswered& answered, const Offer& offer);
  // Whether no offer is open that should have been closed.
  bool OffersFit() const;
  static absl::Status CheckEpoch(uint32_t told, uint32_t counted);
  // Starts the game, after its opening.
  void Start();
  // An empty group with a view for each audience.
  GroupViews NewGroup() const;

  // Constant after construction.
  const std::shared_ptr<const GameSetup> setup_;
  const StateLimits limits_;

  std::unique_ptr<engine::BoardGame> game_;
  Seats seats_;
  GameClock clock_;
  int64_t created_time_ = 0;   // game time of the first event
  int64_t position_time_ = 0;  // game time of the newest event that changed the position
  int64_t newest_time_ = 0;    // game time of the newest event
  int64_t call_time_ = 0;
  absl::Duration behind_;
  // Of a game that is over: when its result becomes final, in game time.
  int64_t final_due_ = 0;
  int64_t seat_events_ = 0;
  std::bitset<engine::kMaxSeats> moved_;  // seats that ever moved
  int64_t sequence_ = 0;
  int64_t position_sequence_ = 0;
  int64_t turn_sequence_ = 0;
  bool final_ = false;
  Offers offers_;
  std::string next_game_id_;
  absl::Time created_ = absl::InfinitePast();
  absl::Time last_time_ = absl::InfinitePast();
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_STATE_H_
