#include "service/core/clock_config.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "service/core/errors.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/has_reason.h"

namespace meeple::service {
namespace {

// The field that is refused in a config with this clock; empty if none is.
std::string Refused(const std::string& clock) {
  const absl::Status status =
      CheckClock(ReadConfig(absl::StrCat("kind: 'tic_tac_toe' clock { ", clock, " }")));
  if (status.ok()) return "";
  EXPECT_EQ(ReasonOf(status), v1::ERROR_REASON_INVALID_CONFIG);
  return MetadataOf(status, "field");
}

TEST(ClockConfigTest, WhatCanBePlayed) {
  for (const char* clock : {
           "initial { seconds: 300 }",
           "initial { seconds: 1 }",
           "initial { seconds: 1 nanos: 1000000 }",
           "initial { seconds: 2592000 }",
           "initial { seconds: 300 } increment { seconds: 3 }",
           "initial { seconds: 300 } increment {}",
           "initial { seconds: 300 } increment { nanos: 1000000 }",
           "initial { seconds: 300 } increment { seconds: 86400 }",
           "per_move { seconds: 1 }",
           "per_move { seconds: 259200 }",
           "per_move { seconds: 2592000 }",
       }) {
    EXPECT_EQ(Refused(clock), "") << clock;
  }
  EXPECT_TRUE(CheckClock(ReadConfig("kind: 'tic_tac_toe'")).ok()) << "without a clock";
}

TEST(ClockConfigTest, WhatCannotBePlayedNamesItsField) {
  struct Row {
    const char* clock;
    const char* field;
  };
  for (const Row& row : {
           Row{"", "clock"},
           Row{"increment { seconds: 3 }", "clock"},
           Row{"initial { seconds: 300 } per_move { seconds: 3 }", "clock"},
           Row{"initial {}", "clock.initial"},
           Row{"initial {} increment { seconds: 3 }", "clock.initial"},
           Row{"initial { nanos: 999000000 }", "clock.initial"},
           Row{"initial { seconds: -1 }", "clock.initial"},
           Row{"initial { seconds: 1 nanos: -1 }", "clock.initial"},
           Row{"initial { seconds: 1 nanos: 1 }", "clock.initial"},
           Row{"initial { seconds: 1 nanos: 1000000000 }", "clock.initial"},
           Row{"initial { seconds: 2592000 nanos: 1000000 }", "clock.initial"},
           Row{"initial { seconds: 2592001 }", "clock.initial"},
           Row{"initial { seconds: 9223372036854775807 }", "clock.initial"},
           Row{"initial { seconds: -9223372036854775808 }", "clock.initial"},
           Row{"initial { seconds: 300 } increment { seconds: -1 }", "clock.increment"},
           Row{"initial { seconds: 300 } increment { nanos: 1 }", "clock.increment"},
           Row{"initial { seconds: 300 } increment { seconds: 86401 }", "clock.increment"},
           Row{"per_move {}", "clock.per_move"},
           Row{"per_move { seconds: -5 }", "clock.per_move"},
           Row{"per_move { seconds: 2592001 }", "clock.per_move"},
           Row{"per_move { seconds: 30 } increment { seconds: 1 }", "clock.increment"},
       }) {
    EXPECT_EQ(Refused(row.clock), row.field) << row.clock;
  }
}

TEST(ClockConfigTest, OtherTimesOfAGame) {
  struct Row {
    const char* time;
    bool possible;
  };
  for (const char* field : {"first_move_time", "disconnect_grace"}) {
    for (const Row& row : {Row{"seconds: 1", true}, Row{"seconds: 2592000", true},
                           Row{"seconds: 30 nanos: 5000000", true}, Row{"", false},
                           Row{"seconds: -1", false}, Row{"nanos: 999000000", false},
                           Row{"seconds: 2592001", false}, Row{"seconds: 30 nanos: 1", false}}) {
      SCOPED_TRACE(absl::StrCat(field, " ", row.time));
      const absl::Status status = CheckClock(
          ReadConfig(absl::StrCat("kind: 'tic_tac_toe' ", field, " { ", row.time, " }")));
      EXPECT_EQ(status.ok(), row.possible);
      EXPECT_EQ(MetadataOf(status, "field"), row.possible ? "" : field);
    }
  }
}

TEST(ClockConfigTest, RulesAreThoseOfTheConfig) {
  const ClockRules fischer = ClockRulesOf(ReadConfig(
      "kind: 'tic_tac_toe' clock { initial { seconds: 5 } increment { nanos: 250000000 } }"));
  EXPECT_EQ(fischer.initial_milliseconds, 5'000);
  EXPECT_EQ(fischer.increment_milliseconds, 250);
  EXPECT_EQ(fischer.per_move_milliseconds, 0);
  EXPECT_FALSE(ClockRulesOf(ReadConfig("kind: 'tic_tac_toe'")).timed());
}

}  // namespace
}  // namespace meeple::service
