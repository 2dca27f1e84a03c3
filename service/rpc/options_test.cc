#include "service/rpc/options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "service/core/api_keys.h"

namespace meeple::rpc {
namespace {

class OptionsTest : public testing::Test {
 protected:
  ~OptionsTest() override {
    for (const std::string& name : environment_) unsetenv(name.c_str());
  }

  // The exit code; none if the server is to run.
  std::optional<int> Read(std::vector<std::string> arguments) {
    std::vector<const char*> argv = {"meeple-server"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    options_ = ProgramOptions();
    return ReadOptions(static_cast<int>(argv.size()), argv.data(), options_);
  }
  void ExpectRuns(std::vector<std::string> arguments) {
    EXPECT_EQ(Read(std::move(arguments)), std::nullopt);
  }
  // Returns what was said about it.
  std::string ExpectRefused(std::vector<std::string> arguments) {
    testing::internal::CaptureStderr();
    const std::optional<int> exit_code = Read(std::move(arguments));
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(exit_code, 2) << said;
    return said;
  }
  void SetEnvironment(const std::string& name, const std::string& value) {
    setenv(name.c_str(), value.c_str(), 1);
    environment_.push_back(name);
  }
  std::string WriteFile(const std::string& name, const std::string& content) {
    const std::string path = testing::TempDir() + "/meeple_options_test_" + name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  ProgramOptions options_;

 private:
  std::vector<std::string> environment_;
};

TEST_F(OptionsTest, Defaults) {
  ExpectRuns({});
  EXPECT_EQ(options_.server.listen, "127.0.0.1:50051");
  EXPECT_EQ(options_.journal, "rocksdb");
  EXPECT_EQ(options_.data_directory, "meeple-data");
  EXPECT_EQ(options_.server.host.backup_directory, "") << "no backups";
  EXPECT_EQ(options_.server.host.loading_threads, 2);
  EXPECT_EQ(options_.server.host.idle_after, absl::Minutes(5));
  EXPECT_EQ(options_.server.host.max_bytes_of_games, size_t{1} << 30);
  EXPECT_EQ(options_.metrics_listen, "");
  EXPECT_EQ(options_.drain_grace, absl::Seconds(10));
  EXPECT_EQ(options_.server.host.final_after, absl::Seconds(60));
  EXPECT_EQ(options_.server.host.unstarted_after, absl::Hours(24));
  EXPECT_EQ(options_.server.host.secret, "");
  EXPECT_EQ(options_.server.max_watches_per_connection, 200);
}

TEST_F(OptionsTest, Flags) {
  ExpectRuns({"--listen=0.0.0.0:1", "--journal=memory", "--final-after=1m30s",
              "--drain-grace=500ms", "--unstarted-after=2h", "--max-games=7", "--max-plies=20",
              "--max-events=300", "--max-waiting-mutations=2", "--max-waiting-reads=3",
              "--max-watchers-per-game=4", "--max-watchers=5", "--max-watches-per-connection=6",
              "--bot-threads=1", "--metrics-listen=127.0.0.1:9464"});
  EXPECT_EQ(options_.server.listen, "0.0.0.0:1");
  EXPECT_EQ(options_.metrics_listen, "127.0.0.1:9464");
  EXPECT_EQ(options_.server.host.final_after, absl::Seconds(90));
  EXPECT_EQ(options_.server.host.unstarted_after, absl::Hours(2));
  EXPECT_EQ(options_.drain_grace, absl::Milliseconds(500));
  EXPECT_EQ(options_.server.host.max_games, 7);
  EXPECT_EQ(options_.server.host.max_plies, 20);
  EXPECT_EQ(options_.server.host.max_events, 300);
  EXPECT_EQ(options_.server.host.max_waiting_mutations, 2);
  EXPECT_EQ(options_.server.host.max_waiting_reads, 3);
  EXPECT_EQ(options_.server.host.max_watchers_per_game, 4);
  EXPECT_EQ(options_.server.host.max_watchers, 5);
  EXPECT_EQ(options_.server.max_watches_per_connection, 6);
  EXPECT_EQ(options_.server.host.bot_threads, 1);
}

// As a script has it whose variable is empty.
TEST_F(OptionsTest, FlagWithNothingBehindItTakesNoOther) {
  EXPECT_NE(ExpectRefused({"--data-dir=", "--journal=memory"}).find("--data-dir"),
            std::string::npos);
  EXPECT_NE(ExpectRefused({"--journal=memory", "--listen="}).find("--listen"), std::string::npos);
}

TEST_F(OptionsTest, FlagsWinOverTheFileWhichWinsOverTheEnvironment) {
  const std::string file = WriteFile("file", "listen=\"file:1\"\ndrain-grace=\"1s\"\n");
  SetEnvironment("MEEPLE_LISTEN", "environment:1");
  SetEnvironment("MEEPLE_DRAIN_GRACE", "2s");
  SetEnvironment("MEEPLE_MAX_GAMES", "3");
  ExpectRuns({"--listen=flag:1", "--config=" + file});
  EXPECT_EQ(options_.server.listen, "flag:1");
  EXPECT_EQ(options_.drain_grace, absl::Seconds(1));
  EXPECT_EQ(options_.server.host.max_games, 3);
}

TEST_F(OptionsTest, RefusesWhatItCannotUse) {
  EXPECT_NE(ExpectRefused({"--journal=paper"}).find("memory"), std::string::npos);
  EXPECT_NE(ExpectRefused({"--drain-grace=10"}).find("unit"), std::string::npos);
  ExpectRefused({"--drain-grace=-1s"});
  ExpectRefused({"--final-after=inf"});
  ExpectRefused({"--max-games=0"});
  ExpectRefused({"--max-plies=10001"});
  ExpectRefused({"--max-watchers=many"});
  ExpectRefused({"--no-such-flag"});
  ExpectRefused({"stray"});
  ExpectRefused({"--config=/nonexistent/meeple.conf"});
}

TEST_F(OptionsTest, EmptyArgumentsAreNoValues) {
  for (const char* flag : {"--api-key-file", "--secret-file", "--config", "--data-dir"}) {
    EXPECT_NE(ExpectRefused({flag, ""}).find(flag), std::string::npos) << flag;
  }
}

TEST_F(OptionsTest, BytesHaveUnits) {
  ExpectRuns({"--games-memory=512MiB", "--transport-memory=2GiB"});
  EXPECT_EQ(options_.server.host.max_bytes_of_games, size_t{512} << 20);
  EXPECT_EQ(options_.server.transport_memory, int64_t{2} << 30);
  ExpectRuns({"--games-memory=1048576"});
  EXPECT_EQ(options_.server.host.max_bytes_of_games, size_t{1} << 20);
  EXPECT_NE(ExpectRefused({"--games-memory=512MB"}).find("'512MB' is no number of bytes"),
            std::string::npos);
  EXPECT_NE(ExpectRefused({"--games-memory=1KiB"}).find("range 1MiB to 1TiB"), std::string::npos);
  EXPECT_NE(ExpectRefused({"--transport-memory=1TiB1"}).find("no number"), std::string::npos);
}

TEST_F(OptionsTest, WhatIsNoNumberIsNamed) {
  EXPECT_NE(ExpectRefused({"--max-watchers=many"}).find("'many' is no number"), std::string::npos);
  EXPECT_NE(ExpectRefused({"--max-games=0"}).find("'0' is not in the range 1 to"),
            std::string::npos);
}

TEST_F(OptionsTest, DurationsHaveDays) {
  ExpectRuns({"--unstarted-after=2d", "--final-after=1d12h"});
  EXPECT_EQ(options_.server.host.unstarted_after, absl::Hours(48));
  EXPECT_EQ(options_.server.host.final_after, absl::Hours(36));
}

TEST_F(OptionsTest, TheEnvironmentNamesTheFileToo) {
  SetEnvironment("MEEPLE_CONFIG", WriteFile("named", "max-games=5\n"));
  ExpectRuns({});
  EXPECT_EQ(options_.server.host.max_games, 5);
  ExpectRuns({"--config=" + WriteFile("flag", "max-games=6\n")});
  EXPECT_EQ(options_.server.host.max_games, 6);
  SetEnvironment("MEEPLE_CONFIG", "/nonexistent/meeple.conf");
  ExpectRefused({});
  SetEnvironment("MEEPLE_CONFIG", "");
  ExpectRuns({});
}

TEST_F(OptionsTest, VariablesThatAreNoFlagsAreTold) {
  SetEnvironment("MEEPLE_LISTN", "0.0.0.0:1");
  SetEnvironment("MEEPLE_MAX_GAMES", "5");
  SetEnvironment("MEEPLE_CONFIG", "");
  SetEnvironment("MEEPLE_DEV", "true");
  testing::internal::CaptureStderr();
  ExpectRuns({});
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("warning the variable MEEPLE_LISTN "), std::string::npos) << said;
  EXPECT_EQ(std::ranges::count(said, '\n'), 1) << said;
}

TEST_F(OptionsTest, RefusesAFileWithAKeyThatIsNoFlag) {
  const std::string said =
      ExpectRefused({"--config=" + WriteFile("unknown", "max-games=5\nmax-gamez=5\n")});
  EXPECT_NE(said.find("'max-gamez'"), std::string::npos) << said;
  EXPECT_EQ(said.find("max-games"), std::string::npos) << said;
  ExpectRefused({"--config=" + WriteFile("section", "[limits]\nmax-games=5\n")});
}

TEST_F(OptionsTest, TellsVersionAndHelp) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(Read({"--version"}), 0);
  EXPECT_EQ(testing::internal::GetCapturedStdout().rfind("meeple-server ", 0), 0u);
  testing::internal::CaptureStdout();
  EXPECT_EQ(Read({"--help"}), 0);
  const std::string help = testing::internal::GetCapturedStdout();
  for (const char* expected : {"--listen", "MEEPLE_LISTEN", "127.0.0.1:50051", "--drain-grace",
                               "make-key", "meeple-server journal", "MEEPLE_CONFIG"}) {
    EXPECT_NE(help.find(expected), std::string::npos) << expected;
  }
}

TEST_F(OptionsTest, ReadsTheSecret) {
  ExpectRuns({"--secret-file=" + WriteFile("secret", std::string(32, 's'))});
  EXPECT_EQ(options_.server.host.secret, std::string(32, 's'));
}

TEST_F(OptionsTest, RefusesASecretThatIsNone) {
  EXPECT_NE(ExpectRefused({"--secret-file=" + WriteFile("short", std::string(31, 's'))}).find("32"),
            std::string::npos);
  ExpectRefused({"--secret-file=" + WriteFile("empty", "")});
  ExpectRefused({"--secret-file=" + WriteFile("long", std::string(4'097, 's'))});
  ExpectRefused({"--secret-file=/nonexistent/secret"});
  ExpectRefused({"--secret-file=" + testing::TempDir()});
}

TEST_F(OptionsTest, ServicesForRolesAreClosedUnlessToldOtherwise) {
  ExpectRuns({});
  EXPECT_EQ(options_.server.api_key_file, "");
  EXPECT_FALSE(options_.server.host.dev);
  ExpectRuns({"--backup-dir=/tmp"});
  EXPECT_EQ(options_.server.host.backup_directory, "/tmp");
  EXPECT_NE(ExpectRefused({"--backup-dir=/nowhere/at/all"}).find("--backup-dir"),
            std::string::npos);
  for (const char* inside : {"--data-dir=/tmp", "--data-dir=/tmp/", "--data-dir=/"}) {
    EXPECT_NE(ExpectRefused({"--backup-dir=/tmp", inside}).find("inside"), std::string::npos)
        << inside;
  }
  ExpectRuns({"--backup-dir=/tmp", "--data-dir=/tmp/data"});
  ExpectRuns({"--api-key-file=keys"});
  EXPECT_EQ(options_.server.api_key_file, "keys");
  ExpectRuns({"--dev"});
  EXPECT_TRUE(options_.server.host.dev);
  EXPECT_NE(ExpectRefused({"--dev", "--api-key-file=keys"}).find("--api-key-file"),
            std::string::npos);
}

TEST_F(OptionsTest, TheEnvironmentOpensThemToo) {
  SetEnvironment("MEEPLE_DEV", "true");
  ExpectRuns({});
  EXPECT_TRUE(options_.server.host.dev);
}

TEST_F(OptionsTest, FilesOfTls) {
  ExpectRuns({"--tls-cert=chain.pem", "--tls-key=key.pem"});
  EXPECT_EQ(options_.server.tls.certificate, "chain.pem");
  EXPECT_EQ(options_.server.tls.key, "key.pem");
  EXPECT_NE(ExpectRefused({"--tls-cert=chain.pem"}).find("--tls-key"), std::string::npos);
  EXPECT_NE(ExpectRefused({"--tls-key=key.pem"}).find("--tls-cert"), std::string::npos);
}

// What scripts read: the key, then its line.
TEST_F(OptionsTest, MakeKeyPrintsAKeyAndItsLine) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  EXPECT_EQ(Read({"make-key", "--role=matchmaker", "--name=lobby-1"}), 0);
  EXPECT_NE(testing::internal::GetCapturedStderr(), "") << "what it is, for people";
  std::istringstream said(testing::internal::GetCapturedStdout());
  std::string key;
  std::string line;
  std::string more;
  std::getline(said, key);
  std::getline(said, line);
  EXPECT_FALSE(std::getline(said, more));
  EXPECT_EQ(key.size(), service::kApiKeyLength);
  EXPECT_EQ(line, service::ApiKeyLine(key, service::Role::kMatchmaker, "lobby-1"));
  EXPECT_TRUE(service::ParseApiKeys(line).ok());
}

TEST_F(OptionsTest, MakeKeyRefusesWhatTheFileCouldNotHold) {
  ExpectRefused({"make-key"});
  ExpectRefused({"make-key", "--role=admin"});
  ExpectRefused({"make-key", "--name=ops"});
  ExpectRefused({"make-key", "--role=operator", "--name=ops"});
  ExpectRefused({"make-key", "--role=admin", "--name=two words"});
  ExpectRefused({"make-key", "--role=admin", "--name="});
}

}  // namespace
}  // namespace meeple::rpc
