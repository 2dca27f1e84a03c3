#include "service/rpc/watch_pump.h"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "service/core/errors.h"
#include "service/core/testing/fake_clock.h"

namespace meeple::rpc {
namespace {

using service::Watch;
using service::WatchMessage;
using service::WatchStep;

// Notes what the pump does as words in one line: "headers", "write a", "finish OK", "abort".
class FakeTransport final : public WatchTransport {
 public:
  void SendHeaders() override { Note("headers"); }
  void Write(WatchMessage message) override {
    Note("write " + message.head);
    if (when_writing) when_writing();
  }
  void Finish(const absl::Status& status) override {
    const v1::ErrorReason reason = service::ReasonOf(status);
    Note("finish " + (reason == v1::ERROR_REASON_UNSPECIFIED
                          ? std::string(absl::StatusCodeToString(status.code()))
                          : service::ReasonName(reason)));
  }
  void Abort() override { Note("abort"); }

  std::string TakeNotes() { return std::exchange(notes_, ""); }

  std::function<void()> when_writing;

 private:
  void Note(const std::string& note) { notes_ += (notes_.empty() ? "" : ", ") + note; }

  std::string notes_;
};

// What a watch has to say, filled by the test; shared since the pump owns the watch.
struct Script {
  std::deque<std::string> messages;
  bool ended = false;
  absl::Status end;
  std::function<void()> when_pulled;
  int open_watches = 0;
};

class FakeWatch final : public Watch {
 public:
  explicit FakeWatch(Script& script) : script_(script) { ++script_.open_watches; }
  ~FakeWatch() override { --script_.open_watches; }
  WatchStep Next() override {
    WatchStep step;
    if (!script_.messages.empty()) {
      step.kind = WatchStep::Kind::kMessage;
      step.message.head = script_.messages.front();
      script_.messages.pop_front();
    } else if (script_.ended) {
      step.kind = WatchStep::Kind::kEnd;
      step.end = script_.end;
    }
    if (script_.when_pulled) script_.when_pulled();
    return step;
  }
  WatchMessage Bookmark() const override { return {.head = "bookmark"}; }

 private:
  Script& script_;
};

class WatchPumpTest : public testing::Test {
 protected:
  void Open(std::vector<std::string> messages = {}) {
    script_.messages.assign(messages.begin(), messages.end());
    pump_.Opened(std::make_unique<FakeWatch>(script_));
  }
  void Say(const std::string& message) {
    script_.messages.push_back(message);
    pump_.Wake();
  }
  void End(const absl::Status& status = absl::OkStatus()) {
    script_.ended = true;
    script_.end = status;
    pump_.Wake();
  }
  void Pass(absl::Duration time) {
    clock_.Advance(time);
    if (pump_.due() <= clock_.Uptime()) pump_.Tick();
  }
  void ExpectDone(const std::string& notes) { EXPECT_EQ(transport_.TakeNotes(), notes); }

