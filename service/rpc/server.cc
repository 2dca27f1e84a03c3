#include "service/rpc/server.h"

#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>
#include <grpc/support/time.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server_builder.h>

#include <algorithm>
#include <cstdint>
#include <future>
#include <mutex>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "grpc/health/v1/health.pb.h"
#include "service/base/steady_time.h"
#include "service/rpc/log.h"
#include "service/rpc/log_budget.h"
#include "service/rpc/transport.h"

namespace meeple::rpc {
namespace {

constexpr absl::Duration kTickInterval = absl::Seconds(1);
// What closing the port and cancelling what is left takes, at most half of the grace.
constexpr absl::Duration kShutdownTime = absl::Seconds(1);
// Longer than anybody waits, and short enough to be added to the time of any clock.
constexpr absl::Duration kLongestShutdown = absl::Hours(24 * 365);
// What calls that come between the last look and the closing of the port are given.
constexpr absl::Duration kLastCalls = absl::Milliseconds(500);

// Anyone who can connect can make a handshake fail, or send what gRPC complains of.
constexpr absl::Duration kTellWindow = absl::Seconds(10);
constexpr int kMostComplaints = 20;

void LogForGrpc(gpr_log_func_args* args) {
  if (args->severity != GPR_LOG_SEVERITY_ERROR) return;
  static LogBudget handshakes(1, kTellWindow);
  static LogBudget complaints(kMostComplaints, kTellWindow);
  const std::string_view message = args->message;
  if (!message.starts_with("Handshake failed")) {
    if (complaints.Take(service::SteadyTime()))
      Log(Severity::kError, absl::StrCat("grpc: ", args->message));
  } else if (handshakes.Take(service::SteadyTime())) {
    Log(Severity::kWarning, absl::StrCat("a connection was refused: ", args->message));
  }
}

// Anyone can ask for a damaged game as often as they like.
void LogUnreadable(const std::string& what) {
  static LogBudget budget(kMostComplaints, kTellWindow);
  if (budget.Take(service::SteadyTime())) {
    Log(Severity::kError, absl::StrCat("the journal could not be read: ", what));
  }
}

// Protobuf would log every request that it cannot read; those are answered instead.
void LogForProtobuf(google::protobuf::LogLevel level, const char*, int,
                    const std::string& message) {
  if (level == google::protobuf::LOGLEVEL_FATAL) {
    Log(Severity::kError, absl::StrCat("protobuf: ", message));
  }
}

// What gRPC and protobuf hold for the whole process.
void PrepareLibraries() {
  static std::once_flag once;
  std::call_once(once, [] {
    PrepareTransport();
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    // So that reflection can describe the health service: it knows what is linked in.
    grpc::health::v1::HealthCheckRequest::descriptor();
    gpr_set_log_function(LogForGrpc);
    google::protobuf::SetLogHandler(LogForProtobuf);
  });
}

// A steady time as gRPC has it.
gpr_timespec GrpcTimeOf(absl::Duration steady_time) {
  const absl::Duration left = steady_time - service::SteadyTime();
  return gpr_time_add(gpr_now(GPR_CLOCK_MONOTONIC),
                      gpr_time_from_nanos(absl::ToInt64Nanoseconds(left), GPR_TIMESPAN));
}

// Null where there is no file.
absl::StatusOr<std::unique_ptr<service::ApiKeys>> OpenApiKeys(const ServerOptions& options,
                                                              const service::Clock& clock) {
  if (options.api_key_file.empty()) return nullptr;
  return service::ApiKeys::Open(options.api_key_file, clock,
                                [](service::ApiKeys::News news, const std::string& line) {
                                  const bool fine = news == service::ApiKeys::News::kChanged;
                                  Log(fine ? Severity::kInfo : Severity::kWarning, line);
                                });
}

}  // namespace

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServerOptions& options,
                                                      service::Journal& journal,
                                                      service::Clock& clock) {
  PrepareLibraries();
  absl::StatusOr<std::unique_ptr<service::ApiKeys>> api_keys = OpenApiKeys(options, clock);
  if (!api_keys.ok()) return api_keys.status();
  std::unique_ptr<Server> server(new Server(options, *std::move(api_keys), journal, clock));
  if (absl::Status listening = server->Listen(options); !listening.ok()) return listening;
  server->SetHealth(true);
  return server;
}

Server::Server(const ServerOptions& options, std::unique_ptr<service::ApiKeys> api_keys,
               service::Journal& journal, service::Clock& clock)
    : api_keys_(std::move(api_keys)),
      host_(HostOptionsOf(options), journal, clock),
      registry_(clock, options.max_watches_per_connection),
      game_service_(Serving(clock, options)),
      lobby_service_(Serving(clock, options)),
      scoreboard_service_(host_, live_calls_),
      allocation_service_(Serving(clock, options)),
      admin_service_(host_, live_calls_) {}

