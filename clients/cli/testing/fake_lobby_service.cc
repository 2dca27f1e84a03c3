#include "clients/cli/testing/fake_lobby_service.h"

#include <cstdint>
#include <thread>

#include "clients/cli/testing/fake_game_service.h"

namespace meeple::cli {

std::vector<v1::ListGamesRequest> FakeLobbyService::lists() const {
  const std::lock_guard lock(mutex_);
  return lists_;
}

grpc::Status FakeLobbyService::ListGames(grpc::ServerContext* /*context*/,
                                         const v1::ListGamesRequest* request,
                                         v1::ListGamesResponse* response) {
  const std::lock_guard lock(mutex_);
  lists_.push_back(*request);
  response->set_sequence(static_cast<int64_t>(4 + lists_.size()));
  if (request->page_token().empty()) {
    response->set_next_page_token("next");
    return grpc::Status::OK;
  }
  v1::ListedGame* game = response->add_games();
  game->set_game_id("game1");
  game->mutable_config()->set_kind("tic_tac_toe");
  game->mutable_cursor()->set_status(v1::GAME_STATUS_NOT_STARTED);
  v1::Seat* taken = game->add_seats();
  taken->set_player_id("X");
  taken->set_symbol("X");
  v1::Seat* open = game->add_seats();
  open->set_symbol("O");
  open->set_status(v1::SEAT_STATUS_OPEN);
  return grpc::Status::OK;
}

std::vector<v1::WatchLobbyRequest> FakeLobbyService::watches() const {
  const std::lock_guard lock(mutex_);
  return watches_;
}

grpc::Status FakeLobbyService::WatchLobby(grpc::ServerContext* context,
                                          const v1::WatchLobbyRequest* request,
                                          grpc::ServerWriter<v1::WatchLobbyResponse>* writer) {
  {
    const std::lock_guard lock(mutex_);
    watches_.push_back(*request);
  }
  writer->SendInitialMetadata();
  while (request->kind() == "reversi" && !context->IsCancelled()) std::this_thread::yield();
  v1::WatchLobbyResponse message;
  v1::LobbyEvent* created = message.mutable_events()->add_events();
  created->set_sequence(request->after_sequence() + 1);
  created->set_change(v1::LOBBY_CHANGE_CREATED);
  created->mutable_game()->set_game_id("game2");
  created->mutable_game()->mutable_config()->set_kind("reversi");
  created->mutable_game()->mutable_cursor()->set_status(v1::GAME_STATUS_NOT_STARTED);
  created->mutable_game()->add_seats()->set_status(v1::SEAT_STATUS_OPEN);
  v1::LobbyEvent* gone = message.mutable_events()->add_events();
  gone->set_sequence(request->after_sequence() + 3);
  gone->set_change(v1::LOBBY_CHANGE_GONE);
  gone->mutable_game()->set_game_id("game1");
  writer->Write(message);
  return grpc::Status::OK;
}

std::vector<v1::JoinGameRequest> FakeLobbyService::joins() const {
  const std::lock_guard lock(mutex_);
  return joins_;
}

std::vector<v1::LeaveGameRequest> FakeLobbyService::leaves() const {
  const std::lock_guard lock(mutex_);
  return leaves_;
}

grpc::Status FakeLobbyService::JoinGame(grpc::ServerContext* /*context*/,
                                        const v1::JoinGameRequest* request,
                                        v1::JoinGameResponse* response) {
  const std::lock_guard lock(mutex_);
  joins_.push_back(*request);
  if (joins_.size() > 1) {
    return Refusal(grpc::StatusCode::FAILED_PRECONDITION, "GAME_FULL",
                   "no seat of the game is open");
  }
  v1::Credential* credential = response->mutable_credential();
  credential->set_kind(v1::CREDENTIAL_KIND_SEAT);
  credential->set_seat(1);
  credential->set_player_id("O");
  credential->set_token(FakeToken("O"));
  v1::GameEvent* event = response->add_events();
  event->set_sequence(2);
  event->set_text("O joins");
  event->mutable_seat_taken()->set_seat(1);
  return grpc::Status::OK;
}

grpc::Status FakeLobbyService::LeaveGame(grpc::ServerContext* /*context*/,
                                         const v1::LeaveGameRequest* request,
                                         v1::LeaveGameResponse* response) {
  const std::lock_guard lock(mutex_);
  leaves_.push_back(*request);
  v1::GameEvent* event = response->add_events();
  event->set_sequence(3);
  event->set_text("O leaves");
  event->mutable_seat_left()->set_seat(1);
  return grpc::Status::OK;
}

}  // namespace meeple::cli
