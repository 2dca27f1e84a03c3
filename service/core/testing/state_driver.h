#ifndef MEEPLE_SERVICE_CORE_TESTING_STATE_DRIVER_H_
#define MEEPLE_SERVICE_CORE_TESTING_STATE_DRIVER_H_

// Drives a GameState call by call and checks after each call what must always hold: a refused call
// changed nothing, a group of events is numbered, timed and complete.
//
//   StateDriver game;                    // X and O on 3 x 3, begun
//   game.Play("b2");                     // by whoever is to move; must be accepted
//   EXPECT_THAT(game.TryPlay(0, "a1"), HasReason(v1::ERROR_REASON_NOT_YOUR_TURN));

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "service/core/conversion.h"
#include "service/core/game_state.h"
#include "service/core/testing/configs.h"

namespace meeple::service {

// When the games of these tests begin.
inline absl::Time TestTime() { return absl::FromUnixSeconds(1'700'000'000); }

inline google::protobuf::Timestamp At(absl::Duration after) { return ToProto(TestTime() + after); }

// Tic-tac-toe on 3 x 3, X first: X wins on the diagonal; nobody wins.
inline const std::vector<std::string> kWin = {"a1", "b1", "b2", "c1", "c3"};
inline const std::vector<std::string> kDraw = {"a1", "b1", "c1", "b2", "a2",
                                               "c2", "b3", "a3", "c3"};

inline constexpr char kBotSecond[] = "seats {} seats { bot { kind: 'random' } }";
inline constexpr char kThreePeople[] = "seats {} seats {} seats {}";

// Everything that can be seen of a state, as text.
std::string Describe(const GameState& state);

// The texts of a group, in order.
std::vector<std::string> TextsOf(const EventGroup& group);

class StateDriver {
 public:
  // Begins a game of tic-tac-toe with what `config` adds: see Prepare.
  explicit StateDriver(const std::string& config = "", const StateLimits& limits = {},
                       int max_plies = kTestMaxPlies);
  // Begins any game.
  explicit StateDriver(PreparedGame prepared, const StateLimits& limits = {});

  // Calls that may be refused. They return what everyone may read; for the rest see views().
  absl::StatusOr<EventGroup> TryPlay(engine::SeatIndex seat, const std::string& notation);
  absl::StatusOr<EventGroup> TryUndo(engine::SeatIndex seat);
  absl::StatusOr<EventGroup> TryRedo(engine::SeatIndex seat);
  absl::StatusOr<EventGroup> TryJoin(const SeatRequest& request);
  absl::StatusOr<EventGroup> TryLeave(engine::SeatIndex seat);
  absl::StatusOr<EventGroup> TryRenewCredential(engine::SeatIndex seat,
                                                const std::string& actor = "");
  // A bot of that kind, or a person for none.
  absl::StatusOr<EventGroup> TrySetController(engine::SeatIndex seat, const std::string& bot_kind);
  absl::StatusOr<EventGroup> TryResign(engine::SeatIndex seat);
  absl::StatusOr<EventGroup> TryAbandon(engine::SeatIndex seat);
  absl::StatusOr<EventGroup> TryCallOff();
  absl::StatusOr<EventGroup> TryFinalise(int64_t finish_sequence);
  absl::StatusOr<EventGroup> TryTakeFlag();
  absl::StatusOr<EventGroup> TryAbortUnmoved();
  absl::StatusOr<EventGroup> TryEndUnstarted();
  absl::StatusOr<EventGroup> TryForfeit(engine::SeatIndex seat);
  absl::StatusOr<EventGroup> TryOffer(engine::SeatIndex seat, const OfferRequest& request);
  absl::StatusOr<EventGroup> TryAnswer(engine::SeatIndex seat, int64_t id, v1::OfferAnswer answer);
  absl::StatusOr<EventGroup> TryExpireOffers();
  absl::StatusOr<EventGroup> TryConcludeRematch(const std::string& next_game_id);

  // Calls that must be accepted. Plays for the seat to move.
  EventGroup Play(const std::string& notation);
  void PlayAll(const std::vector<std::string>& notations);
  EventGroup Undo(engine::SeatIndex seat);
  EventGroup Redo(engine::SeatIndex seat);
  EventGroup Join(const SeatRequest& request = {});
  EventGroup Leave(engine::SeatIndex seat);
  EventGroup RenewCredential(engine::SeatIndex seat);
  EventGroup SetController(engine::SeatIndex seat, const std::string& bot_kind);
  EventGroup Resign(engine::SeatIndex seat);
  EventGroup Abandon(engine::SeatIndex seat);
  EventGroup Finalise();
  EventGroup Offer(engine::SeatIndex seat, v1::OfferKind kind);
  // Answers the offer that was made last.
  EventGroup Accept(engine::SeatIndex seat);
  EventGroup Decline(engine::SeatIndex seat);

  // Expects that the game goes on with this player to move after so many turns.
  void ExpectTurn(const std::string& player, int turns) const;
  // Expects how it ended.
  void ExpectEnd(engine::GameStatus status, engine::EndReason reason,
                 const std::string& winner) const;

  const GameState& state() const { return state_; }
  // What the last accepted call made, for each audience.
  GroupViews& views() { return views_; }
  // The secret of the record that hands a seat to a bot of kind `random`.
  static std::string bot_secret();
  // Every event so far.
  const std::vector<v1::GameEvent>& events() const { return events_; }
  // The board, one row a line.
  std::string Board() const;

  // The wall clock moves, in either direction.
  void StepClock(absl::Duration step) { now_ += step; }
  // Game time passes, in milliseconds: calls arrive later.
  void PassTime(int64_t milliseconds) { game_time_ += milliseconds; }
  // Time passes, by both clocks.
  void Pass(absl::Duration time) {
    now_ += time;
    game_time_ += absl::ToInt64Milliseconds(time);
  }
  int64_t game_time() const { return game_time_; }
  // What each seat has left now, in milliseconds.
  std::vector<int64_t> Remaining() const;

 private:
  template <class Function>
  absl::StatusOr<EventGroup> Try(const Function& call);
  void Take(GroupViews views, int64_t sequence_before);
  void CheckGroup(const EventGroup& group, int64_t sequence_before) const;

  GameState state_;
  // The id of the offer that was made last.
  int64_t LastOffer() const;

  absl::Time now_ = TestTime();
  int64_t game_time_ = 1'000'000;
  GroupViews views_;
  std::vector<v1::GameEvent> events_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_STATE_DRIVER_H_
