// What every game of the registry must keep of its players' secrets. In a game that hides nothing
// all see the same. In one that does, two games that a viewer cannot tell apart by what it was
// shown look the same to it byte by byte, whatever it asks for.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/core/counter_random.h"
#include "engine/core/notation.h"
#include "engine/core/rendering.h"
#include "engine/core/replay.h"
#include "engine/players/player_factory.h"
#include "engine/testing/conformance.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/trial.h"

namespace meeple::engine {
namespace {

std::vector<Trial> TrialsThatHide(bool hidden) {
  const std::vector<Trial> all = AllTrials();
  std::vector<Trial> trials;
  std::copy_if(all.begin(), all.end(), std::back_inserter(trials), [hidden](const Trial& trial) {
    return FindGameKind(trial.conformance->kind).hidden == hidden;
  });
  return trials;
}

std::vector<Viewer> SeatsAndSpectator(const BoardGame& game) {
  std::vector<Viewer> viewers = {kSpectator};
  for (SeatIndex seat = 0; seat < game.seats(); ++seat) viewers.push_back(seat);
  return viewers;
}

std::string TextOf(const BoardPicture& picture) {
  std::string text = absl::StrCat(picture.rows, " x ", picture.columns, ": ",
                                  absl::StrJoin(picture.cells, "|"), "\n");
  for (const auto& [name, value] : picture.facts) absl::StrAppend(&text, name, "=", value, "\n");
  return text;
}

std::string TextOf(const TurnCursor& cursor, const Outcome& outcome) {
  return absl::StrCat("status ", static_cast<int>(cursor.status), " seat ", cursor.turn_index,
                      " turns ", cursor.turns, " winner ", outcome.winner, " reason ",
                      static_cast<int>(outcome.reason), "\n");
}

std::string TextOf(const ReplayFrame& frame) {
  return absl::StrCat("turn ", frame.turn, " by ", frame.seat, ": ",
                      frame.move.has_value() ? FormatMove(*frame.move) : "hidden", "\n",
                      TextOf(frame.picture), frame.rendered, "\n",
                      TextOf(frame.cursor, frame.outcome));
}

std::string TextOf(const BoardGame& game, const Ply& ply, Viewer viewer) {
  return absl::StrCat(game.CanSee(ply, viewer), " ", game.DescribePly(ply, viewer), "\n",
                      RenderMove(game, ply, viewer), "\n", RenderRedo(game, ply, viewer), "\n",
                      RenderUndo(game, ply, ply.seat, viewer), "\n");
}

class ViewsTest : public TrialTest {
 protected:
  // Everything that `viewer` is shown of `game` from its beginning to now.
  static std::string ShownTo(Viewer viewer, const BoardGame& game) {
    std::string text = absl::StrCat(TextOf(game.cursor(), game.outcome()),
                                    TextOf(game.PictureFor(viewer)), RenderGame(game, viewer), "\n",
                                    TextOf(game.CopyPosition()->PictureFor(viewer)));
    for (const Ply& ply : game.log().standing()) text += TextOf(game, ply, viewer);
    for (const ReplayFrame& frame : Replay(game, 0, game.cursor().turns, viewer)) {
      text += TextOf(frame);
    }
    return text;
  }

