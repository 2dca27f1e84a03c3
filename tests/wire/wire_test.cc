#include "tests/wire/wire_test.h"

#include <google/protobuf/text_format.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <cstdio>
#include <thread>

namespace meeple::wire {
namespace {

rpc::ServerOptions TestOptions(const std::function<void(rpc::ServerOptions&)>& change) {
  rpc::ServerOptions options;
  options.listen = "127.0.0.1:0";
  options.host.secret = std::string(32, 's');
  if (change) change(options);
  return options;
}

// Fails loudly: nothing else can be tested without a server.
std::unique_ptr<rpc::Server> StartServer(const rpc::ServerOptions& options,
                                         service::Journal& journal, service::Clock& clock) {
  return rpc::Server::Start(options, journal, clock).value();
}

}  // namespace

WireTest::WireTest(const std::function<void(rpc::ServerOptions&)>& change)
    : server_(StartServer(TestOptions(change), journal_, clock_)),
      stub_(v1::GameService::NewStub(Connect())) {
  journal_.SetAutomatic(true);
}

WireTest::~WireTest() = default;

std::shared_ptr<grpc::Channel> WireTest::Connect() {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(server_->address(), grpc::InsecureChannelCredentials(),
                                   arguments);
}

void WireTest::Prepare(grpc::ClientContext& context, const std::string& token) {
  context.set_deadline(std::chrono::system_clock::now() + kPatience);
  if (!token.empty()) context.AddMetadata("authorization", "Bearer " + token);
}

v1::GameConfig WireTest::Config(const std::string& text) {
  v1::GameConfig config;
  config.set_kind("tic_tac_toe");
  EXPECT_TRUE(google::protobuf::TextFormat::MergeFromString(text, &config)) << text;
  return config;
}

Answer<v1::CreateGameResponse> WireTest::TryCreate(const v1::GameConfig& config,
                                                   const std::string& request_id) {
  v1::CreateGameRequest request;
  *request.mutable_config() = config;
  request.set_request_id(request_id);
  return Call(&Stub::CreateGame, "", request);
}

Table WireTest::Create(const std::string& config) {
  const auto created = TryCreate(Config(config));
  EXPECT_THAT(created, IsOk());
  return Seat(created.response);
}

Table WireTest::Seat(const v1::CreateGameResponse& created) {
  Table table;
  table.game = created.game();
  table.game_id = created.game().game_id();
  for (const v1::Credential& credential : created.credentials()) {
    if (credential.kind() == v1::CREDENTIAL_KIND_SEAT) {
      table.seats.push_back(credential.token());
    } else if (credential.kind() == v1::CREDENTIAL_KIND_INVITATION) {
      table.invitations.push_back(credential.token());
    } else {
      table.watch = credential.token();
    }
  }
  return table;
}

v1::SubmitMoveRequest WireTest::MoveRequest(const Table& table, const std::string& notation) {
  v1::SubmitMoveRequest request;
  request.set_game_id(table.game_id);
  request.mutable_move()->set_notation(notation);
  return request;
}

Answer<v1::SubmitMoveResponse> WireTest::Move(const Table& table, int seat,
                                              const std::string& notation) {
  return Call(&Stub::SubmitMove, table.seats.at(static_cast<size_t>(seat)),
              MoveRequest(table, notation));
}

void WireTest::Play(const Table& table, const std::vector<std::string>& notations) {
  for (size_t i = 0; i < notations.size(); ++i) {
    ASSERT_THAT(Move(table, static_cast<int>(i % table.seats.size()), notations[i]), IsOk());
  }
}

void WireTest::MakeEvents(const Table& table, int pairs) {
  for (int i = 0; i < pairs; ++i) {
    ASSERT_THAT(Undo(table, 0), IsOk());
    ASSERT_THAT(Redo(table, 0), IsOk());
  }
}

Answer<v1::UndoResponse> WireTest::Undo(const Table& table, int seat) {
  v1::UndoRequest request;
  request.set_game_id(table.game_id);
  return Call(&Stub::Undo, table.seats.at(static_cast<size_t>(seat)), request);
}

Answer<v1::RedoResponse> WireTest::Redo(const Table& table, int seat) {
  v1::RedoRequest request;
  request.set_game_id(table.game_id);
  return Call(&Stub::Redo, table.seats.at(static_cast<size_t>(seat)), request);
}

Answer<v1::ResignResponse> WireTest::Resign(const Table& table, int seat) {
  v1::ResignRequest request;
  request.set_game_id(table.game_id);
  return Call(&Stub::Resign, table.seats.at(static_cast<size_t>(seat)), request);
}

Answer<v1::AbandonResponse> WireTest::Abandon(const Table& table, int seat) {
  v1::AbandonRequest request;
  request.set_game_id(table.game_id);
  return Call(&Stub::Abandon, table.seats.at(static_cast<size_t>(seat)), request);
}

Answer<v1::GetGameResponse> WireTest::Get(const Table& table) {
  v1::GetGameRequest request;
  request.set_game_id(table.game_id);
  return Call(&Stub::GetGame, table.watch, request);
}

std::vector<v1::GameEvent> WireTest::Events(const Table& table) {
  v1::ListEventsRequest request;
  request.set_game_id(table.game_id);
  request.set_page_size(1'000);
  const auto page = Call(&Stub::ListEvents, table.watch, request);
  EXPECT_THAT(page, IsOk());
  EXPECT_EQ(page->next_page_token(), "");
  return {page->events().begin(), page->events().end()};
}

std::vector<std::string> WireTest::Texts(const Table& table) {
  std::vector<std::string> texts;
  for (const v1::GameEvent& event : Events(table)) texts.push_back(event.text());
  return texts;
}

std::unique_ptr<Watcher> WireTest::Watch(const Table& table, int64_t after_sequence) {
  v1::WatchGameRequest request;
  request.set_game_id(table.game_id);
  request.set_after_sequence(after_sequence);
  return Watch(request, table.watch);
}

std::unique_ptr<Watcher> WireTest::Watch(const v1::WatchGameRequest& request,
                                         const std::string& token) {
  auto context = std::make_unique<grpc::ClientContext>();
  Prepare(*context, token);
  return std::make_unique<Watcher>(*stub_, std::move(context), request);
}

std::unique_ptr<Watcher> WireTest::WatchThatStalls(const Table& table) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  more_stubs_.push_back(v1::GameService::NewStub(grpc::CreateCustomChannel(
      server_->address(), grpc::InsecureChannelCredentials(), arguments)));
  auto context = std::make_unique<grpc::ClientContext>();
  Prepare(*context, "");
  v1::WatchGameRequest request;
  request.set_game_id(table.game_id);
  return std::make_unique<Watcher>(*more_stubs_.back(), std::move(context), request);
}

void WireTest::WaitForWatchers(const Table& table, int count) {
  WaitUntil("the game has " + std::to_string(count) + " watchers",
            [&] { return Get(table)->watchers() == count; });
}

void WireTest::WaitUntil(const std::string& what, const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    ASSERT_LT(std::chrono::steady_clock::now(), end) << "it never came true that " << what;
    std::this_thread::yield();
  }
}

std::unique_ptr<rpc::Server> WireTest::StartAnother() {
  return StartServer(
      TestOptions([](rpc::ServerOptions& options) { options.host.secret = std::string(32, 'o'); }),
      journal_, clock_);
}

std::string Uuid(int number) {
  char text[37];
  std::snprintf(text, sizeof text, "%08x-0000-4000-8000-000000000000",
                static_cast<unsigned>(number));
  return text;
}

}  // namespace meeple::wire
