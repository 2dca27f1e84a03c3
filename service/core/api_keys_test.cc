#include "service/core/api_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "service/core/testing/fake_clock.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kDigest[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

class ApiKeysTest : public testing::Test {
 protected:
  ApiKeysTest() { std::filesystem::create_directories(folder_); }
  ~ApiKeysTest() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& text) { std::ofstream(path_, std::ios::binary) << text; }
  void Open() {
    keys_ = ApiKeys::Open(path_, clock_, [this](ApiKeys::News news, const std::string& line) {
              told_.push_back(line);
              news_.push_back(news);
            }).value();
  }
  void PassOneSecond() { clock_.Advance(absl::Seconds(1)); }
  // The name of the holder; empty for nobody.
  std::string NameOfHolder(const std::string& key) {
    return keys_->Find(key).value_or(Caller{}).key_name;
  }

  const std::string folder_ =
      testing::TempDir() + "/meeple_api_keys_test_" + std::to_string(getpid());
  const std::string path_ = folder_ + "/keys";
  const std::string one_ = MakeApiKey();
  const std::string two_ = MakeApiKey();
  const std::string line_one_ = ApiKeyLine(one_, Role::kMatchmaker, "one") + "\n";
  const std::string line_two_ = ApiKeyLine(two_, Role::kAdmin, "two") + "\n";
  FakeClock clock_;
  std::vector<std::string> told_;
  std::vector<ApiKeys::News> news_;
  std::unique_ptr<ApiKeys> keys_;
};

TEST_F(ApiKeysTest, KeysAreLongAndDifferent) {
  EXPECT_EQ(one_.size(), kApiKeyLength);
  EXPECT_EQ(one_.rfind("k1.", 0), 0u);
  EXPECT_NE(one_, two_);
}

// What files of users hold can never change.
TEST_F(ApiKeysTest, TheLineOfAKeyIsPinned) {
  EXPECT_EQ(ApiKeyLine("k1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", Role::kMatchmaker, "a-1"),
            "090ed965f0969d1b2664dedbddabe781d3ba6e6a78922b0fe2f8e67b8f205a7f matchmaker a-1");
}

TEST_F(ApiKeysTest, FindsTheHolderOfAKey) {
  Write(line_one_ + line_two_);
  Open();
  const auto one = keys_->Find(one_);
  ASSERT_TRUE(one.has_value());
  EXPECT_EQ(one->kind, CallerKind::kApiKey);
  EXPECT_EQ(one->role, Role::kMatchmaker);
  EXPECT_EQ(one->key_name, "one");
  EXPECT_EQ(one->game_id, "");
  EXPECT_EQ(one->seat, engine::kNoSeat);
  EXPECT_EQ(keys_->Find(two_)->role, Role::kAdmin);
}

TEST_F(ApiKeysTest, FindsNobodyForWhatIsNoKey) {
  // A file can name any digest: that of a short text is not accepted as a key.
  Write(line_one_ + ApiKeyLine("k1.guess", Role::kAdmin, "weak") + "\n" +
        ApiKeyLine(std::string(kApiKeyLength, 'k'), Role::kAdmin, "weak") + "\n");
  Open();
  for (const std::string& text :
       {std::string(), two_, one_ + "A", one_.substr(1), one_.substr(0, kApiKeyLength - 1),
        absl::AsciiStrToUpper(one_), std::string("k1.guess"), std::string(kApiKeyLength, 'k')}) {
    EXPECT_FALSE(keys_->Find(text).has_value()) << text;
  }
}

TEST_F(ApiKeysTest, ReadsCommentsSpacesAndLineEndsOfAnySystem) {
  Write("# keys\r\n\r\n  " + ApiKeyLine(one_, Role::kMatchmaker, "one") + "  # since 2026\r\n\t\n" +
        ApiKeyLine(two_, Role::kAdmin, "two"));
  Open();
  EXPECT_EQ(NameOfHolder(one_), "one");
  EXPECT_EQ(NameOfHolder(two_), "two");
}

TEST_F(ApiKeysTest, AFileWithoutKeysIsAFile) {
  Write("");
  Open();
  EXPECT_EQ(NameOfHolder(one_), "");
}

TEST_F(ApiKeysTest, OneNameMayHaveTwoKeys) {
  Write(ApiKeyLine(one_, Role::kAdmin, "ops") + "\n" + ApiKeyLine(two_, Role::kAdmin, "ops"));
  Open();
  EXPECT_EQ(NameOfHolder(one_), "ops");
  EXPECT_EQ(NameOfHolder(two_), "ops");
}

