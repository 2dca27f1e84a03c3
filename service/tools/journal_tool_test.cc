// The command line, and what all commands have in common.

#include "service/tools/journal_tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "service/tools/testing/journal_tool_test_base.h"

namespace meeple::tools {
namespace {

using service::ReadFile;
using service::WriteFile;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

// Each command with what it needs besides a directory.
std::vector<std::vector<std::string>> ReadingCommands() {
  return {{"stats"}, {"dump"}, {"verify"}, {"export"}, {"backup", "never-made"}};
}

TEST_F(JournalToolTest, IsAskedForByTheFirstArgument) {
  const std::vector<const char*> tool = {"meeple-server", "journal", "stats"};
  const std::vector<const char*> server = {"meeple-server", "--journal=memory"};
  EXPECT_TRUE(IsJournalTool(3, tool.data()));
  EXPECT_FALSE(IsJournalTool(2, server.data()));
  EXPECT_FALSE(IsJournalTool(1, server.data()));
}

TEST_F(JournalToolTest, HelpNamesEveryCommandAndEveryCommandHasHelp) {
  EXPECT_EQ(RunExactly({"--help"}), kFine);
  const std::string help = out_;
  for (const char* command : {"stats", "dump", "verify", "export", "import", "backup", "salvage"}) {
    EXPECT_THAT(help, HasSubstr(command));
    EXPECT_EQ(RunExactly({command, "--help"}), kFine);
    EXPECT_THAT(out_, HasSubstr("--data-dir"));
  }
}

TEST_F(JournalToolTest, CommandThatIsNoneIsNamed) {
  EXPECT_EQ(RunExactly({"burn"}), kUnusable);
  EXPECT_THAT(err_, HasSubstr("no command 'burn'"));
}

TEST_F(JournalToolTest, WhatIsSaidOfBytesIsPrintable) {
  EXPECT_EQ(Printable(std::string("a\0\x1b[1m\x7f\r", 8)), "a\\x00\\x1b[1m\\x7f\\x0d");
  EXPECT_EQ(Printable("\xc2\x9b\xc3\xa9\xc2"), "\\xc2\\x9b\xc3\xa9\xc2");
  EXPECT_EQ(Printable("it's 'so'"), "it's 'so'");
}

// What root writes the server of another user could not open.
TEST_F(JournalToolTest, CommandsThatWriteAreForTheOwnerOfTheJournal) {
  if (::geteuid() != 0) GTEST_SKIP() << "root alone can give a directory away";
  MakeGames();
  constexpr uid_t kNobody = 65534;
  ASSERT_EQ(::chown((data_ + "/journal").c_str(), kNobody, kNobody), 0);
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"salvage"}, {"rebuild-scores"}, {"import", "-"}}) {
    EXPECT_EQ(RunUntouching(command), kUnusable);
    EXPECT_THAT(err_, AllOf(HasSubstr("belongs to the user nobody"),
                            HasSubstr("runuser -u nobody -- meeple-server journal " + command[0])));
  }
  EXPECT_EQ(RunUntouching({"salvage", "--dry-run"}), kUnusable);
  EXPECT_THAT(err_, HasSubstr("nothing to salvage")) << "looking is for everybody who may read";
  EXPECT_EQ(RunUntouching({"verify"}), kFine) << out_;
}

TEST_F(JournalToolTest, OwnerWithoutANameIsANumber) {
  if (::geteuid() != 0) GTEST_SKIP() << "root alone can give a directory away";
  std::filesystem::create_directory(data_);
  ASSERT_EQ(::chown(data_.c_str(), 61234, 61235), 0);
  EXPECT_EQ(RunUntouching({"import", "-"}), kUnusable);
  EXPECT_THAT(err_, HasSubstr("setpriv --reuid=61234 --regid=61235 --clear-groups -- "));
}

