#include "meeple/client/connection.h"

#include <arpa/inet.h>
#include <grpcpp/create_channel.h>
#include <netinet/in.h>

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "meeple/client/error.h"
#include "src/backoff.h"

namespace meeple::client {
namespace {

constexpr absl::string_view kDefaultPort = ":50051";

// True for an address of this machine, which no proxy of the environment leads to.
bool IsLoopback(const std::string& address) {
  return absl::StartsWith(address, "localhost:") || absl::StartsWith(address, "127.") ||
         absl::StartsWith(address, "[::1]") || absl::StartsWith(address, "unix:");
}

// One try, which may take so long and which a stop ends.
absl::Status TryOnce(const Options& options, const std::stop_token& stop, absl::Duration limit,
                     const std::function<grpc::Status(grpc::ClientContext*)>& attempt) {
  const std::unique_ptr<grpc::ClientContext> context = NewContext(options.token);
  // gRPC takes the time of day, but counts by a steady clock from the start of the call, which is
  // now.
  context->set_deadline(absl::ToChronoTime(absl::Now() + limit));
  const std::stop_callback cancel(stop, [&context] { context->TryCancel(); });
  return FromGrpc(attempt(context.get()));
}

// True if a try ended because of its own limit, with time left for another one.
bool IsOutOfTryTime(const absl::Status& status, const CallOptions& call) {
  return absl::IsDeadlineExceeded(status) && ReasonNameOf(status).empty() &&
         call.try_timeout < absl::InfiniteDuration();
}

}  // namespace

bool IsIpv6(const std::string& text) {
  in6_addr address = {};
  return inet_pton(AF_INET6, text.substr(0, text.find('%')).c_str(), &address) == 1;
}

std::string WithPort(const std::string& address) {
  if (IsIpv6(address)) return absl::StrCat("[", address, "]", kDefaultPort);
  const bool has_brackets = absl::StartsWith(address, "[");
  const bool has_colon = absl::StrContains(address, ':');
  if (has_brackets ? !absl::EndsWith(address, "]") : has_colon) return address;
  return absl::StrCat(address, kDefaultPort);
}

std::shared_ptr<grpc::Channel> OpenChannel(const std::string& address, const Options& options) {
  const std::string target = WithPort(address);
  grpc::ChannelArguments arguments = options.channel_arguments;
  // A peer that vanished without a word is noticed within 40 seconds, also on a quiet watch.
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 30'000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  // Repetitions are ours; the channel must not hold them up with longer pauses of its own.
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 5'000);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1'000);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, IsLoopback(target) ? 0 : 1);
  return grpc::CreateCustomChannel(
      target,
      options.encryption != nullptr ? options.encryption : grpc::InsecureChannelCredentials(),
      arguments);
}

std::unique_ptr<grpc::ClientContext> NewContext(const std::string& token) {
  auto context = std::make_unique<grpc::ClientContext>();
  if (!token.empty()) context->AddMetadata("authorization", absl::StrCat("Bearer ", token));
  return context;
}

absl::Status CallRepeatedly(const Options& options, const CallOptions& call,
                            const std::function<grpc::Status(grpc::ClientContext*)>& attempt) {
  const auto now = options.clock.now;
  const absl::Duration give_up = now() + call.timeout.value_or(options.timeout);
  Backoff backoff({.first = options.first_delay, .longest = options.longest_delay});
  for (int tries = 1;; ++tries) {
    absl::Status status =
        TryOnce(options, call.stop, std::min(give_up - now(), call.try_timeout), attempt);
    const bool may_help = IsTransient(status) || IsOutOfTryTime(status, call);
    if (!may_help || tries >= call.max_tries || call.stop.stop_requested()) return status;
    const absl::Duration delay = backoff.Next(RetryDelayOf(status));
    if (now() + delay >= give_up) return status;
    if (call.on_retry) call.on_retry(status);
    if (!options.clock.sleep(delay, call.stop)) return absl::CancelledError("interrupted");
  }
}

Connection::Connection(std::shared_ptr<grpc::Channel> channel)
    : channel_(std::move(channel)),
      stubs_(v1::GameService::NewStub(channel_), v1::LobbyService::NewStub(channel_),
             v1::ScoreboardService::NewStub(channel_), v1::AllocationService::NewStub(channel_),
             v1::AdminService::NewStub(channel_)) {}

}  // namespace meeple::client
