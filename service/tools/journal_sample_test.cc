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
  EXPECT_THAT(out_, HasSubstr("verified 9 games with 56 events"));
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
  EXPECT_THAT(out_, testing::Not(HasSubstr("verified 10 games")));
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

INSTANTIATE_TEST_SUITE_P(Formats, JournalSampleTest, testing::ValuesIn(Samples()),
                         [](const auto& row) {
                           std::string name = row.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace meeple::tools
