// Journals that released servers wrote: every later release reads them, and their games go on.
// tests/e2e/make_journal_sample.py says what is in them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "service/tools/testing/journal_tool_test_base.h"

namespace meeple::tools {
namespace {

using service::ReadFile;
using testing::HasSubstr;

// What is in each sample.
struct SampleSize {
  std::string_view format;
  std::string_view games_and_events;
};
constexpr SampleSize kSizes[] = {{"format-1", "9 games with 56 events"},
                                 {"format-3", "9 games with 56 events"},
                                 {"format-4", "16 games with 102 events"}};
constexpr char kNewest[] = "format-4";

std::vector<std::string> Samples() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(MEEPLE_JOURNAL_SAMPLES)) {
    names.push_back(entry.path().filename());
  }
  return names;
}

class JournalSampleTest : public JournalToolTest, public testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override { service::CopyDirectory(Path("data"), data_); }

  static std::string Path(const std::string& file) {
    return absl::StrCat(MEEPLE_JOURNAL_SAMPLES, "/", GetParam(), "/", file);
  }
  // Serves as the server would that wrote it.
  void ServeSample(const std::function<void(service::TestHost& host)>& play) {
    const auto journal = service::RocksDbJournal::Open({.data_directory = data_});
    ASSERT_TRUE(journal.ok()) << journal.status();
    service::HostOptions options = service::TestOptions();
    options.secret = (*journal)->secret();
    service::TestHost host(options, journal->get());
    play(host);
  }
};

TEST_P(JournalSampleTest, IsWhole) {
  EXPECT_EQ(RunUntouching({"verify"}), kFine) << out_ << err_;
  const auto size = std::ranges::find(kSizes, GetParam(), &SampleSize::format);
  ASSERT_NE(size, std::end(kSizes)) << "say in kSizes what is in " << GetParam();
  EXPECT_THAT(out_, HasSubstr(absl::StrCat("verified ", std::string(size->games_and_events))));
}

TEST_P(JournalSampleTest, IsReadAsItWasWritten) {
  EXPECT_EQ(RunUntouching({"export"}), kFine) << err_;
  EXPECT_EQ(out_, ReadFile(Path("games.jsonl")));
}

TEST_P(JournalSampleTest, ItsExportIsImported) {
  const std::string other = directory_ / "other";
  EXPECT_EQ(RunOn(other, {"import", Path("games.jsonl")}), kFine) << err_;
  EXPECT_EQ(StoredGames(other), StoredGames(data_));
}

TEST_P(JournalSampleTest, CredentialsStayValid) {
  ServeSample([](service::TestHost& host) {
    std::ifstream lines(Path("credentials.txt"));
    int read = 0;
    for (std::string game_id, player, token; lines >> game_id >> player >> token; ++read) {
      const auto caller = host.host().Authenticate("Bearer " + token);
      ASSERT_TRUE(caller.ok()) << caller.status();
      v1::GetGameRequest request;
      request.set_game_id(game_id);
      const auto game = host.Call(&service::GameHost::GetGame, *caller, request);
      EXPECT_TRUE(game.ok()) << game.status();
    }
    EXPECT_GT(read, 10);
  });
}

TEST_P(JournalSampleTest, CallsAreAnsweredAsTheyWereAndGamesGoOn) {
  ServeSample([](service::TestHost& host) {
    const service::Table table = host.Create({}, kRequestId);
    const auto again = host.Move(table, 0, "b2", "11111111-aaaa-4bbb-8ccc-000000000003");
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(again->sequence(), 3);
    EXPECT_EQ(again->head_sequence(), 3);
    EXPECT_THAT(ReadFile(Path("games.jsonl")), HasSubstr(table.game_id));
    EXPECT_TRUE(host.Move(table, 1, "a1").ok());
  });
  EXPECT_EQ(Run({"verify"}), kFine) << out_;
}

