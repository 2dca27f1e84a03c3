#ifndef MEEPLE_SERVICE_JOURNAL_DISK_ROOM_H_
#define MEEPLE_SERVICE_JOURNAL_DISK_ROOM_H_

// Whether the disk has room for what opening a journal writes, found out before RocksDB begins: the
// packaged one ends the process by an assertion where a disk is full meanwhile.
//
//   absl::Status room = CheckRoom(directory, RoomToOpen(journal_path));
//
// Thread-safe. What is tried leaves nothing behind, also where the process is killed.

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace meeple::service {

// What opening the journal takes at most, in bytes: tables of all that its logs hold, and the files
// that each start writes. For a journal that is not there yet: what making one takes.
uint64_t RoomToOpen(const std::string& journal_path);

// RESOURCE_EXHAUSTED, with what to do, if no `bytes` more can be stored in `directory`, which
// exists.
absl::Status CheckRoom(const std::string& directory, uint64_t bytes);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_DISK_ROOM_H_
