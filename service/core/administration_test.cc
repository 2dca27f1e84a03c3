#include "service/core/administration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "service/core/event_bytes.h"
#include "service/core/testing/fake_clock.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/manual_journal.h"
#include "service/core/testing/test_host.h"
#include "service/core/testing/watch_reader.h"
#include "service/journal/memory_journal.h"

namespace meeple::service {
namespace {

const Caller kOperator = {
    .kind = CallerKind::kApiKey, .role = Role::kAdmin, .key_name = "operator"};

class AdministrationTest : public testing::Test {
 protected:
  HostOptions Options(bool dev, int& drains) {
    HostOptions options = TestOptions();
    options.version = "1.2.3";
    options.dev = dev;
    options.on_draining = [&drains] { ++drains; };
    options.on_administered = [this](const std::string& line) { told_.push_back(line); };
    return options;
  }

  // Calls a function of the service and waits for its answer.
  template <class Request, class Response>
  absl::StatusOr<Response> Ask(void (*rpc)(HostCore&, const Caller&, const Request&,
                                           GameHost::Done<Response>),
                               const Request& request, const Caller& caller = kOperator) {
    std::promise<absl::StatusOr<Response>> answer;
    rpc(core_, caller, request,
        [&](absl::StatusOr<Response> response) { answer.set_value(std::move(response)); });
    return answer.get_future().get();
  }

