#ifndef MEEPLE_CLIENTS_CLI_CLOCK_TEXT_H_
#define MEEPLE_CLIENTS_CLI_CLOCK_TEXT_H_

// Clocks as people write and read them.
//
//   ParseClock("5m+3s")     5 minutes a seat, 3 seconds more after each move
//   TimeText(299'000)       "4:59"

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "clients/cli/game_text.h"
#include "clients/cli/style.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "meeple/v1/game.pb.h"

namespace meeple::cli {

// A length of time such as 30s, 5m, 1h30m, 3d or 2.5s. INVALID_ARGUMENT with a message for the
// user.
absl::StatusOr<google::protobuf::Duration> ParseSpan(std::string_view text);

// What --clock means: SPAN, or SPAN+SPAN with what each move adds.
absl::StatusOr<v1::ClockConfig> ParseClock(std::string_view text);

// "clock 5m+3s", "30s a move"; empty for a game without a clock.
std::string ClockRulesText(const v1::GameConfig& config);

// What is left: "4:59", "1:02:03", "2d 3h"; with tenths below ten seconds, "0:09.3".
std::string TimeText(absl::Duration left);

// The clocks of a game as time passes. Not thread-safe.
class RunningClocks {
 public:
  using Clocks = google::protobuf::RepeatedPtrField<v1::Clock>;

  // What the server said, and when it came. Nothing changes where it said nothing.
  void Set(const Clocks& clocks, absl::Time now);
  // How long it takes until Text says something else, or a little longer.
  absl::Duration UntilChange(absl::Time now) const;
  // "X 4:59  O 5:00", the one that runs in bold; empty in an untimed game.
  std::string Text(const Seats& seats, const Style& style, absl::Time now) const;

 private:
  absl::Duration LeftOf(const v1::Clock& clock, absl::Time now) const;

  Clocks clocks_;
  absl::Time since_ = absl::InfinitePast();
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_CLOCK_TEXT_H_
