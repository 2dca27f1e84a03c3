#ifndef MEEPLE_ENGINE_CORE_BOARD_GAME_H_
#define MEEPLE_ENGINE_CORE_BOARD_GAME_H_

// The template that every game follows. The public functions are not virtual and own the order of
// a turn: over? turn? legal? capture the cursor, apply, judge, rotate only if the game goes on.
// They also own history, undo, redo, resignation and the turn limit. A game supplies the small
// protected hooks at the end.
//
// Not thread-safe: a game belongs to one thread at a time. It knows no clock, no input and output,
// and no randomness that it was not given.
//
//   auto game = MakeGame("tic_tac_toe", {}, {{"X", 'X'}, {"O", 'O'}}, {});
//   (*game)->Start();
//   (*game)->Submit(0, Move::AtCell({1, 1}));   // no value: accepted
//   (*game)->Undo();

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/board_picture.h"
#include "engine/core/game_log.h"
#include "engine/core/move.h"
#include "engine/core/refusal.h"
#include "engine/core/types.h"

namespace meeple::engine {

// Where the draws of some turns in a row come from.
struct SeedStretch {
  int turns = 0;
  uint64_t seed = 0;

  bool operator==(const SeedStretch&) const = default;
};

// What the players agreed on beyond the parameters of the kind of game.
struct GameOptions {
  // The number of turns after which an undecided game ends ABANDONED; 0 is no limit.
  int turn_limit = 0;
  // What dice and other draws come from (see counter_random.h). Secret while the game is played:
  // whoever knows it knows what will be rolled.
  uint64_t seed = 0;
  // The seat that moves first; the others follow in their order.
  SeatIndex first_seat = 0;
  // What the draws of the first turns come from instead, one stretch after the other: of an
  // opening, whose draws are known.
  std::vector<SeedStretch> opening_seeds = {};
};

// What the board says after a move.
struct Judgement {
  GameStatus status = GameStatus::kInProgress;  // kInProgress, kWon or kDrawn
  SeatIndex winner = kNoSeat;                   // set exactly for kWon
};

class BoardGame {
 public:
  virtual ~BoardGame() = default;
  BoardGame& operator=(const BoardGame&) = delete;

  const std::vector<Player>& players() const { return players_; }
  int seats() const { return static_cast<int>(players_.size()); }
  const TurnCursor& cursor() const { return cursor_; }
  const Outcome& outcome() const { return outcome_; }
  bool over() const { return IsOver(cursor_.status); }
  const GameLog& log() const { return log_; }
  const GameOptions& options() const { return options_; }
  // False once the seat is out: resigned, or lost on time; its turns are skipped.
  bool IsPlaying(SeatIndex seat) const { return (out_ & (1u << seat)) == 0; }

  // Gives a seat another player, who keeps its symbol. REQUIRES: status is kNotStarted; nobody else
  // has this id.
  void SetPlayerId(SeatIndex seat, std::string id);
  // Begins the game: GameOptions::first_seat is to move. REQUIRES: status is kNotStarted.
  void Start();

  // Plays `move` for `seat`. Refuses, in this order: kNotStarted, kGameOver, kNotYourTurn, then
  // what CheckMove of the game says (form, board, cell, other rules). A refused move changes
  // nothing. The board is judged before the turn limit.
  std::optional<Refusal> Submit(SeatIndex seat, const Move& move);
  // The same checks without playing.
  std::optional<Refusal> Check(SeatIndex seat, const Move& move) const;
  // Plays `move` for the seat to move without any check: for search, and to replay a game's own
  // moves. REQUIRES: Check(cursor().turn_index, move) would accept it.
  void ApplyUnchecked(const Move& move);

  // Takes back the last move whatever ended the game, without any check: for search on a copy.
  // REQUIRES: a move stands that was applied since the copy was made.
  void UndoUnchecked();

  // Takes back the last move, also one that won or drew. Refuses kNotStarted; kGameOver if the
  // game ended off the board (resignation, turn limit, called off); kNothingToUndo at the start
  // or right after a resignation, which undo never crosses.
  std::optional<Refusal> Undo();
  // Plays the move again that the last undo took back. Refuses kNotStarted, kGameOver (ended off
  // the board), kNothingToRedo.
  std::optional<Refusal> Redo();
  // The same checks without doing it.
  std::optional<Refusal> CheckUndo() const;
  std::optional<Refusal> CheckRedo() const;

  // Takes `seat` out of the game, for `reason`. The game ends ABANDONED with it when at most one
  // seat remains, which then is the winner; else the turn passes on if it was this seat's. Undo
  // never crosses it. Refuses kNotStarted, kGameOver; kIllegalMove (rule "already_resigned") for a
  // seat that is out.
  std::optional<Refusal> Resign(SeatIndex seat, EndReason reason = EndReason::kResignation);
  // Ends the game ABANDONED without a winner: called off, or for want of room for more turns.
  // Refuses kGameOver. REQUIRES: `reason` is kAbandoned, kTurnLimit, kAborted or kNeverStarted.
  std::optional<Refusal> Abandon(EndReason reason = EndReason::kAbandoned);
  // Ends the game DRAWN because all who still play agree. Refuses kNotStarted, kGameOver.
  std::optional<Refusal> AgreeOnDraw();
  // Makes the moves so far final, as for an opening that was agreed on or a seat that changes
  // hands: undo never crosses this point, redo forgets.
  void SealHistory();

