#include "service/core/event_bytes.h"

#include <memory>
#include <utility>

#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

namespace meeple::service {
namespace {

constexpr uint32_t kLengthDelimited = 2;

// The tag and length in front of a nested message.
std::string Prefix(int field, size_t length) {
  std::string prefix;
  google::protobuf::io::StringOutputStream stream(&prefix);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.WriteTag((static_cast<uint32_t>(field) << 3) | kLengthDelimited);
  coded.WriteVarint64(length);
  coded.Trim();
  return prefix;
}

}  // namespace

std::string SerializeDeterministically(const google::protobuf::MessageLite& message) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  message.SerializeToCodedStream(&coded);
  coded.Trim();
  return bytes;
}

std::string EncodeEvent(const v1::GameEvent& event) {
  const std::string bytes = SerializeDeterministically(event);
  return Prefix(v1::GameEventBatch::kEventsFieldNumber, bytes.size()) + bytes;
}

std::vector<v1::GameEvent> DecodeEvents(std::span<const SharedRecord> records,
                                        engine::Viewer viewer) {
  std::string bytes;
  for (const SharedRecord& record : records) bytes += record->EventFor(viewer);
  v1::GameEventBatch batch;
  batch.ParseFromString(bytes);
  return {std::make_move_iterator(batch.mutable_events()->begin()),
          std::make_move_iterator(batch.mutable_events()->end())};
}

WatchMessage MakeBatchMessage(std::span<const SharedRecord> records, engine::Viewer viewer) {
  WatchMessage message;
  size_t length = 0;
  message.parts.reserve(records.size());
  for (const SharedRecord& record : records) {
    const std::string& event = record->EventFor(viewer);
    length += event.size();
    message.parts.emplace_back(record, &event);
  }
  message.head = Prefix(v1::WatchGameResponse::kEventsFieldNumber, length);
  return message;
}

WatchMessage MakeSnapshotMessage(v1::Game game) {
  v1::WatchGameResponse response;
  *response.mutable_snapshot()->mutable_game() = std::move(game);
  return {.head = SerializeDeterministically(response)};
}

WatchMessage MakeBookmarkMessage(int64_t sequence) {
  v1::WatchGameResponse response;
  response.mutable_bookmark()->set_sequence(sequence);
  return {.head = response.SerializeAsString()};
}

}  // namespace meeple::service
