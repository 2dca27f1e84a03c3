// WatchLobby: which events there are, what they tell, and that a list and the events after it give
// the list as it stands.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
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
  EXPECT_EQ(host_.host().watchers(), 0);
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
  EXPECT_EQ(host.host().watchers(), 1);
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

// --- A list and the events after it ---

using Screen = std::map<std::string, std::string>;

// A game without what its moves change.
std::string Lasting(v1::ListedGame game) {
  game.mutable_cursor()->clear_turns();
  game.mutable_cursor()->clear_turn_index();
  game.clear_current_player();
  return SerializeDeterministically(game);
}

// Plays many games at once at random, on a host that ends and begins again.
class RandomLobby {
 public:
  explicit RandomLobby(unsigned seed) : random_(seed) { Restart(); }

  TestHost& host() { return *host_; }
  void Restart() {
    host_.reset();
    host_ = std::make_unique<TestHost>(TestOptions(), &journal_);
  }
  unsigned Draw(unsigned below) { return random_() % below; }

  void Step() {
    host_->clock().Advance(absl::Milliseconds(Draw(3)));
    if (tables_.empty() || Draw(4) == 0) return Create();
    Table& table = tables_[Draw(static_cast<unsigned>(tables_.size()))];
    switch (Draw(8)) {
      case 0:
      case 1:
        return Join(table);
      case 2:
        return On(table, &GameHost::LeaveGame, v1::LeaveGameRequest());
      case 3:
        return On(table, &GameHost::Resign, v1::ResignRequest());
      case 4:
        return On(table, &GameHost::Undo, v1::UndoRequest());
      case 5:
        return On(table, &GameHost::RotateCredential, v1::RotateCredentialRequest());
      default:
        for (int i = 0; i < 4; ++i) Move(table);
    }
  }

 private:
  void Create() {
    static const std::vector<std::string> kConfigs = {
        kOneSeatOpen,
        "kind: 'tic_tac_toe'",
        "kind: 'tic_tac_toe' visibility: VISIBILITY_PRIVATE",
        "kind: 'connect_four' seats { open {} } seats { open {} }",
        "kind: 'tic_tac_toe' labels { key: 'room' value: '1' } seats { open {} } seats { invited "
        "{} }",
        "kind: 'tic_tac_toe' seats {} seats { bot { kind: 'random' } }"};
    tables_.push_back(host_->Create(ReadConfig(kConfigs[Draw(6)])));
  }
  void Join(Table& table) {
    const auto joined = host_->Join(table.game_id, {}, absl::StrCat("player ", Draw(5)));
    if (joined.ok()) table.seats.push_back(host_->HolderOf(joined->credential()));
  }
  template <class Request, class Response>
  void On(Table& table,
          void (GameHost::*rpc)(const Caller&, const Request&, GameHost::Done<Response>),
          Request request) {
    if (table.seats.empty()) return;
    request.set_game_id(table.game_id);
    const auto answer =
        host_->Call(rpc, table.seats[Draw(static_cast<unsigned>(table.seats.size()))], request);
    static_cast<void>(answer.ok());  // refusals are part of it
  }
  void Move(Table& table) {
    if (table.seats.empty()) return;
    const std::string column(1, static_cast<char>('a' + Draw(3)));
    const auto seat = static_cast<int>(Draw(static_cast<unsigned>(table.seats.size())));
    static_cast<void>(host_->Move(table, seat, absl::StrCat(column, 1 + Draw(3))).ok());
    AwaitBot(table);
  }
  // A bot plays when it likes, and the lobby is to stand still while it is looked at.
  void AwaitBot(const Table& table) {
    if (!table.created.game().seats(1).has_bot()) return;
    const std::string& bot = table.created.game().seats(1).player_id();
    while (host_->Get(table).current_player() == bot) std::this_thread::yield();
  }

  std::mt19937 random_;
  MemoryJournal journal_;
  std::unique_ptr<TestHost> host_;
  std::vector<Table> tables_;
};

// A lobby screen: drawn from a list, then kept by events alone.
class LobbyScreen {
 public:
  LobbyScreen(TestHost& host, v1::ListGamesRequest filters) : filters_(std::move(filters)) {
    const auto [games, sequence] = List(host);
    shown_ = games;
    sequence_ = sequence;
    first_sequence_ = sequence;
  }

