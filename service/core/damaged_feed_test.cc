// Feeds that cannot be read: callers are told so and no more, the operator what and where.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "service/core/testing/configs.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/test_host.h"
#include "service/core/testing/watch_reader.h"
#include "service/journal/memory_journal.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const Caller kMatchmakerOfLeague = {
    .kind = CallerKind::kApiKey, .role = Role::kMatchmaker, .key_name = "league"};

// Reads feeds as a test says.
class UnreadableFeedJournal final : public MemoryJournal {
 public:
  using Entries = absl::StatusOr<std::vector<FeedAppend>>;

  absl::StatusOr<FeedBounds> ReadFeedBounds(const std::string& feed) const override {
    if (!bounds_.ok()) return bounds_;
    return MemoryJournal::ReadFeedBounds(feed);
  }
  Entries ReadFeed(const std::string& feed, int64_t after, FeedLimits limits) const override {
    Entries entries = MemoryJournal::ReadFeed(feed, after, limits);
    return change_ ? change_(*std::move(entries)) : entries;
  }

  void BreakBounds(const absl::Status& status) { bounds_ = status; }
  void ChangeEntries(std::function<Entries(std::vector<FeedAppend>)> change) {
    change_ = std::move(change);
  }

 private:
  absl::Status bounds_ = absl::OkStatus();
  std::function<Entries(std::vector<FeedAppend>)> change_;
};

class DamagedFeedTest : public testing::Test {
 protected:
  HostOptions Options() {
    HostOptions options = TestOptions();
    options.on_unreadable = [this](const std::string& what) { told_.push_back(what); };
    return options;
  }
  // How a watch of the lobby from its beginning ends, be it at once or as it reads.
  absl::Status EndOfLobbyWatch() {
    const auto watch = LobbyReader::Open(host_.host(), {}, v1::WatchLobbyRequest());
    if (!watch.ok()) return watch.status();
    EXPECT_EQ((*watch)->Read(), std::nullopt);
    return (*watch)->end();
  }
  // What the operator was told since this was asked last.
  std::vector<std::string> Told() { return std::exchange(told_, {}); }

  std::vector<std::string> told_;
  UnreadableFeedJournal journal_;
  TestHost host_{Options(), &journal_};
};

TEST_F(DamagedFeedTest, EveryCallThatOpensAFeedTellsTheOperator) {
  journal_.BreakBounds(absl::DataLossError("/srv/table 7 is damaged"));
  auto expect_told = [this](const absl::Status& status, const std::string& feed) {
    EXPECT_THAT(status, HasReason(v1::ERROR_REASON_JOURNAL_CORRUPT));
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("/srv")));
    EXPECT_THAT(Told(), ElementsAre("feed '" + feed + "': /srv/table 7 is damaged"));
  };
  expect_told(EndOfLobbyWatch(), "lobby");
  expect_told(host_.Call(&GameHost::ListGames, {}, v1::ListGamesRequest()).status(), "lobby");
  v1::CreateGameRequest create;
  *create.mutable_config() = ReadConfig("kind: 'tic_tac_toe'");
  expect_told(host_.Call(&GameHost::CreateGame, kMatchmakerOfLeague, create).status(),
              "creations/league");
  expect_told(
      ResultsReader::Open(host_.host(), kMatchmakerOfLeague, v1::WatchResultsRequest()).status(),
      "results/league");
}

TEST_F(DamagedFeedTest, AFeedThatCannotBeReadNowIsUnavailable) {
  journal_.BreakBounds(absl::UnavailableError("no answer"));
  EXPECT_THAT(EndOfLobbyWatch(), HasReason(v1::ERROR_REASON_JOURNAL_UNAVAILABLE));
  EXPECT_THAT(Told(), ElementsAre("feed 'lobby': no answer"));
  journal_.BreakBounds(absl::OkStatus());
  EXPECT_TRUE(LobbyReader::Open(host_.host(), {}, v1::WatchLobbyRequest()).ok());
  EXPECT_THAT(Told(), IsEmpty());
}

// Nobody watched as the games were created, so that the entries are read from the journal.
TEST_F(DamagedFeedTest, DamagedEntriesEndTheWatch) {
  host_.Create();
  host_.Create();
  journal_.ChangeEntries([](std::vector<FeedAppend> entries) {
    entries.back().value = std::make_shared<const std::string>("\xff");
    return entries;
  });
  EXPECT_THAT(EndOfLobbyWatch(), HasReason(v1::ERROR_REASON_JOURNAL_CORRUPT));
  EXPECT_THAT(Told(), ElementsAre("feed 'lobby': entry 2 is damaged"));
  journal_.ChangeEntries([](const auto&) { return std::vector<FeedAppend>(); });
  EXPECT_THAT(EndOfLobbyWatch(), HasReason(v1::ERROR_REASON_JOURNAL_CORRUPT));
  EXPECT_THAT(Told(), ElementsAre("feed 'lobby': entries are missing"));
}

}  // namespace
}  // namespace meeple::service
