#include "service/core/event_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "google/protobuf/util/message_differencer.h"

namespace meeple::service {
namespace {

using google::protobuf::util::MessageDifferencer;

v1::GameEvent MakeEvent(int64_t sequence, const std::string& text) {
  v1::GameEvent event;
  event.set_sequence(sequence);
  event.set_text(text);
  event.mutable_cursor()->set_turns(static_cast<int>(sequence));
  event.mutable_move_applied()->mutable_move()->mutable_cell();
  return event;
}

// The bytes as a transport sends them.
std::string Join(const WatchMessage& message) {
  std::string bytes = message.head;
  for (const auto& part : message.parts) bytes += *part;
  return bytes;
}

// A few events, one whose length needs two bytes and one whose needs three.
class EventBytesTest : public ::testing::Test {
 protected:
  EventBytesTest() {
    for (const std::string& text : {std::string("X plays X at (0,0)"), std::string(),
                                    std::string(300, 'x'), std::string(70'000, 'y')}) {
      events_.push_back(MakeEvent(static_cast<int64_t>(events_.size()) + 1, text));
      records_.push_back(std::make_shared<JournalRecord>(JournalRecord{
          .sequence = events_.back().sequence(), .public_event = EncodeEvent(events_.back())}));
    }
  }

  std::string Concatenated() const {
    std::string bytes;
    for (const SharedRecord& record : records_) bytes += record->public_event;
    return bytes;
  }

  template <class Events>
  void ExpectAllEvents(const Events& events) {
    ASSERT_EQ(static_cast<size_t>(events.size()), events_.size());
    for (int i = 0; i < static_cast<int>(events_.size()); ++i) {
      EXPECT_TRUE(MessageDifferencer::Equals(events[i], events_[i])) << i;
    }
  }

  std::vector<v1::GameEvent> events_;
  std::vector<SharedRecord> records_;
};

TEST_F(EventBytesTest, RecordsInARowAreABatch) {
  v1::GameEventBatch batch;
  ASSERT_TRUE(batch.ParseFromString(Concatenated()));
  ExpectAllEvents(batch.events());
}

// The field of the events has the same number in both: a page can be made of the same bytes.
TEST_F(EventBytesTest, RecordsInARowAreAPage) {
  v1::ListEventsResponse page;
  ASSERT_TRUE(page.ParseFromString(Concatenated()));
  ExpectAllEvents(page.events());
  EXPECT_EQ(page.next_page_token(), "");
  EXPECT_EQ(v1::ListEventsResponse::kEventsFieldNumber, v1::GameEventBatch::kEventsFieldNumber);
}

TEST_F(EventBytesTest, RecordsAreReadBack) {
  ExpectAllEvents(DecodeEvents(records_, engine::kSpectator));
  EXPECT_TRUE(DecodeEvents({}, engine::kSpectator).empty());
}

TEST_F(EventBytesTest, BatchMessageIsTheSerialisedMessage) {
  for (size_t count = 0; count <= records_.size(); ++count) {
    v1::WatchGameResponse expected;
    expected.mutable_events();
    for (size_t i = 0; i < count; ++i) *expected.mutable_events()->add_events() = events_[i];
    EXPECT_EQ(Join(MakeBatchMessage(std::span(records_).first(count), engine::kSpectator)),
              SerializeDeterministically(expected))
        << count;
  }
}

TEST_F(EventBytesTest, BatchMessageSharesItsBytes) {
  const WatchMessage message = MakeBatchMessage(records_, engine::kSpectator);
  ASSERT_EQ(message.parts.size(), records_.size());
  for (size_t i = 0; i < records_.size(); ++i) {
    EXPECT_EQ(message.parts[i].get(), &records_[i]->public_event);
  }
}

// A watcher that still writes keeps the bytes alive, whatever becomes of the game.
TEST_F(EventBytesTest, BatchMessageKeepsItsBytes) {
  const WatchMessage message = MakeBatchMessage(records_, engine::kSpectator);
  const std::string before = Join(message);
  records_.clear();
  EXPECT_EQ(Join(message), before);
}

TEST_F(EventBytesTest, SnapshotMessageIsTheSerialisedMessage) {
  v1::Game game;
  game.set_game_id("00000000000000000abc");
  game.set_sequence(7);
  v1::WatchGameResponse response;
  ASSERT_TRUE(response.ParseFromString(Join(MakeSnapshotMessage(game))));
  EXPECT_TRUE(MessageDifferencer::Equals(response.snapshot().game(), game));
}

TEST_F(EventBytesTest, BookmarkMessageIsTheSerialisedMessage) {
  for (int64_t sequence : {int64_t{0}, int64_t{1}, int64_t{50'000}}) {
    v1::WatchGameResponse response;
    ASSERT_TRUE(response.ParseFromString(Join(MakeBookmarkMessage(sequence))));
    ASSERT_TRUE(response.has_bookmark());
    EXPECT_EQ(response.bookmark().sequence(), sequence);
  }
}

// Two maps with the same entries rarely iterate alike unless they are made to.
TEST(SerializeDeterministicallyTest, EqualMessagesHaveEqualBytes) {
  v1::GameConfig upwards;
  v1::GameConfig downwards;
  for (int i = 0; i < 100; ++i) {
    (*upwards.mutable_labels())[std::to_string(i)] = "x";
    (*downwards.mutable_labels())[std::to_string(99 - i)] = "x";
  }
  const std::string bytes = SerializeDeterministically(upwards);
  EXPECT_EQ(bytes, SerializeDeterministically(downwards));
  v1::GameConfig read;
  ASSERT_TRUE(read.ParseFromString(bytes));
  EXPECT_EQ(read.labels_size(), 100);
}

}  // namespace
}  // namespace meeple::service
