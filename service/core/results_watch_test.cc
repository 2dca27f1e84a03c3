// WatchResults: one result for each game of a key, once it is final.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/test_host.h"
#include "service/core/testing/watch_reader.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;

const Caller kArenaKey = {
    .kind = CallerKind::kApiKey, .role = Role::kMatchmaker, .key_name = "arena"};
const Caller kOtherKey = {
    .kind = CallerKind::kApiKey, .role = Role::kMatchmaker, .key_name = "other"};

class ResultsWatchTest : public testing::Test {
 protected:
  ResultsWatchTest() { Restart(); }

  void Restart() {
    host_.reset();
    host_ = std::make_unique<TestHost>(options_, &journal_);
  }
  Table CreateBy(const Caller& caller, const std::string& config = "kind: 'tic_tac_toe'") {
    v1::CreateGameRequest request;
    *request.mutable_config() = ReadConfig(config);
    return host_->Seat(host_->Call(&GameHost::CreateGame, caller, request).value());
  }
  void Win(const Table& table) {
    int seat = 0;
    for (const char* move : {"a1", "b1", "b2", "c1", "c3"}) {
      ASSERT_TRUE(host_->Move(table, seat, move).ok());
      seat = 1 - seat;
    }
  }
  void BecomeFinal() {
    host_->clock().Advance(absl::Minutes(2));
    host_->clock().Advance(absl::Milliseconds(1));
  }
  absl::StatusOr<std::shared_ptr<ResultsReader>> Watch(int64_t after,
                                                       const Caller& caller = kArenaKey) {
    v1::WatchResultsRequest request;
    request.set_after_sequence(after);
    return ResultsReader::Open(host_->host(), caller, request);
  }
  // The next `count` results, as "number winner reason".
  static std::vector<std::string> Read(ResultsReader& reader, size_t count) {
    std::vector<std::string> told;
    while (told.size() < count) {
      const auto message = reader.Read();
      if (!message.has_value()) break;
      for (const v1::GameResult& result : message->results().results()) {
        told.push_back(absl::StrCat(result.sequence(), " ", result.game().winner(), " ",
                                    v1::EndReason_Name(result.game().end_reason()).substr(11)));
      }
    }
    return told;
  }

  HostOptions options_ = TestOptions();
  MemoryJournal journal_;
  std::unique_ptr<TestHost> host_;
};

TEST_F(ResultsWatchTest, AResultComesOnceAndOnlyWhenItIsFinal) {
  const auto watch = Watch(0).value();
  const Table table = CreateBy(kArenaKey);
  Win(table);
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
  ASSERT_TRUE(host_->Do<v1::UndoRequest>(&GameHost::Undo, table, 0).ok());
  ASSERT_TRUE(host_->Do<v1::RedoRequest>(&GameHost::Redo, table, 0).ok());
  BecomeFinal();
  EXPECT_THAT(Read(*watch, 1), ElementsAre("1 X BOARD"));
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
}

TEST_F(ResultsWatchTest, EveryWayToEndGivesAResult) {
  const Table resigned = CreateBy(kArenaKey);
  ASSERT_TRUE(host_->Do<v1::ResignRequest>(&GameHost::Resign, resigned, 0).ok());
  BecomeFinal();
  const auto watch = Watch(0).value();
  EXPECT_THAT(Read(*watch, 1), ElementsAre("1 O RESIGNATION"));
  v1::AbandonRequest call_off;
  call_off.set_game_id(CreateBy(kArenaKey).game_id);
  ASSERT_TRUE(host_->Call(&GameHost::Abandon, kArenaKey, call_off).ok());
  EXPECT_THAT(Read(*watch, 1), ElementsAre("2  ABANDONED"));
}

TEST_F(ResultsWatchTest, AResultTellsTheGameWithItsLabels) {
  const Table table = CreateBy(kArenaKey,
                               "kind: 'tic_tac_toe' visibility: VISIBILITY_PRIVATE "
                               "labels { key: 'match' value: '17' }");
  ASSERT_TRUE(host_->Do<v1::ResignRequest>(&GameHost::Resign, table, 1).ok());
  BecomeFinal();
  const auto message = Watch(0).value()->Read();
  ASSERT_TRUE(message.has_value());
  const v1::GameResult& result = message->results().results(0);
  EXPECT_EQ(result.game().game_id(), table.game_id) << "private games too";
  EXPECT_EQ(result.game().config().labels().at("match"), "17");
  EXPECT_EQ(result.game().seats(0).player_id(), "X");
  EXPECT_EQ(result.game().cursor().status(), v1::GAME_STATUS_ABANDONED);
  EXPECT_TRUE(result.has_time());
}

