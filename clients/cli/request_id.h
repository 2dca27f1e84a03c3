#ifndef MEEPLE_CLIENTS_CLI_REQUEST_ID_H_
#define MEEPLE_CLIENTS_CLI_REQUEST_ID_H_

#include <string>

namespace meeple::cli {

// A fresh UUID of version 4 from the randomness of the operating system, for one intention of the
// user: all tries of a call send the same one, so that the server does it once. Thread-safe.
std::string NewRequestId();

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_REQUEST_ID_H_
