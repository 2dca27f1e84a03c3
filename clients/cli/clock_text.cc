#include "clients/cli/clock_text.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "google/protobuf/util/time_util.h"

namespace meeple::cli {
namespace {

using google::protobuf::util::TimeUtil;

constexpr absl::Duration kDay = absl::Hours(24);

absl::Status UnreadableSpan(std::string_view text) {
  return absl::InvalidArgumentError(
      absl::StrCat("'", absl::string_view(text.data(), text.size()),
                   "' is no length of time: write it as in 30s, 5m, 1h30m or 3d"));
}

absl::Duration SpanOf(const google::protobuf::Duration& span) {
  return absl::Milliseconds(TimeUtil::DurationToMilliseconds(span));
}

std::string SpanText(const google::protobuf::Duration& span) {
  const absl::Duration duration = SpanOf(span);
  if (duration >= kDay && duration % kDay == absl::ZeroDuration()) {
    return absl::StrCat(duration / kDay, "d");
  }
  return absl::FormatDuration(duration);
}

}  // namespace

absl::StatusOr<google::protobuf::Duration> ParseSpan(std::string_view text) {
  absl::Duration span;
  int64_t days = 0;
  if (text.ends_with('d') &&
      absl::SimpleAtoi(absl::string_view(text.data(), text.size() - 1), &days)) {
    span = days * kDay;
  } else if (!absl::ParseDuration(absl::string_view(text.data(), text.size()), &span)) {
    return UnreadableSpan(text);
  }
  if (span < -absl::Hours(1'000'000) || span > absl::Hours(1'000'000)) return UnreadableSpan(text);
  return TimeUtil::NanosecondsToDuration(absl::ToInt64Nanoseconds(span));
}

absl::StatusOr<v1::ClockConfig> ParseClock(std::string_view text) {
  v1::ClockConfig clock;
  const size_t plus = text.find('+');
  const auto initial = ParseSpan(text.substr(0, plus));
  if (!initial.ok()) return initial.status();
  *clock.mutable_initial() = *initial;
  if (plus == std::string_view::npos) return clock;
  const auto increment = ParseSpan(text.substr(plus + 1));
  if (!increment.ok()) return increment.status();
  *clock.mutable_increment() = *increment;
  return clock;
}

std::string ClockRulesText(const v1::GameConfig& config) {
  if (!config.has_clock()) return "";
  const v1::ClockConfig& clock = config.clock();
  if (clock.has_per_move()) return absl::StrCat(SpanText(clock.per_move()), " a move");
  if (!clock.has_increment()) return absl::StrCat("clock ", SpanText(clock.initial()));
  return absl::StrCat("clock ", SpanText(clock.initial()), "+", SpanText(clock.increment()));
}

std::string TimeText(absl::Duration left) {
  left = std::max(left, absl::ZeroDuration());
  if (left >= kDay) return absl::StrCat(left / kDay, "d ", left % kDay / absl::Hours(1), "h");
  const int64_t tenths = left / absl::Milliseconds(100);
  const int64_t seconds = tenths / 10;
  if (seconds < 10) return absl::StrFormat("0:%02d.%d", seconds, tenths % 10);
  if (seconds < 3'600) return absl::StrFormat("%d:%02d", seconds / 60, seconds % 60);
  return absl::StrFormat("%d:%02d:%02d", seconds / 3'600, seconds / 60 % 60, seconds % 60);
}

void RunningClocks::Set(const Clocks& clocks, absl::Time now) {
  if (clocks.empty()) return;
  clocks_ = clocks;
  since_ = now;
}

absl::Duration RunningClocks::LeftOf(const v1::Clock& clock, absl::Time now) const {
  const absl::Duration passed = clock.running() ? now - since_ : absl::ZeroDuration();
  return std::max(SpanOf(clock.remaining()) - passed, absl::ZeroDuration());
}

absl::Duration RunningClocks::UntilChange(absl::Time now) const {
  const auto running = std::ranges::find_if(clocks_, &v1::Clock::running);
  if (running == clocks_.end()) return absl::InfiniteDuration();
  const absl::Duration left = LeftOf(*running, now);
  if (left <= absl::ZeroDuration()) return absl::InfiniteDuration();
  const absl::Duration step =
      left <= absl::Seconds(10) ? absl::Milliseconds(100) : absl::Seconds(1);
  return left % step + absl::Milliseconds(1);
}

std::string RunningClocks::Text(const Seats& seats, const Style& style, absl::Time now) const {
  std::string text;
  for (const v1::Clock& clock : clocks_) {
    if (clock.seat() < 0 || clock.seat() >= seats.size()) continue;
    const std::string time = TimeText(LeftOf(clock, now));
    absl::StrAppend(&text, text.empty() ? "" : "  ",
                    style.Player(clock.seat(), seats[clock.seat()].symbol()), " ",
                    clock.running() ? style.Bold(time) : time);
  }
  return text;
}

}  // namespace meeple::cli
