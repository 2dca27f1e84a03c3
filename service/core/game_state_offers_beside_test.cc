// Offers beside all else that happens in a game: seats that change hands, clocks, limits, the fold.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/core/notation.h"
#include "service/core/game_state.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/offers.h"
#include "service/core/testing/state_driver.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;

// --- Seats that change hands ---

TEST(OffersTest, ABotThatTookOverAnswersForItsSeat) {
  StateDriver game(kConsent);
  game.PlayAll({"a1", "b1"});
  game.SetController(1, "random");
  EXPECT_THAT(TextsOf(game.Offer(0, kDrawOffer)),
              ElementsAre("X offers a draw", "O declines the draw"));
  game.Play("c1");
  EXPECT_THAT(
      TextsOf(game.Offer(0, kUndoOffer)),
      ElementsAre("X asks to take back", "O agrees to the undo", "undo: X takes back (0,2)"));
  game.ExpectTurn("X", 2);
}

TEST(OffersTest, WhoTookABotsSeatIsAsked) {
  StateDriver game(absl::StrCat(kConsent, kBotSecond));
  game.SetController(1, "");
  game.Play("a1");
  EXPECT_THAT(TextsOf(game.Offer(0, kDrawOffer)), ElementsAre("X offers a draw"));
  game.Accept(1);
  game.ExpectEnd(engine::GameStatus::kDrawn, engine::EndReason::kAgreement, "");
  EXPECT_THAT(TextsOf(game.Offer(1, kRematchOffer)), ElementsAre("O offers a rematch"));
}

TEST(OffersTest, ForASeatThatABotPlaysNobodyElseOffers) {
  StateDriver game(kThreePeople);
  game.Play("a1");
  game.SetController(0, "random");
  for (const auto kind : {kDrawOffer, kUndoOffer, kRematchOffer}) {
    EXPECT_THAT(game.TryOffer(0, {.kind = kind}), HasReason(v1::ERROR_REASON_BOT_PLAYS));
  }
  game.Resign(1);
  game.Resign(2);
  EXPECT_FALSE(game.state().final()) << "two people can play again";
  EXPECT_THAT(game.TryOffer(0, {.kind = kRematchOffer}),
              HasReason(v1::ERROR_REASON_OFFER_NOT_ALLOWED));
  EXPECT_THAT(TextsOf(game.Offer(1, kRematchOffer)),
              ElementsAre("O offers a rematch", "X agrees to the rematch"));
}

TEST(OffersTest, WhoeverPlaysAgainstABotInTheEndHasNoRematch) {
  StateDriver game;
  game.Play("a1");
  game.SetController(1, "random");
  game.Resign(0);
  EXPECT_TRUE(game.state().final());
}

TEST(OffersTest, AChangeOfHandsMakesOffersVoid) {
  StateDriver game(kConsent);
  game.PlayAll({"a1", "b1"});
  game.Offer(0, kDrawOffer);
  game.Offer(1, kUndoOffer);
  const EventGroup handed = game.SetController(1, "random");
  ASSERT_EQ(handed.size(), 3u);
  for (const size_t i : {1u, 2u}) {
    EXPECT_EQ(AnswerIn(handed[i]).outcome(), v1::OFFER_OUTCOME_VOID);
  }
  ExpectNothingOpen(game);
}

TEST(OffersTest, WhereNoVoidFitsNoSeatChangesHands) {
  constexpr int kFewEvents = 200;
  StateDriver game("parameters { key: 'size' value: '20' }", {.max_events = kFewEvents});
  while (game.state().sequence() < kFewEvents - 104) {
    game.Play(engine::FormatMove(game.state().game().LegalMoves().front()));
  }
  game.Offer(0, kDrawOffer);
  while (game.state().sequence() < kFewEvents - 101) game.RenewCredential(0);
  EXPECT_THAT(game.TrySetController(1, "random"), HasReason(v1::ERROR_REASON_LIMIT_REACHED));
  game.Decline(1);
  EXPECT_EQ(game.state().sequence(), kFewEvents - 100);
}

// --- Clocks ---

constexpr char kTwoMinutes[] = "clock { initial { seconds: 120 } } ";

