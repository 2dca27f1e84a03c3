#ifndef MEEPLE_SERVICE_CORE_CLOCK_CONFIG_H_
#define MEEPLE_SERVICE_CORE_CLOCK_CONFIG_H_

// Clocks as the wire has them. Pure functions.

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "google/protobuf/duration.pb.h"
#include "google/protobuf/repeated_ptr_field.h"
#include "meeple/v1/game.pb.h"
#include "service/core/game_clock.h"

namespace meeple::service {

inline constexpr int64_t kDayMilliseconds = 86'400'000;
// Limits of v1::ClockConfig.
inline constexpr int64_t kLeastClock = 1'000;
inline constexpr int64_t kMostClock = 30 * kDayMilliseconds;
inline constexpr int64_t kMostIncrement = kDayMilliseconds;

// INVALID_CONFIG, with the field in metadata `field`, where the clock is none that can be played
// with, or another time of the config is out of range. A config without any is fine.
absl::Status CheckClock(const v1::GameConfig& config);

// The rules of a config that passed its check.
ClockRules ClockRulesOf(const v1::GameConfig& config);

// REQUIRES: the config has one.
inline absl::Duration DisconnectGraceOf(const v1::GameConfig& config) {
  return absl::Seconds(config.disconnect_grace().seconds()) +
         absl::Nanoseconds(config.disconnect_grace().nanos());
}

void AddClocks(const std::vector<GameClock::Reading>& readings,
               google::protobuf::RepeatedPtrField<v1::Clock>& clocks);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_CLOCK_CONFIG_H_
