#include "service/journal/storage_keys.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "service/journal/testing/journal_contract.h"

namespace meeple::service {
namespace {

constexpr int64_t kLast = std::numeric_limits<int64_t>::max();

// What is stored is read for ever: these bytes are the format.
TEST(StorageKeysTest, BytesAreAsDocumented) {
  using namespace std::string_literals;
  EXPECT_EQ(GameKey("abc"), "\3abc"s);
  EXPECT_EQ(EventKey("abc", 258), "\3abc\0\0\0\0\0\0\1\2"s);
  EXPECT_EQ(AgendaKey({.due_milliseconds = 258, .kind = 4}, "abc"), "\0\0\0\0\0\0\1\2\4abc"s);
  EXPECT_EQ(ListKey("open", {.created_milliseconds = 258, .game_id = "abc"}),
            "open\0\xff\xff\xff\xff\xff\xff\xfe\xfd"
            "abc"s);
}

TEST(StorageKeysTest, ListKeysAreReadBackInTheirList) {
  for (const ListPlace& place : std::vector<ListPlace>{
           {.created_milliseconds = 0, .game_id = ""},
           {.created_milliseconds = 1'000, .game_id = kGame},
           {.created_milliseconds = kLast, .game_id = std::string(255, 'x')},
       }) {
    EXPECT_EQ(ParseListKey("open", ListKey("open", place)), place);
    EXPECT_FALSE(ParseListKey("opening", ListKey("open", place)).has_value());
    EXPECT_FALSE(ParseListKey("ope", ListKey("open", place)).has_value());
  }
  EXPECT_FALSE(ParseListKey("open", std::string("open\0", 5) + "1234567").has_value());
}

TEST(StorageKeysTest, OrderOfBytesIsNewestFirst) {
  const auto key = [](int64_t created) { return ListKey("open", {created, kGame}); };
  for (const auto& [newer, older] :
       std::vector<std::pair<int64_t, int64_t>>{{1, 0}, {256, 255}, {kLast, kLast - 1}}) {
    EXPECT_LT(key(newer), key(older));
  }
}

TEST(StorageKeysTest, EventKeysAreReadBack) {
  for (const std::string& id : {std::string(), std::string(kGame), std::string(255, '\xff')}) {
    for (const int64_t sequence : {int64_t{0}, int64_t{1}, int64_t{255}, int64_t{256}, kLast}) {
      const std::string key = EventKey(id, sequence);
      const auto place = ParseEventKey(key);
      ASSERT_TRUE(place.has_value());
      EXPECT_EQ(place->game_id, id);
      EXPECT_EQ(place->sequence, sequence);
    }
  }
}

TEST(StorageKeysTest, AgendaKeysAreReadBack) {
  for (const AgendaEntry& entry : std::vector<AgendaEntry>{
           {{.due_milliseconds = 0, .kind = 0}, ""},
           {{.due_milliseconds = 1'000, .kind = 3}, kGame},
           {{.due_milliseconds = kLast, .kind = 255}, std::string(255, 'x')},
       }) {
    EXPECT_EQ(ParseAgendaKey(AgendaKey(entry.item, entry.game_id)), entry);
  }
}

TEST(StorageKeysTest, OrderOfBytesIsOrderOfSequences) {
  std::string before = EventKey(kGame, 0);
  for (const int64_t sequence : {int64_t{1}, int64_t{2}, int64_t{255}, int64_t{256}, kLast}) {
    const std::string key = EventKey(kGame, sequence);
    EXPECT_LT(before, key) << sequence;
    before = key;
  }
  EXPECT_LT(before, KeyAfterGame(kGame));
  EXPECT_LT(KeyAfterGame(kGame), EventKey("00000000000000000abd", 0));
}

TEST(StorageKeysTest, OtherBytesAreNoKey) {
  const std::string key = EventKey(kGame, 7);
  for (size_t size = 0; size < key.size(); ++size) {
    EXPECT_FALSE(ParseEventKey(key.substr(0, size)).has_value()) << size;
  }
  EXPECT_FALSE(ParseEventKey(key + "x").has_value());
  EXPECT_FALSE(ParseEventKey(KeyAfterGame(kGame)).has_value());
  EXPECT_FALSE(ParseAgendaKey("12345678").has_value());
  EXPECT_FALSE(ParseAgendaKey("\xff"
                              "2345678k")
                   .has_value())
      << "a negative time";
}

}  // namespace
}  // namespace meeple::service