TEST_F(JournalToolTest, RootMakesNoJournalAmongTheFilesOfAnother) {
  if (::geteuid() != 0) GTEST_SKIP() << "root alone can give a directory away";
  std::filesystem::create_directory(data_);
  ASSERT_EQ(::chown(data_.c_str(), 61234, 61235), 0);
  EXPECT_EQ(RunOn(data_ + "/new/one", {"import", "-"}), kUnusable);
  EXPECT_THAT(err_, HasSubstr("setpriv --reuid=61234"));
  EXPECT_TRUE(std::filesystem::is_empty(data_));
}

TEST_F(JournalToolTest, WrongUseIsRefusedWithTwo) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {},
           {"burn"},
           {"stats"},
           {"stats", "--data-dir"},
           {"stats", "--data-dir=x", "--colour"},
           {"stats", "--data-dir=", "--json"},
           {"import", "--data-dir=x"},
           {"backup", "--data-dir=x"},
       }) {
    EXPECT_EQ(RunExactly(arguments), kUnusable);
    EXPECT_THAT(err_, HasSubstr("--help")) << testing::PrintToString(arguments);
  }
}

TEST_F(JournalToolTest, OutputThatIsLostIsNotFine) {
  MakeGames();
  for (const char* command : {"stats", "dump", "export"}) {
    std::ofstream full("/dev/full");
    std::ostringstream err;
    Console console = {.out = full, .err = err};
    const std::string directory = "--data-dir=" + data_;
    const std::vector<const char*> arguments = {"journal", command, directory.c_str()};
    EXPECT_EQ(RunJournalTool(3, arguments.data(), console), kUnusable) << command;
    EXPECT_THAT(err.str(), HasSubstr("could be written")) << command;
  }
}

TEST_F(JournalToolTest, DirectoryOfARunningServerIsRefused) {
  const auto server = service::RocksDbJournal::Open({.data_directory = data_});
  ASSERT_TRUE(server.ok());
  std::vector<std::vector<std::string>> commands = ReadingCommands();
  commands.push_back({"salvage"});
  WriteFile(directory_ / "games", "");
  commands.push_back({"import", directory_ / "games"});
  for (const std::vector<std::string>& command : commands) {
    EXPECT_EQ(RunUntouching(command), kUnusable) << command.front();
    EXPECT_THAT(err_, AllOf(HasSubstr(data_), HasSubstr("in use by another server")));
  }
}

TEST_F(JournalToolTest, WhatIsNoDataDirectoryIsRefusedAndNotMade) {
  const std::string file = directory_ / "file";
  WriteFile(file, "text");
  std::filesystem::create_directory(directory_ / "foreign");
  WriteFile(directory_ / "foreign/thesis.txt", "text");
  std::vector<std::vector<std::string>> commands = ReadingCommands();
  commands.push_back({"salvage"});
  for (const std::vector<std::string>& command : commands) {
    SCOPED_TRACE(command.front());
    EXPECT_EQ(Run(command), kUnusable);
    EXPECT_THAT(err_, HasSubstr("does not exist"));
    EXPECT_FALSE(std::filesystem::exists(data_));
    EXPECT_EQ(RunOn(file, command), kUnusable);
    EXPECT_THAT(err_, HasSubstr("name a directory"));
    const auto before = service::Picture(directory_ / "foreign");
    EXPECT_EQ(RunOn(directory_ / "foreign", command), kUnusable);
    EXPECT_THAT(err_, HasSubstr("holds no journal"));
    EXPECT_EQ(service::Picture(directory_ / "foreign"), before);
  }
  WriteFile(directory_ / "games", "");
  EXPECT_EQ(RunOn(directory_ / "foreign", {"import", directory_ / "games"}), kUnusable);
  EXPECT_THAT(err_, HasSubstr("holds other things"));
}

