// Lists of games: what is in them, in which order, page by page, and what they cost.

#include "service/core/game_lister.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "service/core/game_listing.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/field_count.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/manual_journal.h"
#include "service/core/testing/state_driver.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class GameListerTest : public GameHostTest {
 protected:
  Table CreateListed(const std::string& config) {
    clock().Advance(absl::Milliseconds(1));
    return host_.Create(ReadConfig("kind: 'tic_tac_toe' " + config));
  }
  absl::StatusOr<v1::ListGamesResponse> Page(const v1::ListGamesRequest& request) {
    return host_.Call(&GameHost::ListGames, {}, request);
  }
  // Every game that passes, over all pages.
  std::vector<v1::ListedGame> All(v1::ListGamesRequest request) {
    std::vector<v1::ListedGame> games;
    do {
      const v1::ListGamesResponse page = Page(request).value();
      games.insert(games.end(), page.games().begin(), page.games().end());
      request.set_page_token(page.next_page_token());
    } while (!request.page_token().empty());
    return games;
  }
  std::vector<std::string> Ids(const v1::ListGamesRequest& request) {
    std::vector<std::string> ids;
    for (const v1::ListedGame& game : All(request)) ids.push_back(game.game_id());
    return ids;
  }
  std::vector<std::string> Ids(const std::function<void(v1::ListGamesRequest&)>& filter = {}) {
    v1::ListGamesRequest request;
    if (filter) filter(request);
    return Ids(request);
  }
  FakeClock& clock() { return host_.clock(); }
};

TEST_F(GameListerTest, NoFieldIsForgotten) { EXPECT_EQ(FieldCount<v1::ListedGame>(), 8); }

TEST_F(GameListerTest, TheNewestGameStandsFirst) {
  EXPECT_THAT(Ids(), IsEmpty());
  const Table first = CreateListed("");
  const Table second = CreateListed("");
  EXPECT_THAT(Ids(), ElementsAre(second.game_id, first.game_id));
}

TEST_F(GameListerTest, AGameIsToldAsItStands) {
  const Table table = CreateListed("labels { key: 'event' value: 'finals' } seats {} seats {}");
  Play(table, {"b2"});
  const std::vector<v1::ListedGame> games = All({});
  ASSERT_EQ(games.size(), 1u);
  const v1::Game game = host_.Get(table);
  EXPECT_EQ(games[0].game_id(), table.game_id);
  EXPECT_EQ(games[0].config().SerializeAsString(), game.config().SerializeAsString());
  EXPECT_EQ(games[0].seats(1).SerializeAsString(), game.seats(1).SerializeAsString());
  EXPECT_EQ(games[0].cursor().SerializeAsString(), game.cursor().SerializeAsString());
  EXPECT_EQ(games[0].current_player(), "O");
  EXPECT_EQ(games[0].create_time().SerializeAsString(),
            host_.Events(table)[0].time().SerializeAsString());
  Play(table, {"a1", "b1", "a2", "b3"});
  const v1::ListedGame won = All({})[0];
  EXPECT_EQ(won.winner(), "X");
  EXPECT_EQ(won.end_reason(), v1::END_REASON_BOARD);
  EXPECT_EQ(won.current_player(), "");
}

TEST_F(GameListerTest, PrivateGamesAreInNoList) {
  CreateListed("visibility: VISIBILITY_PRIVATE seats { player_id: 'ann' } seats {}");
  EXPECT_THAT(Ids(), IsEmpty());
  EXPECT_THAT(Ids([](auto& request) { request.set_player_id("ann"); }), IsEmpty());
}

TEST_F(GameListerTest, EachFilterFindsItsGames) {
  const Table open = CreateListed("seats { player_id: 'ann' } seats { player_id: 'eve' open {} }");
  const Table other = CreateListed(
      "labels { key: 'event' value: 'finals' } seats { player_id: 'ann' } seats { player_id: "
      "'Zoë' }");
  const Table four = host_.Create(ReadConfig("kind: 'connect_four'"));
  const auto ids = [&](const std::function<void(v1::ListGamesRequest&)>& filter) {
    return Ids(filter);
  };
  EXPECT_THAT(ids([](auto& r) { r.set_open_seats(true); }), ElementsAre(open.game_id));
  EXPECT_THAT(ids([](auto& r) { r.set_status(v1::GAME_STATUS_NOT_STARTED); }),
              ElementsAre(open.game_id));
  EXPECT_THAT(ids([](auto& r) { r.set_kind("connect_four"); }), ElementsAre(four.game_id));
  EXPECT_THAT(ids([](auto& r) { r.set_player_id("ann"); }),
              ElementsAre(other.game_id, open.game_id));
  EXPECT_THAT(ids([](auto& r) { r.set_player_id(" Zoe\u0308 "); }), ElementsAre(other.game_id));
  EXPECT_THAT(ids([](auto& r) { r.set_player_id("eve"); }), IsEmpty()) << "nobody took the seat";
  EXPECT_THAT(ids([](auto& r) { r.set_waiting_for("ann"); }), ElementsAre(other.game_id));
  EXPECT_THAT(ids([](auto& r) { (*r.mutable_labels())["event"] = "finals"; }),
              ElementsAre(other.game_id));
  EXPECT_THAT(ids([](auto& r) { (*r.mutable_labels())["event"] = "heats"; }), IsEmpty());
  EXPECT_THAT(ids([](auto& r) {
                r.set_player_id("ann");
                r.set_open_seats(true);
              }),
              ElementsAre(open.game_id));
  Play(other, {"b2"});
  EXPECT_THAT(ids([](auto& r) { r.set_waiting_for("ann"); }), IsEmpty());
  EXPECT_THAT(ids([](auto& r) { r.set_waiting_for("Zoë"); }), ElementsAre(other.game_id));
}