  int drains_ = 0;
  std::vector<std::string> told_;
  MemoryJournal journal_;
  FakeClock clock_;
  HostCore core_{Options(false, drains_), journal_, clock_};
};

TEST_F(AdministrationTest, TellsWhatTheServerIs) {
  clock_.Advance(absl::Milliseconds(61'500));
  const auto info = GetServerInfo(core_, kOperator);
  ASSERT_TRUE(info.ok()) << info.status();
  EXPECT_EQ(info->version(), "1.2.3");
  EXPECT_EQ(info->journal(), "memory");
  EXPECT_EQ(info->durability(), v1::DURABILITY_MEMORY);
  EXPECT_EQ(info->uptime().seconds(), 61);
  EXPECT_EQ(info->uptime().nanos(), 500'000'000);
  EXPECT_EQ(info->games(), 0);
  EXPECT_EQ(info->watchers(), 0);
  EXPECT_FALSE(info->draining());
}

TEST_F(AdministrationTest, DrainsOnce) {
  EXPECT_TRUE(DrainServer(core_, kOperator).ok());
  EXPECT_TRUE(DrainServer(core_, kOperator).ok());
  EXPECT_EQ(drains_, 1);
  EXPECT_TRUE(GetServerInfo(core_, kOperator)->draining());
  EXPECT_EQ(told_, std::vector<std::string>(2, "the operator operator had the server drain"));
}

TEST_F(AdministrationTest, IsForOperatorsAlone) {
  Caller matchmaker = kOperator;
  matchmaker.role = Role::kMatchmaker;
  EXPECT_THAT(GetServerInfo(core_, Caller{}), HasReason(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  EXPECT_THAT(DrainServer(core_, Caller{}), HasReason(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  for (const Caller& caller :
       {matchmaker, Caller{.kind = CallerKind::kSeat}, Caller{.kind = CallerKind::kWatch}}) {
    EXPECT_THAT(GetServerInfo(core_, caller), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
    EXPECT_THAT(DrainServer(core_, caller), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  }
  EXPECT_EQ(drains_, 0);
  EXPECT_TRUE(told_.empty()) << "nothing was done";
}

TEST_F(AdministrationTest, IsOpenToCallersWithoutCredentialWhereItIsMeantToBe) {
  HostCore open(Options(true, drains_), journal_, clock_);
  EXPECT_TRUE(GetServerInfo(open, Caller{}).ok());
  EXPECT_THAT(GetServerInfo(open, Caller{.kind = CallerKind::kSeat}),
              HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
}

// --- EvictGame, VerifyGame ---

// A host on a journal, as operators reach it.
class StoredGamesTest : public testing::Test {
 protected:
  HostOptions Options() {
    HostOptions options = TestOptions();
    options.dev = true;
    options.on_administered = [this](const std::string& line) { told_.push_back(line); };
    return options;
  }
  absl::StatusOr<v1::EvictGameResponse> Evict(const std::string& game_id) {
    v1::EvictGameRequest request;
    request.set_game_id(game_id);
    return host_.Call(&GameHost::EvictGame, Caller{}, request);
  }
  absl::StatusOr<v1::VerifyGameResponse> Verify(const std::string& game_id) {
    v1::VerifyGameRequest request;
    request.set_game_id(game_id);
    return host_.Call(&GameHost::VerifyGame, Caller{}, request);
  }
  // What the journal has of the game, under another id, its records changed.
  template <class Change>
  std::string Copy(const Table& table, const Change& change) {
    std::vector<SharedRecord> records = *journal_.Read(table.game_id, 0, 1'000);
    change(records);
    const std::string copy = "copy" + std::to_string(++copies_);
    Commit commit = {
        .game_id = copy, .records = records, .summary = *journal_.ReadSummary(table.game_id)};
    journal_.Append(std::move(commit), [](AppendOutcome) {});
    return copy;
  }

  std::vector<std::string> told_;
  MemoryJournal journal_;
  TestHost host_{Options(), &journal_};
  int copies_ = 0;
};

TEST_F(StoredGamesTest, AGameThatNobodyIsAtLeavesMemory) {
  const Table table = host_.Create();
  ASSERT_TRUE(host_.Move(table, 0, "b2").ok());
  const std::string before = host_.Get(table).SerializeAsString();
  EXPECT_TRUE(Evict(table.game_id)->evicted());
  EXPECT_EQ(host_.host().levels().games, 0);
  EXPECT_FALSE(Evict(table.game_id)->evicted());
  EXPECT_EQ(host_.Get(table).SerializeAsString(), before);
  EXPECT_THAT(Evict("nosuchgame"), HasReason(v1::ERROR_REASON_GAME_NOT_FOUND));
  ASSERT_EQ(told_.size(), 1u) << "of what was done, not of what was asked";
  EXPECT_EQ(told_[0],
            "a caller without a key (--dev) had the game " + table.game_id + " leave memory");
}

TEST_F(StoredGamesTest, AGameThatIsWatchedLeavesMemoryAndIsWatchedOn) {
  const Table table = host_.Create();
  v1::WatchGameRequest watch;
  watch.set_game_id(table.game_id);
  const auto reader = WatchReader::Open(host_.host(), Caller{}, watch).value();
  EXPECT_EQ(reader->Read()->events().events_size(), 2);
  EXPECT_TRUE(Evict(table.game_id)->evicted());
  EXPECT_EQ(host_.host().levels().games, 0);
  ASSERT_TRUE(host_.Move(table, 0, "b2").ok());
  EXPECT_EQ(reader->Read()->events().events(0).sequence(), 3);
}

TEST(StoredGamesInFlightTest, AGameWithAChangeOnItsWayStays) {
  ManualJournal journal;
  journal.SetAutomatic(true);
  HostOptions options = TestOptions();
  options.dev = true;
  TestHost host(options, &journal);
  const Table table = host.Create();
  journal.SetAutomatic(false);
  host.host().SubmitMove(table.seats[0], TestHost::MakeMove(table, "b2"), [](const auto&) {});
  v1::EvictGameRequest evict;
  evict.set_game_id(table.game_id);
  EXPECT_THAT(host.Call(&GameHost::EvictGame, Caller{}, evict),
              HasReason(v1::ERROR_REASON_GAME_IN_USE));
  v1::VerifyGameRequest verify;
  verify.set_game_id(table.game_id);
  EXPECT_EQ(host.Call(&GameHost::VerifyGame, Caller{}, verify)->events(), 2);
  journal.AnswerNext(AppendOutcome::kDurable);
  EXPECT_EQ(host.Call(&GameHost::VerifyGame, Caller{}, verify)->events(), 3);
  EXPECT_TRUE(host.Call(&GameHost::EvictGame, Caller{}, evict)->evicted());
}

TEST_F(StoredGamesTest, AWholeGameVerifies) {
  const Table table = host_.Create();
  ASSERT_TRUE(host_.Move(table, 0, "b2").ok());
  EXPECT_EQ(Verify(table.game_id)->events(), 3);
  EXPECT_EQ(Verify(table.game_id)->difference(), "");
  EXPECT_THAT(Verify("nosuchgame"), HasReason(v1::ERROR_REASON_GAME_NOT_FOUND));
  const std::string copy = Copy(table, [](auto&) {});
  EXPECT_EQ(Verify(copy)->difference(), "");
}

TEST_F(StoredGamesTest, WhatIsWrongIsNamed) {
  const Table table = host_.Create();
  ASSERT_TRUE(host_.Move(table, 0, "b2").ok());
  const std::string shorter = Copy(table, [](auto& records) { records.pop_back(); });
  EXPECT_THAT(Verify(shorter)->difference(), testing::HasSubstr("summary"));
  EXPECT_EQ(Verify(shorter)->events(), 2);
  const std::string other = Copy(table, [](auto& records) {
    auto changed = std::make_shared<JournalRecord>(*records[2]);
    v1::GameEvent event = DecodeEvents({&records[2], 1}, engine::kSpectator).front();
    event.mutable_cursor()->set_turns(7);
    changed->public_event = EncodeEvent(event);
    records[2] = changed;
  });
  EXPECT_THAT(Verify(other)->difference(), testing::HasSubstr("event 3"));
}

// What is played while a game is looked at is no damage.
TEST_F(StoredGamesTest, AGameThatIsPlayedVerifiesAtAnyTime) {
  v1::GameConfig config;
  config.set_kind("tic_tac_toe");
  (*config.mutable_parameters())["size"] = "40";
  const Table table = host_.Create(config);
  std::thread player([&] {
    for (int move = 0; move < 300; ++move) {
      const std::string column =
          std::string(1, static_cast<char>('a' + move % 20)) + std::to_string(move / 20 % 40 + 1);
      if (!host_.Move(table, move % 2, column).ok()) return;
    }
  });
  int64_t seen = 0;
  for (int i = 0; i < 50; ++i) {
    const auto verified = Verify(table.game_id);
    ASSERT_TRUE(verified.ok()) << verified.status();
    ASSERT_EQ(verified->difference(), "");
    ASSERT_GE(verified->events(), seen);
    seen = verified->events();
  }
  player.join();
}

// --- CreateBackup ---

// A journal whose backups a test completes.
class BackupJournal final : public Journal {
 public:
  void KeepGameTime(int64_t milliseconds) override { kept_.KeepGameTime(milliseconds); }
  absl::StatusOr<uint64_t> CreateBackup(const std::string& target) const override {
    asked_.set_value(target);
    return answer_.get_future().get();
  }
  std::string AwaitBackup() { return asked_.get_future().get(); }
  void Answer(absl::StatusOr<uint64_t> answer) { answer_.set_value(std::move(answer)); }
  void Reset() {
    asked_ = {};
    answer_ = {};
  }

  void Append(Commit commit, Done done) override { kept_.Append(std::move(commit), done); }
  absl::StatusOr<std::vector<SharedRecord>> Read(const std::string& game_id, int64_t after,
                                                 int limit) const override {
    return kept_.Read(game_id, after, limit);
  }
  absl::StatusOr<std::string> ReadSummary(const std::string& game_id) const override {
    return kept_.ReadSummary(game_id);
  }
  absl::StatusOr<std::vector<std::string>> ListGames(const std::string& after,
                                                     int limit) const override {
    return kept_.ListGames(after, limit);
  }
  absl::StatusOr<std::vector<AgendaEntry>> ReadAgenda(const std::optional<AgendaEntry>& after,
                                                      int limit) const override {
    return kept_.ReadAgenda(after, limit);
  }
  absl::StatusOr<std::vector<ListPlace>> ReadList(const std::string& list,
                                                  const std::optional<ListPlace>& after,
                                                  int limit) const override {
    return kept_.ReadList(list, after, limit);
  }
  absl::StatusOr<std::string> ReadListEntry(const ListPlace& place) const override {
    return kept_.ReadListEntry(place);
  }
  absl::StatusOr<ScoreCounts> ReadScore(const std::string& table,
                                        const std::string& player_id) const override {
    return kept_.ReadScore(table, player_id);
  }
  absl::StatusOr<std::vector<ScorePlace>> ReadScores(const std::string& table,
                                                     const std::optional<ScorePlace>& after,
                                                     int limit) const override {
    return kept_.ReadScores(table, after, limit);
  }
  int64_t ReadGameTime() const override { return 0; }
  absl::StatusOr<FeedBounds> ReadFeedBounds(const std::string& feed) const override {
    return kept_.ReadFeedBounds(feed);
  }
  absl::StatusOr<std::vector<FeedAppend>> ReadFeed(const std::string& feed, int64_t after,
                                                   FeedLimits limits) const override {
    return kept_.ReadFeed(feed, after, limits);
  }
  void SetFeedListener(FeedListener listener) override {
    kept_.SetFeedListener(std::move(listener));
  }
  std::string_view name() const override { return "backup"; }
  JournalDurability durability() const override { return JournalDurability::kSynced; }

 private:
  MemoryJournal kept_;
  mutable std::promise<std::string> asked_;
  mutable std::promise<absl::StatusOr<uint64_t>> answer_;
};

class CreateBackupTest : public testing::Test {
 protected:
  HostOptions Options() {
    HostOptions options = TestOptions();
    options.dev = true;
    options.on_administered = [this](const std::string& line) { told_.push_back(line); };
    options.backup_directory = "/backups";
    return options;
  }
  // Asks for a backup; the answer comes once the journal has given its own.
  std::future<absl::StatusOr<v1::CreateBackupResponse>> Begin(const std::string& name) {
    auto answer = std::make_shared<std::promise<absl::StatusOr<v1::CreateBackupResponse>>>();
    v1::CreateBackupRequest request;
    request.set_name(name);
    CreateBackup(core_, Caller{}, request, [answer](absl::StatusOr<v1::CreateBackupResponse> r) {
      answer->set_value(std::move(r));
    });
    return answer->get_future();
  }
  absl::StatusOr<v1::CreateBackupResponse> BackUpTo(absl::StatusOr<uint64_t> answer) {
    journal_.Reset();
    auto backup = Begin("monday");
    EXPECT_EQ(journal_.AwaitBackup(), "/backups/monday");
    journal_.Answer(std::move(answer));
    return backup.get();
  }

  std::vector<std::string> told_;
  BackupJournal journal_;
  FakeClock clock_;
  HostCore core_{Options(), journal_, clock_};
};

TEST_F(CreateBackupTest, IsMadeBelowTheDirectoryOfBackups) {
  const auto made = BackUpTo(42);
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->path(), "/backups/monday");
  EXPECT_EQ(made->change(), 42u);
  ASSERT_EQ(told_.size(), 1u);
  EXPECT_THAT(told_[0], testing::HasSubstr("made the backup /backups/monday, up to change 42"));
}

TEST_F(CreateBackupTest, TheLogIsToldOfOneThatFailed) {
  EXPECT_FALSE(BackUpTo(absl::UnavailableError("the disk is full")).ok());
  ASSERT_EQ(told_.size(), 1u);
  EXPECT_THAT(told_[0], testing::HasSubstr("in vain: the disk is full"));
}

TEST_F(CreateBackupTest, OneAtATime) {
  auto first = Begin("monday");
  journal_.AwaitBackup();
  EXPECT_THAT(Begin("tuesday").get(), HasReason(v1::ERROR_REASON_OVERLOADED));
  v1::VerifyGameRequest verify;
  verify.set_game_id("nosuchgame");
  std::promise<absl::Status> verified;
  VerifyGame(core_, Caller{}, verify, [&](const auto& r) { verified.set_value(r.status()); });
  EXPECT_THAT(verified.get_future().get(), HasReason(v1::ERROR_REASON_GAME_NOT_FOUND))
      << "nobody else waits for it";
  journal_.Answer(1);
  EXPECT_TRUE(first.get().ok());
  EXPECT_TRUE(BackUpTo(2).ok());
}

TEST_F(CreateBackupTest, WhatTheDiskSaysIsTold) {
  EXPECT_THAT(BackUpTo(absl::AlreadyExistsError("there")),
              HasReason(v1::ERROR_REASON_BACKUP_EXISTS));
  const auto full = BackUpTo(absl::UnavailableError("no space left"));
  EXPECT_THAT(full, HasReason(v1::ERROR_REASON_BACKUP_FAILED));
  EXPECT_EQ(full.status().message(), "no space left");
  EXPECT_TRUE(BackUpTo(3).ok()) << "the next one may be made";
}

TEST_F(AdministrationTest, WithoutADirectoryThereAreNoBackups) {
  v1::CreateBackupRequest request;
  request.set_name("monday");
  EXPECT_THAT(Ask(&CreateBackup, request), HasReason(v1::ERROR_REASON_BACKUP_NOT_POSSIBLE));
}

TEST(CreateBackupInMemoryTest, WhatIsInMemoryAloneIsNotBackedUp) {
  HostOptions options = TestOptions();
  options.dev = true;
  options.backup_directory = testing::TempDir();
  TestHost host(options);
  v1::CreateBackupRequest request;
  request.set_name("monday");
  EXPECT_THAT(host.Call(&GameHost::CreateBackup, Caller{}, request),
              HasReason(v1::ERROR_REASON_BACKUP_NOT_POSSIBLE));
}

TEST_F(AdministrationTest, WhatTouchesGamesIsForOperatorsToo) {
  Caller matchmaker = kOperator;
  matchmaker.role = Role::kMatchmaker;
  EXPECT_THAT(Ask(&EvictGame, v1::EvictGameRequest(), Caller{}),
              HasReason(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  EXPECT_THAT(Ask(&EvictGame, v1::EvictGameRequest(), matchmaker),
              HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(Ask(&VerifyGame, v1::VerifyGameRequest(), matchmaker),
              HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(Ask(&CreateBackup, v1::CreateBackupRequest(), matchmaker),
              HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
}

}  // namespace
}  // namespace meeple::service
