#include "src/backoff.h"

#include <gtest/gtest.h>

namespace meeple::client {
namespace {

constexpr double kVaries = 0.2;

void ExpectAbout(absl::Duration actual, absl::Duration expected) {
  EXPECT_GE(actual, expected * (1 - kVaries));
  EXPECT_LE(actual, expected * (1 + kVaries));
}

TEST(Backoff, DoublesUpToItsLimitAndBeginsAnewAfterASuccess) {
  Backoff backoff({.first = absl::Seconds(1), .longest = absl::Seconds(4)});
  for (const int seconds : {1, 2, 4, 4}) ExpectAbout(backoff.Next(), absl::Seconds(seconds));
  backoff.Reset();
  ExpectAbout(backoff.Next(), absl::Seconds(1));
}

TEST(Backoff, NeverIsShorterThanWhatTheServerAsksFor) {
  Backoff backoff({.first = absl::Seconds(1), .longest = absl::Seconds(4)});
  EXPECT_EQ(backoff.Next(absl::Seconds(9)), absl::Seconds(9));
  ExpectAbout(backoff.Next(absl::Milliseconds(1)), absl::Seconds(2));
}

TEST(Backoff, VariesFromClientToClient) {
  Backoff one({}, 1);
  Backoff other({}, 2);
  EXPECT_NE(one.Next(), other.Next());
}

}  // namespace
}  // namespace meeple::client
