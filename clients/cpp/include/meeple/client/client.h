#ifndef MEEPLE_CLIENT_CLIENT_H_
#define MEEPLE_CLIENT_CLIENT_H_

// The client of Meeple, a server for turn-based board games over gRPC.
//
//   using namespace meeple;
//   client::Client client("localhost:50051");
//   v1::GameConfig config;
//   config.set_kind("tic_tac_toe");
//   absl::StatusOr<v1::CreateGameResponse> created = client.CreateGame(config);
//   if (!created.ok()) return created.status();
//   absl::StatusOr<client::Client> x = client.Seat(*created, "X");
//   absl::StatusOr<v1::SubmitMoveResponse> moved = x->Play(created->game().game_id(), "b2");
//
// Calls block; no function throws. What was refused says why: see error.h.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "meeple/client/connection.h"
#include "meeple/client/error.h"
#include "meeple/client/options.h"
#include "meeple/client/request_id.h"
#include "meeple/client/watch.h"

namespace meeple::client {

// The way to one server, as one caller. Thread-safe. Copies share their connection, which closes
// with the last of them and of their watches.
class Client {
 public:
  // An rpc of the contract, as the generated stub of its service names it: &Games::SubmitMove.
  template <class Stub, class Request, class Response>
  using Method = grpc::Status (Stub::*)(grpc::ClientContext*, const Request&, Response*);

  // Of the server at HOST:PORT or [IPV6]:PORT, where the port is 50051 if it is left out, or at any
  // other address that gRPC understands. Connects with the first call. The address is gRPC's to
  // read, in all its forms: one that makes no sense, such as localhost:99999, is to calls and
  // watches a server that is not there, and they go on trying for as long as they would for one.
  explicit Client(const std::string& address, const Options& options = {});

  // Another caller on the same connection: the holder of a credential or of an API key. An empty
  // token is a spectator.
  Client As(const std::string& token) const;

  // The player of a seat, by player id, on the same connection. `created` is an answer with
  // credentials: of CreateGame or ForkGame, or an AllocatedGame. NOT_FOUND where it has none of
  // that player.
  template <class Created>
  absl::StatusOr<Client> Seat(const Created& created, std::string_view player) const {
    for (const v1::Credential& credential : created.credentials()) {
      if (credential.player_id() == player) return As(credential.token());
    }
    return absl::NotFoundError("this answer has no credential of that player");
  }

  // Makes any call of the contract that has one answer: with the credential and a deadline; with
  // request ids where they are empty; again, with the same ids, where that may help.
  //
  //   client.Call(&Games::Replay, request, {.timeout = absl::Seconds(3)});
  template <class Stub, class Request, class Response>
  absl::StatusOr<Response> Call(Method<Stub, Request, Response> method, Request request,
                                const CallOptions& options = {}) const {
    FillRequestIds(&request);
    Response response;
    const absl::Status status =
        CallRepeatedly(options_, options, [&](grpc::ClientContext* context) {
          response.Clear();
          return (connection_->stub<Stub>().*method)(context, request, &response);
        });
    if (!status.ok()) return status;
    return response;
  }

  // The calls that players make, short: each is the rpc that it names, with its answer.

  // GameService.CreateGame; the game starts once every seat is filled.
  absl::StatusOr<v1::CreateGameResponse> CreateGame(const v1::GameConfig& config) const;
  // GameService.GetGame: the game as the caller may see it.
  absl::StatusOr<v1::GetGameResponse> GetGame(const std::string& game_id) const;
  // GameService.ListLegalMoves: what the seat to move may play.
  absl::StatusOr<v1::ListLegalMovesResponse> LegalMoves(const std::string& game_id) const;
  // GameService.SubmitMove; a text is the move's notation, such as "b2".
  absl::StatusOr<v1::SubmitMoveResponse> Play(const std::string& game_id,
                                              const std::string& notation) const;
  absl::StatusOr<v1::SubmitMoveResponse> Play(const std::string& game_id,
                                              const v1::Move& move) const;
  // GameService.Undo: takes back the last move.
  absl::StatusOr<v1::UndoResponse> Undo(const std::string& game_id) const;
  // GameService.Redo: plays the move again that was taken back.
  absl::StatusOr<v1::RedoResponse> Redo(const std::string& game_id) const;
  // GameService.Resign: gives up the caller's seat.
  absl::StatusOr<v1::ResignResponse> Resign(const std::string& game_id) const;
  // GameService.Abandon: ends the game without a result.
  absl::StatusOr<v1::AbandonResponse> Abandon(const std::string& game_id) const;
  // GameService.MakeOffer: offers a draw, an undo or a rematch; it expires as the server has it.
  absl::StatusOr<v1::MakeOfferResponse> Offer(const std::string& game_id, v1::OfferKind kind) const;
  // GameService.AnswerOffer: yes or no to another seat's offer, or the end of one's own.
  absl::StatusOr<v1::AnswerOfferResponse> AnswerOffer(const std::string& game_id, int64_t offer_id,
                                                      v1::OfferAnswer answer) const;
  // GameService.SetController: a bot of the server plays the seat, by index, from now on.
  absl::StatusOr<v1::SetControllerResponse> HandToBot(const std::string& game_id, int32_t seat,
                                                      const v1::Bot& bot) const;
  // GameService.SetController: the holder of the seat's credential plays it again.
  absl::StatusOr<v1::SetControllerResponse> TakeOver(const std::string& game_id,
                                                     int32_t seat) const;
  // GameService.ListGameKinds: the games that the server plays.
  absl::StatusOr<v1::ListGameKindsResponse> Kinds() const;
  // GameService.ListEvents, page by page: everything that happened after an event.
  absl::StatusOr<std::vector<v1::GameEvent>> Events(const std::string& game_id,
                                                    int64_t after_sequence = 0) const;
  // GameService.Replay, page by page: the positions of the line that stands, from the empty board.
  absl::StatusOr<std::vector<v1::ReplayFrame>> Replay(const std::string& game_id) const;

  // These follow something through lost connections: see watch.h. They open with their first
  // reading.

  // GameService.WatchGame: the events of a game.
  GameWatch WatchGame(const std::string& game_id, const GameWatchOptions& options = {}) const;
  // LobbyService.WatchLobby: what changes in the list of games, with the filters of the request,
  // from the sequence of a ListGamesResponse on. Where the server no longer keeps what was missed
  // it ends with SEQUENCE_OUT_OF_RANGE: list the games again.
  LobbyWatch WatchLobby(const v1::WatchLobbyRequest& request,
                        const WatchOptions& options = {}) const;
  // AllocationService.WatchResults: the results of the games of this API key.
  ResultsWatch WatchResults(int64_t after_sequence = 0, const WatchOptions& options = {}) const;

  const Options& options() const { return options_; }
  // For generated stubs and services that this library does not know.
  const std::shared_ptr<grpc::Channel>& channel() const { return connection_->channel(); }

 private:
  Client(std::shared_ptr<const Connection> connection, Options options)
      : connection_(std::move(connection)), options_(std::move(options)) {}

  std::shared_ptr<const Connection> connection_;
  Options options_;
};

}  // namespace meeple::client

#endif  // MEEPLE_CLIENT_CLIENT_H_
