// The notation of moves. Input: one byte that chooses the forms to read, then the text; the same
// bytes also make a move to be written. What is read is written and read as the same move, and what
// is written can be read.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/core/move.h"
#include "engine/core/notation.h"
#include "tests/fuzz/expect.h"
#include "tests/fuzz/input.h"

namespace meeple::fuzz {
namespace {

using engine::Move;
using engine::MoveForm;

constexpr std::array kForms = {MoveForm::kCell, MoveForm::kColumn, MoveForm::kRoll,
                               MoveForm::kPins, MoveForm::kShip,   MoveForm::kPass};

std::vector<MoveForm> ChooseForms(uint8_t bits) {
  std::vector<MoveForm> forms;
  for (size_t i = 0; i < kForms.size(); ++i) {
    if (bits & 1u << i) forms.push_back(kForms[i]);
  }
  return forms;
}

void ReadAndWriteAgain(std::string_view text, const std::vector<MoveForm>& forms) {
  const absl::StatusOr<Move> move = engine::ParseMove(text, forms);
  if (!move.ok()) {
    EXPECT(absl::IsInvalidArgument(move.status()), "one kind of error");
    EXPECT(!move.status().message().empty(), "an error for people");
    return;
  }
  const std::string written = engine::FormatMove(*move);
  EXPECT(written.size() <= engine::kMaxNotationLength, "what is written is short enough to read");
  const absl::StatusOr<Move> again = engine::ParseMove(written, forms);
  EXPECT(again.ok() && *again == *move, "what is written reads as the same move");
}

Move MakeMove(Input& input) {
  const MoveForm form = kForms[input.Byte() % kForms.size()];
  const int32_t number = input.Int32();
  const engine::Cell cell = {.row = input.Int32(), .column = input.Int32()};
  switch (form) {
    case MoveForm::kCell:
      return Move::AtCell(cell);
    case MoveForm::kColumn:
      return Move::InColumn(number);
    case MoveForm::kRoll:
      return Move::Roll();
    case MoveForm::kPins:
      return Move::Pins(number);
    case MoveForm::kShip:
      return Move::Ship(number, cell,
                        number & 1 ? engine::Direction::kDown : engine::Direction::kRight);
    case MoveForm::kPass:
      break;
  }
  return Move::Pass();
}

// No notation names what lies before the first row, column or ship.
bool HasNotation(const Move& move) {
  return move.cell().row >= 0 && move.cell().column >= 0 && move.column() >= 0;
}

void WriteAndRead(const Move& move) {
  const std::string written = engine::FormatMove(move);
  const std::array forms = {move.form()};
  const absl::StatusOr<Move> read = engine::ParseMove(written, forms);
  EXPECT(read.ok() == HasNotation(move), "exactly what has a notation can be read");
  EXPECT(!read.ok() || *read == move, "what was written is read");
}

}  // namespace
}  // namespace meeple::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  meeple::fuzz::Input text(data, size);
  const std::vector<meeple::engine::MoveForm> forms = meeple::fuzz::ChooseForms(text.Byte());
  meeple::fuzz::ReadAndWriteAgain(text.Rest(), forms);
  meeple::fuzz::Input bytes(data, size);
  meeple::fuzz::WriteAndRead(meeple::fuzz::MakeMove(bytes));
  return 0;
}
