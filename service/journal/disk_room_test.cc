#include "service/journal/disk_room.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "service/journal/testing/stored_files.h"
#include "service/journal/testing/temporary_directory.h"

namespace meeple::service {
namespace {

// More than any file system takes.
constexpr uint64_t kTooMuch = uint64_t{1} << 62;

TEST(DiskRoomTest, IsThereOrIsNot) {
  const TemporaryDirectory directory;
  const std::string path = directory / "data";
  std::filesystem::create_directory(path);
  EXPECT_TRUE(CheckRoom(path, 1 << 20).ok());
  const absl::Status refused = CheckRoom(path, kTooMuch);
  EXPECT_EQ(refused.code(), absl::StatusCode::kResourceExhausted) << refused;
  EXPECT_THAT(std::string(refused.message()),
              testing::AllOf(testing::HasSubstr("no space left"), testing::HasSubstr(path),
                             testing::HasSubstr("make room, then start again")));
  EXPECT_TRUE(std::filesystem::is_empty(path)) << "what was tried leaves nothing behind";
}

TEST(DiskRoomTest, LogsBecomeTables) {
  const TemporaryDirectory directory;
  const std::string path = directory / "journal";
  const uint64_t least = RoomToOpen(path);
  EXPECT_GE(least, 100'000u) << "also where there is no journal yet";
  std::filesystem::create_directory(path);
  WriteFile(path + "/000004.log", std::string(1000, 'x'));
  WriteFile(path + "/000007.log", std::string(500, 'x'));
  WriteFile(path + "/000005.sst", std::string(9000, 'x'));
  EXPECT_EQ(RoomToOpen(path), least + 1500);
}

}  // namespace
}  // namespace meeple::service
