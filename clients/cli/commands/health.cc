#include <grpcpp/grpcpp.h>

#include <memory>
#include <stop_token>

#include "absl/strings/str_cat.h"
#include "clients/cli/commands/commands.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "meeple/client/error.h"

namespace meeple::cli {
namespace {

namespace health = grpc::health::v1;

// One try, since it is about this moment: whoever asks again and again does so by itself.
absl::StatusOr<health::HealthCheckResponse> CheckHealth(Session& session,
                                                        const std::string& service) {
  const ConnectionOptions& options = session.connection().options();
  const auto stub = health::Health::NewStub(OpenChannel(options));
  grpc::ClientContext context;
  context.set_deadline(absl::ToChronoTime(absl::Now() + options.timeout));
  const std::stop_callback cancel(session.stop(), [&context] { context.TryCancel(); });
  health::HealthCheckRequest request;
  request.set_service(service);
  health::HealthCheckResponse response;
  const grpc::Status status = stub->Check(&context, request, &response);
  if (status.ok()) return response;
  if (status.error_code() == grpc::StatusCode::NOT_FOUND) {
    return absl::NotFoundError(absl::StrCat("the server has no service '", service, "'"));
  }
  return client::FromGrpc(status);
}

ExitCode TellHealth(Session& session, const std::string& service) {
  const auto response = CheckHealth(session, service);
  if (!response.ok()) return session.Fail(response.status());
  const bool is_serving = response->status() == health::HealthCheckResponse::SERVING;
  if (session.json()) {
    session.Print(*response);
  } else {
    session.out() << (is_serving ? "serving" : "not serving") << std::endl;
  }
  return is_serving ? kDone : kRefused;
}

}  // namespace

void AddHealth(Program& program) {
  auto service = std::make_shared<std::string>();
  CLI::App& command = program.Add(
      "health",
      "Asks whether the server takes calls, by the standard health check of gRPC: exit code 0 if "
      "so, 1 if not, as while it shuts down. It needs no credential",
      "health\n"
      "health --service meeple.v1.GameService --timeout 2");
  command
      .add_option("--service", *service,
                  "Asks about this one of its services; default the server as a whole")
      ->type_name("NAME");
  program.Does(command, [service](Session& session) { return TellHealth(session, *service); });
}

}  // namespace meeple::cli