  // Reads what happened since, and compares with the list as it stands.
  void Check(TestHost& host) {
    v1::WatchLobbyRequest request;
    request.set_after_sequence(sequence_);
    request.set_kind(filters_.kind());
    request.set_status(filters_.status());
    request.set_open_seats(filters_.open_seats());
    request.set_player_id(filters_.player_id());
    *request.mutable_labels() = filters_.labels();
    const auto reader = LobbyReader::Open(host.host(), {}, request);
    ASSERT_TRUE(reader.ok()) << reader.status();
    const auto [games, head] = List(host);
    Follow(**reader, head);
    EXPECT_TRUE(shown_ == games) << shown_.size() << " shown, " << games.size()
                                 << " listed: " << filters_.ShortDebugString() << " from "
                                 << first_sequence_;
  }

 private:
  void Follow(LobbyReader& reader, int64_t head) {
    for (WatchStep step = reader.Peek(); step.kind != WatchStep::Kind::kWait;
         step = reader.Peek()) {
      ASSERT_EQ(step.kind, WatchStep::Kind::kMessage) << step.end;
      v1::WatchLobbyResponse message;
      ASSERT_TRUE(message.ParseFromString(Flatten(step.message)));
      if (message.has_bookmark()) sequence_ = message.bookmark().sequence();
      for (const v1::LobbyEvent& event : message.events().events()) {
        ASSERT_GT(event.sequence(), sequence_);
        sequence_ = event.sequence();
        if (event.change() == v1::LOBBY_CHANGE_GONE) {
          EXPECT_EQ(shown_.erase(event.game().game_id()), 1u) << "what is gone was there";
        } else {
          shown_[event.game().game_id()] = Lasting(event.game());
        }
      }
    }
    v1::WatchLobbyResponse bookmark;
    ASSERT_TRUE(bookmark.ParseFromString(Flatten(reader.watch().Bookmark())));
    EXPECT_EQ(bookmark.bookmark().sequence(), head);
    sequence_ = head;
  }

  std::pair<Screen, int64_t> List(TestHost& host) const {
    Screen games;
    int64_t sequence = -1;
    v1::ListGamesRequest request = filters_;
    request.set_page_size(7);
    do {
      const auto page = host.Call(&GameHost::ListGames, {}, request).value();
      for (const v1::ListedGame& game : page.games()) games[game.game_id()] = Lasting(game);
      if (sequence < 0) sequence = page.sequence();
      request.set_page_token(page.next_page_token());
    } while (!request.page_token().empty());
    return {games, sequence};
  }

  v1::ListGamesRequest filters_;
  Screen shown_;
  int64_t sequence_ = 0;
  int64_t first_sequence_ = 0;
};

v1::ListGamesRequest RandomFilters(RandomLobby& lobby) {
  v1::ListGamesRequest filters;
  if (lobby.Draw(4) == 0) filters.set_kind("tic_tac_toe");
  if (lobby.Draw(4) == 0) filters.set_status(static_cast<v1::GameStatus>(1 + lobby.Draw(5)));
  if (lobby.Draw(4) == 0) filters.set_open_seats(true);
  if (lobby.Draw(4) == 0) filters.set_player_id(absl::StrCat("player ", lobby.Draw(5)));
  if (lobby.Draw(8) == 0) (*filters.mutable_labels())["room"] = "1";
  return filters;
}

TEST(LobbyScreenTest, AListAndTheEventsAfterItAreTheListAsItStands) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    RandomLobby lobby(seed);
    std::vector<LobbyScreen> screens;
    for (int step = 0; step < 300; ++step) {
      lobby.Step();
      if (lobby.Draw(100) == 0) lobby.Restart();
      if (lobby.Draw(20) == 0) screens.emplace_back(lobby.host(), RandomFilters(lobby));
      if (screens.empty() || lobby.Draw(10) != 0) continue;
      screens[lobby.Draw(static_cast<unsigned>(screens.size()))].Check(lobby.host());
    }
    for (LobbyScreen& screen : screens) screen.Check(lobby.host());
    if (testing::Test::HasFailure()) break;
  }
}

}  // namespace
}  // namespace meeple::service
