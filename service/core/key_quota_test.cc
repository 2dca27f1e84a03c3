// How many games an API key may have in progress.

#include "service/core/key_quota.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "service/core/testing/has_reason.h"
#include "service/core/testing/manual_journal.h"
#include "service/core/testing/test_host.h"

namespace meeple::service {
namespace {

constexpr int kQuota = 3;
const Caller kArena = {.kind = CallerKind::kApiKey, .role = Role::kMatchmaker, .key_name = "arena"};
const Caller kOther = {.kind = CallerKind::kApiKey, .role = Role::kMatchmaker, .key_name = "other"};

// Writes games as they were before there were feeds, as long as it is told to.
class FormerJournal final : public MemoryJournal {
 public:
  void Append(Commit commit, Done done) override {
    if (is_former) {
      commit.feed_entries.clear();
      for (SharedRecord& record : commit.records) {
        auto former = std::make_shared<JournalRecord>(*record);
        former->creation_counted = false;
        record = std::move(former);
      }
    }
    MemoryJournal::Append(std::move(commit), std::move(done));
  }

  bool is_former = false;
};

// Keeps commits and tells of them at once, and answers when a test says so.
class SlowlyAnsweringJournal final : public MemoryJournal {
 public:
  void Append(Commit commit, Done done) override {
    MemoryJournal::Append(std::move(commit), [this, done = std::move(done)](AppendOutcome outcome) {
      answers_.push_back([done, outcome] { done(outcome); });
    });
  }
  void AnswerAll() {
    for (const auto& answer : std::exchange(answers_, {})) answer();
  }

 private:
  std::vector<std::function<void()>> answers_;
};

// Creates games, each of an id of its own, and counts what the calls were told.
class Creator {
 public:
  explicit Creator(Journal& journal) : host_(Options(), &journal) {}

  void Create(const std::string& request_id = "") {
    v1::CreateGameRequest create;
    create.set_request_id(request_id);
    create.mutable_config()->set_kind("tic_tac_toe");
    host_.host().CreateGame(kArena, create, [this](absl::StatusOr<v1::CreateGameResponse> created) {
      if (created.ok()) {
        ++created_;
      } else if (created.status().code() == absl::StatusCode::kResourceExhausted) {
        ++refused_;
      } else {
        ++failed_;
      }
    });
  }
  int created() const { return created_; }
  int refused() const { return refused_; }
  int failed() const { return failed_; }

 private:
  static HostOptions Options() {
    HostOptions options = TestOptions();
    options.max_games_per_key = kQuota;
    return options;
  }

  int created_ = 0;
  int refused_ = 0;
  int failed_ = 0;
  TestHost host_;
};

class KeyQuotaTest : public testing::Test {
 protected:
  KeyQuotaTest() { Restart(); }

  void Restart() {
    HostOptions options = TestOptions();
    options.max_games_per_key = kQuota;
    options.final_after = absl::ZeroDuration();
    host_.reset();
    host_ = std::make_unique<TestHost>(options, &journal_);
  }
  static std::string Id(int number) {
    return "11111111-aaaa-4bbb-8ccc-00000000000" + std::to_string(number);
  }
  // One result for each number, which makes the request id.
  std::vector<v1::AllocationResult> Allocate(const std::vector<int>& numbers,
                                             const Caller& caller = kArena) {
    v1::AllocateGamesRequest request;
    for (const int number : numbers) {
      v1::GameAllocation& game = *request.add_games();
      game.set_request_id(Id(number));
      game.mutable_config()->set_kind("tic_tac_toe");
    }
    const auto response = host_->Call(&GameHost::AllocateGames, caller, request).value();
    return {response.results().begin(), response.results().end()};
  }
  void End(const v1::AllocationResult& result) {
    v1::AbandonRequest request;
    request.set_game_id(result.allocated().game().game_id());
    ASSERT_TRUE(host_->Call(&GameHost::Abandon, kArena, request).ok());
  }
  static int Allocated(const std::vector<v1::AllocationResult>& results) {
    int allocated = 0;
    for (const v1::AllocationResult& result : results) allocated += result.has_allocated() ? 1 : 0;
    return allocated;
  }

