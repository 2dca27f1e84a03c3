#include "service/core/administration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "service/core/testing/fake_clock.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/test_host.h"
#include "service/journal/memory_journal.h"

namespace meeple::service {
namespace {

const Caller kOperator = {
    .kind = CallerKind::kApiKey, .role = Role::kAdmin, .key_name = "operator"};

class AdministrationTest : public testing::Test {
 protected:
  static HostOptions Options(bool dev, int& drains) {
    HostOptions options = TestOptions();
    options.version = "1.2.3";
    options.dev = dev;
    options.on_draining = [&drains] { ++drains; };
    return options;
  }

  int drains_ = 0;
  MemoryJournal journal_;
  FakeClock clock_;
  HostCore core_{Options(false, drains_), journal_, clock_};
};

TEST_F(AdministrationTest, TellsWhatTheServerIs) {
  clock_.Advance(absl::Milliseconds(61'500));
  const auto info = GetServerInfo(core_, kOperator);
  ASSERT_TRUE(info.ok()) << info.status();
  EXPECT_EQ(info->version(), "1.2.3");
  EXPECT_EQ(info->journal(), "memory");
  EXPECT_EQ(info->durability(), v1::DURABILITY_MEMORY);
  EXPECT_EQ(info->uptime().seconds(), 61);
  EXPECT_EQ(info->uptime().nanos(), 500'000'000);
  EXPECT_EQ(info->games(), 0);
  EXPECT_EQ(info->watchers(), 0);
  EXPECT_FALSE(info->draining());
}

TEST_F(AdministrationTest, DrainsOnce) {
  EXPECT_TRUE(DrainServer(core_, kOperator).ok());
  EXPECT_TRUE(DrainServer(core_, kOperator).ok());
  EXPECT_EQ(drains_, 1);
  EXPECT_TRUE(GetServerInfo(core_, kOperator)->draining());
}

TEST_F(AdministrationTest, IsForOperatorsAlone) {
  Caller matchmaker = kOperator;
  matchmaker.role = Role::kMatchmaker;
  EXPECT_THAT(GetServerInfo(core_, Caller{}), HasReason(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  EXPECT_THAT(DrainServer(core_, Caller{}), HasReason(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  for (const Caller& caller :
       {matchmaker, Caller{.kind = CallerKind::kSeat}, Caller{.kind = CallerKind::kWatch}}) {
    EXPECT_THAT(GetServerInfo(core_, caller), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
    EXPECT_THAT(DrainServer(core_, caller), HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
  }
  EXPECT_EQ(drains_, 0);
}

TEST_F(AdministrationTest, IsOpenToCallersWithoutCredentialWhereItIsMeantToBe) {
  HostCore open(Options(true, drains_), journal_, clock_);
  EXPECT_TRUE(GetServerInfo(open, Caller{}).ok());
  EXPECT_THAT(GetServerInfo(open, Caller{.kind = CallerKind::kSeat}),
              HasReason(v1::ERROR_REASON_ROLE_REQUIRED));
}

}  // namespace
}  // namespace meeple::service
