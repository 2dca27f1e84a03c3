#ifndef MEEPLE_SERVICE_RPC_LOG_H_
#define MEEPLE_SERVICE_RPC_LOG_H_

// What the server says about itself: one line on stderr for each fact.
//
// Thread-safe. Never give it a credential, a request id or a text that a client chose.
//
//   Log(Severity::kInfo, "draining");   // 2026-01-31T12:00:00.000Z info draining

#include <string_view>

namespace meeple::rpc {

enum class Severity { kInfo, kWarning, kError };

// Writes the line at once. Line breaks and other control characters in `text` become spaces.
void Log(Severity severity, std::string_view text);

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_LOG_H_
