#ifndef MEEPLE_SERVICE_CORE_GAME_HOST_H_
#define MEEPLE_SERVICE_CORE_GAME_HOST_H_

// All games of one server, as the transport sees them: one function for each rpc. Knows no gRPC.
//
// Thread-safe. Every function returns at once; `done` is called exactly once, with the answer or a
// typed error (see errors.h), on any thread and outside any lock, possibly before the function
// returns. Requests must have passed their check (see service/rpc/request_checks.h).
//
//   GameHost host(options, journal, clock);
//   host.SubmitMove(caller, request, [](absl::StatusOr<v1::SubmitMoveResponse> response) {...});

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/core/game_kind.h"
#include "engine/games/all_games.h"
#include "engine/players/move_strategy.h"
#include "engine/players/player_factory.h"
#include "meeple/v1/admin_service.pb.h"
#include "meeple/v1/allocation_service.pb.h"
#include "meeple/v1/game_service.pb.h"
#include "meeple/v1/lobby_service.pb.h"
#include "meeple/v1/scoreboard_service.pb.h"
#include "service/base/executor.h"
#include "service/core/api_keys.h"
#include "service/core/caller.h"
#include "service/core/clock.h"
#include "service/core/game_setup.h"
#include "service/core/host_metrics.h"
#include "service/core/journal_errors.h"
#include "service/core/watch.h"
#include "service/journal/journal.h"

namespace meeple::service {

struct HostOptions {
  // The kinds of games that can be played, sorted by id; they must outlive the host.
  std::span<const engine::GameKind> kinds = engine::AllGameKinds();
  // The server's secret, at least 32 bytes: signs credentials, derives ids. Empty: a random one is
  // made.
  std::string secret = {};
  // How long a result may be taken back, and a rematch agreed on, before it is final.
  absl::Duration final_after = absl::Seconds(60);
  // How long a game waits for its seats to be taken before it ends by itself.
  absl::Duration unstarted_after = absl::Hours(24);
  // Limits; each refusal names the limit it met.
  int64_t max_games = 1'000'000;
  int max_plies = kMostPlies;
  int max_events = 50'000;
  int max_waiting_mutations = 64;
  int max_waiting_reads = 1'000;
  int max_watchers_per_game = 10'000;  // the lobby, and the results of a key, count as a game
  int max_watchers = 100'000;
  // Calls that may wait for games to be read from the journal, and threads that read; with none the
  // calling thread does, right where reading does not wait for a disk.
  int max_loading = 1'000;
  int loading_threads = 0;
  // A game that nobody used or thought about for so long leaves memory, watched or not, and so do
  // the least recently used ones while all together take more bytes than this. See EvictIdleGames.
  absl::Duration idle_after = absl::InfiniteDuration();
  size_t max_bytes_of_games = std::numeric_limits<size_t>::max();
  // So many of a game's newest events stay in memory with it, and up to about twice as many; older
  // ones are read from the journal.
  size_t events_in_memory = 500;
  // How long a bot may think about a move.
  absl::Duration bot_thinking = absl::Seconds(10);
  // Threads that build replays, and how many may wait for them.
  int replay_threads = 1;
  int max_waiting_replays = 64;
  // How many calls may wait for lists of games, of which one is made at a time.
  int max_waiting_listings = 64;
  // How many entries of the lobby, and of the results of each key, the journal keeps.
  int64_t feed_entries = kFeedEntriesKept;
  // How many games of an API key may be in progress: those that are not final.
  int64_t max_games_per_key = 100'000;
  // Threads that think for bots.
  int bot_threads = 2;
  // Where watchers are woken, which writes to them; must outlive the host. None: on a thread of the
  // host.
  Executor* wakes_on = nullptr;
  // Makes what plays the seats of bots.
  std::function<absl::StatusOr<std::unique_ptr<engine::MoveStrategy>>(const engine::PlayerSpec&)>
      make_bot = engine::MakePlayer;
  // Told, in a line for the log, of a defect of the server that it could make good, such as a bot
  // that chose an illegal move. Called by any thread.
  std::function<void(const std::string& line)> on_defect = {};
  // Where backups are made, each in a folder of its own; empty: nowhere.
  std::string backup_directory = {};
  // The version of the server, to be told.
  std::string version = {};
  // Who may use AllocationService and AdminService; null: nobody. They must outlive the host.
  ApiKeys* api_keys = nullptr;
  // Opens both to callers without a credential: only where nobody else can reach the server.
  bool dev = false;
  // Told what of the journal could not be read, by any thread, as often as somebody meets it.
  OnUnreadable on_unreadable = {};
  // Told, in a line for the log, what an operator had the server do, and who it was. Called by any
  // thread.
  std::function<void(const std::string& line)> on_administered = {};
  // Called when draining begins, once, by any thread.
  std::function<void()> on_draining = {};
};

class GameHost {
 public:
  template <class Response>
  using Done = std::function<void(absl::StatusOr<Response>)>;

  // `journal` and `clock` must outlive the host.
  GameHost(const HostOptions& options, Journal& journal, Clock& clock);
  // Waits for the threads of the host. REQUIRES: no call is running and no watch is open.
  ~GameHost();
  GameHost(const GameHost&) = delete;
  GameHost& operator=(const GameHost&) = delete;

