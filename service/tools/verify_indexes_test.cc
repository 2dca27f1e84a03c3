// Lists and feeds that are not what the games say, and that it is named.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "meeple/storage/v1/feed.pb.h"
#include "meeple/v1/allocation_service.pb.h"
#include "service/core/feeds.h"
#include "service/core/game_listing.h"
#include "service/tools/testing/journal_tool_test_base.h"

namespace meeple::tools {
namespace {

using service::EventKey;
using service::ListPlace;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const service::Caller kKey = {
    .kind = service::CallerKind::kApiKey, .role = service::Role::kMatchmaker, .key_name = "arena"};

// A game of nobody that is won, and one of a key that is final and one that goes on.
class VerifyIndexesTest : public JournalToolTest {
 protected:
  void SetUp() override {
    Serve([this](service::TestHost& host) {
      won_ = PlayToWin(host);
      final_ = CreateByKey(host).game_id;
      const service::Table goes_on = CreateByKey(host);
      goes_on_ = goes_on.game_id;
      v1::AbandonRequest abandon;
      abandon.set_game_id(final_);
      ASSERT_TRUE(host.Call(&service::GameHost::Abandon, kKey, abandon).ok());
      EXPECT_TRUE(host.Move(goes_on, 0, "a1").ok());
    });
  }
  static service::Table CreateByKey(service::TestHost& host) {
    v1::CreateGameRequest request;
    request.mutable_config()->set_kind("tic_tac_toe");
    return host.Seat(host.Call(&service::GameHost::CreateGame, kKey, request).value());
  }

  void ExpectNamed(const std::string& words) {
    EXPECT_EQ(RunUntouching({"verify"}), kDamaged);
    EXPECT_THAT(out_, AllOf(HasSubstr(words), HasSubstr(": 1 difference.")));
    for (const std::string& game_id : {won_, final_, goes_on_}) {
      EXPECT_EQ(Run({"verify", game_id}), kFine) << "a game is what its events say";
    }
  }
  // Where the game stands in lists.
  ListPlace PlaceOf(const std::string& game_id) {
    const auto journal = service::StoredJournal::Open(data_);
    const auto places =
        (*journal)->reader().ReadList(service::ListOfAll(), std::nullopt, service::kAll);
    return *std::ranges::find(*places, game_id, &ListPlace::game_id);
  }
  void PutListed(const std::string& list, const ListPlace& place, const std::string& value = "") {
    Tamper([&](service::Database& database) {
      const std::string key = service::ListKey(list, place);
      ASSERT_TRUE(database.db().Put({}, database.lists(), key, value).ok());
    });
  }
  void DeleteListed(const std::string& list, const ListPlace& place) {
    Tamper([&](service::Database& database) {
      const std::string key = service::ListKey(list, place);
      ASSERT_TRUE(database.db().Delete({}, database.lists(), key).ok());
    });
  }
  void PutEntry(const std::string& feed, int64_t sequence, const std::string& value) {
    Tamper([&](service::Database& database) {
      ASSERT_TRUE(database.db().Put({}, database.feeds(), EventKey(feed, sequence), value).ok());
    });
  }
  std::string EntryOf(const std::string& feed, int64_t sequence) {
    std::string value;
    Tamper([&](service::Database& database) {
      ASSERT_TRUE(database.db().Get({}, database.feeds(), EventKey(feed, sequence), &value).ok());
    });
    return value;
  }
  void DeleteEntry(const std::string& feed, int64_t sequence) {
    Tamper([&](service::Database& database) {
      ASSERT_TRUE(database.db().Delete({}, database.feeds(), EventKey(feed, sequence)).ok());
    });
  }