TEST(ParseApiKeysTest, NamesTheLineThatIsWrong) {
  const std::string digest(kDigest);
  const std::string good = digest + " admin ops\n";
  const std::vector<std::pair<std::string, std::string>> rows = {
      {digest, "digest role name"},
      {digest + " admin", "digest role name"},
      {digest + " admin ops more", "digest role name"},
      {digest.substr(1) + " admin ops", "64 hexadecimal"},
      {"0" + digest + " admin ops", "64 hexadecimal"},
      {"g" + digest.substr(1) + " admin ops", "64 hexadecimal"},
      {MakeApiKey() + " admin ops", "64 hexadecimal"},
      {digest + " Admin ops", "role"},
      {digest + " operator ops", "role"},
      {digest + " admin o/ps", "name"},
      {digest + " admin zo\xc3\xab", "name"},
      {digest + " admin " + std::string(65, 'n'), "name"},
      {good + digest + " admin ops", "twice"},
      {good + absl::AsciiStrToUpper(digest) + " admin ops", "twice"},
      {good + "ff" + digest.substr(2) + " matchmaker ops", "another role"},
  };
  for (const auto& [text, expected] : rows) {
    const auto entries = ParseApiKeys("# comment\n" + text + "\n");
    ASSERT_FALSE(entries.ok()) << text;
    const std::string message(entries.status().message());
    EXPECT_THAT(message, HasSubstr(expected)) << text;
    EXPECT_THAT(message, HasSubstr(text.rfind(good, 0) == 0 ? "line 3:" : "line 2:")) << text;
    EXPECT_EQ(message.find("k1."), std::string::npos) << "a key is told to nobody";
  }
}

TEST_F(ApiKeysTest, AFileThatCannotBeUsedIsRefusedAtFirst) {
  const auto refuse = [this] {
    const auto keys = ApiKeys::Open(path_, clock_, [](ApiKeys::News, const std::string&) {});
    EXPECT_FALSE(keys.ok());
    EXPECT_THAT(std::string(keys.status().message()), HasSubstr(path_));
    return std::string(keys.status().message());
  };
  EXPECT_THAT(refuse(), HasSubstr("No such file"));
  Write(line_one_ + "nonsense\n");
  EXPECT_THAT(refuse(), HasSubstr("line 2"));
  Write(std::string(kMaxApiKeyFileBytes + 1, '#'));
  EXPECT_THAT(refuse(), HasSubstr("bytes"));
  std::filesystem::remove(path_);
  std::filesystem::create_directory(path_);
  EXPECT_THAT(refuse(), HasSubstr("directory"));
}

TEST_F(ApiKeysTest, AChangedFileCountsASecondLater) {
  Write(line_one_);
  Open();
  Write(line_two_);
  EXPECT_EQ(NameOfHolder(one_), "one") << "it looks at most once a second";
  EXPECT_EQ(NameOfHolder(two_), "");
  PassOneSecond();
  EXPECT_EQ(NameOfHolder(one_), "") << "who was taken out is out";
  EXPECT_EQ(NameOfHolder(two_), "two");
  ASSERT_EQ(told_.size(), 1u);
  EXPECT_THAT(told_[0], HasSubstr("keys in it: 1"));
  PassOneSecond();
  EXPECT_EQ(NameOfHolder(two_), "two");
  EXPECT_EQ(told_.size(), 1u) << "an unchanged file is nothing to tell";
}

TEST_F(ApiKeysTest, KeepsTheKeysOfAFileThatWentWrongAndSaysSoOnce) {
  Write(line_one_);
  Open();
  Write(line_one_ + "nonsense\n");
  for (int look = 0; look < 3; ++look) {
    PassOneSecond();
    EXPECT_EQ(NameOfHolder(one_), "one");
  }
  ASSERT_EQ(told_.size(), 1u);
  EXPECT_THAT(told_[0], HasSubstr("line 2"));
  EXPECT_THAT(told_[0], HasSubstr("stay as they were"));

  std::filesystem::remove(path_);
  PassOneSecond();
  EXPECT_EQ(NameOfHolder(one_), "one");
  ASSERT_EQ(told_.size(), 2u);
  EXPECT_THAT(told_[1], HasSubstr("No such file"));

  Write(line_two_);
  PassOneSecond();
  EXPECT_EQ(NameOfHolder(two_), "two");
  EXPECT_EQ(NameOfHolder(one_), "");
  EXPECT_EQ(told_.size(), 3u);
  EXPECT_THAT(news_, ElementsAre(ApiKeys::News::kTrouble, ApiKeys::News::kTrouble,
                                 ApiKeys::News::kChanged));
}

TEST_F(ApiKeysTest, IsReadAndReplacedByManyThreads) {
  Write(line_one_);
  Open();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([this] {
      for (int round = 0; round < 500; ++round) {
        EXPECT_EQ(NameOfHolder(one_), "one");
        PassOneSecond();
      }
    });
  }
  const std::string other = path_ + ".new";
  for (int round = 0; round < 200; ++round) {
    std::ofstream(other) << line_one_ << (round % 2 == 0 ? line_two_ : "");
    std::filesystem::rename(other, path_);
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace meeple::service
