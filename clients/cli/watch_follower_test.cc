#include "clients/cli/watch_follower.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <numeric>
#include <thread>

#include "absl/strings/str_cat.h"
#include "clients/cli/testing/fake_game_service.h"

namespace meeple::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Kind = WatchFollower::Update::Kind;

// A server whose every watch goes as it was told before.
class ScriptedWatches : public v1::GameService::Service {
 public:
  struct Script {
    std::vector<v1::WatchGameResponse> messages;
    grpc::Status end;
    // Sends nothing more and waits until the client goes away.
    bool hangs = false;
  };

  grpc::Status WatchGame(grpc::ServerContext* context, const v1::WatchGameRequest* request,
                         grpc::ServerWriter<v1::WatchGameResponse>* writer) override {
    Script script;
    {
      const std::lock_guard lock(mutex);
      requests.push_back(*request);
      if (!scripts.empty()) {
        script = scripts.front();
        scripts.pop_front();
      }
    }
    writer->SendInitialMetadata();
    for (const v1::WatchGameResponse& message : script.messages) writer->Write(message);
    while (script.hangs && !context->IsCancelled()) std::this_thread::yield();
    return script.end;
  }

  std::mutex mutex;
  std::deque<Script> scripts;
  std::vector<v1::WatchGameRequest> requests;
};

v1::WatchGameResponse Events(int64_t first, int64_t last) {
  v1::WatchGameResponse message;
  for (int64_t sequence = first; sequence <= last; ++sequence) {
    message.mutable_events()->add_events()->set_sequence(sequence);
  }
  return message;
}

v1::WatchGameResponse Bookmark(int64_t sequence) {
  v1::WatchGameResponse message;
  message.mutable_bookmark()->set_sequence(sequence);
  return message;
}

v1::WatchGameResponse Snapshot(int64_t sequence) {
  v1::WatchGameResponse message;
  message.mutable_snapshot()->mutable_game()->set_sequence(sequence);
  return message;
}

const grpc::Status kBroken(grpc::StatusCode::UNAVAILABLE, "connection reset");

class WatchFollowerTest : public ::testing::Test {
 protected:
  WatchFollowerTest() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    connection_.emplace(ConnectionOptions{.server = absl::StrCat("127.0.0.1:", port_)},
                        stop_.get_token());
  }
  ~WatchFollowerTest() override { server_->Shutdown(std::chrono::system_clock::now()); }

  void Serve(std::vector<v1::WatchGameResponse> messages, const grpc::Status& end) {
    const std::lock_guard lock(service_.mutex);
    service_.scripts.push_back({std::move(messages), end});
  }

  // Follows to the end. Keeps what came in `sequences_`, `kinds_` and `end_`.
  void Follow(const WatchOptions& options = {.game_id = "game1"}) {
    const WatchTime time = {.sleep =
                                [this](absl::Duration delay, const std::stop_token& stop) {
                                  now_ += delay;
                                  delays_.push_back(delay);
                                  return !stop.stop_requested();
                                },
                            .now = [this] { return now_; }};
    WatchFollower follower(*connection_, options, stop_.get_token(), time);
    for (;;) {
      const WatchFollower::Update update = follower.Next();
      if (kinds_.empty() || kinds_.back() != update.kind || update.kind != Kind::kMessage) {
        kinds_.push_back(update.kind);
      }
      for (const v1::GameEvent& event : update.message.events().events()) {
        sequences_.push_back(event.sequence());
      }
      if (update.kind != Kind::kEnd) continue;
      end_ = update.status;
      return;
    }
  }

  std::vector<int64_t> StartsOfWatches() {
    std::vector<int64_t> starts;
    for (const auto& request : service_.requests) starts.push_back(request.after_sequence());
    return starts;
  }

  ScriptedWatches service_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
  std::stop_source stop_;
  std::optional<Connection> connection_;
  absl::Time now_ = absl::UnixEpoch();
  std::vector<absl::Duration> delays_;
  std::vector<int64_t> sequences_;
  std::vector<Kind> kinds_;
  absl::Status end_;
};

