#include "clients/cli/connection.h"

#include <algorithm>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string_view>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "clients/cli/backoff.h"

namespace meeple::cli {
namespace {

bool IsLoopback(const std::string& server) {
  return absl::StartsWith(server, "localhost:") || absl::StartsWith(server, "127.") ||
         absl::StartsWith(server, "[::1]") || absl::StartsWith(server, "unix:");
}

std::string WithPort(const std::string& server) {
  return absl::StrContains(server, ':') ? server : absl::StrCat(server, ":50051");
}

ConnectionOptions Completed(ConnectionOptions options) {
  options.server = WithPort(options.server);
  return options;
}

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> TrustTls(const std::string& file) {
  grpc::SslCredentialsOptions options;
  if (!file.empty()) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    options.pem_root_certs = text.str();
    // What holds none would make the channel fail later, without a word about the reason.
    if (!absl::StrContains(options.pem_root_certs, "-----BEGIN CERTIFICATE-----")) {
      return absl::InvalidArgumentError(
          absl::StrCat("--tls-ca: ", file, " cannot be read or holds no certificate in PEM"));
    }
  }
  return grpc::SslCredentials(options);
}

std::shared_ptr<grpc::Channel> OpenChannel(const ConnectionOptions& options) {
  grpc::ChannelArguments arguments;
  // A peer that vanished without a word is noticed within 40 seconds, also on a quiet watch.
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 30'000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  // The retries are ours, see Try; the channel must not hold them up with longer pauses of its own.
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 5'000);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1'000);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, IsLoopback(options.server) ? 0 : 1);
  return grpc::CreateCustomChannel(
      options.server,
      options.encryption != nullptr ? options.encryption : grpc::InsecureChannelCredentials(),
      arguments);
}

bool SleepUnlessStopped(absl::Duration duration, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  stopped.wait_for(lock, stop, absl::ToChronoNanoseconds(duration), [] { return false; });
  return !stop.stop_requested();
}

Connection::Connection(const ConnectionOptions& options, std::stop_token stop, Sleep sleep)
    : options_(Completed(options)),
      stop_(std::move(stop)),
      sleep_(std::move(sleep)),
      channel_(OpenChannel(options_)),
      stub_(v1::GameService::NewStub(channel_)),
      lobby_stub_(v1::LobbyService::NewStub(channel_)),
      scoreboard_stub_(v1::ScoreboardService::NewStub(channel_)) {}

std::unique_ptr<grpc::ClientContext> Connection::NewContext() const {
  auto context = std::make_unique<grpc::ClientContext>();
  if (!options_.credential.empty()) {
    context->AddMetadata("authorization", absl::StrCat("Bearer ", options_.credential));
  }
  return context;
}

void Connection::Clean(google::protobuf::Message* message) const {
  if (options_.printable_for.has_value()) MakePrintable(message, *options_.printable_for);
}

bool Connection::IsUp() const { return channel_->GetState(false) == GRPC_CHANNEL_READY; }

absl::Status Connection::TryOnce(const Attempt& attempt, absl::Time deadline) {
  const std::unique_ptr<grpc::ClientContext> context = NewContext();
  context->set_deadline(absl::ToChronoTime(deadline));
  const std::stop_callback cancel(stop_, [&context] { context->TryCancel(); });
  return FromGrpc(attempt(context.get()));
}

absl::Status Connection::Try(const Attempt& attempt, const Persistence& persistence) {
  const absl::Time give_up = absl::Now() + persistence.patience.value_or(options_.timeout);
  Backoff backoff({.first = absl::Milliseconds(100)});
  for (int tries = 1;; ++tries) {
    absl::Status status = TryOnce(attempt, std::min(give_up, absl::Now() + options_.timeout));
    if (!IsWorthRetrying(status) || tries >= persistence.max_tries) return status;
    const absl::Duration delay =
        std::max(backoff.Next(), RetryDelayOf(status).value_or(absl::ZeroDuration()));
    if (absl::Now() + delay >= give_up) return status;
    if (persistence.on_retry) persistence.on_retry(status);
    if (!sleep_(delay, stop_)) return absl::CancelledError("interrupted");
  }
}

}  // namespace meeple::cli
