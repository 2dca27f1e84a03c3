#include "engine/games/snakes_and_ladders/track.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace meeple::engine::snakes_and_ladders {
namespace {

// Where jumps begin, and where each ends.
using Jumps = std::map<int, int>;

// What is shown of a text that makes no sense.
constexpr size_t kMaxQuoted = 20;

absl::Status Breaks(std::string_view rule, const std::string& why) {
  return absl::InvalidArgumentError(
      absl::StrCat("jumps: ", why, " (rule ", std::string(rule), ")"));
}

std::string TextOf(const std::pair<const int, int>& jump) {
  return absl::StrCat(jump.first, ":", jump.second);
}

// A whole number, which may be too large for any board; none if the text is something else.
std::optional<int> ReadNumber(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::pair<int, int>> ReadJump(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::optional<int> from = ReadNumber(text.substr(0, colon));
  const std::optional<int> to = ReadNumber(text.substr(colon + 1));
  if (!from || !to) return std::nullopt;
  return std::pair(*from, *to);
}

// The rules that one jump alone can break.
absl::Status CheckJump(int squares, const std::pair<const int, int>& jump) {
  const auto on_the_board = [&](int square) { return 1 <= square && square <= squares; };
  if (!on_the_board(jump.first) || !on_the_board(jump.second)) {
    return Breaks("on_the_board",
                  absl::StrCat(TextOf(jump), " leaves the board of squares 1 to ", squares));
  }
  if (jump.first == squares) {
    return Breaks("not_from_last",
                  absl::StrCat(TextOf(jump), " begins on the last square, where the game is won"));
  }
  if (jump.first == jump.second) {
    return Breaks("goes_somewhere", absl::StrCat(TextOf(jump), " ends where it begins"));
  }
  return absl::OkStatus();
}

absl::StatusOr<Jumps> ReadJumps(int squares, std::string_view text) {
  Jumps jumps;
  if (text.empty()) return jumps;
  for (absl::string_view part : absl::StrSplit(absl::string_view(text.data(), text.size()), ',')) {
    part = absl::StripAsciiWhitespace(part);
    const auto jump = ReadJump({part.data(), part.size()});
    if (!jump) {
      return Breaks("form",
                    absl::StrCat("'", part.substr(0, kMaxQuoted),
                                 "' is not a jump such as 4:14; commas stand between them"));
    }
    if (absl::Status status = CheckJump(squares, *jump); !status.ok()) return status;
    if (!jumps.insert(*jump).second) {
      return Breaks("one_jump_a_square", absl::StrCat("two jumps begin on ", jump->first));
    }
    if (jumps.size() > kMaxJumps) {
      return Breaks("few_jumps", absl::StrCat("there are more than ", kMaxJumps));
    }
  }
  return jumps;
}

// True if jumping on and on from `start` leads back to it.
bool LeadsBack(const Jumps& jumps, int start) {
  int square = start;
  for (size_t i = 0; i < jumps.size(); ++i) {
    const auto jump = jumps.find(square);
    if (jump == jumps.end()) return false;
    square = jump->second;
    if (square == start) return true;
  }
  return false;
}

absl::Status CheckChains(const Jumps& jumps) {
  for (const auto& jump : jumps) {
    if (LeadsBack(jumps, jump.first)) {
      return Breaks("no_cycle", absl::StrCat("from ", jump.first, " they lead back to it"));
    }
  }
  for (const auto& jump : jumps) {
    const auto next = jumps.find(jump.second);
    if (next == jumps.end()) continue;
    return Breaks("no_chain", absl::StrCat(TextOf(jump), " ends where ", TextOf(*next), " begins"));
  }
  return absl::OkStatus();
}

}  // namespace

Track::Track(int squares, bool exact) : jumps_(squares + 1), exact_(exact) {
  std::iota(jumps_.begin(), jumps_.end(), 0);
}

absl::StatusOr<Track> Track::Parse(int squares, std::string_view jumps, bool exact) {
  const absl::StatusOr<Jumps> read = ReadJumps(squares, jumps);
  if (!read.ok()) return read.status();
  if (absl::Status status = CheckChains(*read); !status.ok()) return status;
  Track track(squares, exact);
  for (const auto& [from, to] : *read) track.jumps_[from] = to;
  if (absl::Status status = track.CheckCanBeWon(); !status.ok()) return status;
  return track;
}

std::vector<int> Track::Resting() const {
  std::vector<int> resting = {0};
  std::vector<bool> seen(squares() + 1);
  for (size_t i = 0; i < resting.size(); ++i) {
    if (resting[i] == squares()) continue;
    for (int die = 1; die <= kDieFaces; ++die) {
      const int square = Land(resting[i], die).square;
      if (!seen[square]) resting.push_back(square);
      seen[square] = true;
    }
  }
  return resting;
}

absl::Status Track::CheckCanBeWon() const {
  const std::vector<int> resting = Resting();
  std::vector<std::vector<int>> origins(squares() + 1);
  for (const int from : resting) {
    if (from == squares()) continue;
    for (int die = 1; die <= kDieFaces; ++die) origins[Land(from, die).square].push_back(from);
  }
  // Backwards from the last square.
  std::vector<int> winning = {squares()};
  std::vector<bool> is_winning(squares() + 1);
  is_winning[squares()] = true;
  for (size_t i = 0; i < winning.size(); ++i) {
    for (const int origin : origins[winning[i]]) {
      if (!is_winning[origin]) winning.push_back(origin);
      is_winning[origin] = true;
    }
  }
  const auto trap =
      std::find_if(resting.begin(), resting.end(), [&](int square) { return !is_winning[square]; });
  if (trap == resting.end()) return absl::OkStatus();
  return Breaks("can_be_won", absl::StrCat("from square ", *trap, " square ", squares(),
                                           " can never be reached"));
}

}  // namespace meeple::engine::snakes_and_ladders
