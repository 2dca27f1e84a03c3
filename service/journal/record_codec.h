#ifndef MEEPLE_SERVICE_JOURNAL_RECORD_CODEC_H_
#define MEEPLE_SERVICE_JOURNAL_RECORD_CODEC_H_

// Events as they are stored: the key says of which game and which one, the value is
//
//   version (1 byte, kRecordVersion), CRC-32 of key and message (4 bytes, big-endian),
//   meeple.storage.v1.StoredRecord
//
// The checksum covers the key, so that an event in the place of another is found out.

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "service/journal/journal.h"

namespace meeple::service {

inline constexpr char kRecordVersion = 1;

// The value of `record` under `key`.
std::string EncodeRecord(std::string_view key, const JournalRecord& record);

// The event under `key`. DATA_LOSS if key and value are not an event as EncodeRecord makes it.
absl::StatusOr<SharedRecord> DecodeRecord(std::string_view key, std::string_view value);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_RECORD_CODEC_H_
