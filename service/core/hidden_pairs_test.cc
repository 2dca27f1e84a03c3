// Random pairs of games that differ only in what a viewer cannot know: all bytes and sizes that the
// viewer gets of the two are equal, whatever is asked, moved, taken back and refused.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "service/core/testing/hidden_table.h"

namespace meeple::service {
namespace {

constexpr int kSide = 10;
constexpr engine::SeatIndex kOwner = 0;    // whose fleet differs between the two
constexpr engine::SeatIndex kShooter = 1;  // who must not notice

v1::GameConfig Battleship(bool free_undo) {
  v1::GameConfig config;
  config.set_kind("battleship");
  config.set_undo(free_undo ? v1::UNDO_POLICY_FREE : v1::UNDO_POLICY_NEVER);
  return config;
}

// The cells of a placement such as "carrier a1 right", "a1" first.
std::vector<std::string> CellsOf(const std::string& placement) {
  static const std::vector<std::pair<std::string, int>> kLengths = {
      {"carrier", 5}, {"battleship", 4}, {"cruiser", 3}, {"submarine", 3}, {"destroyer", 2}};
  const std::vector<std::string> words = absl::StrSplit(placement, ' ');
  const auto ship = std::ranges::find(kLengths, words.at(0), &std::pair<std::string, int>::first);
  int row = 0;
  EXPECT_TRUE(absl::SimpleAtoi(words.at(1).substr(1), &row)) << placement;
  std::vector<std::string> cells;
  for (int i = 0; i < ship->second; ++i) {
    const bool right = words.at(2) == "right";
    const auto column = static_cast<char>(words.at(1).front() + (right ? i : 0));
    cells.push_back(absl::StrCat(std::string(1, column), row + (right ? 0 : i)));
  }
  return cells;
}

// Two games, played alike but for where the ships of kOwner lie.
class Twins {
 public:
  explicit Twins(unsigned seed)
      : random_(seed),
        config_(Battleship(seed % 2 == 0)),
        here_(TestOptions(), config_),
        there_(TestOptions(), config_) {}

  // Plays to a random end, comparing what both viewers see after some of the steps.
  void Play() {
    for (int step = 0; step < 60 && InProgress(); ++step) {
      Step();
      if (testing::Test::HasFailure()) return;
      if (random_() % 8 == 0) Compare();
    }
    Compare();
  }

 private:
  v1::Game GameOf(HiddenTable& table) { return table.host().Get(table.table()); }
  bool InProgress() {
    return GameOf(here_).cursor().status() == v1::GAME_STATUS_IN_PROGRESS &&
           GameOf(there_).cursor().status() == v1::GAME_STATUS_IN_PROGRESS;
  }

  void Step() {
    const int mover = GameOf(here_).cursor().turn_index();
    ASSERT_EQ(GameOf(there_).cursor().turn_index(), mover);
    const auto placements = LegalOf(here_, mover);
    ASSERT_FALSE(placements.empty());
    if (random_() % 10 == 0) return TakeBack();
    if (random_() % 10 == 0) return Both(1 - mover, "a1");  // out of turn
    const bool placing = placements.front().find(' ') != std::string::npos;
    if (!placing) return Both(mover, mover == kShooter ? FairShot() : RandomCell());
    if (mover == kShooter) return Both(mover, Pick(placements));
    Place(placements);
  }

  // Half of the owner's ships lie in different places.
  void Place(const std::vector<std::string>& legal_here) {
    const std::string ship = absl::StrCat(NameOf(legal_here.front()), " ");
    const auto of_ship = [&](const std::vector<std::string>& all) {
      std::vector<std::string> some;
      for (const std::string& each : all) {
        if (each.starts_with(ship)) some.push_back(each);
      }
      return some;
    };
    const std::vector<std::string> here = of_ship(legal_here);
    const std::vector<std::string> there = of_ship(LegalOf(there_, kOwner));
    const std::string placed_here = Pick(here);
    const bool same = random_() % 2 == 0 && std::ranges::find(there, placed_here) != there.end();
    const std::string placed_there = same ? placed_here : Pick(there);
    here_.Move(kOwner, placed_here);
    there_.Move(kOwner, placed_there);
    if (same) return;
    for (const std::string& placement : {placed_here, placed_there}) {
      const auto cells = CellsOf(placement);
      different_.insert(cells.begin(), cells.end());
    }
  }

  void TakeBack() {
    const int seat = static_cast<int>(random_() % 2);
    const bool undo = random_() % 2 == 0;
    Compare(seat, undo ? here_.Ask(&GameHost::Undo, seat) : here_.Ask(&GameHost::Redo, seat),
            undo ? there_.Ask(&GameHost::Undo, seat) : there_.Ask(&GameHost::Redo, seat));
  }

  void Both(engine::SeatIndex seat, const std::string& move) {
    Compare(seat, here_.Move(seat, move), there_.Move(seat, move));
  }

  // What the owner is answered may tell the two apart.
  void Compare(engine::SeatIndex seat, const std::string& here, const std::string& there) {
    if (seat == kShooter) {
      EXPECT_EQ(here, there);
    }
  }

  void Compare() {
    for (const engine::Viewer viewer : {engine::kSpectator, engine::Viewer{kShooter}}) {
      EXPECT_EQ(here_.LookAs(viewer), there_.LookAs(viewer)) << "viewer " << viewer;
    }
  }

  std::vector<std::string> LegalOf(HiddenTable& table, engine::SeatIndex seat) {
    v1::ListLegalMovesResponse legal;
    legal.ParseFromString(table.Ask(&GameHost::ListLegalMoves, seat));
    std::vector<std::string> moves;
    for (const v1::Move& move : legal.moves()) moves.push_back(move.notation());
    return moves;
  }

  std::string RandomCell() {
    return absl::StrCat(std::string(1, static_cast<char>('a' + random_() % kSide)),
                        1 + random_() % kSide);
  }

  // A cell at which both fleets answer alike. One that was fired at may be met again.
  std::string FairShot() {
    for (;;) {
      std::string cell = RandomCell();
      if (!different_.contains(cell)) return cell;
    }
  }

  std::string Pick(const std::vector<std::string>& from) { return from[random_() % from.size()]; }
  static std::string NameOf(const std::string& placement) {
    return placement.substr(0, placement.find(' '));
  }

  std::mt19937 random_;
  v1::GameConfig config_;
  HiddenTable here_;
  HiddenTable there_;
  // Cells that hold a ship in one game only, or may have since a move was taken back.
  std::set<std::string> different_;
};

TEST(HiddenPairsTest, WhatAViewerCannotKnowChangesNoByte) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    Twins(seed).Play();
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace meeple::service
