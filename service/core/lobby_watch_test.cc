// WatchLobby: which events there are, what they tell, and its limits.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/core/event_bytes.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/has_reason.h"
#include "service/journal/memory_journal.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kOneSeatOpen[] = "kind: 'tic_tac_toe' seats {} seats { open {} }";

std::string Told(const v1::LobbyEvent& event) {
  return absl::StrCat(event.sequence(), " ", v1::LobbyChange_Name(event.change()).substr(13));
}

std::vector<std::string> ToldBy(const v1::WatchLobbyResponse& message) {
  std::vector<std::string> told;
  for (const v1::LobbyEvent& event : message.events().events()) told.push_back(Told(event));
  return told;
}

// All that a watch has to tell by now.
std::vector<v1::LobbyEvent> ReadAll(LobbyReader& reader, int64_t up_to) {
  std::vector<v1::LobbyEvent> events;
  int64_t at = 0;
  while (at < up_to) {
    const auto message = reader.Read();
    if (!message.has_value()) break;
    if (message->has_bookmark()) at = message->bookmark().sequence();
    for (const v1::LobbyEvent& event : message->events().events()) {
      events.push_back(event);
      at = event.sequence();
    }
  }
  return events;
}

class LobbyWatchTest : public GameHostTest {
 protected:
  using GameHostTest::GameHostTest;

  absl::StatusOr<std::shared_ptr<LobbyReader>> TryWatch(int64_t after,
                                                        v1::WatchLobbyRequest filters = {}) {
    filters.set_after_sequence(after);
    return LobbyReader::Open(host_.host(), {}, filters);
  }
  std::shared_ptr<LobbyReader> WatchLobby(int64_t after, v1::WatchLobbyRequest filters = {}) {
    return TryWatch(after, std::move(filters)).value();
  }
  int64_t Head() {
    return host_.Call(&GameHost::ListGames, {}, v1::ListGamesRequest())->sequence();
  }

  // What everybody would have been told so far.
  std::vector<std::string> AllTold() {
    std::vector<std::string> told;
    if (Head() == 0) return told;
    for (const v1::LobbyEvent& event : ReadAll(*WatchLobby(0), Head())) {
      told.push_back(Told(event));
    }
    return told;
  }
  Table CreateOpen() { return host_.Create(ReadConfig(kOneSeatOpen)); }
  void SitDown(Table& table) {
    const auto joined = host_.Join(table.game_id, {}, "zoe");
    ASSERT_TRUE(joined.ok()) << joined.status();
    table.seats.push_back(host_.HolderOf(joined->credential()));
  }
};

TEST_F(LobbyWatchTest, EveryChangeOfTheListIsAnEvent) {
  EXPECT_EQ(Head(), 0);
  Table table = CreateOpen();
  SitDown(table);
  PlayToWin(table);
  ASSERT_TRUE(Undo(table, 0).ok());
  ASSERT_TRUE(Resign(table, 0).ok());
  EXPECT_THAT(AllTold(), ElementsAre("1 CREATED", "2 STARTED", "3 ENDED", "4 RESUMED", "5 ENDED"));
}

TEST_F(LobbyWatchTest, SeatsThatChangeHandsBeforeTheStartAreEvents) {
  Table table =
      host_.Create(ReadConfig("kind: 'tic_tac_toe' seats {} seats { open {} } seats { open {} }"));
  SitDown(table);
  v1::LeaveGameRequest leave;
  leave.set_game_id(table.game_id);
  ASSERT_TRUE(host_.Call(&GameHost::LeaveGame, table.seats[1], leave).ok());
  EXPECT_THAT(AllTold(), ElementsAre("1 CREATED", "2 SEATS", "3 SEATS"));
}

TEST_F(LobbyWatchTest, MovesAndCredentialsAreNoEvents) {
  const Table table = host_.Create();
  Play(table, {"b2"});
  v1::RotateCredentialRequest rotate;
  rotate.set_game_id(table.game_id);
  ASSERT_TRUE(host_.Call(&GameHost::RotateCredential, table.seats[0], rotate).ok());
  EXPECT_THAT(AllTold(), ElementsAre("1 CREATED"));
}

TEST_F(LobbyWatchTest, PrivateGamesAreNeverTold) {
  const Table hidden =
      host_.Create(ReadConfig("kind: 'tic_tac_toe' visibility: VISIBILITY_PRIVATE"));
  PlayToWin(hidden);
  EXPECT_THAT(AllTold(), IsEmpty());
}