  service::FakeClock clock_;
  FakeTransport transport_;
  Script script_;
  // The middle of the spread: bookmarks after 30 seconds.
  WatchPump pump_{transport_, clock_, WatchTiming{}, 0.5};
};

TEST_F(WatchPumpTest, SendsHeadersBeforeThereIsAnythingToSay) {
  Open();
  ExpectDone("headers");
  EXPECT_EQ(script_.open_watches, 1);
}

TEST_F(WatchPumpTest, HasOneWriteInFlight) {
  Open({"a", "b"});
  ExpectDone("headers, write a");
  pump_.Wake();
  ExpectDone("");
  pump_.Written(true);
  ExpectDone("write b");
  pump_.Written(true);
  ExpectDone("");
}

TEST_F(WatchPumpTest, PullsWhenWoken) {
  Open();
  transport_.TakeNotes();
  Say("a");
  ExpectDone("write a");
  script_.messages.push_back("b");
  pump_.Written(true);
  ExpectDone("write b");
}

TEST_F(WatchPumpTest, IsNotFooledByAWakeThatComesBeforeNextReturns) {
  bool said = false;
  script_.when_pulled = [this, &said] {
    if (!std::exchange(said, true)) Say("a");
  };
  Open();
  ExpectDone("headers, write a");
}

TEST_F(WatchPumpTest, TakesReportsFromWithinTheTransport) {
  transport_.when_writing = [this] { pump_.Written(true); };
  Open({"a", "b", "c"});
  ExpectDone("headers, write a, write b, write c");
}

TEST_F(WatchPumpTest, EndsWhenTheWatchEndsAndClosesItFirst) {
  Open({"a"});
  transport_.TakeNotes();
  End();
  ExpectDone("");
  pump_.Written(true);
  ExpectDone("finish OK");
  EXPECT_EQ(script_.open_watches, 0);
}

TEST_F(WatchPumpTest, EndsWithTheErrorOfTheWatch) {
  Open();
  transport_.TakeNotes();
  End(service::MakeError(v1::ERROR_REASON_SERVER_DRAINING, "draining"));
  ExpectDone("finish SERVER_DRAINING");
}

TEST_F(WatchPumpTest, ARefusedWatchEndsWithoutHeaders) {
  pump_.Opened(service::MakeError(v1::ERROR_REASON_GAME_NOT_FOUND, "no such game"));
  ExpectDone("finish GAME_NOT_FOUND");
}

TEST_F(WatchPumpTest, FinishesOnceWhateverComesAfterwards) {
  Open({"a", "b"});
  transport_.TakeNotes();
  pump_.Cancelled();
  ExpectDone("finish CANCELLED");
  EXPECT_EQ(script_.open_watches, 0);
  pump_.Written(false);
  pump_.Cancelled();
  pump_.Wake();
  pump_.Tick();
  ExpectDone("");
}

TEST_F(WatchPumpTest, AFailedWriteIsTheEnd) {
  Open({"a", "b"});
  transport_.TakeNotes();
  pump_.Written(false);
  ExpectDone("finish CANCELLED");
}

TEST_F(WatchPumpTest, AWatchThatOpensAfterTheCancelIsClosedAtOnce) {
  pump_.Cancelled();
  ExpectDone("finish CANCELLED");
  Open({"a"});
  ExpectDone("");
  EXPECT_EQ(script_.open_watches, 0);
}

TEST_F(WatchPumpTest, BookmarksAQuietStreamAgainAndAgain) {
  Open();
  transport_.TakeNotes();
  Pass(absl::Seconds(29));
  ExpectDone("");
  Pass(absl::Seconds(1));
  ExpectDone("write bookmark");
  pump_.Written(true);
  Pass(absl::Seconds(29));
  ExpectDone("");
  Pass(absl::Seconds(1));
  ExpectDone("write bookmark");
}

TEST_F(WatchPumpTest, AnEventStartsTheQuietTimeAnew) {
  Open();
  Pass(absl::Seconds(20));
  Say("a");
  pump_.Written(true);
  transport_.TakeNotes();
  Pass(absl::Seconds(29));
  ExpectDone("");
  Pass(absl::Seconds(1));
  ExpectDone("write bookmark");
}

TEST_F(WatchPumpTest, WhatIsSaidDuringABookmarkFollowsIt) {
  Open();
  transport_.TakeNotes();
  Pass(absl::Seconds(30));
  Say("a");
  ExpectDone("write bookmark");
  pump_.Written(true);
  ExpectDone("write a");
}

TEST(WatchPumpSpreadTest, SpreadsBookmarksOfStreamsOpenedTogether) {
  for (const auto& [spread, seconds] : {std::pair(0.0, 25), std::pair(1.0, 35)}) {
    service::FakeClock clock;
    FakeTransport transport;
    Script script;
    WatchPump pump(transport, clock, WatchTiming{}, spread);
    pump.Opened(std::make_unique<FakeWatch>(script));
    EXPECT_EQ(pump.due(), clock.Uptime() + absl::Seconds(seconds));
  }
}

TEST_F(WatchPumpTest, AWriteThatIsStuckForAMinuteIsLagging) {
  Open({"a"});
  transport_.TakeNotes();
  Pass(absl::Seconds(59));
  ExpectDone("");
  Pass(absl::Seconds(1));
  ExpectDone("finish WATCHER_LAGGING");
  EXPECT_EQ(script_.open_watches, 0);
  Pass(absl::Seconds(4));
  ExpectDone("");
  Pass(absl::Seconds(1));
  ExpectDone("abort");
  Pass(absl::Hours(1));
  ExpectDone("");
}

TEST_F(WatchPumpTest, EachWriteHasItsOwnMinute) {
  Open({"a", "b"});
  transport_.TakeNotes();
  Pass(absl::Seconds(50));
  pump_.Written(true);
  ExpectDone("write b");
  Pass(absl::Seconds(50));
  ExpectDone("");
}

TEST_F(WatchPumpTest, KnowsSinceWhenItWrites) {
  Open({"a"});
  const absl::Duration start = clock_.Uptime();
  Pass(absl::Seconds(5));
  EXPECT_EQ(pump_.writing_since(), start);
  pump_.Written(true);
  EXPECT_EQ(pump_.writing_since(), absl::InfiniteDuration());
  Say("b");
  EXPECT_EQ(pump_.writing_since(), start + absl::Seconds(5));
  pump_.Cancelled();
  EXPECT_EQ(pump_.writing_since(), absl::InfiniteDuration());
}

TEST_F(WatchPumpTest, AnEndThatNobodyTakesIsAbortedInTime) {
  Open();
  End();
  transport_.TakeNotes();
  Pass(absl::Seconds(64));
  ExpectDone("");
  Pass(absl::Seconds(1));
  ExpectDone("abort");
}

TEST_F(WatchPumpTest, ATickThatComesLateDoesNothing) {
  Open({"a"});
  pump_.Written(true);
  transport_.TakeNotes();
  pump_.Tick();
  ExpectDone("");
}

// What many threads report at once, counted. The watch never runs dry for good: it parks now and
// then and is woken by the reporters.
class CountingTransport final : public WatchTransport {
 public:
  void SendHeaders() override { Enter(); }
  void Write(WatchMessage) override {
    Enter();
    EXPECT_FALSE(in_flight.exchange(true));
    EXPECT_EQ(finishes, 0);
    ++writes;
  }
  void Finish(const absl::Status&) override {
    Enter();
    ++finishes;
  }
  void Abort() override { Enter(); }