  // Who the caller is, by the value of its `authorization` metadata; empty is anonymous.
  // CREDENTIAL_INVALID for anything that is neither a genuine credential nor a known API key of
  // this server.
  absl::StatusOr<Caller> Authenticate(std::string_view authorization) const;

  // The uptime of the clock, by which calls are stamped: see Caller::arrived.
  absl::Duration uptime() const;

  void CreateGame(const Caller& caller, const v1::CreateGameRequest& request,
                  Done<v1::CreateGameResponse> done);
  void GetGame(const Caller& caller, const v1::GetGameRequest& request,
               Done<v1::GetGameResponse> done);
  void ListLegalMoves(const Caller& caller, const v1::ListLegalMovesRequest& request,
                      Done<v1::ListLegalMovesResponse> done);
  void SubmitMove(const Caller& caller, const v1::SubmitMoveRequest& request,
                  Done<v1::SubmitMoveResponse> done);
  void Undo(const Caller& caller, const v1::UndoRequest& request, Done<v1::UndoResponse> done);
  void Redo(const Caller& caller, const v1::RedoRequest& request, Done<v1::RedoResponse> done);
  void Replay(const Caller& caller, const v1::ReplayRequest& request,
              Done<v1::ReplayResponse> done);
  void ListEvents(const Caller& caller, const v1::ListEventsRequest& request,
                  Done<v1::ListEventsResponse> done);
  void ForkGame(const Caller& caller, const v1::ForkGameRequest& request,
                Done<v1::ForkGameResponse> done);
  void Resign(const Caller& caller, const v1::ResignRequest& request,
              Done<v1::ResignResponse> done);
  void Abandon(const Caller& caller, const v1::AbandonRequest& request,
               Done<v1::AbandonResponse> done);
  void MakeOffer(const Caller& caller, const v1::MakeOfferRequest& request,
                 Done<v1::MakeOfferResponse> done);
  void AnswerOffer(const Caller& caller, const v1::AnswerOfferRequest& request,
                   Done<v1::AnswerOfferResponse> done);
  void RotateCredential(const Caller& caller, const v1::RotateCredentialRequest& request,
                        Done<v1::RotateCredentialResponse> done);
  void RevokeCredential(const Caller& caller, const v1::RevokeCredentialRequest& request,
                        Done<v1::RevokeCredentialResponse> done);
  void SetController(const Caller& caller, const v1::SetControllerRequest& request,
                     Done<v1::SetControllerResponse> done);
  void ListGameKinds(const Caller& caller, const v1::ListGameKindsRequest& request,
                     Done<v1::ListGameKindsResponse> done);

  void ListGames(const Caller& caller, const v1::ListGamesRequest& request,
                 Done<v1::ListGamesResponse> done);
  void JoinGame(const Caller& caller, const v1::JoinGameRequest& request,
                Done<v1::JoinGameResponse> done);
  void LeaveGame(const Caller& caller, const v1::LeaveGameRequest& request,
                 Done<v1::LeaveGameResponse> done);

  void GetScore(const Caller& caller, const v1::GetScoreRequest& request,
                Done<v1::GetScoreResponse> done);
  void ListScores(const Caller& caller, const v1::ListScoresRequest& request,
                  Done<v1::ListScoresResponse> done);

  void AllocateGames(const Caller& caller, const v1::AllocateGamesRequest& request,
                     Done<v1::AllocateGamesResponse> done);
  void GetServerInfo(const Caller& caller, const v1::GetServerInfoRequest& request,
                     Done<v1::GetServerInfoResponse> done);
  void DrainServer(const Caller& caller, const v1::DrainServerRequest& request,
                   Done<v1::DrainServerResponse> done);
  void EvictGame(const Caller& caller, const v1::EvictGameRequest& request,
                 Done<v1::EvictGameResponse> done);
  void VerifyGame(const Caller& caller, const v1::VerifyGameRequest& request,
                  Done<v1::VerifyGameResponse> done);
  void CreateBackup(const Caller& caller, const v1::CreateBackupRequest& request,
                    Done<v1::CreateBackupResponse> done);

  // Opens a watch. `stream` is woken as long as it lives and the watch does; the host keeps only a
  // weak reference to it.
  void OpenWatch(const Caller& caller, const v1::WatchGameRequest& request,
                 std::weak_ptr<WatchStream> stream, Done<std::unique_ptr<Watch>> done);

  void OpenWatch(const Caller& caller, const v1::WatchLobbyRequest& request,
                 std::weak_ptr<WatchStream> stream, Done<std::unique_ptr<Watch>> done);
  void OpenWatch(const Caller& caller, const v1::WatchResultsRequest& request,
                 std::weak_ptr<WatchStream> stream, Done<std::unique_ptr<Watch>> done);

  // From now on refuses CreateGame, ForkGame, AllocateGames and OpenWatch with SERVER_DRAINING, and
  // every open watch ends with it. Calls on games go on.
  void StartDraining();

  // Lets games leave memory as HostOptions say; they come back from the journal at the next call.
  // Each call looks at an eighth of the games, or at `all`; to be called about every second.
  // Returns how many left.
  size_t EvictIdleGames(bool all = false);

  // All that is counted; the metrics live as long as the host.
  HostLevels levels() const;
  HostMetrics metrics() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_HOST_H_