  // What the seat to move can find out: what is legal, why all else is refused, what bots advise.
  std::string KnownToMover(const BoardGame& game) const {
    std::string text;
    for (const Move& move : game.LegalMoves()) absl::StrAppend(&text, FormatMove(move), ", ");
    for (const Move& move : universe_) {
      const std::optional<Refusal> refusal = game.Check(game.cursor().turn_index, move);
      if (refusal) absl::StrAppend(&text, "\n", refusal->message, " ", refusal->rule);
    }
    for (const BotKind& bot : AllBotKinds()) {
      if (!bot.plays(kind_) || game.over()) continue;
      const auto move = (*MakePlayer({.kind = bot.id, .seed = 7}))->Choose(*game.CopyPosition());
      absl::StrAppend(&text, "\n", bot.id, ": ", FormatMove(*move));
    }
    return text;
  }
};

class OpenViewsTest : public ViewsTest {};

TEST_P(OpenViewsTest, EverybodySeesEverything) {
  EXPECT_EQ(GetParam().conformance->twin, nullptr);
  for (uint64_t seed = 0; seed < kFewGames / 5; ++seed) {
    SCOPED_TRACE(seed);
    const std::unique_ptr<BoardGame> game = Begin(seed);
    PlayRandomly(*game, seed);
    const std::string all = ShownTo(kAllSeeing, *game);
    for (const Viewer viewer : SeatsAndSpectator(*game)) ASSERT_EQ(ShownTo(viewer, *game), all);
  }
}

INSTANTIATE_TEST_SUITE_P(Games, OpenViewsTest, ::testing::ValuesIn(TrialsThatHide(false)),
                         NameOfTrial);

class HiddenViewsTest : public ViewsTest {
 protected:
  // A game in progress or just over, by its seed.
  std::unique_ptr<BoardGame> BeginAndPlay(uint64_t seed) const {
    const std::unique_ptr<BoardGame> whole = Begin(seed);
    PlayRandomly(*whole, seed);
    const int length = whole->cursor().turns;
    std::unique_ptr<BoardGame> game = Begin(seed);
    const bool to_the_end = seed % 5 == 0;
    PlayRandomly(*game, seed,
                 to_the_end ? length : static_cast<int>(DrawBelow(length, seed, 0, 1)));
    return game;
  }

  // The same game to `viewer`, with other secrets.
  std::unique_ptr<BoardGame> TwinOf(const BoardGame& game, Viewer viewer, uint64_t seed) const {
    std::unique_ptr<BoardGame> twin = Begin(game.options().seed);
    for (const Move& move : GetParam().conformance->twin(Played(game), viewer, seed)) {
      const std::optional<Refusal> refusal = twin->Submit(twin->cursor().turn_index, move);
      EXPECT_FALSE(refusal.has_value()) << FormatMove(move) << ": " << refusal->message;
    }
    return twin;
  }

  // Everything that `viewer` may know.
  std::string KnownTo(Viewer viewer, const BoardGame& game) const {
    const std::string shown = ShownTo(viewer, game);
    return viewer == game.cursor().turn_index ? shown + KnownToMover(game) : shown;
  }

  static bool PlayedAlike(const BoardGame& one, const BoardGame& other) {
    return std::ranges::equal(one.log().standing(), other.log().standing(), {}, &Ply::move,
                              &Ply::move);
  }
};

TEST_P(HiddenViewsTest, GamesThatAViewerCannotTellApartLookAlike) {
  int different = 0;
  int tried = 0;
  for (uint64_t seed = 0; seed < kFewGames; ++seed) {
    const std::unique_ptr<BoardGame> game = BeginAndPlay(seed);
    for (const Viewer viewer : SeatsAndSpectator(*game)) {
      SCOPED_TRACE(absl::StrCat("seed ", seed, ", viewer ", viewer));
      const std::unique_ptr<BoardGame> twin = TwinOf(*game, viewer, seed);
      ASSERT_EQ(KnownTo(viewer, *game), KnownTo(viewer, *twin));
      if (!game->over()) {
        const std::unique_ptr<BoardGame> ended = game->Clone();
        ended->Abandon();
        twin->Abandon();
        ASSERT_EQ(ShownTo(viewer, *ended), ShownTo(viewer, *twin));
      }
      different += PlayedAlike(*game, *twin) ? 0 : 1;
      ++tried;
    }
  }
  EXPECT_GT(different, tried / 2) << "twins that are the same game show nothing";
}

TEST_P(HiddenViewsTest, NothingIsHiddenFromWhoMovedNorFromTheAllSeeing) {
  int hidden = 0;
  for (uint64_t seed = 0; seed < kFewGames; ++seed) {
    const std::unique_ptr<BoardGame> game = Begin(seed);
    PlayRandomly(*game, seed);
    for (const Ply& ply : game->log().standing()) {
      ASSERT_TRUE(game->CanSee(ply, ply.seat));
      ASSERT_TRUE(game->CanSee(ply, kAllSeeing));
      if (!game->CanSee(ply, kSpectator)) ++hidden;
    }
  }
  EXPECT_GT(hidden, 0);
}

INSTANTIATE_TEST_SUITE_P(Games, HiddenViewsTest, ::testing::ValuesIn(TrialsThatHide(true)),
                         NameOfTrial);

}  // namespace
}  // namespace meeple::engine
