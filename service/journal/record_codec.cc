#include "service/journal/record_codec.h"

#include <zlib.h>

#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "meeple/storage/v1/record.pb.h"
#include "service/journal/big_endian.h"
#include "service/journal/storage_keys.h"

namespace meeple::service {
namespace {

constexpr size_t kHeaderBytes = sizeof(kRecordVersion) + sizeof(uint32_t);

uint32_t Checksum(std::string_view key, std::string_view message) {
  auto extend = [](uLong sum, std::string_view bytes) {
    return crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  };
  return static_cast<uint32_t>(extend(extend(0, key), message));
}

std::string NameOf(std::string_view key) {
  const std::optional<EventPlace> place = ParseEventKey(key);
  if (!place.has_value()) {
    return absl::StrCat("the key ", absl::BytesToHexString({key.data(), key.size()}));
  }
  return absl::StrCat("event ", place->sequence, " of game '", std::string(place->game_id), "'");
}

absl::Status Damaged(std::string_view key, const char* how) {
  return absl::DataLossError(absl::StrCat("the journal is damaged: ", NameOf(key), " ", how));
}

SharedRecord FromMessage(int64_t sequence, storage::v1::StoredRecord message) {
  auto record = std::make_shared<JournalRecord>(
      JournalRecord{.sequence = sequence,
                    .public_event = std::move(*message.mutable_public_event()),
                    .secret = std::move(*message.mutable_secret()),
                    .request_digest = std::move(*message.mutable_request_digest()),
                    .request_fingerprint = std::move(*message.mutable_request_fingerprint()),
                    .caller_seat = message.caller() - 1,
                    .caller_key = std::move(*message.mutable_caller_key()),
                    .creation_counted = message.creation_counted(),
                    .group_size = message.group_others() + 1,
                    .group_index = message.group_index(),
                    .game_time_milliseconds = message.game_time_milliseconds()});
  for (storage::v1::SeatEvent& seat_event : *message.mutable_seat_events()) {
    record->seat_events.push_back(
        {.seat = seat_event.seat(), .event = std::move(*seat_event.mutable_event())});
  }
  return record;
}

storage::v1::StoredRecord ToMessage(const JournalRecord& record) {
  storage::v1::StoredRecord message;
  message.set_public_event(record.public_event);
  for (const JournalRecord::SeatEvent& seat_event : record.seat_events) {
    storage::v1::SeatEvent& stored = *message.add_seat_events();
    stored.set_seat(seat_event.seat);
    stored.set_event(seat_event.event);
  }
  message.set_secret(record.secret);
  message.set_request_digest(record.request_digest);
  message.set_request_fingerprint(record.request_fingerprint);
  message.set_caller(record.caller_seat + 1);
  message.set_caller_key(record.caller_key);
  message.set_creation_counted(record.creation_counted);
  message.set_group_others(record.group_size - 1);
  message.set_group_index(record.group_index);
  message.set_game_time_milliseconds(record.game_time_milliseconds);
  return message;
}

}  // namespace

std::string EncodeRecord(std::string_view key, const JournalRecord& record) {
  std::string value(kHeaderBytes, kRecordVersion);
  ToMessage(record).AppendToString(&value);
  std::string checksum;
  AppendBigEndian<uint32_t>(checksum, Checksum(key, std::string_view(value).substr(kHeaderBytes)));
  value.replace(sizeof(kRecordVersion), checksum.size(), checksum);
  return value;
}

absl::StatusOr<SharedRecord> DecodeRecord(std::string_view key, std::string_view value) {
  const std::optional<EventPlace> place = ParseEventKey(key);
  if (!place.has_value()) return Damaged(key, "is not the key of an event");
  if (value.size() < kHeaderBytes) return Damaged(key, "is cut off");
  if (value.front() != kRecordVersion) return Damaged(key, "has an unknown version");
  const std::string_view body = value.substr(kHeaderBytes);
  if (ParseBigEndian<uint32_t>(value.substr(sizeof(kRecordVersion))) != Checksum(key, body)) {
    return Damaged(key, "does not match its checksum");
  }
  storage::v1::StoredRecord message;
  if (!message.ParseFromArray(body.data(), static_cast<int>(body.size()))) {
    return Damaged(key, "cannot be parsed");
  }
  return FromMessage(place->sequence, std::move(message));
}

}  // namespace meeple::service
