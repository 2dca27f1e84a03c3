#include "service/core/clock_config.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "google/protobuf/util/time_util.h"
#include "service/core/errors.h"

namespace meeple::service {
namespace {

using google::protobuf::Duration;
using google::protobuf::util::TimeUtil;

constexpr int64_t kNanosecondsPerMillisecond = 1'000'000;

absl::Status ImpossibleTime(const std::string& field, const std::string& why) {
  return MakeError(v1::ERROR_REASON_INVALID_CONFIG, absl::StrCat(field, " ", why),
                   {{"field", field}});
}

// Without an overflow, whatever the seconds are.
absl::Status CheckSpan(const std::string& field, const Duration& span, int64_t least,
                       int64_t most) {
  const bool whole = span.nanos() % kNanosecondsPerMillisecond == 0;
  const bool in_range = span.seconds() >= 0 && span.seconds() <= most / 1'000 &&
                        span.nanos() >= 0 && span.nanos() < 1'000 * kNanosecondsPerMillisecond;
  if (whole && in_range) {
    const int64_t milliseconds = TimeUtil::DurationToMilliseconds(span);
    if (milliseconds >= least && milliseconds <= most) return absl::OkStatus();
  }
  return ImpossibleTime(field, absl::StrCat("must be from ", least / 1'000, " to ", most / 1'000,
                                            " seconds, in whole milliseconds"));
}

absl::Status CheckRules(const v1::ClockConfig& clock) {
  if (clock.has_initial() == clock.has_per_move()) {
    return ImpossibleTime("clock", "must have either `initial` or `per_move`");
  }
  if (clock.has_per_move()) {
    if (clock.has_increment()) return ImpossibleTime("clock.increment", "goes with `initial` only");
    return CheckSpan("clock.per_move", clock.per_move(), kLeastClock, kMostClock);
  }
  absl::Status initial = CheckSpan("clock.initial", clock.initial(), kLeastClock, kMostClock);
  if (!initial.ok()) return initial;
  return CheckSpan("clock.increment", clock.increment(), 0, kMostIncrement);
}

}  // namespace

absl::Status CheckClock(const v1::GameConfig& config) {
  if (config.has_clock()) {
    if (absl::Status status = CheckRules(config.clock()); !status.ok()) return status;
  }
  if (config.has_first_move_time()) {
    absl::Status status =
        CheckSpan("first_move_time", config.first_move_time(), kLeastClock, kMostClock);
    if (!status.ok()) return status;
  }
  if (!config.has_disconnect_grace()) return absl::OkStatus();
  return CheckSpan("disconnect_grace", config.disconnect_grace(), kLeastClock, kMostClock);
}

ClockRules ClockRulesOf(const v1::GameConfig& config) {
  const v1::ClockConfig& clock = config.clock();
  return {.initial_milliseconds = TimeUtil::DurationToMilliseconds(clock.initial()),
          .increment_milliseconds = TimeUtil::DurationToMilliseconds(clock.increment()),
          .per_move_milliseconds = TimeUtil::DurationToMilliseconds(clock.per_move())};
}

void AddClocks(const std::vector<GameClock::Reading>& readings,
               google::protobuf::RepeatedPtrField<v1::Clock>& clocks) {
  for (const GameClock::Reading& reading : readings) {
    v1::Clock& proto = *clocks.Add();
    proto.set_seat(reading.seat);
    *proto.mutable_remaining() = TimeUtil::MillisecondsToDuration(reading.remaining_milliseconds);
    proto.set_running(reading.running);
  }
}

}  // namespace meeple::service
