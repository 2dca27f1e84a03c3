#include "tests/wire/server_with_keys.h"

#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "service/core/api_keys.h"

namespace meeple::wire {
namespace {

template <class ServiceStub, class Request, class Response>
Answer<Response> CallOn(ServiceStub& stub,
                        grpc::Status (ServiceStub::*method)(grpc::ClientContext*, const Request&,
                                                            Response*),
                        const std::string& token, const Request& request) {
  Answer<Response> answer;
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kPatience);
  if (!token.empty()) context.AddMetadata("authorization", "Bearer " + token);
  answer.status = (stub.*method)(&context, request, &answer.response);
  return answer;
}

}  // namespace

ServerWithKeys::ServerWithKeys(const std::function<void(rpc::ServerOptions&)>& change)
    : WireTest([&](rpc::ServerOptions& options) {
        WriteKeys(AllKeys());
        options.api_key_file = key_file();
        if (change) change(options);
      }),
      allocation_(v1::AllocationService::NewStub(Connect())),
      admin_(v1::AdminService::NewStub(Connect())) {}

ServerWithKeys::~ServerWithKeys() { std::remove(key_file().c_str()); }

const std::string& ServerWithKeys::lobby() {
  static const std::string* const key = new std::string(service::MakeApiKey());
  return *key;
}

const std::string& ServerWithKeys::arena() {
  static const std::string* const key = new std::string(service::MakeApiKey());
  return *key;
}

const std::string& ServerWithKeys::ops() {
  static const std::string* const key = new std::string(service::MakeApiKey());
  return *key;
}

const std::string& ServerWithKeys::key_file() {
  static const auto* const path =
      new std::string(testing::TempDir() + "/meeple_wire_keys_" + std::to_string(getpid()));
  return *path;
}

void ServerWithKeys::WriteKeys(const std::string& text) { std::ofstream(key_file()) << text; }

std::string ServerWithKeys::AllKeys() {
  return service::ApiKeyLine(lobby(), service::Role::kMatchmaker, "lobby") + "\n" +
         service::ApiKeyLine(arena(), service::Role::kMatchmaker, "arena") + "\n" +
         service::ApiKeyLine(ops(), service::Role::kAdmin, "ops") + "\n";
}

v1::AllocateGamesRequest ServerWithKeys::Request(const std::vector<std::string>& request_ids) {
  v1::AllocateGamesRequest request;
  for (const std::string& id : request_ids) {
    v1::GameAllocation& game = *request.add_games();
    game.set_request_id(id);
    *game.mutable_config() = Config("");
  }
  return request;
}

Answer<v1::AllocateGamesResponse> ServerWithKeys::Allocate(
    const std::string& key, const v1::AllocateGamesRequest& request) {
  return CallOn(*allocation_, &v1::AllocationService::Stub::AllocateGames, key, request);
}

Answer<v1::GetServerInfoResponse> ServerWithKeys::Info(const std::string& key) {
  return CallOn(*admin_, &v1::AdminService::Stub::GetServerInfo, key, v1::GetServerInfoRequest());
}

Answer<v1::DrainServerResponse> ServerWithKeys::DrainIt(const std::string& key) {
  return CallOn(*admin_, &v1::AdminService::Stub::DrainServer, key, v1::DrainServerRequest());
}

Answer<v1::EvictGameResponse> ServerWithKeys::Evict(const std::string& key,
                                                    const std::string& game_id) {
  v1::EvictGameRequest request;
  request.set_game_id(game_id);
  return CallOn(*admin_, &v1::AdminService::Stub::EvictGame, key, request);
}

Answer<v1::VerifyGameResponse> ServerWithKeys::Verify(const std::string& key,
                                                      const std::string& game_id) {
  v1::VerifyGameRequest request;
  request.set_game_id(game_id);
  return CallOn(*admin_, &v1::AdminService::Stub::VerifyGame, key, request);
}

Answer<v1::CreateBackupResponse> ServerWithKeys::BackUp(const std::string& key,
                                                        const std::string& name) {
  v1::CreateBackupRequest request;
  request.set_name(name);
  return CallOn(*admin_, &v1::AdminService::Stub::CreateBackup, key, request);
}

Table ServerWithKeys::SeatAt(const v1::AllocationResult& result) {
  EXPECT_TRUE(result.has_allocated()) << result.ShortDebugString();
  v1::CreateGameResponse created;
  *created.mutable_game() = result.allocated().game();
  *created.mutable_credentials() = result.allocated().credentials();
  return Seat(created);
}

Answer<v1::AbandonResponse> ServerWithKeys::AbandonWith(const std::string& token,
                                                        const Table& table,
                                                        const std::string& request_id) {
  v1::AbandonRequest request;
  request.set_game_id(table.game_id);
  request.set_request_id(request_id);
  return Call(&Stub::Abandon, token, request);
}

Answer<v1::GetGameResponse> ServerWithKeys::GetWith(const std::string& token, const Table& table) {
  v1::GetGameRequest request;
  request.set_game_id(table.game_id);
  return Call(&Stub::GetGame, token, request);
}

Answer<v1::CreateGameResponse> ServerWithKeys::CreateWith(const std::string& token,
                                                          const std::string& config,
                                                          const std::string& request_id) {
  v1::CreateGameRequest request;
  *request.mutable_config() = Config(config);
  request.set_request_id(request_id);
  return Call(&Stub::CreateGame, token, request);
}

}  // namespace meeple::wire