  // The legal moves of the seat to move, sorted, without repeats; empty unless in progress.
  std::vector<Move> LegalMoves() const;
  // The same into `moves`, which is cleared first: saves search an allocation a position.
  void ListLegalMoves(std::vector<Move>& moves) const;

  // An independent copy of rules, board, cursor and outcome without history: for search, for
  // drawing outside a lock. Undo in the copy reaches back to the moment of copying.
  std::unique_ptr<BoardGame> CopyPosition() const;
  // An independent copy with history.
  std::unique_ptr<BoardGame> Clone() const;
  // Whether moves draw from the seed, so that the same moves can lead elsewhere.
  virtual bool HasChance() const { return false; }
  // Draws from another seed, beyond an opening: for search on a copy, which must not foresee the
  // dice.
  void Reseed(uint64_t seed) { options_.seed = seed; }
  // A game of the same rules, players and options, not started.
  virtual std::unique_ptr<BoardGame> NewGame() const = 0;

  // The board as `viewer` may see it. Equal for any two games that the viewer cannot tell apart by
  // what it was shown before.
  virtual BoardPicture PictureFor(Viewer viewer) const = 0;
  // The board with nothing hidden.
  BoardPicture Picture() const { return PictureFor(kAllSeeing); }
  // A number that is equal for positions from which the same can follow, and almost surely differs
  // for others; the same in every process.
  uint64_t PositionHash() const;
  // How promising an undecided position looks for `seat` against the others: from -1,000 to 1,000,
  // 0 where nothing is known, as by default. For search that cannot look to the end; says nothing
  // exact.
  virtual int Estimate(SeatIndex seat) const;
  static constexpr int kMostEstimate = 1'000;
  // What `ply` did, as `viewer` may know it, told after the player's name: "plays X at (0,0)". A
  // game adds what came of it ("rolls 4 and climbs to 38") and leaves out what is hidden. REQUIRES:
  // `ply` was played in this game.
  virtual std::string DescribePly(const Ply& ply, Viewer viewer) const;
  // Whether `viewer` may know the move of `ply`. Default: everybody may.
  virtual bool CanSee(const Ply& ply, Viewer viewer) const;

 protected:
  BoardGame(std::vector<Player> players, const GameOptions& options);
  // Copies everything except the log: see CopyPosition.
  BoardGame(const BoardGame& other);

  // --- What a game supplies ---

  // Appends the legal moves of the seat to move, sorted. Called only in progress.
  virtual void ListMoves(std::vector<Move>& moves) const = 0;
  // Refuses what the rules of the game do not allow the seat to move, in the order kWrongForm,
  // kOutsideBoard, kCellTaken or kColumnFull, kIllegalMove with its rule.
  virtual std::optional<Refusal> CheckMove(const Move& move) const = 0;
  // Changes the board; returns what TakeBack needs beyond the move. REQUIRES: a legal move.
  virtual Memento Apply(const Move& move, SeatIndex seat) = 0;
  // Undoes Apply exactly. REQUIRES: the last move applied, its seat, its memento.
  virtual void TakeBack(const Move& move, SeatIndex seat, Memento memento) = 0;
  // What the board says right after `move` was applied by `seat`.
  virtual Judgement Judge(const Move& move, SeatIndex seat) const = 0;
  // Whose turn comes after `seat` moved (or resigned). Default: the next seat still playing,
  // round-robin. A game that rotates otherwise must skip seats that are out.
  virtual SeatIndex NextSeat(SeatIndex seat) const;
  // What the board says once a seat has left and at least two remain. Default: the game goes on.
  virtual Judgement JudgeAfterLeaving() const;
  // The number of the seed for this turn and `index`: see counter_random.h. Changes with each turn,
  // so it is asked before the turn is counted, as Apply is.
  uint64_t DrawNumberBelow(uint64_t bound, uint64_t index) const;
  // What PositionHash needs to know beyond whose turn it is and who left. Default: from the
  // picture, which is slow; a game whose picture does not tell all that decides what follows adds
  // the rest.
  virtual uint64_t HashBoard() const;
  // A copy made by the copy constructor of the game.
  virtual std::unique_ptr<BoardGame> DoCopyPosition() const = 0;

 private:
  // Applies, judges, rotates: the part that a new move and a redone one share.
  Memento Advance(const Move& move);
  // kNotStarted, or kGameOver if the game ended off the board.
  std::optional<Refusal> CheckHistoryOpen() const;
  // What the draws of the turn to be played come from.
  uint64_t SeedOfTurn() const;
  std::vector<SeatIndex> SeatsPlaying() const;

  // Constant once the game has started.
  std::vector<Player> players_;
  // Constant after construction.
  GameOptions options_;

  TurnCursor cursor_;
  Outcome outcome_;
  uint32_t out_ = 0;  // bit of each seat that is out
  GameLog log_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_BOARD_GAME_H_