TEST_F(LobbyWatchTest, AnEventTellsTheGameAsItThenStands) {
  Table table = host_.Create(
      ReadConfig(absl::StrCat(kOneSeatOpen, " labels { key: 'event' value: 'finals' }")));
  const auto created = ReadAll(*WatchLobby(0), 1).at(0);
  EXPECT_EQ(created.game().game_id(), table.game_id);
  EXPECT_EQ(created.game().config().labels().at("event"), "finals");
  EXPECT_EQ(created.game().seats(1).status(), v1::SEAT_STATUS_OPEN);
  EXPECT_EQ(created.game().cursor().status(), v1::GAME_STATUS_NOT_STARTED);
  EXPECT_EQ(created.time().SerializeAsString(), created.game().create_time().SerializeAsString());
  SitDown(table);
  PlayToWin(table);
  const auto events = ReadAll(*WatchLobby(1), 3);
  EXPECT_EQ(events.at(0).game().seats(1).player_id(), "zoe");
  EXPECT_EQ(events.at(0).game().current_player(), "X");
  EXPECT_EQ(events.at(1).game().winner(), "X");
  EXPECT_EQ(events.at(1).game().cursor().turns(), 5);
}

TEST_F(LobbyWatchTest, AWatchBeginsAnywhereUpToTheHead) {
  for (int i = 0; i < 3; ++i) host_.Create();
  EXPECT_THAT(ToldBy(*WatchLobby(0)->Read()), ElementsAre("1 CREATED", "2 CREATED", "3 CREATED"));
  EXPECT_THAT(ToldBy(*WatchLobby(2)->Read()), ElementsAre("3 CREATED"));
  const auto at_head = WatchLobby(3);
  EXPECT_EQ(at_head->Peek().kind, WatchStep::Kind::kWait);
  host_.Create();
  EXPECT_THAT(ToldBy(*at_head->Read()), ElementsAre("4 CREATED"));
  EXPECT_EQ(at_head->Peek().kind, WatchStep::Kind::kWait);
}

TEST_F(LobbyWatchTest, BeyondTheHeadIsOutOfRange) {
  host_.Create();
  const absl::Status beyond = TryWatch(2).status();
  EXPECT_THAT(beyond, HasReason(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE));
  EXPECT_EQ(host_.host().levels().watchers, 0);
}

TEST_F(LobbyWatchTest, BookmarksTellTheLastEvent) {
  host_.Create();
  const auto watch = WatchLobby(0);
  watch->Read();
  v1::WatchLobbyResponse bookmark;
  ASSERT_TRUE(bookmark.ParseFromString(Flatten(watch->watch().Bookmark())));
  EXPECT_EQ(bookmark.bookmark().sequence(), 1);
}

TEST_F(LobbyWatchTest, DrainingEndsOpenWatchesAndRefusesNewOnes) {
  const auto watch = WatchLobby(0);
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
  host_.host().StartDraining();
  EXPECT_FALSE(watch->Read().has_value());
  EXPECT_THAT(watch->end(), HasReason(v1::ERROR_REASON_SERVER_DRAINING));
  EXPECT_THAT(TryWatch(0).status(), HasReason(v1::ERROR_REASON_SERVER_DRAINING));
}

// --- Filters ---

TEST_F(LobbyWatchTest, AGameThatNoLongerPassesIsGone) {
  v1::WatchLobbyRequest open;
  open.set_open_seats(true);
  const auto watch = WatchLobby(0, open);
  host_.Create();  // is never open, so nothing is told of it
  Table table = CreateOpen();
  EXPECT_THAT(ToldBy(*watch->Read()), ElementsAre("2 CREATED"));
  SitDown(table);
  const auto gone = watch->Read();
  EXPECT_THAT(ToldBy(*gone), ElementsAre("3 GONE"));
  EXPECT_EQ(gone->events().events(0).game().game_id(), table.game_id);
  EXPECT_FALSE(gone->events().events(0).game().has_config());
  PlayToWin(table);
  CreateOpen();
  EXPECT_THAT(ToldBy(*watch->Read()), ElementsAre("5 CREATED")) << "its end is no news any more";
}

