#include "engine/games/battleship/rules.h"

#include <algorithm>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/games/battleship/room.h"

namespace meeple::engine::battleship {
namespace {

constexpr char kRows[] = "rows";
constexpr char kColumns[] = "columns";
constexpr char kFleet[] = "fleet";
constexpr char kTouching[] = "touching";
constexpr char kRepeatShot[] = "repeat_shot";
constexpr char kRefuse[] = "refuse";
constexpr char kMiss[] = "miss";

// Written one way only: no sign, no space, no leading zero.
std::optional<int> ReadLength(const std::string& text) {
  int length = 0;
  if (!absl::SimpleAtoi(text, &length) || absl::StrCat(length) != text) return std::nullopt;
  if (length < 1 || length > kMaxSide) return std::nullopt;
  return length;
}

absl::StatusOr<std::vector<int>> ReadFleet(const std::string& text) {
  std::vector<int> fleet;
  for (const std::string& part : std::vector<std::string>(absl::StrSplit(text, ','))) {
    const std::optional<int> length = ReadLength(part);
    if (!length || fleet.size() == kMaxShips) {
      return absl::InvalidArgumentError(
          absl::StrCat("fleet must be 1 to ", kMaxShips, " lengths of ships from 1 to ", kMaxSide,
                       ", parted by commas, such as 5,4,3,3,2, not '", text, "'"));
    }
    fleet.push_back(*length);
  }
  return fleet;
}

absl::Status CheckFleetFits(const Rules& rules) {
  const std::string board = absl::StrCat("a board of ", rules.rows, " x ", rules.columns);
  const int longest = *std::max_element(rules.fleet.begin(), rules.fleet.end());
  if (longest > std::max(rules.rows, rules.columns)) {
    return absl::InvalidArgumentError(
        absl::StrCat("a ship of ", longest, " cells is longer than both sides of ", board));
  }
  if (Room(rules).TakeInTurn(LongestFirst(rules.fleet))) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("the fleet is too large for ", board,
                                                 rules.touching ? "" : " without touching"));
}

}  // namespace

std::vector<ParameterSpec> RuleParameters() {
  return {{.name = kRows,
           .description = "Rows of the waters of each player.",
           .type = ParameterType::kInteger,
           .default_value = "10",
           .minimum = 1,
           .maximum = kMaxSide},
          {.name = kColumns,
           .description = "Columns of the waters of each player.",
           .type = ParameterType::kInteger,
           .default_value = "10",
           .minimum = 1,
           .maximum = kMaxSide},
          {.name = kFleet,
           .description = "The lengths of the ships of each player, 1 to 20 of them, each from 1 "
                          "to 26, parted by commas.",
           .type = ParameterType::kText,
           .default_value = "5,4,3,3,2"},
          {.name = kTouching,
           .description = "Whether ships may touch each other, be it with a corner only.",
           .type = ParameterType::kBoolean,
           .default_value = "true"},
          {.name = kRepeatShot,
           .description = "Whether a shot at a cell that was fired at before is refused or costs "
                          "the turn as a miss.",
           .type = ParameterType::kChoice,
           .default_value = kRefuse,
           .choices = {kRefuse, kMiss}}};
}

absl::StatusOr<Rules> ReadRules(const Parameters& parameters) {
  absl::StatusOr<std::vector<int>> fleet = ReadFleet(parameters.Text(kFleet));
  if (!fleet.ok()) return fleet.status();
  Rules rules = {.rows = parameters.Integer(kRows),
                 .columns = parameters.Integer(kColumns),
                 .fleet = *std::move(fleet),
                 .touching = parameters.Boolean(kTouching),
                 .repeat_counts = parameters.Text(kRepeatShot) == kMiss};
  if (absl::Status status = CheckFleetFits(rules); !status.ok()) return status;
  return rules;
}

}  // namespace meeple::engine::battleship