TEST_F(GameListerTest, AGameChangesItsListsWithItsSeatsAndItsEnd) {
  const auto open = [](auto& request) { request.set_open_seats(true); };
  const auto of_eve = [](auto& request) { request.set_player_id("eve"); };
  const auto in_status = [&](v1::GameStatus status) {
    return Ids([status](auto& request) { request.set_status(status); });
  };
  Table table = CreateListed("seats {} seats { open {} } seats { open {} }");
  const auto joined = host_.Join(table.game_id, {}, "eve");
  EXPECT_THAT(Ids(of_eve), ElementsAre(table.game_id));
  EXPECT_THAT(Ids(open), ElementsAre(table.game_id));
  v1::LeaveGameRequest leave;
  leave.set_game_id(table.game_id);
  ASSERT_TRUE(host_.Call(&GameHost::LeaveGame, host_.HolderOf(joined->credential()), leave).ok());
  EXPECT_THAT(Ids(of_eve), IsEmpty());
  ASSERT_TRUE(host_.Join(table.game_id, {}, "eve").ok());
  ASSERT_TRUE(host_.Join(table.game_id).ok());
  EXPECT_THAT(Ids(open), IsEmpty());
  EXPECT_THAT(in_status(v1::GAME_STATUS_NOT_STARTED), IsEmpty());
  EXPECT_THAT(in_status(v1::GAME_STATUS_IN_PROGRESS), ElementsAre(table.game_id));

  const Table classic = CreateListed("");
  PlayToWin(classic);
  EXPECT_THAT(in_status(v1::GAME_STATUS_WON), ElementsAre(classic.game_id));
  ASSERT_TRUE(Undo(classic, 0).ok());
  EXPECT_THAT(in_status(v1::GAME_STATUS_WON), IsEmpty());
  EXPECT_THAT(in_status(v1::GAME_STATUS_IN_PROGRESS), ElementsAre(classic.game_id, table.game_id));
  ASSERT_TRUE(Resign(classic, 0).ok());
  EXPECT_THAT(in_status(v1::GAME_STATUS_ABANDONED), ElementsAre(classic.game_id));
}

TEST_F(GameListerTest, AnAbandonedTableIsNotOpen) {
  const Table table = CreateListed("seats {} seats { open {} }");
  ASSERT_TRUE(host_.Do<v1::AbandonRequest>(&GameHost::Abandon, table, 0).ok());
  EXPECT_THAT(Ids([](auto& request) { request.set_open_seats(true); }), IsEmpty());
}

TEST_F(GameListerTest, PagesAreStableWhileGamesComeAndGo) {
  std::vector<std::string> created;
  for (int i = 0; i < 25; ++i) created.insert(created.begin(), CreateListed("").game_id);
  v1::ListGamesRequest request;
  request.set_page_size(10);
  std::vector<std::string> seen;
  for (int pages = 1;; ++pages) {
    const v1::ListGamesResponse page = Page(request).value();
    for (const v1::ListedGame& game : page.games()) seen.push_back(game.game_id());
    CreateListed("");
    request.set_page_token(page.next_page_token());
    if (request.page_token().empty()) {
      EXPECT_EQ(pages, 3);
      break;
    }
    EXPECT_EQ(page.games_size(), 10);
  }
  EXPECT_EQ(seen, created);
}

TEST_F(GameListerTest, AFullLastPageIsTheLast) {
  for (int i = 0; i < 4; ++i) CreateListed("");
  v1::ListGamesRequest request;
  request.set_page_size(4);
  EXPECT_EQ(Page(request)->next_page_token(), "");
}