TEST_F(JournalToolTest, NewerFormatIsRefused) {
  MakeGames();
  Tamper([](service::Database& database) {
    ASSERT_TRUE(database.db().Put({}, database.metadata(), "format_version", "5").ok());
  });
  std::vector<std::vector<std::string>> commands = ReadingCommands();
  commands.push_back({"salvage"});
  for (const std::vector<std::string>& command : commands) {
    EXPECT_EQ(RunUntouching(command), kUnusable) << command.front();
    EXPECT_THAT(err_, HasSubstr("run the newer release"));
  }
}

TEST_F(JournalToolTest, ReadingCommandsNeedNoRightToWrite) {
  MakeGames();
  ::chmod(data_.c_str(), 0500);
  for (const char* command : {"stats", "dump", "verify", "export"}) {
    EXPECT_EQ(RunUntouching({command}), kFine) << command << err_;
  }
  ::chmod(data_.c_str(), 0700);
}

// --- stats ---

TEST_F(JournalToolTest, StatsCount) {
  MakeGames();
  EXPECT_EQ(RunUntouching({"stats"}), kFine) << err_;
  EXPECT_THAT(out_, AllOf(HasSubstr("format version      4\n"),
                          HasSubstr("games               3\n"), HasSubstr("acknowledged up to")));
  EXPECT_EQ(RunUntouching({"stats", "--json"}), kFine);
  EXPECT_THAT(out_, HasSubstr("\"games\":\"3\""));
}

TEST_F(JournalToolTest, StatsOfAnEmptyJournal) {
  Serve([](service::TestHost&) {});
  EXPECT_EQ(RunUntouching({"stats"}), kFine) << err_;
  EXPECT_THAT(out_, HasSubstr("games               0\n"));
}

// --- dump ---

TEST_F(JournalToolTest, DumpTellsWhatHappened) {
  MakeGames();
  EXPECT_EQ(RunUntouching({"dump", won_}), kFine) << err_;
  EXPECT_THAT(out_, AllOf(HasSubstr("game " + won_), HasSubstr("X plays X at (2,2)"),
                          HasSubstr("X wins"), HasSubstr("final")));
  EXPECT_THAT(out_, testing::Not(HasSubstr(hidden_)));
  EXPECT_EQ(RunUntouching({"dump"}), kFine);
  for (const std::string& game : {won_, hidden_, resigned_}) EXPECT_THAT(out_, HasSubstr(game));
  EXPECT_EQ(RunUntouching({"dump", won_, "--json"}), kFine);
  EXPECT_THAT(out_, HasSubstr("\"text\":\"X plays X at (2,2)\""));
}

TEST_F(JournalToolTest, DumpRevealsHiddenMovesOnRequestOnly) {
  MakeGames();
  for (const char* form : {"--reveal=false", "--json"}) {
    EXPECT_EQ(RunUntouching({"dump", hidden_, form}), kFine) << err_;
    EXPECT_THAT(out_, testing::Not(HasSubstr("carrier"))) << form;
  }
  EXPECT_EQ(Run({"dump", hidden_, "--reveal"}), kFine);
  EXPECT_THAT(out_, AllOf(HasSubstr("seat 0 reads: "), HasSubstr("carrier")));
  EXPECT_EQ(Run({"dump", hidden_, "--reveal", "--json"}), kFine);
  EXPECT_THAT(out_, HasSubstr("\"views\""));
}

TEST_F(JournalToolTest, DumpShowsSeedsOfGamesThatAreFinalOnly) {
  std::string going_on;
  Serve([&](service::TestHost& host) {
    v1::GameConfig config;
    config.set_kind("snakes_and_ladders");
    config.set_seed(kSeed);
    going_on = host.Create(config).game_id;
    resigned_ = RollAndResign(host);
  });
  for (const char* form : {"--reveal", "--json"}) {
    EXPECT_EQ(Run({"dump", going_on, "--reveal", form}), kFine);
    EXPECT_THAT(out_, testing::Not(HasSubstr(std::to_string(kSeed))));
    EXPECT_EQ(Run({"dump", resigned_, "--reveal", form}), kFine);
    EXPECT_THAT(out_, HasSubstr(std::to_string(kSeed)));
  }
}

