#ifndef MEEPLE_SERVICE_TOOLS_OWNER_CHECK_H_
#define MEEPLE_SERVICE_TOOLS_OWNER_CHECK_H_

// Whether the server could open what a tool writes: files belong to who makes them, and root may
// make them in anybody's data directory.
//
//   absl::Status owner = CheckOwner(options.data_directory, "salvage");
//
// Thread-safe.

#include <string>

#include "absl/status/status.h"

namespace meeple::tools {

// PERMISSION_DENIED, with the line to type, where root runs this and the journal in `directory`
// belongs to another user, or there is none and the place where it would be made does. Who is not
// root can write only where the disk allows it. `command` is that of `meeple-server journal`.
absl::Status CheckOwner(const std::string& directory, const std::string& command);

}  // namespace meeple::tools

#endif  // MEEPLE_SERVICE_TOOLS_OWNER_CHECK_H_