// What a release without lists has stored comes into them with its next change of standing.
TEST_P(JournalSampleTest, GamesComeIntoTheListsAsTheyChange) {
  ServeSample([](service::TestHost& host) {
    const service::Table table = host.Create({}, kRequestId);
    ASSERT_TRUE(host.Do<v1::ResignRequest>(&service::GameHost::Resign, table, 0).ok());
    v1::ListGamesRequest request;
    request.set_status(v1::GAME_STATUS_ABANDONED);
    const auto listed = host.Call(&service::GameHost::ListGames, {}, request);
    ASSERT_TRUE(listed.ok()) << listed.status();
    const bool is_listed = std::ranges::any_of(
        listed->games(), [&](const auto& game) { return game.game_id() == table.game_id; });
    EXPECT_TRUE(is_listed);
  });
}

// --- What only newer formats have ---

class NewestSampleTest : public JournalSampleTest {
 protected:
  // Of those that the sample has a name for.
  static v1::Game NamedGame(service::TestHost& host, const std::string& name) {
    std::ifstream lines(Path("names.txt"));
    for (std::string named, game_id; lines >> named >> game_id;) {
      if (named != name) continue;
      v1::GetGameRequest request;
      request.set_game_id(game_id);
      return host.Call(&service::GameHost::GetGame, {}, request).value().game();
    }
    ADD_FAILURE() << "no game has the name " << name;
    return {};
  }
};

TEST_P(NewestSampleTest, ClocksAndOffersGoOn) {
  ServeSample([](service::TestHost& host) {
    const v1::Game game = NamedGame(host, "clock");
    EXPECT_EQ(game.cursor().turns(), 1) << "the other move was taken back by consent";
    ASSERT_EQ(game.clocks_size(), 2);
    EXPECT_FALSE(game.clocks(0).running());
    EXPECT_TRUE(game.clocks(1).running());
    EXPECT_GT(game.clocks(1).remaining().seconds(), 6 * 86'400);
    ASSERT_EQ(game.offers_size(), 1);
    EXPECT_EQ(game.offers(0).kind(), v1::OFFER_KIND_DRAW);
    EXPECT_EQ(game.offers(0).seat(), 0);
  });
}

TEST_P(NewestSampleTest, SeatsStandAsTheyWereTaken) {
  ServeSample([](service::TestHost& host) {
    const v1::Game open = NamedGame(host, "open");
    ASSERT_EQ(open.seats_size(), 3);
    EXPECT_EQ(open.seats(0).player_id(), "anna");
    EXPECT_EQ(open.seats(1).player_id(), "dora") << "who took the seat that ben had left";
    EXPECT_EQ(open.seats(2).status(), v1::SEAT_STATUS_OPEN);
    const v1::Game rematch = NamedGame(host, "rematch");
    EXPECT_EQ(rematch.seats(0).player_id(), "O") << "the seats were swapped";
    EXPECT_EQ(rematch.seats(1).status(), v1::SEAT_STATUS_INVITED);
  });
}

TEST_P(NewestSampleTest, ScoresStand) {
  ServeSample([](service::TestHost& host) {
    const auto wins = [&](const std::string& player, v1::ScoreBoard board) {
      v1::GetScoreRequest request;
      request.set_player_id(player);
      request.set_board(board);
      return host.Call(&service::GameHost::GetScore, {}, request).value().score();
    };
    // A flag that fell, a draw by agreement, a game that was won.
    const v1::Score shared = wins("O", v1::SCORE_BOARD_SHARED);
    EXPECT_EQ(shared.wins(), 1);
    EXPECT_EQ(shared.draws(), 1);
    EXPECT_EQ(shared.losses(), 1);
    EXPECT_EQ(wins("X", v1::SCORE_BOARD_CASUAL).wins(), 3);
  });
}

TEST_P(NewestSampleTest, FeedsGoOn) {
  const auto journal = service::RocksDbJournal::Open({.data_directory = data_});
  ASSERT_TRUE(journal.ok()) << journal.status();
  const auto results = (*journal)->ReadFeedBounds("results/sample");
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(results->head, 3);
  EXPECT_EQ((*journal)->ReadFeedBounds("creations/sample")->head, 4) << "with the rematch";
  EXPECT_GT((*journal)->ReadFeedBounds("lobby")->head, 20);
}

INSTANTIATE_TEST_SUITE_P(Formats, NewestSampleTest, testing::Values(kNewest),
                         [](const auto&) { return "newest"; });

INSTANTIATE_TEST_SUITE_P(Formats, JournalSampleTest, testing::ValuesIn(Samples()),
                         [](const auto& row) {
                           std::string name = row.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace meeple::tools
