#include "meeple/client/client.h"

#include <iterator>

namespace meeple::client {
namespace {

// The calls that name a game and nothing else.
template <class Stub, class Request, class Response>
absl::StatusOr<Response> CallForGame(const Client& client,
                                     Client::Method<Stub, Request, Response> method,
                                     const std::string& game_id) {
  Request request;
  request.set_game_id(game_id);
  return client.Call(method, std::move(request));
}

// All items of page after page; `items_of` is the list in an answer.
template <class Item, class Request, class Response, class ItemsOf>
absl::StatusOr<std::vector<Item>> AllPages(const Client& client,
                                           Client::Method<Games, Request, Response> method,
                                           Request request, ItemsOf items_of) {
  std::vector<Item> all;
  do {
    absl::StatusOr<Response> page = client.Call(method, request);
    if (!page.ok()) return page.status();
    auto* items = items_of(*page);
    std::move(items->begin(), items->end(), std::back_inserter(all));
    request.set_page_token(page->next_page_token());
  } while (!request.page_token().empty());
  return all;
}

v1::SetControllerRequest ControllerRequest(const std::string& game_id, int32_t seat) {
  v1::SetControllerRequest request;
  request.set_game_id(game_id);
  request.set_seat(seat);
  return request;
}

}  // namespace

Client::Client(const std::string& address, const Options& options)
    : connection_(std::make_shared<const Connection>(OpenChannel(address, options))),
      options_(options) {}

Client Client::As(const std::string& token) const {
  Options options = options_;
  options.token = token;
  return {connection_, std::move(options)};
}

absl::StatusOr<v1::CreateGameResponse> Client::CreateGame(const v1::GameConfig& config) const {
  v1::CreateGameRequest request;
  *request.mutable_config() = config;
  return Call(&Games::CreateGame, std::move(request));
}

absl::StatusOr<v1::GetGameResponse> Client::GetGame(const std::string& game_id) const {
  return CallForGame(*this, &Games::GetGame, game_id);
}

absl::StatusOr<v1::ListLegalMovesResponse> Client::LegalMoves(const std::string& game_id) const {
  return CallForGame(*this, &Games::ListLegalMoves, game_id);
}

absl::StatusOr<v1::SubmitMoveResponse> Client::Play(const std::string& game_id,
                                                    const std::string& notation) const {
  v1::Move move;
  move.set_notation(notation);
  return Play(game_id, move);
}

absl::StatusOr<v1::SubmitMoveResponse> Client::Play(const std::string& game_id,
                                                    const v1::Move& move) const {
  v1::SubmitMoveRequest request;
  request.set_game_id(game_id);
  *request.mutable_move() = move;
  return Call(&Games::SubmitMove, std::move(request));
}

absl::StatusOr<v1::UndoResponse> Client::Undo(const std::string& game_id) const {
  return CallForGame(*this, &Games::Undo, game_id);
}

absl::StatusOr<v1::RedoResponse> Client::Redo(const std::string& game_id) const {
  return CallForGame(*this, &Games::Redo, game_id);
}

absl::StatusOr<v1::ResignResponse> Client::Resign(const std::string& game_id) const {
  return CallForGame(*this, &Games::Resign, game_id);
}

absl::StatusOr<v1::AbandonResponse> Client::Abandon(const std::string& game_id) const {
  return CallForGame(*this, &Games::Abandon, game_id);
}

absl::StatusOr<v1::MakeOfferResponse> Client::Offer(const std::string& game_id,
                                                    v1::OfferKind kind) const {
  v1::MakeOfferRequest request;
  request.set_game_id(game_id);
  request.set_kind(kind);
  return Call(&Games::MakeOffer, std::move(request));
}

absl::StatusOr<v1::AnswerOfferResponse> Client::AnswerOffer(const std::string& game_id,
                                                            int64_t offer_id,
                                                            v1::OfferAnswer answer) const {
  v1::AnswerOfferRequest request;
  request.set_game_id(game_id);
  request.set_offer_id(offer_id);
  request.set_answer(answer);
  return Call(&Games::AnswerOffer, std::move(request));
}

absl::StatusOr<v1::SetControllerResponse> Client::HandToBot(const std::string& game_id,
                                                            int32_t seat,
                                                            const v1::Bot& bot) const {
  v1::SetControllerRequest request = ControllerRequest(game_id, seat);
  *request.mutable_controller()->mutable_bot() = bot;
  return Call(&Games::SetController, std::move(request));
}

absl::StatusOr<v1::SetControllerResponse> Client::TakeOver(const std::string& game_id,
                                                           int32_t seat) const {
  v1::SetControllerRequest request = ControllerRequest(game_id, seat);
  request.mutable_controller()->mutable_held();
  return Call(&Games::SetController, std::move(request));
}

absl::StatusOr<v1::ListGameKindsResponse> Client::Kinds() const {
  return Call(&Games::ListGameKinds, v1::ListGameKindsRequest());
}

absl::StatusOr<std::vector<v1::GameEvent>> Client::Events(const std::string& game_id,
                                                          int64_t after_sequence) const {
  v1::ListEventsRequest request;
  request.set_game_id(game_id);
  request.set_after_sequence(after_sequence);
  return AllPages<v1::GameEvent>(*this, &Games::ListEvents, std::move(request),
                                 [](auto& page) { return page.mutable_events(); });
}

absl::StatusOr<std::vector<v1::ReplayFrame>> Client::Replay(const std::string& game_id) const {
  v1::ReplayRequest request;
  request.set_game_id(game_id);
  return AllPages<v1::ReplayFrame>(*this, &Games::Replay, std::move(request),
                                   [](auto& page) { return page.mutable_frames(); });
}

GameWatch Client::WatchGame(const std::string& game_id, const GameWatchOptions& options) const {
  v1::WatchGameRequest request;
  request.set_game_id(game_id);
  request.set_after_sequence(options.after_sequence);
  request.set_snapshot(options.snapshot);
  request.set_until_finish(options.until_finish);
  return GameWatch(connection_, options_, request, options.watch);
}

LobbyWatch Client::WatchLobby(const v1::WatchLobbyRequest& request,
                              const WatchOptions& options) const {
  return LobbyWatch(connection_, options_, request, options);
}

ResultsWatch Client::WatchResults(int64_t after_sequence, const WatchOptions& options) const {
  v1::WatchResultsRequest request;
  request.set_after_sequence(after_sequence);
  return ResultsWatch(connection_, options_, request, options);
}

}  // namespace meeple::client
