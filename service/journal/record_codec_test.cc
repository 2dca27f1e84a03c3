#include "service/journal/record_codec.h"

#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <string>

#include "meeple/storage/v1/record.pb.h"
#include "service/journal/storage_keys.h"
#include "service/journal/testing/journal_contract.h"

namespace meeple::service {
namespace {

class RecordCodecTest : public testing::Test {
 protected:
  void ExpectDamaged(const std::string& value) const { ExpectDamaged(key_, value); }
  void ExpectDamaged(const std::string& key, const std::string& value) const {
    EXPECT_EQ(DecodeRecord(key, value).status().code(), absl::StatusCode::kDataLoss);
  }

  const SharedRecord record_ = MakeRecord(kGame, 7, 3, 2);
  const std::string key_ = EventKey(kGame, 7);
  const std::string value_ = EncodeRecord(key_, *record_);
};

TEST_F(RecordCodecTest, IsReadBack) {
  const auto record = DecodeRecord(key_, value_);
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_EQ(**record, *record_);
}

TEST_F(RecordCodecTest, EmptyFieldsAreReadBack) {
  const JournalRecord empty = {.sequence = 7};
  const auto record = DecodeRecord(key_, EncodeRecord(key_, empty));
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_EQ(**record, empty);
}

// A field more in the message is a field more in JournalRecord, and the other way round: whoever
// adds one sees this test and takes care of both.
TEST_F(RecordCodecTest, EveryFieldIsCarried) {
  EXPECT_EQ(storage::v1::StoredRecord::descriptor()->field_count(), 11);
  [[maybe_unused]] const auto& [sequence, public_event, seat_events, secret, digest, fingerprint,
                                seat, key, counted, size, index, game_time] = *record_;
}

// Values of this release are read by all later ones: these bytes stay readable.
TEST_F(RecordCodecTest, BytesOfTheFirstVersionAreRead) {
  const std::string value =
      "\x01"
      "\x33\xa3\x11\x78"
      "\x0a\x03pub\x12\x08\x08\x01\x12\x04seat\x1a\x03sec\x22\x03"
      "dig\x2a\x03"
      "fin\x30\x02\x38\x01\x40\x01";
  const auto record = DecodeRecord(EventKey("g", 2), value);
  ASSERT_TRUE(record.ok()) << record.status();
  EXPECT_EQ(**record, (JournalRecord{.sequence = 2,
                                     .public_event = "pub",
                                     .seat_events = {{.seat = 1, .event = "seat"}},
                                     .secret = "sec",
                                     .request_digest = "dig",
                                     .request_fingerprint = "fin",
                                     .caller_seat = 1,
                                     .group_size = 2,
                                     .group_index = 1}));
  EXPECT_EQ(EncodeRecord(EventKey("g", 2), **record), value);
}

TEST_F(RecordCodecTest, EveryFlippedBitIsFound) {
  for (size_t byte = 0; byte < value_.size(); ++byte) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string value = value_;
      value[byte] = static_cast<char>(value[byte] ^ (1 << bit));
      ExpectDamaged(value);
    }
  }
}

TEST_F(RecordCodecTest, EveryCutIsFound) {
  for (size_t size = 0; size < value_.size(); ++size) ExpectDamaged(value_.substr(0, size));
  ExpectDamaged(value_ + '\0');
}

TEST_F(RecordCodecTest, ValueInAnotherPlaceIsFound) {
  ExpectDamaged(EventKey(kGame, 8), value_);
  ExpectDamaged(EventKey("00000000000000000abd", 7), value_);
  ExpectDamaged("no key", value_);
}

TEST_F(RecordCodecTest, DamageIsNamed) {
  EXPECT_EQ(DecodeRecord(key_, value_ + "x").status().message(),
            "the journal is damaged: event 7 of game '00000000000000000abc' does not match its "
            "checksum");
}

}  // namespace
}  // namespace meeple::service