TEST(OffersTest, AnOfferStopsNoClock) {
  StateDriver game(kTwoMinutes);
  game.PassTime(10'000);
  game.Offer(0, kDrawOffer);
  game.PassTime(10'000);
  game.Decline(1);
  game.PassTime(10'000);
  EXPECT_THAT(game.Remaining(), ElementsAre(90'000, 120'000));
  game.Play("a1");
  EXPECT_THAT(game.Remaining(), ElementsAre(90'000, 120'000));
}

TEST(OffersTest, AnUndoByConsentGivesBackTheTimeOfItsPosition) {
  StateDriver game(absl::StrCat(kTwoMinutes, kConsent));
  game.PassTime(10'000);
  game.Play("a1");
  game.PassTime(20'000);
  game.Play("b2");
  game.PassTime(5'000);
  game.Offer(0, kUndoOffer);
  game.PassTime(5'000);
  EXPECT_EQ(game.Accept(1).size(), 3u);
  EXPECT_THAT(game.Remaining(), ElementsAre(120'000, 120'000)) << "X's first turn";
  game.PassTime(1'000);
  EXPECT_THAT(game.Remaining(), ElementsAre(119'000, 120'000));
}

TEST(OffersTest, AFlagMakesDrawsAndUndosVoid) {
  StateDriver game(absl::StrCat(kTwoMinutes, kConsent, kThreePeople));
  game.Play("a1");
  game.Offer(0, kDrawOffer);
  game.Offer(0, kUndoOffer);
  game.PassTime(120'001);
  const auto flag = game.TryTakeFlag();
  ASSERT_TRUE(flag.ok()) << flag.status();
  EXPECT_THAT(TextsOf(*flag), ElementsAre("O runs out of time", "the draw that X offered is void",
                                          "the undo that X offered is void"));
}

TEST(OffersTest, AForfeitAndAnAbortCloseOffersBeforeTheEnd) {
  StateDriver gone("disconnect_grace { seconds: 5 }");
  gone.Offer(0, kDrawOffer);
  const auto forfeit = gone.TryForfeit(1);
  ASSERT_TRUE(forfeit.ok()) << forfeit.status();
  EXPECT_THAT(TextsOf(*forfeit),
              ElementsAre("O is gone", "the draw that X offered is void", "X wins by forfeit"));
  StateDriver unmoved("first_move_time { seconds: 5 }");
  unmoved.Offer(0, kDrawOffer);
  unmoved.PassTime(5'000);
  const auto aborted = unmoved.TryAbortUnmoved();
  ASSERT_TRUE(aborted.ok()) << aborted.status();
  EXPECT_THAT(TextsOf(*aborted), ElementsAre("the draw that X offered is void",
                                             "abandoned: no first move in time", "game final"));
}

TEST(OffersTest, ARematchFollowsAGameThatTheClockDecided) {
  StateDriver game(kTwoMinutes);
  game.PassTime(120'001);
  ASSERT_TRUE(game.TryTakeFlag().ok());
  game.Offer(0, kRematchOffer);
  game.Accept(1);
  ASSERT_TRUE(game.TryConcludeRematch(kNextGame).ok());
  EXPECT_TRUE(game.state().final());
}

// --- Limits ---

TEST(OffersTest, ASeatMakesSoManyOffers) {
  StateDriver game(absl::StrCat(kBotSecond, "parameters { key: 'size' value: '30' }"));
  for (int made = 0; made < Offers::kMostOfSeat; ++made) {
    game.Offer(0, kDrawOffer);
    game.Play(engine::FormatMove(game.state().game().LegalMoves().front()));
  }
  const auto refused = game.TryOffer(0, {.kind = kDrawOffer});
  EXPECT_THAT(refused, HasReason(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_EQ(MetadataOf(refused.status(), "limit"), "offers_per_seat");
  EXPECT_EQ(MetadataOf(refused.status(), "value"), "200");
}

TEST(OffersTest, OffersLeaveRoomForMovesAndEnds) {
  constexpr int kFewEvents = 200;
  StateDriver game("parameters { key: 'size' value: '20' }", {.max_events = kFewEvents});
  absl::StatusOr<EventGroup> refused;
  do {
    const engine::SeatIndex mover = game.state().game().cursor().turn_index;
    game.Play(engine::FormatMove(game.state().game().LegalMoves().front()));
    refused = game.TryOffer(mover, {.kind = kDrawOffer});
  } while (refused.ok());
  EXPECT_THAT(refused, HasReason(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_EQ(MetadataOf(refused.status(), "limit"), "events_per_game");
  EXPECT_LE(game.state().sequence(), kFewEvents - 100 + 1);
  int moves = 0;
  for (; !game.state().game().over(); ++moves) {
    game.Play(engine::FormatMove(game.state().game().LegalMoves().front()));
  }
  EXPECT_GT(moves, 80);
  game.Finalise();
  EXPECT_LE(game.state().sequence(), kFewEvents);
}

// An open offer is told of when the last move that fits closes it.
TEST(OffersTest, AGameThatIsFullClosesItsOffers) {
  constexpr int kFewEvents = 200;
  StateDriver game(absl::StrCat(kThreePeople, "parameters { key: 'size' value: '20' }"),
                   {.max_events = kFewEvents});
  while (game.state().sequence() < kFewEvents - 106) {
    game.Play(engine::FormatMove(game.state().game().LegalMoves().front()));
  }
  while (game.state().game().cursor().turn_index != 0) {
    game.Play(engine::FormatMove(game.state().game().LegalMoves().front()));
  }
  game.Offer(2, kDrawOffer);
  game.Accept(0);
  game.Accept(1);
  EXPECT_TRUE(game.state().game().over()) << "the last yes always has room";
  game.Finalise();
  EXPECT_LE(game.state().sequence(), kFewEvents);
}

// --- Fold ---

// Everything that people do, at random, and of each state a second one is made from the events.
class OffersAtRandom {
 public:
  OffersAtRandom(const std::string& config, unsigned seed)
      : config_(config), game_(config), random_(seed) {}

  void Step() {
    game_.Pass(absl::Milliseconds(random_() % 20'000));
    const auto seat = static_cast<engine::SeatIndex>(random_() % game_.state().seats().size());
    if (game_.TryTakeFlag().ok()) return;
    switch (random_() % 11) {
      case 0:
        return Ignore(game_.TryUndo(seat));
      case 1:
        return Ignore(game_.TryRedo(seat));
      case 2:
      case 3:
        return Offer(seat);
      case 4:
      case 5:
        return Answer(seat);
      case 6:
        if (random_() % 4 == 0) return Ignore(HandOver(seat));
        [[fallthrough]];
      case 7:
        if (game_.state().offers().AgreedRematch() != nullptr) {
          return Ignore(game_.TryConcludeRematch(kNextGame));
        }
        return Ignore(game_.TryExpireOffers());
      case 8:
        if (random_() % 6 == 0) return Ignore(game_.TryResign(seat));
        [[fallthrough]];
      default:
        return Move();
    }
  }

  // The state that the events so far make.
  std::string Folded() {
    GameState state(Prepare(config_), {});
    size_t next = 0;
    for (const auto& [size, time] : groups_) {
      const EventGroup group(game_.events().begin() + next, game_.events().begin() + next + size);
      state.ArriveAt(time);
      const absl::Status followed = state.Follow(group, game_.bot_secret());
      EXPECT_TRUE(followed.ok()) << followed;
      next += size;
    }
    return Describe(state);
  }

  // Notes the group of the newest call.
  void Note() {
    size_t noted = 0;
    for (const auto& [size, time] : groups_) noted += size;
    if (game_.events().size() == noted) return;
    groups_.emplace_back(game_.events().size() - noted, game_.game_time());
  }

  const StateDriver& game() const { return game_; }

 private:
  static void Ignore(const absl::StatusOr<EventGroup>&) {}

  // To a bot, or to its player.
  absl::StatusOr<EventGroup> HandOver(engine::SeatIndex seat) {
    return game_.TrySetController(seat, game_.state().seats().IsBot(seat) ? "" : "random");
  }

  void Offer(engine::SeatIndex seat) {
    const auto kind = static_cast<v1::OfferKind>(1 + random_() % 3);
    Ignore(game_.TryOffer(seat, {.kind = kind,
                                 .expire_after = absl::Seconds(1 + random_() % 60),
                                 .swap_seats = kind == kRematchOffer && random_() % 2 == 0}));
  }

  void Answer(engine::SeatIndex seat) {
    const auto open = game_.state().offers().open();
    if (open.empty()) return;
    const auto answer = static_cast<v1::OfferAnswer>(1 + random_() % 3);
    Ignore(game_.TryAnswer(seat, open[random_() % open.size()].id, answer));
  }

  void Move() {
    const auto legal = game_.state().game().LegalMoves();
    if (legal.empty()) return;
    game_.Play(engine::FormatMove(legal[random_() % legal.size()]));
  }

  const std::string config_;
  StateDriver game_;
  std::mt19937 random_;
  // The size of each call's group, and the game time of the call.
  std::vector<std::pair<size_t, int64_t>> groups_;
};

TEST(OffersTest, TheStateIsAFoldOfTheEvents) {
  int accepted = 0;
  int rematches = 0;
  int handed_over = 0;
  int flags = 0;
  for (const char* seats :
       {"", kThreePeople, kBotSecond, "seats {} seats { bot { kind: 'random' } } seats {}",
        "clock { per_move { seconds: 60 } }"}) {
    for (unsigned seed = 1; seed <= 80; ++seed) {
      SCOPED_TRACE(absl::StrCat(seats, " seed ", seed));
      OffersAtRandom play(absl::StrCat(seed % 2 == 0 ? kConsent : "", seats), seed);
      play.Note();
      for (int step = 0; step < 60 && !play.game().state().final(); ++step) {
        play.Step();
        play.Note();
        ASSERT_EQ(play.Folded(), Describe(play.game().state()));
      }
      for (const v1::GameEvent& event : play.game().events()) {
        accepted += event.offer_answered().outcome() == v1::OFFER_OUTCOME_ACCEPTED ? 1 : 0;
        rematches += event.offer_answered().next_game_id().empty() ? 0 : 1;
        handed_over += event.has_controller_changed() ? 1 : 0;
        flags += event.seat_left().reason() == v1::END_REASON_TIME ? 1 : 0;
      }
    }
  }
  EXPECT_GT(accepted, 40);
  EXPECT_GT(rematches, 3);
  EXPECT_GT(handed_over, 40);
  EXPECT_GT(flags, 3);
}
}  // namespace
}  // namespace meeple::service