TEST_F(LobbyWatchTest, APlayersGamesComeAndGo) {
  v1::WatchLobbyRequest of_zoe;
  of_zoe.set_player_id(" zoe ");
  const auto watch = WatchLobby(0, of_zoe);
  Table table =
      host_.Create(ReadConfig("kind: 'tic_tac_toe' seats {} seats { open {} } seats { open {} }"));
  SitDown(table);
  EXPECT_THAT(ToldBy(*watch->Read()), ElementsAre("2 SEATS"));
  v1::LeaveGameRequest leave;
  leave.set_game_id(table.game_id);
  ASSERT_TRUE(host_.Call(&GameHost::LeaveGame, table.seats[1], leave).ok());
  EXPECT_THAT(ToldBy(*watch->Read()), ElementsAre("3 GONE"));
}

TEST_F(LobbyWatchTest, AWatcherWhoIsToldNothingLearnsHowFarItCame) {
  v1::WatchLobbyRequest none;
  none.set_kind("gomoku");
  const auto watch = WatchLobby(0, none);
  for (int i = 0; i < 2'500; ++i) host_.Create();
  const auto bookmark = watch->Read();
  ASSERT_TRUE(bookmark.has_value() && bookmark->has_bookmark());
  EXPECT_GE(bookmark->bookmark().sequence(), 1'000);
  EXPECT_LE(bookmark->bookmark().sequence(), 1'500);
  WatchLobby(bookmark->bookmark().sequence(), none);
}

// --- Limits ---

TEST(LobbyLimitsTest, WhatIsNoLongerKeptIsOutOfRange) {
  constexpr int64_t kKept = 10;
  MemoryJournal journal(kKept);
  HostOptions options = TestOptions();
  options.feed_entries = kKept;
  TestHost host(options, &journal);
  auto open = [&](int64_t after) {
    v1::WatchLobbyRequest request;
    request.set_after_sequence(after);
    return LobbyReader::Open(host.host(), {}, request);
  };
  const auto slow = open(0).value();
  for (int64_t i = 0; i < kKept; ++i) host.Create();
  EXPECT_TRUE(open(0).ok());
  host.Create();
  EXPECT_THAT(open(0).status(), HasReason(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE));
  EXPECT_EQ(ReadAll(*open(1).value(), kKept + 1).size(), static_cast<size_t>(kKept));
  EXPECT_FALSE(slow->Read().has_value()) << "who reads nothing falls behind what is kept";
  EXPECT_THAT(slow->end(), HasReason(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE));
}

TEST(LobbyLimitsTest, WatchersOfTheLobbyAreLimitedAsThoseOfAGame) {
  HostOptions options = TestOptions();
  options.max_watchers_per_game = 1;
  TestHost host(options);
  auto open = [&] { return LobbyReader::Open(host.host(), {}, v1::WatchLobbyRequest()); };
  auto first = open();
  ASSERT_TRUE(first.ok());
  EXPECT_THAT(open().status(), HasReason(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_EQ(host.host().levels().watchers, 1);
  first->reset();
  EXPECT_TRUE(open().ok());
}

// Far more than a message or memory holds, read by a watch that began late.
TEST_F(LobbyWatchTest, ALongHistoryIsReadFromTheJournal) {
  constexpr int kGames = 3'000;
  for (int i = 0; i < kGames; ++i) host_.Create();
  const auto events = ReadAll(*WatchLobby(0), kGames);
  ASSERT_EQ(events.size(), size_t{kGames});
  for (int i = 0; i < kGames; ++i) ASSERT_EQ(events[static_cast<size_t>(i)].sequence(), i + 1);
}

// Counts the entries of feeds that are read.
class FeedCountingJournal final : public MemoryJournal {
 public:
  absl::StatusOr<std::vector<FeedAppend>> ReadFeed(const std::string& feed, int64_t after,
                                                   FeedLimits limits) const override {
    auto entries = MemoryJournal::ReadFeed(feed, after, limits);
    if (entries.ok()) entries_read += entries->size();
    return entries;
  }

  mutable std::atomic<size_t> entries_read = 0;
};

// A message holds few of them: what does not fit must not be read for each message anew.
TEST(LobbyLimitsTest, LargeEntriesAreReadAboutOnce) {
  constexpr size_t kGames = 300;
  FeedCountingJournal journal;
  TestHost host(TestOptions(), &journal);
  v1::GameConfig config = ReadConfig("kind: 'tic_tac_toe'");
  (*config.mutable_labels())["large"] = std::string(10'000, 'x');
  for (size_t i = 0; i < kGames; ++i) host.Create(config);
  const auto reader = LobbyReader::Open(host.host(), {}, v1::WatchLobbyRequest()).value();
  EXPECT_EQ(ReadAll(*reader, kGames).size(), kGames);
  EXPECT_LE(journal.entries_read, 2 * kGames);
}

}  // namespace
}  // namespace meeple::service
