#include "testing/fake_service.h"

#include <chrono>
#include <thread>

#include "absl/strings/str_cat.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace meeple::client {
namespace {

void WaitUntilGone(const grpc::ServerContext& context) {
  while (!context.IsCancelled()) std::this_thread::yield();
}

template <class T>
T TakeFirst(std::deque<T>& items, T otherwise) {
  if (items.empty()) return otherwise;
  T first = std::move(items.front());
  items.pop_front();
  return first;
}

}  // namespace

grpc::Status ToStatus(const Refusal& refusal) {
  google::rpc::Status rich;
  rich.set_code(refusal.code);
  rich.set_message("because");
  google::rpc::ErrorInfo info;
  info.set_reason(refusal.reason);
  info.set_domain(refusal.domain);
  info.mutable_metadata()->insert(refusal.metadata.begin(), refusal.metadata.end());
  rich.add_details()->PackFrom(info);
  if (refusal.retry_milliseconds >= 0) {
    google::rpc::RetryInfo retry;
    retry.mutable_retry_delay()->set_seconds(refusal.retry_milliseconds / 1000);
    retry.mutable_retry_delay()->set_nanos(refusal.retry_milliseconds % 1000 * 1'000'000);
    rich.add_details()->PackFrom(retry);
  }
  return {refusal.code, rich.message(), rich.SerializeAsString()};
}

v1::WatchGameResponse Events(int64_t first, int64_t last) {
  v1::WatchGameResponse message;
  for (int64_t sequence = first; sequence <= last; ++sequence) {
    message.mutable_events()->add_events()->set_sequence(sequence);
  }
  return message;
}

v1::WatchGameResponse Bookmark(int64_t sequence) {
  v1::WatchGameResponse message;
  message.mutable_bookmark()->set_sequence(sequence);
  return message;
}

v1::WatchGameResponse Snapshot(int64_t sequence) {
  v1::WatchGameResponse message;
  message.mutable_snapshot()->mutable_game()->set_sequence(sequence);
  return message;
}

void FakeGames::Note(const grpc::ServerContext& context) {
  const auto header = context.client_metadata().find("authorization");
  const bool has_none = header == context.client_metadata().end();
  authorizations_.emplace_back(
      has_none ? std::string() : std::string(header->second.data(), header->second.size()));
}

grpc::Status FakeGames::Next(grpc::ServerContext* context, const google::protobuf::Message& request,
                             google::protobuf::Message* response) {
  Outcome outcome;
  {
    const std::lock_guard lock(mutex_);
    Note(*context);
    requests_.emplace_back(request.New())->CopyFrom(request);
    outcome = TakeFirst(outcomes_, Outcome(grpc::Status::OK));
  }
  if (std::holds_alternative<Hang>(outcome)) WaitUntilGone(*context);
  if (const auto* status = std::get_if<grpc::Status>(&outcome)) return *status;
  if (const auto* answer = std::get_if<2>(&outcome)) response->CopyFrom(**answer);
  return grpc::Status::OK;
}

grpc::Status FakeGames::SubmitMove(grpc::ServerContext* context,
                                   const v1::SubmitMoveRequest* request,
                                   v1::SubmitMoveResponse* response) {
  return Next(context, *request, response);
}

grpc::Status FakeGames::CreateGame(grpc::ServerContext* context,
                                   const v1::CreateGameRequest* request,
                                   v1::CreateGameResponse* response) {
  return Next(context, *request, response);
}

grpc::Status FakeGames::ListEvents(grpc::ServerContext* context,
                                   const v1::ListEventsRequest* request,
                                   v1::ListEventsResponse* response) {
  return Next(context, *request, response);
}

grpc::Status FakeGames::SetController(grpc::ServerContext* context,
                                      const v1::SetControllerRequest* request,
                                      v1::SetControllerResponse* response) {
  return Next(context, *request, response);
}

grpc::Status FakeGames::MakeOffer(grpc::ServerContext* context, const v1::MakeOfferRequest* request,
                                  v1::MakeOfferResponse* response) {
  return Next(context, *request, response);
}