TEST_F(WatchFollowerTest, HandsOnWhatComes) {
  Serve({Events(1, 2), Events(3, 3)}, grpc::Status::OK);
  Follow();
  EXPECT_THAT(sequences_, ElementsAre(1, 2, 3));
  EXPECT_THAT(kinds_, ElementsAre(Kind::kMessage, Kind::kEnd));
  EXPECT_TRUE(end_.ok());
}

TEST_F(WatchFollowerTest, ResumesAfterTheLastEventWithoutGapOrRepeat) {
  Serve({Events(1, 2)}, kBroken);
  Serve({Events(3, 5)}, kBroken);
  Serve({Events(6, 6)}, grpc::Status::OK);
  Follow();
  EXPECT_THAT(sequences_, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(StartsOfWatches(), ElementsAre(0, 2, 5));
  EXPECT_THAT(kinds_, ElementsAre(Kind::kMessage, Kind::kLost, Kind::kResumed, Kind::kMessage,
                                  Kind::kLost, Kind::kResumed, Kind::kMessage, Kind::kEnd));
}

TEST_F(WatchFollowerTest, DropsEventsThatItHasAlready) {
  Serve({Events(1, 3)}, kBroken);
  Serve({Events(2, 3), Events(3, 5)}, grpc::Status::OK);
  Follow();
  EXPECT_THAT(sequences_, ElementsAre(1, 2, 3, 4, 5));
}

TEST_F(WatchFollowerTest, AsksAgainWhereTheServerLeavesEventsOut) {
  Serve({Events(1, 1), Events(3, 3)}, grpc::Status::OK);
  Serve({Events(2, 3)}, grpc::Status::OK);
  Follow();
  EXPECT_THAT(sequences_, ElementsAre(1, 2, 3));
  EXPECT_THAT(StartsOfWatches(), ElementsAre(0, 1));
}

TEST_F(WatchFollowerTest, AsksAgainWhereABookmarkIsAheadOfTheEvents) {
  Serve({Events(1, 1), Bookmark(1), Bookmark(2)}, grpc::Status::OK);
  Serve({Events(2, 2)}, grpc::Status::OK);
  Follow();
  EXPECT_THAT(sequences_, ElementsAre(1, 2));
}

TEST_F(WatchFollowerTest, BeginsWithASnapshotAndAsksForItOnce) {
  Serve({Snapshot(7), Events(8, 8)}, kBroken);
  Serve({Events(9, 9)}, grpc::Status::OK);
  Follow({.game_id = "game1", .snapshot = true});
  EXPECT_THAT(sequences_, ElementsAre(8, 9));
  EXPECT_THAT(StartsOfWatches(), ElementsAre(0, 8));
  EXPECT_TRUE(service_.requests[0].snapshot());
  EXPECT_FALSE(service_.requests[1].snapshot());
}

TEST_F(WatchFollowerTest, AsksForTheSnapshotAgainWhereItDidNotCome) {
  Serve({}, kBroken);
  Serve({Snapshot(7)}, grpc::Status::OK);
  Follow({.game_id = "game1", .snapshot = true});
  EXPECT_TRUE(service_.requests[1].snapshot());
  EXPECT_TRUE(end_.ok());
}

TEST_F(WatchFollowerTest, KeepsItsOptionsWhenItResumes) {
  Serve({Events(5, 5)}, kBroken);
  Serve({}, grpc::Status::OK);
  Follow({.game_id = "game7", .after_sequence = 4, .until_finish = true});
  EXPECT_THAT(StartsOfWatches(), ElementsAre(4, 5));
  EXPECT_EQ(service_.requests[1].game_id(), "game7");
  EXPECT_TRUE(service_.requests[1].until_finish());
}

TEST_F(WatchFollowerTest, ComesBackWhereItWasTooSlow) {
  Serve({Events(1, 1)},
        Refusal(grpc::StatusCode::RESOURCE_EXHAUSTED, "WATCHER_LAGGING", "too slow"));
  Serve({Events(2, 2)}, grpc::Status::OK);
  Follow();
  EXPECT_THAT(sequences_, ElementsAre(1, 2));
}

TEST_F(WatchFollowerTest, EndsWhereTheServerRefuses) {
  Serve({Events(1, 1)}, kBroken);
  Serve({}, Refusal(grpc::StatusCode::NOT_FOUND, "GAME_NOT_FOUND", "no such game"));
  Follow();
  EXPECT_EQ(ReasonOf(end_), "GAME_NOT_FOUND");
}

TEST_F(WatchFollowerTest, WaitsLongerEachTimeAndGivesUpWhenItsPatienceEnds) {
  Serve({Events(1, 1)}, kBroken);
  for (int i = 0; i < 100; ++i) Serve({}, kBroken);
  Follow({.game_id = "game1", .patience = absl::Minutes(1)});
  EXPECT_TRUE(absl::IsUnavailable(end_));
  EXPECT_GE(now_, absl::UnixEpoch() + absl::Minutes(1));
  EXPECT_LE(now_, absl::UnixEpoch() + absl::Minutes(1) + absl::Seconds(3));
  EXPECT_LT(delays_[1], absl::Milliseconds(300));
  EXPECT_GE(delays_.back(), absl::Milliseconds(1'600));
}

TEST_F(WatchFollowerTest, BeginsWithShortWaitsAgainAfterNews) {
  for (int i = 0; i < 8; ++i) Serve({}, kBroken);
  Serve({Events(1, 1)}, kBroken);
  Serve({Events(2, 2)}, grpc::Status::OK);
  Follow();
  EXPECT_THAT(sequences_, ElementsAre(1, 2));
  EXPECT_LT(delays_.back(), absl::Milliseconds(300));
}

TEST_F(WatchFollowerTest, GivesUpSoonWhereTheServerWasNeverThere) {
  server_->Shutdown(std::chrono::system_clock::now());
  Follow();
  EXPECT_TRUE(absl::IsUnavailable(end_)) << end_;
  EXPECT_THAT(kinds_, ElementsAre(Kind::kEnd));
  EXPECT_EQ(delays_.size(), 4);
}

TEST_F(WatchFollowerTest, EndsWhenStoppedWhileItWaitsForNews) {
  {
    const std::lock_guard lock(service_.mutex);
    service_.scripts.push_back({.messages = {Events(1, 1)}, .hangs = true});
  }
  WatchFollower follower(*connection_, {.game_id = "game1"}, stop_.get_token());
  EXPECT_EQ(follower.Next().kind, Kind::kMessage);
  const std::jthread stopper([this] { stop_.request_stop(); });
  const WatchFollower::Update update = follower.Next();
  EXPECT_EQ(update.kind, Kind::kEnd);
  EXPECT_TRUE(absl::IsCancelled(update.status)) << update.status;
}

TEST_F(WatchFollowerTest, LosesNothingOverManyRandomBreaks) {
  const unsigned seed = ::testing::UnitTest::GetInstance()->random_seed();
  SCOPED_TRACE(seed);
  std::minstd_rand random(seed);
  constexpr int64_t kEvents = 300;
  // Each stream goes on after the last one or repeats a little, and breaks somewhere.
  for (int64_t sent = 0; sent < kEvents;) {
    const int64_t first = std::max<int64_t>(1, sent + 1 - static_cast<int64_t>(random() % 3));
    const int64_t last = std::min<int64_t>(kEvents, first + static_cast<int64_t>(random() % 20));
    Serve({Events(first, last)}, last == kEvents ? grpc::Status::OK : kBroken);
    sent = std::max(sent, last);
  }
  Follow();
  std::vector<int64_t> all(kEvents);
  std::iota(all.begin(), all.end(), 1);
  EXPECT_EQ(sequences_, all);
}

}  // namespace
}  // namespace meeple::cli
