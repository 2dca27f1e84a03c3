#ifndef MEEPLE_SERVICE_CORE_EVENT_BYTES_H_
#define MEEPLE_SERVICE_CORE_EVENT_BYTES_H_

// Events as bytes. An event is serialised once for each audience, as one element of
// GameEventBatch.events; batches, pages and watch messages are made of those bytes.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/types.h"
#include "meeple/v1/event.pb.h"
#include "meeple/v1/game_service.pb.h"
#include "service/core/watch.h"
#include "service/journal/journal.h"

namespace meeple::service {

// Deterministic: equal messages have equal bytes, maps included.
std::string SerializeDeterministically(const google::protobuf::MessageLite& message);

// `message` as an element of the first field of a batch, with its tag and length.
std::string EncodeElement(const google::protobuf::MessageLite& message);

// The bytes of JournalRecord::public_event, or of what a seat reads instead.
std::string EncodeEvent(const v1::GameEvent& event);

// The events of `records`, read back as `viewer` may know them.
std::vector<v1::GameEvent> DecodeEvents(std::span<const SharedRecord> records,
                                        engine::Viewer viewer);

// A WatchGameResponse with a batch of `records` as `viewer` may know them. Their bytes are shared
// and not copied.
WatchMessage MakeBatchMessage(std::span<const SharedRecord> records, engine::Viewer viewer);
// A WatchGameResponse with a snapshot of `game`.
WatchMessage MakeSnapshotMessage(v1::Game game);
// A WatchGameResponse with a bookmark; the other watches have the same bytes for it.
WatchMessage MakeBookmarkMessage(int64_t sequence);
// A WatchLobbyResponse with a batch of events, or a WatchResultsResponse with one of results, each
// an element as above.
WatchMessage MakeFeedMessage(std::vector<std::shared_ptr<const std::string>> elements);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_EVENT_BYTES_H_
