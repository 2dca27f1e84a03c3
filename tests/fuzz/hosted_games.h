#ifndef MEEPLE_TESTS_FUZZ_HOSTED_GAMES_H_
#define MEEPLE_TESTS_FUZZ_HOSTED_GAMES_H_

// A GameHost with a memory journal, a clock that stands still and low limits, and what must be true
// of its games at any time. A broken promise aborts.
//
// Used by one thread; bots and timers of the host run on theirs.
//
//   HostedGames games;
//   games.Call(games.CallerOf(0), create_game_request);
//   games.CheckAll();

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/synchronization/notification.h"
#include "meeple/v1/allocation_service.pb.h"
#include "meeple/v1/game_service.pb.h"
#include "meeple/v1/lobby_service.pb.h"
#include "meeple/v1/scoreboard_service.pb.h"
#include "service/core/game_host.h"
#include "service/core/testing/fake_clock.h"
#include "service/journal/memory_journal.h"
#include "tests/fuzz/well_formed.h"

namespace meeple::fuzz {

class HostedGames {
 public:
  HostedGames();
  ~HostedGames();
  HostedGames(const HostedGames&) = delete;
  HostedGames& operator=(const HostedGames&) = delete;

  // A caller: 0 is nobody, the others hold the credentials of the games so far in turn.
  service::Caller CallerOf(size_t choice) const;
  // The id of one of the games so far; empty if there is none.
  std::string GameIdOf(size_t choice) const;

  // Makes the call; an error must be well-formed, a refused mutation must change nothing.
  // REQUIRES: the request passed its check.
  template <class Request>
  void Call(const service::Caller& caller, const Request& request) {
    const std::vector<std::string> before = States();
    if (!Make(caller, request)) {
      EXPECT(States() == before, "a refused call changes nothing");
    }
  }

  // So much time passes that every result becomes final and every offer expires.
  void AwaitFinalResults();

  // Checks every promise about every game.
  void CheckAll();

 private:
  // One game, and what was seen of it: events never change.
  struct Seen {
    std::string game_id;
    service::Caller reader;  // whose right to read never ends
    std::vector<std::string> events = {};
    std::vector<std::string> watched = {};
    std::shared_ptr<service::WatchStream> stream = {};
    std::unique_ptr<service::Watch> watch = {};
  };

  // Calls a function of the host and waits for its answer.
  template <class Request, class Response>
  using Method = void (service::GameHost::*)(const service::Caller&, const Request&,
                                             service::GameHost::Done<Response>);
  template <class Request, class Response>
  absl::StatusOr<Response> Await(Method<Request, Response> method, const service::Caller& caller,
                                 const Request& request) {
    absl::Notification answered;
    std::optional<absl::StatusOr<Response>> answer;
    (host_.*method)(caller, request, [&](absl::StatusOr<Response> response) {
      EXPECT(!answer.has_value(), "a call is answered once");
      answer.emplace(std::move(response));
      answered.Notify();
    });
    answered.WaitForNotification();
    if (!answer->ok()) ExpectWellFormed(answer->status());
    return *std::move(answer);
  }

  // Makes a call; true if it was accepted.
  bool Make(const service::Caller& caller, const v1::CreateGameRequest& request);
  bool Make(const service::Caller& caller, const v1::SubmitMoveRequest& request);
  bool Make(const service::Caller& caller, const v1::UndoRequest& request);
  bool Make(const service::Caller& caller, const v1::RedoRequest& request);
  bool Make(const service::Caller& caller, const v1::ResignRequest& request);
  bool Make(const service::Caller& caller, const v1::AbandonRequest& request);
  bool Make(const service::Caller& caller, const v1::GetGameRequest& request);
  bool Make(const service::Caller& caller, const v1::ListLegalMovesRequest& request);
  bool Make(const service::Caller& caller, const v1::ReplayRequest& request);
  bool Make(const service::Caller& caller, const v1::ListEventsRequest& request);
  bool Make(const service::Caller& caller, const v1::ListGameKindsRequest& request);
  bool Make(const service::Caller& caller, const v1::WatchGameRequest& request);
  bool Make(const service::Caller& caller, const v1::WatchLobbyRequest& request);
  bool Make(const service::Caller& caller, const v1::WatchResultsRequest& request);
  bool Make(const service::Caller& caller, const v1::AllocateGamesRequest& request);
  bool Make(const service::Caller& caller, const v1::ListGamesRequest& request);
  bool Make(const service::Caller& caller, const v1::GetScoreRequest& request);
  bool Make(const service::Caller& caller, const v1::ListScoresRequest& request);
  bool Make(const service::Caller& caller, const v1::JoinGameRequest& request);
  bool Make(const service::Caller& caller, const v1::LeaveGameRequest& request);
  bool Make(const service::Caller& caller, const v1::MakeOfferRequest& request);
  bool Make(const service::Caller& caller, const v1::AnswerOfferRequest& request);
  bool Make(const service::Caller& caller, const v1::RotateCredentialRequest& request);
  bool Make(const service::Caller& caller, const v1::RevokeCredentialRequest& request);
  bool Make(const service::Caller& caller, const v1::SetControllerRequest& request);
  bool Make(const service::Caller& caller, const v1::ForkGameRequest& request);

  void Remember(const v1::CreateGameResponse& created);
  // Checks the answer to a call that brings a credential into force, and remembers its holder.
  template <class Response>
  bool Take(const absl::StatusOr<Response>& answer);
  service::Caller HolderOf(const v1::Credential& credential) const;
  template <class Request>
  std::unique_ptr<service::Watch> OpenWatch(const service::Caller& caller, const Request& request,
                                            const std::shared_ptr<service::WatchStream>& stream);
  // Watches until there is nothing more to be told, or less.
  template <class Request>
  void WatchAll(const service::Caller& caller, const Request& request);
  // How many games were made because all agreed to play again; nobody joins them.
  size_t Rematches();
  // The state of each game as bytes, once no bot is to move.
  std::vector<std::string> States();
  // The state of a game that waits for a person, or is over.
  v1::Game QuietGame(const Seen& seen);
  std::vector<v1::GameEvent> Events(const Seen& seen);

  void CheckGame(Seen& seen);
  void CheckEvents(Seen& seen, const v1::Game& game, const std::vector<v1::GameEvent>& events);
  void CheckReplay(const Seen& seen, const v1::Game& game);
  void CheckWatch(Seen& seen);

  service::MemoryJournal journal_;
  service::FakeClock clock_;
  service::GameHost host_;
  std::vector<service::Caller> callers_;
  std::vector<Seen> games_;
};

}  // namespace meeple::fuzz

#endif  // MEEPLE_TESTS_FUZZ_HOSTED_GAMES_H_
