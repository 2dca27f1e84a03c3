#include "service/core/event_log.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace meeple::service {
namespace {

constexpr size_t kEventBytes = 10;

using LogSequences = std::vector<int64_t>;

class EventLogTest : public ::testing::Test {
 protected:
  // Appends a group of `size` events of ten bytes each.
  void Append(int size, const EventLog::Effect& effect = {}) {
    std::vector<SharedRecord> group;
    for (int index = 0; index < size; ++index) {
      group.push_back(std::make_shared<JournalRecord>(
          JournalRecord{.sequence = log_.head() + index + 1,
                        .public_event = std::string(kEventBytes, 'e'),
                        .group_size = size,
                        .group_index = index}));
    }
    log_.Append(group, effect);
  }

  LogSequences ReadAfter(int64_t after, const EventLog::Bounds& bounds = {}) const {
    return SequencesOf(log_.ReadAfter(after, bounds));
  }

  static LogSequences SequencesOf(std::span<const SharedRecord> records) {
    LogSequences sequences;
    for (const SharedRecord& record : records) sequences.push_back(record->sequence);
    return sequences;
  }

  EventLog log_;
};

TEST_F(EventLogTest, ReadersAreBoundByTheBytesTheyGet) {
  for (int64_t sequence = 1; sequence <= 4; ++sequence) {
    const std::vector<SharedRecord> group = {std::make_shared<JournalRecord>(
        JournalRecord{.sequence = sequence,
                      .public_event = std::string(kEventBytes, 'e'),
                      .seat_events = {{.seat = 1, .event = std::string(3 * kEventBytes, 's')}}})};
    log_.Append(group, {});
  }
  EXPECT_EQ(ReadAfter(0, {.bytes = 3 * kEventBytes}), (LogSequences{1, 2, 3}));
  EXPECT_EQ(ReadAfter(0, {.bytes = 3 * kEventBytes, .viewer = 0}), (LogSequences{1, 2, 3}));
  EXPECT_EQ(ReadAfter(0, {.bytes = 3 * kEventBytes, .viewer = 1}), (LogSequences{1}));
  EXPECT_EQ(ReadAfter(0, {.bytes = 6 * kEventBytes, .viewer = 1}), (LogSequences{1, 2}));
}

TEST_F(EventLogTest, EmptyLogHasNothing) {
  EXPECT_EQ(log_.head(), 0);
  EXPECT_EQ(ReadAfter(0), LogSequences());
  EXPECT_EQ(log_.FirstFinishAfter(0), 0);
  EXPECT_FALSE(log_.final());
}

TEST_F(EventLogTest, ReadersGetWhatFollows) {
  Append(2);
  Append(1);
  Append(1);
  EXPECT_EQ(log_.head(), 4);
  EXPECT_EQ(ReadAfter(0), (LogSequences{1, 2, 3, 4}));
  EXPECT_EQ(ReadAfter(2), (LogSequences{3, 4}));
  EXPECT_EQ(ReadAfter(3), (LogSequences{4}));
  EXPECT_EQ(ReadAfter(4), LogSequences());
  EXPECT_EQ(SequencesOf(log_.Range({2, 3})), (LogSequences{2, 3}));
  EXPECT_EQ(SequencesOf(log_.Range({4, 4})), (LogSequences{4}));
  EXPECT_EQ(SequencesOf(log_.Range({1, 4})), (LogSequences{1, 2, 3, 4}));
}

struct BoundsRow {
  int64_t after;
  size_t events;
  size_t bytes;
  LogSequences expected;
};

// Groups: 1 | 2 3 4 | 5 6 | 7
TEST_F(EventLogTest, BoundsNeverSplitAGroup) {
  for (int size : {1, 3, 2, 1}) Append(size);
  for (const auto& [after, events, bytes, expected] : std::vector<BoundsRow>{
           // By the number of events: the page ends with the group that reaches it.
           {0, 1, 1'000, {1}},
           {0, 2, 1'000, {1, 2, 3, 4}},
           {0, 4, 1'000, {1, 2, 3, 4}},
           {0, 5, 1'000, {1, 2, 3, 4, 5, 6}},
           {0, 6, 1'000, {1, 2, 3, 4, 5, 6}},
           {0, 7, 1'000, {1, 2, 3, 4, 5, 6, 7}},
           {6, 1, 1'000, {7}},
           {7, 1, 1'000, {}},
           // By bytes: a group that does not fit waits for the next page.
           {0, 100, 10, {1}},
           {0, 100, 39, {1}},
           {0, 100, 40, {1, 2, 3, 4}},
           {0, 100, 59, {1, 2, 3, 4}},
           {0, 100, 60, {1, 2, 3, 4, 5, 6}},
           {0, 100, 70, {1, 2, 3, 4, 5, 6, 7}},
           // At least one group comes, however little is asked for.
           {0, 0, 0, {1}},
           {1, 0, 0, {2, 3, 4}},
           {1, 1, 29, {2, 3, 4}},
           // Inside a group: the rest of it, counted as a group.
           {2, 1, 1'000, {3, 4}},
           {2, 2, 1'000, {3, 4}},
           {2, 3, 1'000, {3, 4, 5, 6}},
           {3, 100, 0, {4}},
           {3, 100, 30, {4, 5, 6}},
           {5, 100, 1'000, {6, 7}},
       }) {
    EXPECT_EQ(ReadAfter(after, {.events = events, .bytes = bytes}), expected)
        << "after " << after << ", at most " << events << " events and " << bytes << " bytes";
  }
}

TEST_F(EventLogTest, PagesTogetherAreTheWholeLog) {
  for (int i = 0; i < 40; ++i) Append(1 + i % 4);
  for (size_t events : {1, 2, 3, 5, 7, 1'000}) {
    for (size_t bytes : {0, 10, 35, 64, 100'000}) {
      LogSequences all;
      while (static_cast<int64_t>(all.size()) < log_.head()) {
        const LogSequences page =
            ReadAfter(static_cast<int64_t>(all.size()), {.events = events, .bytes = bytes});
        ASSERT_FALSE(page.empty());
        all.insert(all.end(), page.begin(), page.end());
      }
      for (size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], static_cast<int64_t>(i) + 1);
    }
  }
}

TEST_F(EventLogTest, OnlyTheNewestStayInMemory) {
  log_ = EventLog(4);
  const size_t nothing = log_.bytes();
  for (int i = 0; i < 7; ++i) Append(1);
  EXPECT_EQ(log_.floor(), 0) << "up to twice as many";
  const size_t seven = log_.bytes();
  Append(1);
  EXPECT_EQ(log_.floor(), 4);
  EXPECT_EQ(log_.head(), 8);
  EXPECT_EQ(ReadAfter(4), (LogSequences{5, 6, 7, 8}));
  EXPECT_EQ(ReadAfter(7), (LogSequences{8}));
  EXPECT_EQ(SequencesOf(log_.Range({6, 7})), (LogSequences{6, 7}));
  EXPECT_EQ((log_.bytes() - nothing) * 7, (seven - nothing) * 4) << "those dropped do not count";
}

TEST_F(EventLogTest, GroupsLeaveMemoryWhole) {
  log_ = EventLog(4);
  Append(3);
  Append(3);
  EXPECT_EQ(log_.floor(), 0);
  Append(3);
  EXPECT_EQ(log_.floor(), 3) << "the fifth event back is inside a group";
  EXPECT_EQ(ReadAfter(3), (LogSequences{4, 5, 6, 7, 8, 9}));
}

TEST_F(EventLogTest, AFinishThatLeftMemoryIsStillFound) {
  log_ = EventLog(1);
  Append(1, {.finishes = true, .over = true});
  Append(1);
  Append(1);
  EXPECT_GE(log_.floor(), 1);
  EXPECT_EQ(log_.FirstFinishAfter(0), 1);
}

TEST_F(EventLogTest, FinishIsFound) {
  Append(2);
  EXPECT_EQ(log_.FirstFinishAfter(0), 0) << "it is still to come";
  Append(2, {.finishes = true, .over = true});
  EXPECT_EQ(log_.FirstFinishAfter(0), 4);
  EXPECT_EQ(log_.FirstFinishAfter(2), 4);
  EXPECT_EQ(log_.FirstFinishAfter(3), 4) << "from inside its group";
  EXPECT_EQ(log_.FirstFinishAfter(4), 4) << "it is over already";
}

TEST_F(EventLogTest, FinishThatWasTakenBackIsPast) {
  Append(2);
  Append(2, {.finishes = true, .over = true});  // 3 4
  Append(1);                                    // 5: taken back
  EXPECT_EQ(log_.FirstFinishAfter(0), 4);
  EXPECT_EQ(log_.FirstFinishAfter(4), 0) << "the game goes on";
  Append(2, {.finishes = true, .over = true});  // 6 7
  EXPECT_EQ(log_.FirstFinishAfter(0), 4);
  EXPECT_EQ(log_.FirstFinishAfter(4), 7);
  EXPECT_EQ(log_.FirstFinishAfter(5), 7);
}

TEST_F(EventLogTest, FinalGroupMayFollowTheFinish) {
  Append(2);
  Append(2, {.finishes = true, .over = true});
  EXPECT_FALSE(log_.final());
  Append(1, {.over = true, .final = true});
  EXPECT_TRUE(log_.final());
  EXPECT_EQ(log_.FirstFinishAfter(0), 4);
  EXPECT_EQ(log_.FirstFinishAfter(4), 4);
  EXPECT_EQ(log_.FirstFinishAfter(5), 5);
}

TEST_F(EventLogTest, GameMayBeFinalWithItsFinish) {
  Append(2);
  Append(3, {.finishes = true, .over = true, .final = true});
  EXPECT_TRUE(log_.final());
  EXPECT_EQ(log_.FirstFinishAfter(0), 5);
  EXPECT_EQ(log_.FirstFinishAfter(4), 5);
}

}  // namespace
}  // namespace meeple::service
