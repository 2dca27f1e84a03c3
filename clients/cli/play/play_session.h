#ifndef MEEPLE_CLIENTS_CLI_PLAY_PLAY_SESSION_H_
#define MEEPLE_CLIENTS_CLI_PLAY_PLAY_SESSION_H_

// One player at one game: says what happens, does what the player says. What has happened is
// learned from the watch alone, also after the player's own moves, so that it is told once and in
// order.
//
// Used by one thread; the watch is followed by a thread of its own, whose only way in is the
// mailbox.
//
//   PlaySession play(session, dialogue, {.game_id = id});
//   return play.Run();

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "clients/cli/clock_text.h"
#include "clients/cli/game_text.h"
#include "clients/cli/play/dialogue.h"
#include "clients/cli/play/mailbox.h"
#include "clients/cli/play/play_command.h"
#include "clients/cli/position_text.h"
#include "clients/cli/session.h"
#include "clients/cli/terminal/waiter.h"
#include "meeple/client/watch.h"

namespace meeple::cli {

struct PlayOptions {
  std::string game_id;
  // Ends with the first end of the game; else only when nothing can be taken back any more.
  bool until_finish = false;
  // How long a lost connection may last.
  absl::Duration patience = absl::Minutes(5);
};

class PlaySession {
 public:
  PlaySession(Session& session, Dialogue& dialogue, const PlayOptions& options);

  // Plays until the player leaves or the game is over.
  ExitCode Run();

  // True once the game was read with a credential that holds a seat of it.
  bool has_begun() const { return !own_.empty(); }
  // True if the game ended, as far as this player has seen.
  bool is_game_over() const { return IsOver(cursor_); }
  // The rematch that all agreed on, if this game was left for it; else empty.
  const std::string& next_game_id() const { return next_game_id_; }

 private:
  absl::Status Begin();
  void Greet();
  void Follow(const std::stop_token& stop);

  void TakeNews();
  bool IsBotToMove() const;
  // True while something is on its way that belongs to what the player did last: the event of it
  // and, but for a person, who may leave at any time, the moves of bots before the next turn.
  bool IsAnswerComing() const;
  void TakeUpdate(const client::GameWatch::Update& update, v1::GameEventBatch& news);
  void TellNews(const v1::GameEventBatch& news);
  void End(const absl::Status& status);
  void Fail(const absl::Status& status);

  void Execute(const std::string& line);
  void Confirm(const std::string& line);
  void PlayMove(const std::string& notation);
  void TakeBack(const std::string& line);
  void Offer(v1::OfferKind kind, bool swap, const std::string& line);
  void AnswerOffer(v1::OfferAnswer answer, const std::string& number, const std::string& line);
  void ListMoves();
  void ShowBoard();
  template <class Response>
  void Settle(const absl::StatusOr<Response>& response, const std::string& line);
  void Refuse(const absl::Status& status, const std::string& line);
  template <class Request, class Response>
  void Change(Connection::Method<Request, Response> method, Request request,
              const std::string& line);

  // Asks the server for the clocks: what was missed does not say what they are now.
  void RefreshClocks();

  Turn turn() const;
  // What is waited for, after the clocks where there are some.
  std::string PromptText() const;
  std::string Question() const;
  // How long it takes until the prompt says something else by itself.
  absl::Duration UntilTick() const;
  // True if more people than the player have a seat.
  bool HasCompany() const;
  std::string GameOverQuestion() const;
  // What the player can say to the offers that wait for it, for the question; else empty.
  std::string OfferQuestion() const;
  // How to answer an offer that waits for the player, after what tells of it; else empty.
  std::string OfferHint(const v1::Offer& offer) const;
  void Tell(const std::string& lines);

  Session& session_;
  Dialogue& dialogue_;
  const PlayOptions options_;
  Waiter waiter_;
  Mailbox<client::GameWatch::Update> mailbox_;

  // As the game was at first; its seats and offers, `cursor_` and `sequence_` follow the events.
  v1::Game game_;
  v1::TurnCursor cursor_;
  int64_t sequence_ = 0;
  RunningClocks clocks_;
  // The player of the credential, and its seat.
  std::string own_;
  int own_seat_ = -1;
  // The newest event that the server has told of. Until it is here, the turn is not known.
  int64_t awaited_sequence_ = 0;
  bool asks_to_resign_ = false;
  // Of the rematch that the events told of.
  std::string rematch_id_;
  std::string next_game_id_;
  std::unique_ptr<PositionText> positions_;
  std::optional<ExitCode> exit_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_PLAY_PLAY_SESSION_H_
