#include "engine/games/bowling/bowling.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace meeple::engine {
namespace {

using bowling::kPins;
using bowling::LaneState;
using bowling::ScoreSheet;

constexpr int kMinFrames = 1;
constexpr int kMaxFrames = 20;

// A memento is the lane before the ball.
Memento Pack(const LaneState& lane) {
  return static_cast<Memento>(lane.frame) << 16 | static_cast<Memento>(lane.ball) << 12 |
         static_cast<Memento>(lane.standing) << 4 | static_cast<Memento>(lane.fresh ? 1 : 0);
}

LaneState Unpack(Memento memento) {
  return {.frame = static_cast<int>(memento >> 16),
          .ball = static_cast<int>(memento >> 12 & 15),
          .standing = static_cast<int>(memento >> 4 & 255),
          .fresh = (memento & 1) != 0};
}

Refusal Illegal(std::string message, std::string rule) {
  return {.reason = RefusalReason::kIllegalMove,
          .message = std::move(message),
          .rule = std::move(rule)};
}

}  // namespace

Bowling::Bowling(std::vector<Player> players, const GameOptions& options, int frames)
    : BoardGame(std::move(players), options),
      frames_(frames),
      sheets_(seats(), ScoreSheet(frames)) {}

std::unique_ptr<BoardGame> Bowling::NewGame() const {
  return std::make_unique<Bowling>(players(), options(), frames_);
}

BoardPicture Bowling::PictureFor(Viewer /*viewer*/) const {
  BoardPicture picture{.rows = seats(), .columns = frames_};
  for (SeatIndex seat = 0; seat < seats(); ++seat) {
    for (std::string& cell : sheets_[seat].Cells()) picture.cells.push_back(std::move(cell));
    picture.facts[absl::StrCat("total of ", players()[seat].id)] =
        absl::StrCat(sheets_[seat].Total());
  }
  if (cursor().status == GameStatus::kInProgress) {
    picture.facts["frame"] = absl::StrCat(lane().frame + 1);
    picture.facts["pins standing"] = absl::StrCat(lane().standing);
  }
  return picture;
}

std::string Bowling::DescribePly(const Ply& ply, Viewer viewer) const {
  const LaneState lane = Unpack(ply.memento);
  const char* what = "";
  if (ply.move.pins() == lane.standing) what = lane.fresh ? ": a strike" : ": a spare";
  return absl::StrCat(BoardGame::DescribePly(ply, viewer), what);
}

void Bowling::ListMoves(std::vector<Move>& moves) const {
  for (int pins = 0; pins <= lane().standing; ++pins) moves.push_back(Move::Pins(pins));
}

std::optional<Refusal> Bowling::CheckMove(const Move& move) const {
  if (move.form() != MoveForm::kPins) {
    return Refusal{.reason = RefusalReason::kWrongForm,
                   .message = "a move of this game is the number of pins knocked down, such as 7"};
  }
  const int pins = move.pins();
  const int standing = lane().standing;
  const std::string possible = absl::StrCat("0 to ", standing, " are possible");
  if (pins < 0) return Illegal(absl::StrCat("pins are not negative; ", possible), "negative_pins");
  if (pins > kPins) {
    return Illegal(absl::StrCat("a lane has ", kPins, " pins; ", possible), "more_than_ten");
  }
  if (pins > standing) {
    return Illegal(absl::StrCat("no more than ", standing, " stand; ", possible),
                   "more_than_stand");
  }
  return std::nullopt;
}

Memento Bowling::Apply(const Move& move, SeatIndex seat) {
  const Memento memento = Pack(sheets_[seat].lane());
  sheets_[seat].Add(move.pins());
  return memento;
}

void Bowling::TakeBack(const Move& /*move*/, SeatIndex seat, Memento memento) {
  sheets_[seat].RemoveLast(Unpack(memento));
}

Judgement Bowling::Judge(const Move& /*move*/, SeatIndex seat) const {
  // Most balls are not the last, and then there is nothing to compare.
  return sheets_[seat].done() ? CompareTotals() : Judgement{};
}

Judgement Bowling::JudgeAfterLeaving() const { return CompareTotals(); }

Judgement Bowling::CompareTotals() const {
  int best = -1;
  SeatIndex winner = kNoSeat;
  for (SeatIndex seat = 0; seat < seats(); ++seat) {
    if (!IsPlaying(seat)) continue;
    if (!sheets_[seat].done()) return {};
    const int total = sheets_[seat].Total();
    if (total < best) continue;
    winner = total == best ? kNoSeat : seat;
    best = total;
  }
  if (winner == kNoSeat) return {.status = GameStatus::kDrawn};
  return {.status = GameStatus::kWon, .winner = winner};
}

SeatIndex Bowling::NextSeat(SeatIndex seat) const {
  const bool frame_goes_on = sheets_[seat].lane().ball > 0;
  return frame_goes_on && IsPlaying(seat) ? seat : BoardGame::NextSeat(seat);
}

std::unique_ptr<BoardGame> Bowling::DoCopyPosition() const {
  return std::unique_ptr<BoardGame>(new Bowling(*this));
}

namespace bowling {
namespace {

absl::StatusOr<std::unique_ptr<BoardGame>> Make(const Parameters& parameters,
                                                std::vector<Player> players,
                                                const GameOptions& options) {
  return std::make_unique<Bowling>(std::move(players), options, parameters.Integer("frames"));
}

}  // namespace

GameKind Kind() {
  return {.id = "bowling",
          .title = "Ten-pin bowling",
          .description =
              "Tell how many pins each ball knocks down; strikes and spares count what "
              "follows, and the highest total wins.",
          .parameters = {{.name = "frames",
                          .description = "Frames of each bowler.",
                          .type = ParameterType::kInteger,
                          .default_value = "10",
                          .minimum = kMinFrames,
                          .maximum = kMaxFrames}},
          .min_players = 1,
          .max_players = kMaxSeats,
          .move_forms = {MoveForm::kPins},
          .rules_version = 1,
          .make = Make};
}

}  // namespace bowling
}  // namespace meeple::engine
