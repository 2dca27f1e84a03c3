// What every game of the registry must keep, whatever its rules. A new game gets these tests by its
// line in games.inc; what they need to know of it is its Conformance.

#include "engine/testing/conformance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/counter_random.h"
#include "engine/core/notation.h"
#include "engine/core/opening.h"
#include "engine/core/replay.h"
#include "engine/players/match.h"
#include "engine/players/player_factory.h"
#include "engine/testing/fingerprint.h"
#include "engine/testing/make_players.h"
#include "engine/testing/trial.h"

namespace meeple::engine {
namespace {

class ConformanceTest : public TrialTest {
 protected:
  // Where a step costs a whole game, so that long games do not take for ever.
  static constexpr int kMostSteps = 300;
  // For what is checked at every ply; fewer under sanitizers.
  int Games() const { return std::max(1, setup_.games / MEEPLE_TEST_SLOWDOWN); }
  // For what costs much a game.
  int FewGames() const { return std::max(1, std::min(setup_.games, 50) / MEEPLE_TEST_SLOWDOWN); }

  // The legal moves are in order and are those of the reference, which agrees on all else too.
  void ExpectAgreesWithReference(const BoardGame& game) const {
    const ReferenceState reference = GetParam().conformance->reference(Played(game));
    EXPECT_EQ(game.cursor().status, reference.status);
    EXPECT_EQ(game.outcome().winner, reference.winner);
    EXPECT_EQ(game.LegalMoves(), reference.legal_moves);
    if (!game.over()) {
      EXPECT_EQ(game.cursor().turn_index, reference.to_move);
    }
  }

  // What is on the board and whose turn it is.
  static std::string PositionText(const BoardGame& game) {
    const BoardPicture picture = game.Picture();
    std::string text = RenderPicture(picture);
    for (const auto& [name, value] : picture.facts) text += "\n" + name + ": " + value;
    return text + "\nseat " + std::to_string(game.cursor().turn_index);
  }

  static void ExpectMovesInOrder(const std::vector<Move>& moves, const BoardGame& game) {
    EXPECT_EQ(moves.empty(), game.over());
    EXPECT_TRUE(std::is_sorted(moves.begin(), moves.end()));
    EXPECT_EQ(std::adjacent_find(moves.begin(), moves.end()), moves.end());
  }

  // A refusal says why: with a text, with a rule where no other reason fits, and a form that the
  // game does not have is named as that.
  void ExpectRefusedWell(const std::optional<Refusal>& refusal, const Move& move, bool over) const {
    ASSERT_TRUE(refusal.has_value()) << FormatMove(move);
    EXPECT_FALSE(refusal->message.empty()) << FormatMove(move);
    EXPECT_EQ(refusal->rule.empty(), refusal->reason != RefusalReason::kIllegalMove)
        << FormatMove(move) << ": " << refusal->message;
    if (std::ranges::count(kind_.move_forms, move.form()) == 0 && !over) {
      EXPECT_EQ(refusal->reason, RefusalReason::kWrongForm) << FormatMove(move);
    }
  }

  // Of the universe exactly the legal moves are accepted, and trying the others leaves no trace.
  void ExpectOnlyLegalMovesAccepted(BoardGame& game, const std::vector<Move>& legal) const {
    const std::string before = Fingerprint(game);
    const SeatIndex to_move = game.cursor().turn_index;
    for (const Move& move : universe_) {
      if (std::binary_search(legal.begin(), legal.end(), move)) {
        EXPECT_FALSE(game.Check(to_move, move).has_value()) << FormatMove(move);
      } else {
        ExpectRefusedWell(game.Submit(to_move, move), move, game.over());
      }
    }
    EXPECT_EQ(Fingerprint(game), before);
  }

  // Not even a legal move is accepted from another seat, of this game or of none.
  static void ExpectOnlySeatToMoveAccepted(BoardGame& game, const std::vector<Move>& legal) {
    if (legal.empty()) return;
    for (SeatIndex seat = -1; seat <= game.seats(); ++seat) {
      if (seat == game.cursor().turn_index) continue;
      const std::optional<Refusal> refusal = game.Submit(seat, legal.front());
      ASSERT_TRUE(refusal.has_value()) << seat;
      EXPECT_EQ(refusal->reason, RefusalReason::kNotYourTurn);
    }
  }