  // Plain on purpose: ThreadSanitizer tells if two threads are in here at once.
  int writes = 0;
  int finishes = 0;
  std::atomic<bool> in_flight{false};

 private:
  void Enter() { ++entered_; }
  int entered_ = 0;
};

class EndlessWatch final : public Watch {
 public:
  WatchStep Next() override {
    WatchStep step;
    if (++pulls_ % 3 != 0) step.kind = WatchStep::Kind::kMessage;
    return step;
  }
  WatchMessage Bookmark() const override { return {}; }

 private:
  int pulls_ = 0;
};

TEST(WatchPumpStressTest, OneRunnerAtATimeAndOneFinish) {
  for (int round = 0; round < 500; ++round) {
    service::FakeClock clock;
    CountingTransport transport;
    WatchPump pump(transport, clock, WatchTiming{}, 0.5);
    std::vector<std::thread> threads;
    threads.emplace_back([&pump] { pump.Opened(std::make_unique<EndlessWatch>()); });
    threads.emplace_back([&pump, &transport] {
      for (int i = 0; i < 50; ++i) {
        if (transport.in_flight.exchange(false)) pump.Written(true);
      }
    });
    threads.emplace_back([&pump] {
      for (int i = 0; i < 50; ++i) pump.Wake();
    });
    threads.emplace_back([&pump, &clock] {
      for (int i = 0; i < 10; ++i) {
        clock.Advance(absl::Seconds(7));
        pump.Tick();
      }
    });
    threads.emplace_back([&pump] { pump.Cancelled(); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(transport.finishes, 1);
  }
}

}  // namespace
}  // namespace meeple::rpc
