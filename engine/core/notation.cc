#include "engine/core/notation.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace meeple::engine {
namespace {

constexpr int64_t kLetters = 26;

constexpr bool IsLetter(char c) { return c >= 'a' && c <= 'z'; }

// The ships of a usual fleet, longest first. Further ones are "ship6", "ship7", ...
constexpr std::array<std::string_view, 5> kShipNames = {"carrier", "battleship", "cruiser",
                                                        "submarine", "destroyer"};
constexpr std::string_view kOtherShip = "ship";

// --- Writing ---

// Column 0 is a, 25 is z, 26 is aa.
std::string ColumnLetters(int64_t column) {
  std::string letters;
  for (int64_t rest = column + 1; rest > 0; rest = (rest - 1) / kLetters) {
    letters.insert(letters.begin(), static_cast<char>('a' + (rest - 1) % kLetters));
  }
  return letters;
}

std::string FormatCell(Cell cell) {
  // No notation names such a cell; it still needs a text, since refusals quote it.
  if (cell.row < 0 || cell.column < 0) return absl::StrCat("(", cell.row, ",", cell.column, ")");
  return absl::StrCat(ColumnLetters(cell.column), int64_t{cell.row} + 1);
}

// --- Reading; texts are in lower case ---

// The decimal number `text`, without sign or leading zeros, less `first` which stands for 0.
std::optional<int32_t> ReadNumber(std::string_view text, int64_t first) {
  if (text.empty() || !absl::ascii_isdigit(text[0]) || (text[0] == '0' && text.size() > 1)) {
    return std::nullopt;
  }
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  value -= first;
  if (value < 0 || value > std::numeric_limits<int32_t>::max()) return std::nullopt;
  return static_cast<int32_t>(value);
}

std::optional<int32_t> ReadColumnLetters(std::string_view letters) {
  int64_t column = 0;
  for (char letter : letters) {
    column = column * kLetters + (letter - 'a') + 1;
    if (column - 1 > std::numeric_limits<int32_t>::max()) return std::nullopt;
  }
  if (column == 0) return std::nullopt;
  return static_cast<int32_t>(column - 1);
}

std::optional<Cell> ReadCell(std::string_view text) {
  const size_t letters = std::find_if_not(text.begin(), text.end(), IsLetter) - text.begin();
  const std::optional<int32_t> column = ReadColumnLetters(text.substr(0, letters));
  const std::optional<int32_t> row = ReadNumber(text.substr(letters), 1);
  if (!column || !row) return std::nullopt;
  return Cell{.row = *row, .column = *column};
}

std::optional<int32_t> ReadShipName(std::string_view text) {
  const auto* named = std::find(kShipNames.begin(), kShipNames.end(), text);
  if (named != kShipNames.end()) return static_cast<int32_t>(named - kShipNames.begin());
  if (text.substr(0, kOtherShip.size()) != kOtherShip) return std::nullopt;
  return ReadNumber(text.substr(kOtherShip.size()), 1);
}

std::optional<Move> ReadShip(std::string_view text) {
  const std::vector<std::string> words =
      absl::StrSplit(absl::string_view(text.data(), text.size()), ' ', absl::SkipEmpty());
  if (words.size() != 3 || (words[2] != "right" && words[2] != "down")) return std::nullopt;
  const std::optional<int32_t> ship = ReadShipName(words[0]);
  const std::optional<Cell> first = ReadCell(words[1]);
  if (!ship || !first) return std::nullopt;
  return Move::Ship(*ship, *first, words[2] == "right" ? Direction::kRight : Direction::kDown);
}

std::optional<Move> ReadMove(std::string_view text, MoveForm form) {
  switch (form) {
    case MoveForm::kCell:
      if (const std::optional<Cell> cell = ReadCell(text)) return Move::AtCell(*cell);
      break;
    case MoveForm::kColumn:
      if (const std::optional<int32_t> column = ReadNumber(text, 1)) return Move::InColumn(*column);
      break;
    case MoveForm::kRoll:
      if (text == "roll") return Move::Roll();
      break;
    case MoveForm::kPins:
      if (const std::optional<int32_t> pins = ReadNumber(text, 0)) return Move::Pins(*pins);
      break;
    case MoveForm::kShip:
      return ReadShip(text);
    case MoveForm::kPass:
      if (text == "pass") return Move::Pass();
      break;
  }
  return std::nullopt;
}

std::string_view ExampleOf(MoveForm form) {
  switch (form) {
    case MoveForm::kCell:
      return "a cell such as b2";
    case MoveForm::kColumn:
      return "a column such as 4";
    case MoveForm::kRoll:
      return "roll";
    case MoveForm::kPins:
      return "a number of pins such as 7";
    case MoveForm::kShip:
      return "a ship such as carrier a1 right";
    case MoveForm::kPass:
      break;
  }
  return "pass";
}

std::string Examples(std::span<const MoveForm> forms) {
  return absl::StrJoin(forms, " or ",
                       [](std::string* out, MoveForm form) { out->append(ExampleOf(form)); });
}

}  // namespace

std::string ShipName(int32_t ship) {
  if (ship >= 0 && ship < static_cast<int32_t>(kShipNames.size())) {
    return std::string(kShipNames[ship]);
  }
  return absl::StrCat("ship", int64_t{ship} + 1);
}

std::string FormatMove(const Move& move) {
  switch (move.form()) {
    case MoveForm::kCell:
      return FormatCell(move.cell());
    case MoveForm::kColumn:
      return absl::StrCat(int64_t{move.column()} + 1);
    case MoveForm::kRoll:
      return "roll";
    case MoveForm::kPins:
      return absl::StrCat(move.pins());
    case MoveForm::kShip:
      return absl::StrCat(ShipName(move.ship()), " ", FormatCell(move.cell()),
                          move.direction() == Direction::kRight ? " right" : " down");
    case MoveForm::kPass:
      break;
  }
  return "pass";
}

absl::StatusOr<Move> ParseMove(std::string_view text, std::span<const MoveForm> forms) {
  if (text.size() > kMaxNotationLength) {
    return absl::InvalidArgumentError(
        absl::StrCat("a move is written in at most ", kMaxNotationLength, " characters"));
  }
  std::string lower(text);
  absl::AsciiStrToLower(&lower);
  absl::StripAsciiWhitespace(&lower);
  for (MoveForm form : forms) {
    if (std::optional<Move> move = ReadMove(lower, form)) return *move;
  }
  return absl::InvalidArgumentError(absl::StrCat("a move is ", Examples(forms)));
}

}  // namespace meeple::engine
