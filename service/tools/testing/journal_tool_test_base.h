#ifndef MEEPLE_SERVICE_TOOLS_TESTING_JOURNAL_TOOL_TEST_BASE_H_
#define MEEPLE_SERVICE_TOOLS_TESTING_JOURNAL_TOOL_TEST_BASE_H_

// The fixture of tests that run `meeple-server journal` on directories with real games.
//
//   TEST_F(JournalToolTest, X) { MakeGames(); EXPECT_EQ(Run({"verify"}), kFine) << out_ << err_; }

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "service/core/testing/test_host.h"
#include "service/journal/journal_storage.h"
#include "service/journal/rocksdb_journal.h"
#include "service/journal/storage_keys.h"
#include "service/journal/stored_journal.h"
#include "service/journal/testing/stored_files.h"
#include "service/journal/testing/temporary_directory.h"
#include "service/tools/console.h"
#include "service/tools/journal_tool.h"

namespace meeple::tools {

class JournalToolTest : public testing::Test {
 protected:
  // Runs a command on data_, and keeps what it wrote. The command stands first.
  int Run(const std::vector<std::string>& arguments) { return RunOn(data_, arguments); }
  int RunOn(const std::string& directory, const std::vector<std::string>& arguments) {
    std::vector<std::string> all = arguments;
    if (!all.empty()) all.insert(all.begin() + 1, "--data-dir=" + directory);
    return RunExactly(all);
  }
  int RunExactly(const std::vector<std::string>& arguments) {
    std::vector<const char*> argv = {"journal"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    std::ostringstream out;
    std::ostringstream err;
    Console console = {.out = out, .err = err};
    const int exit_code = RunJournalTool(static_cast<int>(argv.size()), argv.data(), console);
    out_ = out.str();
    err_ = err.str();
    return exit_code;
  }
  // Runs a command that must leave the directory as it is.
  int RunUntouching(const std::vector<std::string>& arguments) {
    const auto before = service::Picture(data_);
    const int exit_code = Run(arguments);
    EXPECT_EQ(service::Picture(data_), before);
    return exit_code;
  }

  void Serve(const std::function<void(service::TestHost& host)>& play) { ServeOn(data_, play); }
  static void ServeOn(const std::string& directory,
                      const std::function<void(service::TestHost& host)>& play) {
    const auto journal = service::RocksDbJournal::Open({.data_directory = directory});
    ASSERT_TRUE(journal.ok()) << journal.status();
    service::HostOptions options = service::TestOptions();
    options.final_after = absl::ZeroDuration();
    service::TestHost host(options, journal->get());
    play(host);
  }
  // One game that is won, one with a hidden fleet, one with dice that is resigned.
  void MakeGames() {
    Serve([this](service::TestHost& host) {
      won_ = PlayToWin(host);
      hidden_ = PlaceAShip(host);
      resigned_ = RollAndResign(host);
    });
  }
  static std::string PlayToWin(service::TestHost& host) {
    v1::GameConfig config;
    config.set_undo(v1::UNDO_POLICY_NEVER);
    const service::Table table = host.Create(config, kRequestId);
    int seat = 0;
    for (const char* move : {"a1", "b1", "b2", "c1", "c3"}) {
      EXPECT_TRUE(host.Move(table, std::exchange(seat, 1 - seat), move).ok()) << move;
    }
    return table.game_id;
  }
  static std::string PlaceAShip(service::TestHost& host) {
    v1::GameConfig config;
    config.set_kind("battleship");
    const service::Table table = host.Create(config);
    const auto placed = host.Move(table, 0, "carrier a1 right");
    EXPECT_TRUE(placed.ok()) << placed.status();
    return table.game_id;
  }
  static std::string RollAndResign(service::TestHost& host) {
    v1::GameConfig config;
    config.set_kind("snakes_and_ladders");
    config.set_seed(kSeed);
    const service::Table table = host.Create(config);
    EXPECT_TRUE(host.Move(table, 0, "roll").ok());
    EXPECT_TRUE(host.Do<v1::ResignRequest>(&service::GameHost::Resign, table, 1).ok());
    return table.game_id;
  }

  // Changes the database behind the journal's back.
  void Tamper(const std::function<void(service::Database& database)>& change) {
    const auto storage = service::JournalStorage::Open(data_, nullptr, nullptr);
    ASSERT_TRUE(storage.ok()) << storage.status();
    change((*storage)->database());
  }
  void DeleteEvent(const std::string& game_id, int64_t sequence) {
    Tamper([&](service::Database& database) {
      const std::string key = service::EventKey(game_id, sequence);
      ASSERT_TRUE(database.db().Delete({}, database.events(), key).ok());
    });
  }
  void ChangeEvent(const std::string& game_id, int64_t sequence,
                   const std::function<void(std::string& value)>& change) {
    Tamper([&](service::Database& database) {
      const std::string key = service::EventKey(game_id, sequence);
      std::string value;
      ASSERT_TRUE(database.db().Get({}, database.events(), key, &value).ok());
      change(value);
      ASSERT_TRUE(database.db().Put({}, database.events(), key, value).ok());
    });
  }

  // All that a journal keeps of its games, as it stands.
  static std::map<std::string, std::vector<std::string>> StoredGames(const std::string& directory) {
    std::map<std::string, std::vector<std::string>> games;
    const auto journal = service::StoredJournal::Open(directory);
    EXPECT_TRUE(journal.ok()) << journal.status();
    if (!journal.ok()) return games;
    const service::JournalReader& reader = (*journal)->reader();
    const auto ids = reader.ListGames("", service::kAll);
    for (const std::string& game_id : *ids) {
      games[game_id] = *reader.ReadStoredEvents(game_id);
      games[game_id].push_back(reader.ReadSummary(game_id).value_or("no summary"));
    }
    const auto agenda = reader.ReadAgenda({}, service::kAll);
    for (const service::AgendaEntry& entry : *agenda) {
      games[entry.game_id].push_back(service::AgendaKey(entry.item, entry.game_id));
    }
    return games;
  }

  static constexpr char kRequestId[] = "11111111-aaaa-4bbb-8ccc-000000000001";
  static constexpr uint64_t kSeed = 123456789012345;

  const service::TemporaryDirectory directory_;
  const std::string data_ = directory_ / "data";
  std::string out_;
  std::string err_;
  std::string won_;
  std::string hidden_;
  std::string resigned_;
};

}  // namespace meeple::tools

#endif  // MEEPLE_SERVICE_TOOLS_TESTING_JOURNAL_TOOL_TEST_BASE_H_