grpc::Status FakeGames::AnswerOffer(grpc::ServerContext* context,
                                    const v1::AnswerOfferRequest* request,
                                    v1::AnswerOfferResponse* response) {
  return Next(context, *request, response);
}

grpc::Status FakeGames::WatchGame(grpc::ServerContext* context, const v1::WatchGameRequest* request,
                                  grpc::ServerWriter<v1::WatchGameResponse>* writer) {
  Script script;
  {
    const std::lock_guard lock(mutex_);
    Note(*context);
    watches_.push_back(*request);
    script = TakeFirst(scripts_, Script());
  }
  writer->SendInitialMetadata();
  for (const v1::WatchGameResponse& message : script.messages) writer->Write(message);
  if (script.hangs) WaitUntilGone(*context);
  return script.end;
}

grpc::Status FakeAllocation::AllocateGames(grpc::ServerContext* /*context*/,
                                           const v1::AllocateGamesRequest* request,
                                           v1::AllocateGamesResponse* /*response*/) {
  const std::lock_guard lock(mutex_);
  last_request_ = *request;
  return grpc::Status::OK;
}

grpc::Status FakeAllocation::WatchResults(grpc::ServerContext* /*context*/,
                                          const v1::WatchResultsRequest* request,
                                          grpc::ServerWriter<v1::WatchResultsResponse>* writer) {
  v1::WatchResultsResponse message;
  const int64_t sequence = request->after_sequence() + 2;
  message.mutable_results()->add_results()->set_sequence(sequence);
  writer->Write(message);
  return sequence < 6 ? kBroken : grpc::Status::OK;
}

grpc::Status FakeLobby::WatchLobby(grpc::ServerContext* /*context*/,
                                   const v1::WatchLobbyRequest* request,
                                   grpc::ServerWriter<v1::WatchLobbyResponse>* writer) {
  v1::WatchLobbyResponse message;
  const int64_t sequence = request->after_sequence() + 2;
  message.mutable_events()->add_events()->set_sequence(sequence);
  message.mutable_events()->mutable_events(0)->mutable_game()->mutable_config()->set_kind(
      request->kind());
  writer->Write(message);
  return sequence < 6 ? kBroken : grpc::Status::OK;
}

v1::AllocateGamesRequest FakeAllocation::last_request() const {
  const std::lock_guard lock(mutex_);
  return last_request_;
}

FakeServer::FakeServer() { Start(); }

FakeServer::~FakeServer() { Stop(); }

std::string FakeServer::address() const { return absl::StrCat("127.0.0.1:", port_); }

void FakeServer::Answer(const google::protobuf::Message& answer) {
  const std::shared_ptr<google::protobuf::Message> copy(answer.New());
  copy->CopyFrom(answer);
  const std::lock_guard lock(games_.mutex_);
  games_.outcomes_.emplace_back(copy);
}

void FakeServer::Fail(const grpc::Status& status) {
  const std::lock_guard lock(games_.mutex_);
  games_.outcomes_.emplace_back(status);
}

void FakeServer::Hang() {
  const std::lock_guard lock(games_.mutex_);
  games_.outcomes_.emplace_back(FakeGames::Hang());
}

void FakeServer::Watch(FakeGames::Script script) {
  const std::lock_guard lock(games_.mutex_);
  games_.scripts_.push_back(std::move(script));
}

void FakeServer::Stop() {
  if (server_ == nullptr) return;
  server_->Shutdown(std::chrono::system_clock::now());
  server_->Wait();
  server_.reset();
}

void FakeServer::Start() {
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address(), grpc::InsecureServerCredentials(), &port_);
  builder.RegisterService(&games_);
  builder.RegisterService(&lobby_);
  builder.RegisterService(&allocation_);
  server_ = builder.BuildAndStart();
}

std::vector<v1::WatchGameRequest> FakeServer::watches() {
  const std::lock_guard lock(games_.mutex_);
  return games_.watches_;
}

std::vector<int64_t> FakeServer::starts() {
  std::vector<int64_t> starts;
  for (const auto& request : watches()) starts.push_back(request.after_sequence());
  return starts;
}

std::vector<std::string> FakeServer::authorizations() {
  const std::lock_guard lock(games_.mutex_);
  return games_.authorizations_;
}

}  // namespace meeple::client
