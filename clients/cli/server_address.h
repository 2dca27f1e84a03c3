#ifndef MEEPLE_CLIENTS_CLI_SERVER_ADDRESS_H_
#define MEEPLE_CLIENTS_CLI_SERVER_ADDRESS_H_

// Where the user says that the server listens. Pure.
//
//   if (absl::Status status = CheckServerAddress("localhost:notaport"); !status.ok()) ...

#include <string_view>

#include "absl/status/status.h"

namespace meeple::cli {

// INVALID_ARGUMENT, with a message for the user, for an address at which there can be no server,
// which gRPC would go on trying: of HOST, HOST:PORT or [IPV6]:PORT one without a host or whose port
// is no number from 1 to 65535, an IPv6 address in brackets that is none, and a URL such as
// http://HOST. What begins with a scheme that gRPC knows, as in unix:PATH or dns:///HOST, is left
// to gRPC. Whether the host exists is not asked.
absl::Status CheckServerAddress(std::string_view address);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_SERVER_ADDRESS_H_