TEST_F(ResultsWatchTest, EachKeyHasResultsOfItsOwn) {
  for (const Caller& caller : {kArenaKey, kOtherKey, kArenaKey}) {
    const Table table = CreateBy(caller);
    ASSERT_TRUE(host_->Do<v1::ResignRequest>(&GameHost::Resign, table, 0).ok());
  }
  host_->Create();
  BecomeFinal();
  EXPECT_THAT(Read(*Watch(0).value(), 2), ElementsAre("1 O RESIGNATION", "2 O RESIGNATION"));
  EXPECT_THAT(Read(*Watch(0, kOtherKey).value(), 1), ElementsAre("1 O RESIGNATION"));
  EXPECT_THAT(Watch(2, kOtherKey).status(), HasReason(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE));
}

TEST_F(ResultsWatchTest, ResultsAreResumedOverARestart) {
  for (int i = 0; i < 3; ++i) {
    const Table table = CreateBy(kArenaKey);
    ASSERT_TRUE(host_->Do<v1::ResignRequest>(&GameHost::Resign, table, 0).ok());
    BecomeFinal();
    ASSERT_THAT(Read(*Watch(i).value(), 1), ElementsAre(absl::StrCat(i + 1, " O RESIGNATION")));
    if (i == 1) Restart();
  }
  EXPECT_THAT(Read(*Watch(1).value(), 2), ElementsAre("2 O RESIGNATION", "3 O RESIGNATION"));
}

TEST_F(ResultsWatchTest, ItNeedsTheKeyOfAMatchmaker) {
  EXPECT_THAT(Watch(0, {}).status(), HasReason(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  Caller admin = kArenaKey;
  admin.role = Role::kAdmin;
  EXPECT_THAT(Watch(0, admin).status(), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  const Table table = host_->Create();
  EXPECT_THAT(Watch(0, table.seats[0]).status(), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  options_.dev = true;
  Restart();
  EXPECT_THAT(Watch(0, {}).status(), HasReason(v1::ERROR_REASON_CREDENTIAL_REQUIRED))
      << "results belong to a key";
}

// With a file of keys, which is looked at again once a second.
class ResultsKeyTest : public ResultsWatchTest {
 protected:
  ResultsKeyTest() {
    WriteFile({old_key_});
    keys_ = ApiKeys::Open(path_, clock_, [](ApiKeys::News, const std::string&) {}).value();
    options_.api_keys = keys_.get();
    Restart();
  }
  ~ResultsKeyTest() override {
    host_.reset();
    std::remove(path_.c_str());
  }
  void WriteFile(const std::vector<std::string>& keys, const std::string& name = "arena") {
    std::ofstream file(path_);
    for (const std::string& key : keys) file << ApiKeyLine(key, Role::kMatchmaker, name) << "\n";
    file.close();
    clock_.Advance(absl::Seconds(2));
  }
  Caller Holder(const std::string& key) { return keys_->Find(key).value(); }
  void EndAGame() {
    const Table table = CreateBy(kArenaKey);
    ASSERT_TRUE(host_->Do<v1::ResignRequest>(&GameHost::Resign, table, 0).ok());
    BecomeFinal();
  }
  void ExpectEnded(ResultsReader& watch) {
    EndAGame();
    EXPECT_FALSE(watch.Read().has_value());
    EXPECT_THAT(watch.end(), HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID));
  }

  const std::string path_ = testing::TempDir() + "/results_watch_keys";
  const std::string old_key_ = MakeApiKey();
  const std::string new_key_ = MakeApiKey();
  FakeClock clock_;
  std::unique_ptr<ApiKeys> keys_;
};

TEST_F(ResultsKeyTest, EndsWhenTheKeyIsTakenAway) {
  const auto watch = Watch(0, Holder(old_key_)).value();
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
  WriteFile({});
  ExpectEnded(*watch);
}

TEST_F(ResultsKeyTest, EndsWhenTheKeyIsReplacedByAnotherOfTheSameName) {
  const auto replaced = Watch(0, Holder(old_key_)).value();
  WriteFile({old_key_, new_key_});
  const auto other = Watch(0, Holder(new_key_)).value();
  EndAGame();
  EXPECT_THAT(Read(*replaced, 1), ElementsAre("1 O RESIGNATION")) << "both keys count";
  EXPECT_EQ(replaced->Peek().kind, WatchStep::Kind::kWait);
  WriteFile({new_key_});
  ExpectEnded(*replaced);
  EXPECT_THAT(Read(*other, 2), ElementsAre("1 O RESIGNATION", "2 O RESIGNATION"));
}

TEST_F(ResultsKeyTest, EndsWhenTheKeyGetsAnotherName) {
  const auto watch = Watch(0, Holder(old_key_)).value();
  WriteFile({old_key_}, "other");
  ExpectEnded(*watch);
}

}  // namespace
}  // namespace meeple::service
