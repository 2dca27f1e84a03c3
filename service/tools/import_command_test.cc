// Games that go from one journal to another and are the same there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "service/tools/testing/journal_tool_test_base.h"

namespace meeple::tools {
namespace {

using service::ReadFile;
using service::WriteFile;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ImportTest : public JournalToolTest {
 protected:
  void SetUp() override {
    MakeGames();
    ASSERT_EQ(RunUntouching({"export", "--output=" + file_}), kFine) << err_;
  }
  int Import() { return RunOn(other_, {"import", file_}); }
  std::vector<std::string> Lines() const {
    return absl::StrSplit(ReadFile(file_), '\n', absl::SkipEmpty());
  }

  const std::string file_ = directory_ / "games.jsonl";
  const std::string other_ = directory_ / "other";
};

TEST_F(ImportTest, GamesAreTheSameThere) {
  EXPECT_EQ(Import(), kFine) << err_;
  EXPECT_THAT(out_, HasSubstr("imported 3 games; 0 were there already; 0 were refused"));
  EXPECT_EQ(StoredGames(other_), StoredGames(data_));
  EXPECT_EQ(RunOn(other_, {"verify"}), kFine) << out_;
  EXPECT_EQ(RunOn(other_, {"export"}), kFine);
  EXPECT_EQ(out_, ReadFile(file_));
}

TEST_F(ImportTest, AgainChangesNothing) {
  ASSERT_EQ(Import(), kFine);
  const auto before = StoredGames(other_);
  EXPECT_EQ(Import(), kFine) << err_;
  EXPECT_THAT(out_, HasSubstr("imported 0 games; 3 were there already"));
  EXPECT_EQ(StoredGames(other_), before);
}

TEST_F(ImportTest, OneGameCanGo) {
  EXPECT_EQ(Run({"export", hidden_}), kFine);
  WriteFile(file_, out_);
  EXPECT_EQ(Import(), kFine) << err_;
  EXPECT_EQ(StoredGames(other_).size(), 1u);
  EXPECT_EQ(StoredGames(other_)[hidden_], StoredGames(data_)[hidden_]);
}

// Their results will be counted there, so their creations are.
TEST_F(ImportTest, GamesInProgressOfAnApiKeyAreCounted) {
  Serve([](service::TestHost& host) {
    const service::Caller arena = {.kind = service::CallerKind::kApiKey, .key_name = "arena"};
    v1::CreateGameRequest create;
    create.mutable_config()->set_kind("tic_tac_toe");
    for (int i = 0; i < 3; ++i) {
      const auto created = host.Call(&service::GameHost::CreateGame, arena, create);
      if (i > 0) continue;
      v1::AbandonRequest abandon;
      abandon.set_game_id(created->game().game_id());
      EXPECT_TRUE(host.Call(&service::GameHost::Abandon, arena, abandon).ok());
    }
  });
  ASSERT_EQ(Run({"export"}), kFine);
  WriteFile(file_, out_);
  ASSERT_EQ(Import(), kFine) << err_;
  ASSERT_EQ(Import(), kFine) << "again counts nothing twice";
  const auto journal = service::RocksDbJournal::Open({.data_directory = other_});
  ASSERT_TRUE(journal.ok());
  EXPECT_EQ((*journal)->ReadFeedBounds("creations/arena")->head, 2);
  EXPECT_EQ((*journal)->ReadFeedBounds("results/arena")->head, 0);
  EXPECT_EQ((*journal)->ReadFeedBounds("lobby")->head, 0);
}

TEST_F(ImportTest, GameWithOtherEventsIsRefusedAndTheRestGoes) {
  ASSERT_EQ(Import(), kFine);
  // Another server with the same secret makes the same id of the same request.
  const std::string third = directory_ / "third";
  std::string id;
  ServeOn(third, [&](service::TestHost& host) { id = host.Create({}, kRequestId).game_id; });
  ASSERT_EQ(id, won_);
  ASSERT_EQ(RunOn(third, {"export"}), kFine) << err_;
  WriteFile(file_, out_ + Lines()[0]);
  const auto before = StoredGames(other_);
  EXPECT_EQ(Import(), kDamaged);
  EXPECT_THAT(err_, AllOf(HasSubstr("line 1"), HasSubstr("with other events")));
  EXPECT_THAT(out_, HasSubstr("imported 0 games; 1 were there already; 1 were refused"));
  EXPECT_EQ(StoredGames(other_), before);
}

TEST_F(ImportTest, LinesThatAreNoGamesAreNamedAndNothingOfThemIsWritten) {
  const std::vector<std::string> lines = Lines();
  ASSERT_EQ(lines.size(), 3u);
  std::string changed = lines[1];
  changed[changed.find("\"events\":[\"") + 40] ^= 2;
  const std::string first = lines[0];
  for (const std::string& bad :
       {std::string("junk"), std::string("{}"), std::string("[1, 2]"),
        lines[1].substr(0, lines[1].size() / 2), changed, lines[1] + lines[1],
        std::string(R"({"format":2,"game_id":"x","events":[]})"),
        std::string(R"({"format":1,"game_id":"x","events":[]})"),
        std::string(R"({"format":1,"game_id":"x","events":["AAAA"]})"),
        std::string(R"({"format":1,"game_id":"x","colour":"red"})"),
        std::string("\xff\xfe\0", 3)}) {
    SCOPED_TRACE(bad);
    const service::TemporaryDirectory fresh;
    WriteFile(file_, lines[0] + "\n" + bad + "\n\n" + lines[2] + "\n");
    EXPECT_EQ(RunOn(fresh / "data", {"import", file_}), kDamaged);
    EXPECT_THAT(err_, HasSubstr("line 2 was not imported"));
    EXPECT_THAT(out_, HasSubstr("imported 2 games; 0 were there already; 1 were refused"));
    EXPECT_EQ(StoredGames(fresh / "data").size(), 2u);
  }
}

// As `export` writes it where the summary is damaged.
TEST_F(ImportTest, SummaryIsMadeOfTheEventsWhereThereIsNone) {
  ASSERT_EQ(Import(), kFine);
  const auto whole = StoredGames(other_);
  std::string without;
  for (std::string line : Lines()) {
    for (const char* field : {"\"summary\":\"", "\"agenda\":["}) {
      const size_t begin = line.find(field);
      ASSERT_TRUE(begin != std::string::npos || *(field + 1) == 'a') << line;
      if (begin == std::string::npos) continue;
      const size_t value = begin + std::string(field).size();
      const size_t end = line.find(*(field + 1) == 'a' ? ']' : '"', value);
      line.erase(begin - 1, end + 2 - begin);
    }
    without += line + "\n";
  }
  WriteFile(file_, without);
  const std::string third = directory_ / "third";
  EXPECT_EQ(RunOn(third, {"import", file_}), kFine) << err_;
  EXPECT_EQ(StoredGames(third), whole);
  EXPECT_EQ(RunOn(third, {"verify"}), kFine) << out_;
}

TEST_F(ImportTest, GameOfAnotherIdIsRefused) {
  std::string line = Lines()[0];
  line.replace(line.find("\"game_id\":\"") + 11, 3, "zzz");
  WriteFile(file_, line);
  EXPECT_EQ(Import(), kDamaged);
  EXPECT_THAT(err_, HasSubstr("checksum"));
}

TEST_F(ImportTest, TheSameGameTwiceIsOne) {
  WriteFile(file_, Lines()[0] + "\n" + Lines()[0]);
  EXPECT_EQ(Import(), kFine) << err_;
  EXPECT_THAT(out_, HasSubstr("imported 1 game; 1 were there already"));
}

TEST_F(ImportTest, CredentialsStayValidWithTheSecretOfTheOther) {
  const auto secret_of = [](const std::string& directory) {
    const auto journal = service::RocksDbJournal::Open({.data_directory = directory});
    return journal.ok() ? (*journal)->secret() : journal.status().ToString();
  };
  ASSERT_EQ(Import(), kFine);
  EXPECT_NE(secret_of(other_), secret_of(data_));
  EXPECT_EQ(RunOn(other_, {"import", file_, "--secret-of=" + data_}), kUnusable);
  EXPECT_THAT(err_, HasSubstr("name a new data directory"));
  const std::string fresh = directory_ / "fresh";
  EXPECT_EQ(RunOn(fresh, {"import", file_, "--secret-of=" + (directory_ / "no")}), kUnusable);
  for (int time = 0; time < 2; ++time) {
    EXPECT_EQ(RunOn(fresh, {"import", file_, "--secret-of=" + data_}), kFine) << err_;
    EXPECT_EQ(secret_of(fresh), secret_of(data_));
  }
}

TEST_F(ImportTest, FileThatCannotBeReadIsRefusedBeforeADirectoryIsMade) {
  EXPECT_EQ(RunOn(other_, {"import", directory_ / "nothing"}), kUnusable);
  EXPECT_FALSE(std::filesystem::exists(other_));
  EXPECT_EQ(RunOn(other_, {"import", directory_ / ""}), kUnusable) << "a directory";
  EXPECT_FALSE(std::filesystem::exists(other_));
  EXPECT_EQ(RunOn(other_, {"import", file_, "--secret-of=/nonexistent"}), kUnusable);
  EXPECT_THAT(err_, HasSubstr("/nonexistent"));
  EXPECT_FALSE(std::filesystem::exists(other_)) << "with a secret of its own";
}

TEST_F(ImportTest, SaysThatFeedsBeginAnew) {
  EXPECT_EQ(Import(), kFine);
  EXPECT_THAT(out_, HasSubstr("begins again with after_sequence 0"));
  EXPECT_EQ(Import(), kFine);
  EXPECT_THAT(out_, Not(HasSubstr("after_sequence"))) << "nothing came";
}

// As a terminal can show it, which would obey some bytes.
TEST_F(ImportTest, RefusedLinesAreToldInOnePrintableLineEach) {
  const std::string whole = Lines()[0];
  for (const std::string& bad :
       {std::string("\x1b[31m{\0", 7), whole.substr(0, whole.size() / 2), std::string("{\"a\":"),
        std::string(R"({"format":1,"game_id":"\u001b[31m","events":["AAAA"]})")}) {
    SCOPED_TRACE(bad);
    WriteFile(file_, bad);
    EXPECT_EQ(Import(), kDamaged);
    EXPECT_EQ(std::ranges::count(err_, '\n'), 1);
    EXPECT_THAT(err_, Not(testing::EndsWith("^\n")));
    EXPECT_TRUE(std::ranges::all_of(err_, [](unsigned char c) { return c == '\n' || c >= ' '; }))
        << testing::PrintToString(err_);
  }
}

// --- export ---

TEST_F(ImportTest, ExportIsForTheOwnerOnlyAndOverwritesNothing) {
  struct stat status = {};
  ASSERT_EQ(::stat(file_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
  EXPECT_EQ(Run({"export", "--output=" + file_}), kUnusable);
  EXPECT_THAT(err_, HasSubstr("File exists"));
}

TEST_F(ImportTest, ExportLeavesDamagedGamesOut) {
  ChangeEvent(won_, 4, [](std::string& value) { value[value.size() / 2] ^= 1; });
  EXPECT_EQ(RunUntouching({"export"}), kDamaged);
  EXPECT_THAT(err_, AllOf(HasSubstr("left out"), HasSubstr(won_)));
  WriteFile(file_, out_);
  EXPECT_EQ(Import(), kFine) << err_;
  EXPECT_EQ(StoredGames(other_).size(), 2u);
}

}  // namespace
}  // namespace meeple::tools
