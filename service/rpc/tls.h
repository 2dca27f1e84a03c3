#ifndef MEEPLE_SERVICE_RPC_TLS_H_
#define MEEPLE_SERVICE_RPC_TLS_H_

// What connections are encrypted with. Pure functions; they read files.
//
//   auto credentials = LoadServerCredentials({.certificate = "chain.pem", .key = "key.pem"});

#include <grpcpp/security/server_credentials.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace meeple::rpc {

// Paths of PEM files; both or neither.
struct TlsFiles {
  // The server's certificate, then those of its issuers.
  std::string certificate = {};
  // The private key of that certificate.
  std::string key = {};
};

// What a server serves with: TLS 1.2 or newer with these files, or unencrypted if there are none.
// INVALID_ARGUMENT, naming the file, where one is missing, cannot be read or is not what it has to
// be, and where the key is another certificate's.
absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> LoadServerCredentials(
    const TlsFiles& files);

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_TLS_H_