  void ExpectNotationRoundTrips(const std::vector<Move>& moves) const {
    for (const Move& move : moves) {
      const absl::StatusOr<Move> read = ParseMove(FormatMove(move), kind_.move_forms);
      ASSERT_TRUE(read.ok()) << FormatMove(move) << ": " << read.status();
      EXPECT_EQ(*read, move);
    }
  }

  static int LeastLevel(const BotKind& bot) { return bot.has_levels ? 1 : 0; }

  // Who thinks for long about each move plays no long games here.
  static int TurnsOf(const BotKind& bot) {
    if (bot.id == "random") return 0;
    return bot.has_levels ? 4 + 20 / MEEPLE_TEST_SLOWDOWN : 6;
  }

  // How a match between equal bots ends.
  std::string PlayBots(const BotKind& bot, uint64_t seed) const {
    std::vector<std::unique_ptr<MoveStrategy>> strategies(setup_.players);
    for (auto& strategy : strategies)
      strategy = *MakePlayer({.kind = bot.id, .level = LeastLevel(bot), .seed = seed});
    auto game = MakeGame(kind_, setup_.parameters, MakePlayers(setup_.players),
                         {.turn_limit = TurnsOf(bot), .seed = seed});
    Match match(*std::move(game), std::move(strategies));
    const std::optional<MatchError> error = match.Play();
    EXPECT_FALSE(error.has_value()) << error->message;
    EXPECT_TRUE(match.game().over());
    return Fingerprint(match.game());
  }
};

TEST_P(ConformanceTest, UniverseHasEveryLegalMove) {
  for (int seed = 0; seed < FewGames(); ++seed) {
    for (auto game = Begin(seed); !game->over(); PlayRandomMove(*game, seed)) {
      for (const Move& move : game->LegalMoves()) {
        ASSERT_NE(std::find(universe_.begin(), universe_.end(), move), universe_.end())
            << FormatMove(move);
      }
    }
  }
}

TEST_P(ConformanceTest, RandomGamesKeepTheRules) {
  for (int seed = 0; seed < Games(); ++seed) {
    SCOPED_TRACE(seed);
    const std::unique_ptr<BoardGame> game = Begin(seed);
    while (true) {
      const std::vector<Move> moves = game->LegalMoves();
      ExpectMovesInOrder(moves, *game);
      ExpectAgreesWithReference(*game);
      ExpectOnlySeatToMoveAccepted(*game, moves);
      ExpectOnlyLegalMovesAccepted(*game, moves);
      if (seed < FewGames()) ExpectNotationRoundTrips(moves);
      if (game->over() || HasFailure()) break;
      PlayRandomMove(*game, seed);
    }
    EXPECT_LE(game->cursor().turns, setup_.max_turns);
    if (HasFailure()) return;
  }
}

TEST_P(ConformanceTest, RareCasesOccurAsOftenAsBefore) {
  std::map<std::string, int> counts;
  for (int seed = 0; seed < setup_.games; ++seed) {
    const std::unique_ptr<BoardGame> game = Begin(seed);
    PlayRandomly(*game, seed);
    for (const std::string& rare : GetParam().conformance->rare_cases(Played(*game))) {
      ++counts[rare];
    }
  }
  EXPECT_EQ(counts, setup_.rare_cases);
}

TEST_P(ConformanceTest, UndoToTheRootAndRedoToTheEnd) {
  for (int seed = 0; seed < Games(); ++seed) {
    SCOPED_TRACE(seed);
    const std::unique_ptr<BoardGame> game = Begin(seed);
    std::vector<std::string> prints = {Fingerprint(*game)};
    while (!game->over()) {
      PlayRandomMove(*game, seed);
      prints.push_back(Fingerprint(*game));
    }
    for (size_t turn = prints.size() - 1; turn > 0; --turn) {
      ASSERT_FALSE(game->Undo().has_value());
      ASSERT_EQ(Fingerprint(*game), prints[turn - 1]);
    }
    ASSERT_TRUE(game->Undo().has_value());
    for (size_t turn = 1; turn < prints.size(); ++turn) {
      ASSERT_FALSE(game->Redo().has_value());
      ASSERT_EQ(Fingerprint(*game), prints[turn]);
    }
    ASSERT_TRUE(game->Redo().has_value());
    ASSERT_EQ(Fingerprint(*game), prints.back());
  }
}

// Undo and play on, back and forth, always leaves the state that the standing moves alone give.
TEST_P(ConformanceTest, StateIsAFoldOfTheStandingMoves) {
  for (int seed = 0; seed < FewGames(); ++seed) {
    SCOPED_TRACE(seed);
    const std::unique_ptr<BoardGame> game = Begin(seed);
    for (int step = 0; step < std::min(3 * setup_.max_turns, kMostSteps); ++step) {
      switch (DrawBelow(4, seed, step, 1)) {
        case 0:
          game->Undo();
          break;
        case 1:
          game->Redo();
          break;
        default:
          if (!game->over()) PlayRandomMove(*game, seed + step);
      }
      const std::unique_ptr<BoardGame> fold = game->NewGame();
      fold->Start();
      for (const Ply& ply : game->log().standing()) fold->ApplyUnchecked(ply.move);
      ASSERT_EQ(Fingerprint(*fold), Fingerprint(*game));
    }
  }
}

// Positions that differ hash apart, whatever led to them; undo and redo bring the hash back.
TEST_P(ConformanceTest, HashesTellPositionsApart) {
  std::map<uint64_t, std::string> known;
  for (int seed = 0; seed < FewGames(); ++seed) {
    SCOPED_TRACE(seed);
    const std::unique_ptr<BoardGame> game = Begin(seed);
    for (int turn = 0; turn < kMostSteps && !game->over(); ++turn) {
      const uint64_t before = game->PositionHash();
      PlayRandomMove(*game, seed);
      const uint64_t hash = game->PositionHash();
      const std::string position = PositionText(*game);
      ASSERT_EQ(known.try_emplace(hash, position).first->second, position);
      game->UndoUnchecked();
      ASSERT_EQ(game->PositionHash(), before);
      ASSERT_FALSE(game->Redo().has_value());
      ASSERT_EQ(game->PositionHash(), hash);
    }
  }
}

TEST_P(ConformanceTest, EstimatesAreInRange) {
  for (int seed = 0; seed < FewGames(); ++seed) {
    for (auto game = Begin(seed); !game->over(); PlayRandomMove(*game, seed)) {
      for (SeatIndex seat = 0; seat < game->seats(); ++seat) {
        ASSERT_LE(std::abs(game->Estimate(seat)), BoardGame::kMostEstimate);
      }
    }
  }
}

TEST_P(ConformanceTest, ReplayShowsWhatWasSeen) {
  for (int seed = 0; seed < FewGames(); ++seed) {
    SCOPED_TRACE(seed);
    const std::unique_ptr<BoardGame> game = Begin(seed);
    std::vector<BoardPicture> pictures = {game->Picture()};
    while (!game->over()) {
      PlayRandomMove(*game, seed);
      pictures.push_back(game->Picture());
    }
    const std::vector<ReplayFrame> frames = Replay(*game, 0, game->cursor().turns);
    ASSERT_EQ(frames.size(), pictures.size());
    for (size_t turn = 0; turn < frames.size(); ++turn) {
      EXPECT_EQ(frames[turn].picture, pictures[turn]);
    }
    EXPECT_EQ(frames.back().cursor, game->cursor());
    EXPECT_EQ(frames.back().outcome, game->outcome());
  }
}

TEST_P(ConformanceTest, CopiesNeverShareState) {
  for (int seed = 0; seed < FewGames(); ++seed) {
    SCOPED_TRACE(seed);
    const std::unique_ptr<BoardGame> game = Begin(seed);
    PlayRandomly(*game, seed, static_cast<int>(DrawBelow(setup_.max_turns, seed, 0, 1)));
    const std::string before = Fingerprint(*game);
    const std::unique_ptr<BoardGame> copy = game->CopyPosition();
    const std::unique_ptr<BoardGame> clone = game->Clone();
    ASSERT_EQ(Fingerprint(*copy), before);
    ASSERT_EQ(Fingerprint(*clone), before);
    PlayRandomly(*copy, seed + 1);
    while (!clone->Undo().has_value()) {
    }
    ASSERT_EQ(clone->cursor().turns, 0);
    ASSERT_EQ(Fingerprint(*game), before);
    while (!copy->Undo().has_value()) {
    }
    ASSERT_EQ(Fingerprint(*copy), before);
  }
}

TEST_P(ConformanceTest, PicturesAreWhole) {
  for (int seed = 0; seed < FewGames(); ++seed) {
    for (auto game = Begin(seed); !game->over(); PlayRandomMove(*game, seed)) {
      const BoardPicture picture = game->Picture();
      ASSERT_EQ(picture.cells.size(), static_cast<size_t>(picture.rows) * picture.columns);
      for (const std::string& cell : picture.cells) ASSERT_FALSE(cell.empty());
      if (!picture.column_names.empty()) {
        ASSERT_EQ(picture.column_names.size(), static_cast<size_t>(picture.columns));
      }
    }
  }
}

TEST_P(ConformanceTest, TurnLimitEndsUndecidedGames) {
  for (int seed = 0; seed < FewGames(); ++seed) {
    SCOPED_TRACE(seed);
    const std::unique_ptr<BoardGame> free = Begin(seed);
    PlayRandomly(*free, seed);
    const int length = free->cursor().turns;
    const std::unique_ptr<BoardGame> equal = Begin(seed, length);
    PlayRandomly(*equal, seed);
    EXPECT_EQ(Fingerprint(*equal), Fingerprint(*free)) << "the board is judged first";
    if (length < 2) continue;  // a limit of 0 is none
    const std::unique_ptr<BoardGame> shorter = Begin(seed, length - 1);
    PlayRandomly(*shorter, seed);
    EXPECT_EQ(shorter->cursor().turns, length - 1);
    EXPECT_EQ(shorter->outcome(), (Outcome{kNoSeat, EndReason::kTurnLimit}));
    EXPECT_TRUE(shorter->LegalMoves().empty());
  }
}

// Seats leave in mid-game, on their turn or off it: who remains plays on, undo stops there, and
// replay knows whose turn it was.
TEST_P(ConformanceTest, SeatsCanLeaveInMidGame) {
  for (int seed = 0; seed < FewGames(); ++seed) {
    SCOPED_TRACE(seed);
    const std::unique_ptr<BoardGame> game = Begin(seed);
    for (int step = 0; !game->over(); ++step) {
      ASSERT_TRUE(game->IsPlaying(game->cursor().turn_index));
      const auto leaver = static_cast<SeatIndex>(DrawBelow(game->seats(), seed, step, 2));
      if (DrawBelow(5, seed, step, 1) > 0 || !game->IsPlaying(leaver)) {
        PlayRandomMove(*game, seed);
        continue;
      }
      ASSERT_FALSE(game->Resign(leaver).has_value());
      ASSERT_FALSE(game->IsPlaying(leaver));
      ASSERT_TRUE(game->Undo().has_value());
    }
    const std::vector<ReplayFrame> frames = Replay(*game, 0, game->cursor().turns);
    ASSERT_EQ(static_cast<int>(frames.size()), game->cursor().turns + 1);
    for (size_t turn = 1; turn < frames.size(); ++turn) {
      ASSERT_EQ(frames[turn - 1].cursor.turn_index, frames[turn].seat);
    }
  }
}

// A game that begins after some moves stands as one in which they were played, and can go on to the
// same end; only undo stops at them.
TEST_P(ConformanceTest, AnOpeningStandsAsPlayedMovesDo) {
  for (int seed = 0; seed < FewGames(); ++seed) {
    SCOPED_TRACE(seed);
    const std::unique_ptr<BoardGame> played = Begin(seed);
    PlayRandomly(*played, seed);
    std::vector<Move> moves;
    for (const Ply& ply : played->log().standing()) moves.push_back(ply.move);
    const size_t length = DrawBelow(moves.size(), seed, 0, 1);
    const std::unique_ptr<BoardGame> opened = played->NewGame();
    ASSERT_FALSE(StartWithOpening(*opened, std::span(moves).first(length)).has_value());
    ASSERT_TRUE(opened->Undo().has_value());
    const std::unique_ptr<BoardGame> same = Begin(seed);
    for (const Move& move : std::span(moves).first(length)) same->ApplyUnchecked(move);
    ASSERT_EQ(Fingerprint(*opened), Fingerprint(*same));
    for (const Move& move : std::span(moves).subspan(length)) {
      ASSERT_FALSE(opened->Submit(opened->cursor().turn_index, move).has_value());
    }
    ASSERT_EQ(Fingerprint(*opened), Fingerprint(*played));
    while (!opened->Undo().has_value()) {
    }
    ASSERT_EQ(Fingerprint(*opened), Fingerprint(*same));
    // As a whole it would leave nothing to play.
    const auto refused = StartWithOpening(*played->NewGame(), moves);
    ASSERT_TRUE(refused.has_value());
    ASSERT_EQ(refused->index, moves.size() - 1);
    ASSERT_EQ(refused->refusal.reason, RefusalReason::kGameOver);
  }
}

// What is drawn in an opening can be known and what follows be anybody's guess.
TEST_P(ConformanceTest, TheDrawsOfAnOpeningHaveTheirOwnSeed) {
  for (int seed = 0; seed < FewGames(); ++seed) {
    SCOPED_TRACE(seed);
    const std::unique_ptr<BoardGame> first = Begin(seed);
    PlayRandomly(*first, seed, 3);
    const auto turns = static_cast<int>(first->log().standing().size());
    if (first->over() || turns < 3) continue;
    const GameOptions options = {.seed = 1'000'000u + seed,
                                 .opening_seeds = {{.turns = 1, .seed = first->options().seed},
                                                   {.turns = 2, .seed = first->options().seed}}};
    auto second = *MakeGame(kind_, setup_.parameters, MakePlayers(setup_.players), options);
    std::vector<Move> moves;
    for (const Ply& ply : first->log().standing()) moves.push_back(ply.move);
    ASSERT_FALSE(StartWithOpening(*second, moves).has_value());
    ASSERT_EQ(Fingerprint(*second), Fingerprint(*first));
    first->Reseed(options.seed);
    PlayRandomly(*first, seed);
    PlayRandomly(*second, seed);
    ASSERT_EQ(Fingerprint(*second), Fingerprint(*first));
    const std::vector<ReplayFrame> frames = Replay(*second, 0, second->cursor().turns);
    ASSERT_EQ(frames.back().picture, second->Picture());
    ASSERT_EQ(frames[frames.size() - 2].cursor, second->log().standing().back().before);
  }
}

TEST_P(ConformanceTest, EndedGamesRefuseEverything) {
  const std::unique_ptr<BoardGame> game = Begin(1);
  PlayRandomly(*game, 1);
  ExpectOnlyLegalMovesAccepted(*game, {});
  for (SeatIndex seat = 0; seat < game->seats(); ++seat) {
    EXPECT_EQ(game->Resign(seat)->reason, RefusalReason::kGameOver);
  }
  EXPECT_EQ(game->Abandon()->reason, RefusalReason::kGameOver);
}

TEST_P(ConformanceTest, BotsPlayTheSameGameAgain) {
  for (const BotKind& bot : AllBotKinds()) {
    if (!bot.plays(kind_)) continue;
    SCOPED_TRACE(bot.id);
    const std::string end = PlayBots(bot, 7);
    EXPECT_EQ(PlayBots(bot, 7), end);
  }
}

TEST_P(ConformanceTest, BotsThinkWithoutTouchingTheGame) {
  for (const BotKind& bot : AllBotKinds()) {
    if (!bot.plays(kind_)) continue;
    SCOPED_TRACE(bot.id);
    const std::unique_ptr<MoveStrategy> player =
        *MakePlayer({.kind = bot.id, .level = LeastLevel(bot), .seed = 7});
    const std::unique_ptr<BoardGame> game = Begin(1, TurnsOf(bot));
    while (!game->over()) {
      const std::string before = Fingerprint(*game);
      const absl::StatusOr<Move> move = player->Choose(*game);
      ASSERT_TRUE(move.ok()) << move.status();
      ASSERT_EQ(Fingerprint(*game), before);
      ASSERT_FALSE(game->Submit(game->cursor().turn_index, *move).has_value());
    }
    EXPECT_EQ(player->Choose(*game).status().code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(player->Choose(*game->NewGame()).status().code(),
              absl::StatusCode::kFailedPrecondition);
  }
}

INSTANTIATE_TEST_SUITE_P(Games, ConformanceTest, ::testing::ValuesIn(AllTrials()), NameOfTrial);

}  // namespace
}  // namespace meeple::engine