TEST_F(GameListerTest, ATokenIsGoodForItsListOnly) {
  for (int i = 0; i < 3; ++i) CreateListed("");
  v1::ListGamesRequest request;
  request.set_page_size(1);
  const std::string token = Page(request)->next_page_token();
  request.set_page_token(token);
  request.set_page_size(2);
  EXPECT_EQ(Page(request)->games_size(), 2) << "another size may follow";
  request.set_kind("tic_tac_toe");
  EXPECT_THAT(Page(request), HasReason(v1::ERROR_REASON_INVALID_FIELD));
  request.clear_kind();
  for (const std::string& bad :
       {token + "A", token.substr(1), std::string("x"), std::string("=")}) {
    request.set_page_token(bad);
    EXPECT_THAT(Page(request), HasReason(v1::ERROR_REASON_INVALID_FIELD)) << bad;
  }
}

// Counts what a page reads.
class CountingIndex final : public GameIndex {
 public:
  explicit CountingIndex(const GameIndex& index) : index_(index) {}

  absl::StatusOr<std::string> ReadSummary(const std::string& game_id) const override {
    ++summaries;
    return index_.ReadSummary(game_id);
  }
  absl::StatusOr<std::vector<std::string>> ListGames(const std::string& after,
                                                     int limit) const override {
    ADD_FAILURE() << "a list is never made from all games";
    return index_.ListGames(after, limit);
  }
  absl::StatusOr<std::vector<AgendaEntry>> ReadAgenda(const std::optional<AgendaEntry>& after,
                                                      int limit) const override {
    return index_.ReadAgenda(after, limit);
  }
  absl::StatusOr<std::vector<ListPlace>> ReadList(const std::string& list,
                                                  const std::optional<ListPlace>& after,
                                                  int limit) const override {
    auto places = index_.ReadList(list, after, limit);
    read_places += places.ok() ? std::ssize(*places) : 0;
    return places;
  }
  absl::StatusOr<std::string> ReadListEntry(const ListPlace& place) const override {
    return index_.ReadListEntry(place);
  }
  int64_t ReadGameTime() const override { return index_.ReadGameTime(); }

  mutable int64_t summaries = 0;
  mutable int64_t read_places = 0;

 private:
  const GameIndex& index_;
};

// However few games pass, a page looks at a bounded number of them, and the pages together find
// them all.
TEST(GameListerCostTest, APageLooksAtABoundedNumberOfGames) {
  MemoryJournal journal;
  TestHost host(TestOptions(), &journal);
  std::string wanted;
  for (int i = 0; i < 2'500; ++i) {
    v1::GameConfig config = TicTacToe();
    if (i == 7) (*config.mutable_labels())["event"] = "finals";
    host.clock().Advance(absl::Milliseconds(1));
    const Table table = host.Create(config);
    if (i == 7) wanted = table.game_id;
  }
  const CountingIndex index(journal);
  v1::ListGamesRequest request;
  (*request.mutable_labels())["event"] = "finals";
  std::vector<std::string> found;
  int pages = 0;
  do {
    index.summaries = index.read_places = 0;
    const v1::ListGamesResponse page = ListGames(index, request).value();
    EXPECT_LE(index.summaries, kMostVisited);
    EXPECT_LE(index.read_places, kMostVisited + 100);
    for (const v1::ListedGame& game : page.games()) found.push_back(game.game_id());
    request.set_page_token(page.next_page_token());
    ++pages;
  } while (!request.page_token().empty());
  EXPECT_EQ(pages, 3);
  EXPECT_THAT(found, ElementsAre(wanted));
  // The open tables are found at once among all the others.
  v1::ListGamesRequest open;
  open.set_open_seats(true);
  const std::string table =
      host.Create(ReadConfig("kind: 'tic_tac_toe' seats {} seats { open {} }")).game_id;
  index.summaries = 0;
  EXPECT_EQ(ListGames(index, open)->games(0).game_id(), table);
  EXPECT_EQ(index.summaries, 1);
}

// Answers for one game as a damaged table would.
class DamagedIndex final : public GameIndex {
 public:
  DamagedIndex(const GameIndex& index, std::string game_id)
      : index_(index), game_id_(std::move(game_id)) {}

  absl::StatusOr<std::string> ReadSummary(const std::string& game_id) const override {
    if (game_id == game_id_) return absl::DataLossError("/srv/table 7 is damaged");
    return index_.ReadSummary(game_id);
  }
  absl::StatusOr<std::vector<std::string>> ListGames(const std::string& after,
                                                     int limit) const override {
    return index_.ListGames(after, limit);
  }
  absl::StatusOr<std::vector<AgendaEntry>> ReadAgenda(const std::optional<AgendaEntry>& after,
                                                      int limit) const override {
    return index_.ReadAgenda(after, limit);
  }
  absl::StatusOr<std::vector<ListPlace>> ReadList(const std::string& list,
                                                  const std::optional<ListPlace>& after,
                                                  int limit) const override {
    if (list == ListOfOpenSeats()) return absl::DataLossError("/srv/table 8 is damaged");
    return index_.ReadList(list, after, limit);
  }
  absl::StatusOr<std::string> ReadListEntry(const ListPlace& place) const override {
    return index_.ReadListEntry(place);
  }
  int64_t ReadGameTime() const override { return index_.ReadGameTime(); }