  const std::string lobby_ = std::string(service::kLobbyFeed);
  const std::string results_ = service::ResultsFeed("arena");
  const std::string creations_ = service::CreationsFeed("arena");
  std::string won_;
  std::string final_;
  std::string goes_on_;
};

TEST_F(VerifyIndexesTest, WholeIndexesAreFine) {
  EXPECT_EQ(RunUntouching({"verify"}), kFine) << out_;
  EXPECT_EQ(EntryOf(creations_, 2), goes_on_);
}

// --- Lists ---

TEST_F(VerifyIndexesTest, GameThatIsMissingInAListIsNamed) {
  const ListPlace place = PlaceOf(won_);
  DeleteListed(service::ListOfPlayer("X"), place);
  ExpectNamed("game '" + won_ + "' is missing in the list 'player/X'");
}

TEST_F(VerifyIndexesTest, GameInAListOfOthersIsNamed) {
  PutListed(service::ListOfOpenSeats(), PlaceOf(won_));
  ExpectNamed("the list 'open' has game '" + won_ + "', which does not belong there");
}

TEST_F(VerifyIndexesTest, ListedGameThatIsNotThereIsNamedOnce) {
  const ListPlace place = {.created_milliseconds = 17, .game_id = "gone"};
  PutListed(service::ListOfAll(), place);
  PutListed(service::ListOfOpenSeats(), place);
  ExpectNamed("the list 'all' has game 'gone'");
}

TEST_F(VerifyIndexesTest, GameAtAnotherTimeIsNamed) {
  ListPlace place = PlaceOf(won_);
  ++place.created_milliseconds;
  PutListed(service::ListOfAll(), place);
  ExpectNamed("the list 'all' has game '" + won_ + "'");
}

TEST_F(VerifyIndexesTest, EntryOfListsThatIsNotThatOfTheGameIsNamed) {
  const ListPlace place = PlaceOf(won_);
  v1::ListedGame entry;
  entry.set_game_id(won_);
  entry.set_winner("eve");
  PutListed(std::string(service::kListEntries), place, entry.SerializeAsString());
  ExpectNamed("what is kept for lists of game '" + won_ + "' is not what its events say");
  PutListed(std::string(service::kListEntries), place, "\xff");
  ExpectNamed("what is kept for lists of game '" + won_ + "' is no game");
}

TEST_F(VerifyIndexesTest, ListedGameOfWhichNothingIsKeptIsNamed) {
  const ListPlace place = PlaceOf(won_);
  DeleteListed(std::string(service::kListEntries), place);
  ExpectNamed("no game '" + won_ + "'");
}

// As those of releases without lists.
TEST_F(VerifyIndexesTest, GameInNoListIsFine) {
  const ListPlace place = PlaceOf(won_);
  for (const std::string& list :
       {std::string(service::kListEntries), service::ListOfAll(), service::ListOfPlayer("X"),
        service::ListOfPlayer("O"), service::ListOfStatus(v1::GAME_STATUS_WON)}) {
    DeleteListed(list, place);
  }
  EXPECT_EQ(RunUntouching({"verify"}), kFine) << out_;
  v1::ListedGame entry;
  entry.set_winner("eve");
  PutListed(std::string(service::kListEntries), place, entry.SerializeAsString());
  ExpectNamed("what is kept for lists of game '" + won_);
}

TEST_F(VerifyIndexesTest, ManyDifferencesAreCounted) {
  for (int game = 0; game < 15; ++game) {
    PutListed(service::ListOfAll(), {.created_milliseconds = 17, .game_id = std::to_string(game)});
  }
  EXPECT_EQ(Run({"verify"}), kDamaged);
  EXPECT_EQ(std::ranges::count(out_, '\n'), 10 + 2) << out_;
  EXPECT_THAT(out_, AllOf(HasSubstr("and 5 differences more"),
                          HasSubstr(": 15 differences. The games are whole")));
}

// --- Feeds ---

TEST_F(VerifyIndexesTest, EntryThatIsMissingIsNamed) {
  DeleteEntry(creations_, 1);
  EXPECT_EQ(Run({"verify"}), kFine) << "the oldest leave: " << out_;
  DeleteEntry(lobby_, 3);
  ExpectNamed("entry 4 of the feed 'lobby' follows entry 2");
}

TEST_F(VerifyIndexesTest, EntryThatCannotBeReadIsNamed) {
  PutEntry(results_, 1, "\xff");
  ExpectNamed("entry 1 of the feed 'results/arena' cannot be read");
}

TEST_F(VerifyIndexesTest, EntryOfAGameThatIsNotThereIsNamed) {
  PutEntry(creations_, 3, "gone");
  ExpectNamed("entry 3 of the feed 'creations/arena' names game 'gone', which is not there");
}

TEST_F(VerifyIndexesTest, LobbyThatTellsOtherwiseIsNamed) {
  storage::v1::LobbyEntry entry;
  ASSERT_TRUE(entry.ParseFromString(EntryOf(lobby_, 2)));
  ASSERT_EQ(entry.event().game().game_id(), won_);
  entry.mutable_event()->mutable_game()->set_winner("eve");
  PutEntry(lobby_, 2, entry.SerializeAsString());
  ExpectNamed("entry 2 of the feed 'lobby' is the last of game '" + won_ +
              "', which stands otherwise by its events: modified: winner: \"X\" -> \"eve\"");
}

TEST_F(VerifyIndexesTest, ResultThatIsNotThatOfTheGameIsNamed) {
  v1::GameResult result;
  ASSERT_TRUE(result.ParseFromString(EntryOf(results_, 1)));
  v1::GameResult other = result;
  other.mutable_game()->set_end_reason(v1::END_REASON_BOARD);
  PutEntry(results_, 1, other.SerializeAsString());
  ExpectNamed("entry 1 of the feed 'results/arena' is not the result of game '" + final_);
  PutEntry(results_, 1, result.SerializeAsString());
  PutEntry(results_, 2, result.SerializeAsString());
  ExpectNamed("entry 2 of the feed 'results/arena' names game '" + final_ + "' again");
  result.mutable_game()->set_game_id(goes_on_);
  PutEntry(results_, 2, result.SerializeAsString());
  ExpectNamed("is the result of game '" + goes_on_ + "', which is not final");
}

TEST_F(VerifyIndexesTest, EntryOfAnotherKeyIsNamed) {
  PutEntry(service::CreationsFeed("other"), 1, goes_on_);
  ExpectNamed("names game '" + goes_on_ + "', which is of another key");
}

TEST_F(VerifyIndexesTest, ADamagedGameIsNamedAlone) {
  DeleteEvent(final_, 2);
  EXPECT_EQ(RunUntouching({"verify"}), kDamaged);
  EXPECT_THAT(out_, AllOf(HasSubstr(final_), HasSubstr(": 1 difference."),
                          Not(HasSubstr("the feed")), Not(HasSubstr("the list"))));
}

}  // namespace
}  // namespace meeple::tools
