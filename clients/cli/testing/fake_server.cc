#include "clients/cli/testing/fake_server.h"

#include <grpcpp/health_check_service_interface.h>

#include <chrono>

#include "absl/strings/str_cat.h"

namespace meeple::cli {

FakeServer::FakeServer() {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
  builder.RegisterService(&service_);
  builder.RegisterService(&lobby_);
  builder.RegisterService(&scoreboard_);
  server_ = builder.BuildAndStart();
  server_->GetHealthCheckService()->SetServingStatus("meeple.v1.GameService", true);
}

FakeServer::~FakeServer() {
  service_.Close();
  server_->Shutdown(std::chrono::system_clock::now());
}

void FakeServer::SetServing(bool serving) {
  server_->GetHealthCheckService()->SetServingStatus(serving);
}

std::string FakeServer::address() const { return absl::StrCat("127.0.0.1:", port_); }

}  // namespace meeple::cli
