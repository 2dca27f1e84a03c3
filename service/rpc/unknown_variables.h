#ifndef MEEPLE_SERVICE_RPC_UNKNOWN_VARIABLES_H_
#define MEEPLE_SERVICE_RPC_UNKNOWN_VARIABLES_H_

// Variables of the environment that look as if they were meant for the server, and are not: as
// where a name was mistyped. Pure functions.
//
//   for (const std::string& name : UnknownVariables(environ, known)) Log(..., name);

#include <set>
#include <string>
#include <vector>

namespace meeple::rpc {

// The names that begin with MEEPLE_ and are not in `known`, sorted. Left out is what others read or
// set: the terminal client, tests and examples, and what Kubernetes tells of services, as
// MEEPLE_SERVICE_HOST and MEEPLE_PORT. `environment` are lines NAME=VALUE, a null pointer after the
// last.
std::vector<std::string> UnknownVariables(const char* const* environment,
                                          const std::set<std::string>& known);

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_UNKNOWN_VARIABLES_H_
