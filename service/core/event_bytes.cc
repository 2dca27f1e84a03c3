#include "service/core/event_bytes.h"

#include <memory>
#include <utility>

#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "meeple/v1/allocation_service.pb.h"
#include "meeple/v1/lobby_service.pb.h"

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

// Batches and messages of all watches have the same numbers.
static_assert(v1::GameEventBatch::kEventsFieldNumber == 1 &&
              v1::LobbyEventBatch::kEventsFieldNumber == 1 &&
              v1::GameResultBatch::kResultsFieldNumber == 1);
constexpr int kBatchField = v1::WatchGameResponse::kEventsFieldNumber;
constexpr int kBookmarkField = v1::WatchGameResponse::kBookmarkFieldNumber;
static_assert(v1::WatchLobbyResponse::kEventsFieldNumber == kBatchField &&
              v1::WatchResultsResponse::kResultsFieldNumber == kBatchField);
static_assert(v1::WatchLobbyResponse::kBookmarkFieldNumber == kBookmarkField &&
              v1::WatchResultsResponse::kBookmarkFieldNumber == kBookmarkField);

std::string EncodeElement(const google::protobuf::MessageLite& message) {
  const std::string bytes = SerializeDeterministically(message);
  return Prefix(v1::GameEventBatch::kEventsFieldNumber, bytes.size()) + bytes;
}

std::string EncodeEvent(const v1::GameEvent& event) { return EncodeElement(event); }

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
  message.head = Prefix(kBatchField, length);
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

WatchMessage MakeFeedMessage(std::vector<std::shared_ptr<const std::string>> elements) {
  size_t length = 0;
  for (const auto& element : elements) length += element->size();
  return {.head = Prefix(kBatchField, length), .parts = std::move(elements)};
}

}  // namespace meeple::service