WatchServing Server::Serving(const service::Clock& clock, const ServerOptions& options) {
  return {.host = host_,
          .registry = registry_,
          .clock = clock,
          .timing = options.watch_timing,
          .live_calls = live_calls_};
}

service::HostOptions Server::HostOptionsOf(const ServerOptions& options) {
  service::HostOptions host = options.host;
  host.api_keys = api_keys_.get();
  host.wakes_on = &threads_;
  host.on_unreadable = LogUnreadable;
  host.on_draining = [this] { SetHealth(false); };
  host.on_administered = [](const std::string& line) { Log(Severity::kInfo, line); };
  host.on_defect = [](const std::string& line) { Log(Severity::kError, line); };
  return host;
}

void Server::SetHealth(bool serving) {
  grpc::HealthCheckServiceInterface& health = *server_->GetHealthCheckService();
  if (!serving) return health.SetServingStatus(false);
  for (const char* name :
       {v1::GameService::service_full_name(), v1::LobbyService::service_full_name(),
        v1::ScoreboardService::service_full_name(), v1::AllocationService::service_full_name(),
        v1::AdminService::service_full_name()}) {
    health.SetServingStatus(name, true);
  }
}

absl::Status Server::Listen(const ServerOptions& options) {
  absl::StatusOr<std::unique_ptr<Listener>> listener =
      Listener::Open(options.listen, [this](FileDescriptor connection) {
        grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters parameters;
        parameters.fd = connection.Release();
        acceptor_->HandleNewConnection(&parameters);
      });
  if (!listener.ok()) return listener.status();
  listener_ = *std::move(listener);
  if (options.host.dev && !listener_->loopback_only()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--dev opens every service to everyone who can connect, so it needs an address of this "
        "machine alone, as --listen=127.0.0.1:50051; ",
        listener_->address(), " can be reached by others"));
  }
  absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> credentials =
      LoadServerCredentials(options.tls);
  if (!credentials.ok()) return credentials.status();
  grpc::ServerBuilder builder;
  SetTransport(builder, options.transport_memory);
  acceptor_ = builder.experimental().AddExternalConnectionAcceptor(
      grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD,
      *std::move(credentials));
  builder.RegisterService(&game_service_);
  builder.RegisterService(&lobby_service_);
  builder.RegisterService(&scoreboard_service_);
  builder.RegisterService(&allocation_service_);
  builder.RegisterService(&admin_service_);
  server_ = builder.BuildAndStart();
  if (server_ == nullptr) return absl::InternalError("gRPC could not start a server");
  listener_->Start();
  ticker_ = std::make_unique<PeriodicThread>(kTickInterval, [this] {
    registry_.Tick();
    host_.EvictIdleGames();
  });
  if (options.keep_warm > absl::ZeroDuration()) {
    keep_warm_ = std::make_unique<KeepWarm>(server_->InProcessChannel(grpc::ChannelArguments()),
                                            options.keep_warm);
  }
  return absl::OkStatus();
}

Server::~Server() {
  if (server_ != nullptr && !drained_) Drain(kShutdownTime);
  if (shutdown_.joinable()) shutdown_.join();
}

bool Server::Drain(absl::Duration grace) {
  const absl::Duration end = service::SteadyTime() + grace;
  const absl::Duration closing = end - std::min(kShutdownTime, grace / 2);
  drained_ = true;
  host_.StartDraining();
  live_calls_.WaitForNone(closing);
  keep_warm_.reset();
  listener_->Stop();
  return ShutDown(std::min(closing, service::SteadyTime() + kLastCalls), end) &&
         live_calls_.WaitForNone(end);
}

bool Server::ShutDown(absl::Duration cancel_at, absl::Duration end) {
  // Waits for calls, streams of health and reflection among them, then cancels them. What is to be
  // sent to a client that reads nothing is waited for without end: hence a thread of its own.
  std::promise<void> done;
  std::future<void> is_done = done.get_future();
  shutdown_ = std::thread([this, cancel_at, done = std::move(done)]() mutable {
    server_->Shutdown(GrpcTimeOf(cancel_at));
    done.set_value();
  });
  // Where nothing is in the way it takes a moment, also with a grace of none.
  const absl::Duration left =
      std::clamp(end - service::SteadyTime(), kShutdownTime, kLongestShutdown);
  if (is_done.wait_for(absl::ToChronoNanoseconds(left)) != std::future_status::ready) return false;
  shutdown_.join();
  return true;
}

}  // namespace meeple::rpc