  FormerJournal journal_;
  std::unique_ptr<TestHost> host_;
};

TEST_F(KeyQuotaTest, WhatIsBeyondTheQuotaIsRefusedItemByItem) {
  const auto results = Allocate({1, 2, 3, 4, 5});
  EXPECT_EQ(Allocated(results), kQuota);
  for (const int refused : {3, 4}) {
    const google::rpc::Status& error = results[static_cast<size_t>(refused)].error();
    EXPECT_EQ(error.code(), static_cast<int>(absl::StatusCode::kResourceExhausted));
    EXPECT_NE(error.message().find("3 games in progress"), std::string::npos) << error.message();
  }
}

TEST_F(KeyQuotaTest, ARepeatIsServedAlsoAtTheQuota) {
  const auto first = Allocate({1, 2, 3});
  host_->EvictAll();
  const auto again = Allocate({1, 2, 3});
  ASSERT_EQ(Allocated(again), kQuota);
  EXPECT_EQ(first[1].SerializeAsString(), again[1].SerializeAsString());
}

TEST_F(KeyQuotaTest, AGameThatEndsMakesRoom) {
  const auto results = Allocate({1, 2, 3});
  EXPECT_EQ(Allocated(Allocate({4})), 0);
  End(results[0]);
  EXPECT_EQ(Allocated(Allocate({4, 5})), 1);
}

TEST_F(KeyQuotaTest, TheCountGoesOnOverARestart) {
  const auto results = Allocate({1, 2, 3});
  End(results[0]);
  Restart();
  EXPECT_EQ(Allocated(Allocate({4, 5})), 1);
}

// They are not counted, so that their ends must not make room either.
TEST_F(KeyQuotaTest, GamesFromBeforeThereWereFeedsLeaveTheCountAlone) {
  journal_.is_former = true;
  const auto former = Allocate({1, 2});
  ASSERT_EQ(Allocated(former), 2);
  journal_.is_former = false;
  Restart();
  End(former[0]);
  const auto results = Allocate({3, 4, 5, 6});
  EXPECT_EQ(Allocated(results), kQuota);
  End(former[1]);
  EXPECT_EQ(Allocated(Allocate({6})), 0);
  Restart();
  EXPECT_EQ(Allocated(Allocate({6})), 0);
  End(results[0]);
  EXPECT_EQ(Allocated(Allocate({6, 7})), 1);
  EXPECT_EQ(journal_.ReadFeedBounds("creations/arena")->head, 2 + kQuota + 1);
}

TEST_F(KeyQuotaTest, EachKeyHasAQuotaOfItsOwn) {
  EXPECT_EQ(Allocated(Allocate({1, 2, 3, 4})), kQuota);
  EXPECT_EQ(Allocated(Allocate({1, 2, 3, 4}, kOther)), kQuota);
}

TEST_F(KeyQuotaTest, GamesThatTheKeyCreatesOtherwiseCount) {
  v1::CreateGameRequest create;
  create.mutable_config()->set_kind("tic_tac_toe");
  for (int i = 0; i < kQuota; ++i) {
    EXPECT_TRUE(host_->Call(&GameHost::CreateGame, kArena, create).ok());
  }
  EXPECT_THAT(host_->Call(&GameHost::CreateGame, kArena, create),
              HasReason(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_EQ(Allocated(Allocate({1})), 0);
  EXPECT_TRUE(host_->TryCreate(create).ok()) << "those without a key have none";
}

// The feed counts it from the moment that it is kept.
TEST(KeyQuotaCreationTest, AGameThatIsKeptAndNotAnsweredYetCountsOnce) {
  SlowlyAnsweringJournal journal;
  Creator creator(journal);
  for (int i = 0; i < kQuota; ++i) creator.Create();
  EXPECT_EQ(creator.refused(), 0);
  creator.Create();
  EXPECT_EQ(creator.refused(), 1);
  journal.AnswerAll();
  EXPECT_EQ(creator.created(), kQuota);
  creator.Create();
  EXPECT_EQ(creator.refused(), 2);
}

TEST(KeyQuotaCreationTest, AGameThatIsNotKeptYetCountsUntilItFails) {
  ManualJournal journal;
  Creator creator(journal);
  creator.Create("11111111-aaaa-4bbb-8ccc-000000000001");
  for (int i = 1; i < kQuota; ++i) creator.Create();
  creator.Create();
  EXPECT_EQ(creator.refused(), 1);
  journal.AnswerNext(AppendOutcome::kConflict);
  EXPECT_EQ(creator.failed(), 1);
  creator.Create();
  EXPECT_EQ(creator.refused(), 1) << "its place is another's";
  creator.Create();
  EXPECT_EQ(creator.refused(), 2);
  while (journal.waiting() > 0) journal.AnswerNext(AppendOutcome::kDurable);
  EXPECT_EQ(creator.created(), kQuota);
  creator.Create();
  EXPECT_EQ(creator.refused(), 3);
}

TEST_F(KeyQuotaTest, ARefusedGameTakesNoPlace) {
  v1::CreateGameRequest impossible;
  impossible.mutable_config()->set_kind("tic_tac_toe");
  (*impossible.mutable_config()->mutable_parameters())["size"] = "2";
  for (int i = 0; i < 2 * kQuota; ++i) {
    EXPECT_FALSE(host_->Call(&GameHost::CreateGame, kArena, impossible).ok());
  }
  EXPECT_EQ(Allocated(Allocate({1, 2, 3})), kQuota);
}

}  // namespace
}  // namespace meeple::service