 private:
  const GameIndex& index_;
  const std::string game_id_;
};

TEST(GameListerDamageTest, ADamagedGameIsLeftOutAndTheOperatorTold) {
  MemoryJournal journal;
  TestHost host(TestOptions(), &journal);
  const std::string first = host.Create(TicTacToe()).game_id;
  host.clock().Advance(absl::Milliseconds(1));
  const std::string damaged = host.Create(TicTacToe()).game_id;
  const DamagedIndex index(journal, damaged);
  std::vector<std::string> told;
  const auto tell = [&told](const std::string& what) { told.push_back(what); };
  const auto page = ListGames(index, {}, tell);
  ASSERT_TRUE(page.ok()) << page.status();
  ASSERT_EQ(page->games_size(), 1);
  EXPECT_EQ(page->games(0).game_id(), first);
  EXPECT_THAT(told, ElementsAre(testing::HasSubstr("table 7")));
  v1::ListGamesRequest open;
  open.set_open_seats(true);
  const absl::Status refused = ListGames(index, open, tell).status();
  EXPECT_THAT(refused, HasReason(v1::ERROR_REASON_JOURNAL_CORRUPT));
  EXPECT_EQ(refused.message().find("/srv"), std::string::npos) << "paths are not for callers";
  EXPECT_THAT(told.back(), testing::HasSubstr("table 8"));
}

// A game that an older release kept in no list comes into all of them with its end.
TEST(GameListingTest, TheEndPutsAGameIntoAllItsLists) {
  StateDriver game;
  const Standing before = StandingOf(game.state());
  const ListChange change = ListChangeOf(before, game.state(), game.Resign(0));
  EXPECT_THAT(change.joined,
              testing::UnorderedElementsAre(ListOfAll(), ListOfPlayer("X"), ListOfPlayer("O"),
                                            ListOfStatus(v1::GAME_STATUS_ABANDONED)));
  EXPECT_THAT(change.left, ElementsAre(ListOfStatus(v1::GAME_STATUS_IN_PROGRESS)));
}

TEST(GameListerCostTest, MovesChangeNoList) {
  StateDriver game;
  const Standing before = StandingOf(game.state());
  const ListChange change = ListChangeOf(before, game.state(), game.Play("b2"));
  EXPECT_THAT(change.left, IsEmpty());
  EXPECT_THAT(change.joined, IsEmpty());
  EXPECT_FALSE(change.entry.has_value());
}

TEST(GameListerCostTest, ListsBeyondThoseThatMayWaitAreRefused) {
  HostOptions options = TestOptions();
  options.max_waiting_listings = 0;
  TestHost host(options);
  EXPECT_THAT(host.Call(&GameHost::ListGames, {}, v1::ListGamesRequest()),
              HasReason(v1::ERROR_REASON_OVERLOADED));
}

// Whatever is done, the lists that the changes add up to are those that the state itself says.
TEST(GameListingTest, ChangesAddUpToTheLists) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    StateDriver game("seats {} seats { open {} } seats { open {} }");
    std::set<std::string> lists;
    auto take = [&](const ListChange& change) {
      for (const std::string& list : change.left) EXPECT_EQ(lists.erase(list), 1u) << list;
      for (const std::string& list : change.joined) {
        lists.insert(list);
      }
    };
    take(ListChangeOf({}, game.state(), game.views().everyone));
    for (int step = 0; step < 30; ++step) {
      const Standing before = StandingOf(game.state());
      const auto seat = static_cast<engine::SeatIndex>(random() % 3);
      absl::StatusOr<EventGroup> group = absl::CancelledError();
      switch (random() % 6) {
        case 0:
          group =
              game.TryJoin({.player_id = std::string(1, static_cast<char>('p' + random() % 3))});
          break;
        case 1:
          if (game.state().seats().IsTaken(seat)) group = game.TryLeave(seat);
          break;
        case 2:
          group = game.TryUndo(seat);
          break;
        default:
          group = game.TryPlay(seat, std::string(1, static_cast<char>('a' + random() % 3)) +
                                         std::to_string(1 + random() % 3));
      }
      if (!group.ok()) continue;
      take(ListChangeOf(before, game.state(), *group));
      const ListChange all = ListChangeOf({}, game.state(), {});
      ASSERT_EQ(lists, std::set<std::string>(all.joined.begin(), all.joined.end()));
    }
  }
}

}  // namespace
}  // namespace meeple::service