TEST_F(JournalToolTest, DumpOfAGameThatIsNotThereIsRefused) {
  MakeGames();
  EXPECT_EQ(Run({"dump", "nothing"}), kUnusable);
  EXPECT_THAT(err_, HasSubstr("no game 'nothing'"));
}

TEST_F(JournalToolTest, DumpGoesOnAfterADamagedGame) {
  MakeGames();
  ChangeEvent(won_, 3, [](std::string& value) { value.back() ^= 1; });
  EXPECT_EQ(Run({"dump"}), kDamaged);
  EXPECT_THAT(err_, HasSubstr("event 3 of game '" + won_ + "'"));
  EXPECT_THAT(out_, AllOf(HasSubstr(hidden_), HasSubstr(resigned_)));
}

// --- backup and salvage ---

TEST_F(JournalToolTest, BackupIsADataDirectory) {
  MakeGames();
  const std::string target = directory_ / "backup";
  EXPECT_EQ(RunUntouching({"backup", target}), kFine) << err_;
  EXPECT_EQ(StoredGames(target), StoredGames(data_));
  EXPECT_EQ(RunOn(target, {"verify"}), kFine) << out_;
  EXPECT_TRUE(service::RocksDbJournal::Open({.data_directory = target}).ok());
  EXPECT_EQ(Run({"backup", target}), kUnusable);
  EXPECT_THAT(err_, HasSubstr("exists already"));
}

TEST_F(JournalToolTest, SalvageSaysWhatIsLostAndKeepsACopy) {
  service::MakeKilledJournal(data_, "game", 50);
  service::ChangeFile(service::LogPath(data_),
                      [](std::string& bytes) { bytes[bytes.size() / 2] ^= 1; });
  EXPECT_EQ(RunUntouching({"stats"}), kDamaged);
  EXPECT_THAT(err_, HasSubstr("are missing"));
  EXPECT_EQ(RunUntouching({"verify"}), kDamaged);
  EXPECT_THAT(out_, AllOf(HasSubstr("are missing"), HasSubstr("No server starts"),
                          testing::Not(HasSubstr("are served"))));
  EXPECT_EQ(RunUntouching({"backup", directory_ / "backup"}), kDamaged);
  EXPECT_FALSE(std::filesystem::exists(directory_ / "backup"));

  EXPECT_EQ(RunUntouching({"salvage", "--dry-run"}), kFine) << err_;
  EXPECT_THAT(out_, AllOf(HasSubstr("lost: the last "), HasSubstr("nothing was touched")));
  const std::string damaged = ReadFile(service::LogPath(data_));
  EXPECT_EQ(Run({"salvage", "--copy=" + (directory_ / "copy")}), kFine) << err_;
  EXPECT_THAT(out_, AllOf(HasSubstr("lost: the last "), HasSubstr("a server starts on it")));
  EXPECT_EQ(ReadFile(service::LogPath(directory_ / "copy")), damaged);
  EXPECT_EQ(Run({"stats"}), kFine) << err_;
  EXPECT_EQ(Run({"salvage"}), kUnusable);
  EXPECT_THAT(err_, HasSubstr("nothing to salvage"));
}

TEST_F(JournalToolTest, SalvageKeepsItsCopyBesideTheDirectory) {
  service::MakeKilledJournal(data_, "game", 1);
  std::filesystem::remove(data_ + "/COMMITTED");
  EXPECT_EQ(RunOn(data_ + "/", {"salvage"}), kFine) << err_;
  int copies = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory_ / "")) {
    if (entry.path().filename().string().starts_with("data.damaged-")) ++copies;
  }
  EXPECT_EQ(copies, 1);
}

}  // namespace
}  // namespace meeple::tools
