#include "engine/testing/cases.h"

#include <gtest/gtest-spi.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace meeple::engine {
namespace {

// A folder of cases in place of the one that the environment names.
class CasesTest : public ::testing::Test {
 protected:
  CasesTest() {
    std::filesystem::create_directories(folder_ / "traces");
    setenv("MEEPLE_CASES", folder_.c_str(), /*overwrite=*/1);
  }
  ~CasesTest() override {
    std::filesystem::remove_all(folder_);
    if (usual_.has_value()) {
      setenv("MEEPLE_CASES", usual_->c_str(), /*overwrite=*/1);
    } else {
      unsetenv("MEEPLE_CASES");
    }
  }

  void Write(const std::string& path, const std::string& text) {
    std::ofstream(folder_ / path, std::ios::binary) << text;
  }

 private:
  static std::optional<std::string> Usual() {
    const char* usual = std::getenv("MEEPLE_CASES");
    return usual == nullptr ? std::nullopt : std::optional<std::string>(usual);
  }

  const std::optional<std::string> usual_ = Usual();
  const std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / ("cases-" + std::to_string(getpid()));
};

TEST_F(CasesTest, SaysWhatIsAbsentAndWhatIsDamaged) {
  EXPECT_TRUE(absl::IsNotFound(LoadLineVectors().status()));
  EXPECT_TRUE(absl::IsNotFound(LoadTrace("mnk").status()));
  Write("line_vectors.json", "[{");
  EXPECT_TRUE(absl::IsDataLoss(LoadLineVectors().status()));
  Write("traces/mnk.txt", "");
  EXPECT_TRUE(absl::IsDataLoss(LoadTrace("mnk").status()));
  EXPECT_TRUE(absl::IsDataLoss(ReadCase("traces").status())) << "a folder";
  unsetenv("MEEPLE_CASES");
  EXPECT_TRUE(absl::IsNotFound(LoadLineVectors().status()));
}

TEST(RequireCasesTest, SkipsWhereTheyAreAbsentAndFailsWhereTheyAreDamaged) {
  int went_on = 0;
  testing::TestPartResultArray results;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    for (const absl::StatusOr<int>& loaded : {
             absl::StatusOr<int>(absl::NotFoundError("absent")),
             absl::StatusOr<int>(absl::DataLossError("damaged")),
             absl::StatusOr<int>(7),
         }) {
      [&] {
        MEEPLE_REQUIRE_CASES(loaded);
        ++went_on;
      }();
    }
  }
  EXPECT_EQ(went_on, 1);
  ASSERT_EQ(results.size(), 2);
  EXPECT_TRUE(results.GetTestPartResult(0).skipped());
  EXPECT_TRUE(results.GetTestPartResult(1).fatally_failed());
}

}  // namespace
}  // namespace meeple::engine
