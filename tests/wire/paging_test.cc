// Replay and ListEvents: what they show, and that their pages leave nothing out and repeat nothing.

#include <google/protobuf/text_format.h>

#include <cstdint>

#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

using testing::ElementsAre;

class PagingTest : public WireTest {
 protected:
  PagingTest() : table_(Create()) {
    Play(table_, {"a1", "b1", "c3"});
    EXPECT_THAT(Undo(table_, 0), IsOk());
    Play(table_, {"b2"});  // by seat 0, whose turn it is again
    EXPECT_THAT(Move(table_, 1, "c1"), IsOk());
    EXPECT_THAT(Move(table_, 0, "c3"), IsOk());
  }

  Answer<v1::ReplayResponse> Replay(const std::string& text) {
    v1::ReplayRequest request;
    EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &request));
    request.set_game_id(table_.game_id);
    return Call(&Stub::Replay, "", request);
  }
  static std::vector<int> TurnsOf(const v1::ReplayResponse& page) {
    std::vector<int> turns;
    for (const v1::ReplayFrame& frame : page.frames()) turns.push_back(frame.turn());
    return turns;
  }
  Answer<v1::ListEventsResponse> List(int64_t after, int page_size, const std::string& token = "") {
    v1::ListEventsRequest request;
    request.set_game_id(table_.game_id);
    request.set_after_sequence(after);
    request.set_page_size(page_size);
    request.set_page_token(token);
    return Call(&Stub::ListEvents, "", request);
  }
  static std::vector<int64_t> Sequences(const v1::ListEventsResponse& page) {
    return SequencesOf({page.events().begin(), page.events().end()});
  }

  // Events: 1, 2 begin; 3, 4, 5 moves; 6 undo; 7, 8 moves; 9, 10 the winning move and the end.
  const Table table_;
};

TEST_F(PagingTest, ReplayShowsTheLineThatStands) {
  const auto replay = Replay("");
  ASSERT_THAT(replay, IsOk());
  EXPECT_THAT(TurnsOf(replay.response), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_EQ(replay->frames(3).move().notation(), "b2");
  EXPECT_EQ(replay->frames(5).cursor().status(), v1::GAME_STATUS_WON);
  EXPECT_NE(replay->frames(5).rendered().find("X|O|O\n.|X|.\n.|.|X"), std::string::npos);
}

TEST_F(PagingTest, ReplayOfPart) {
  EXPECT_THAT(TurnsOf(Replay("from_turn: 2 to_turn: 4").response), ElementsAre(2, 3, 4));
  EXPECT_THAT(TurnsOf(Replay("from_turn: 4 to_turn: 99").response), ElementsAre(4, 5));
  EXPECT_THAT(TurnsOf(Replay("to_turn: 0").response), ElementsAre(0));
  EXPECT_THAT(TurnsOf(Replay("from_turn: 5").response), ElementsAre(5));
  EXPECT_THAT(Replay("from_turn: 6"), RefusedField("from_turn"));
}

TEST_F(PagingTest, ReplayInPages) {
  const auto first = Replay("from_turn: 1 page_size: 2");
  EXPECT_THAT(TurnsOf(first.response), ElementsAre(1, 2));
  const auto second =
      Replay("from_turn: 1 page_size: 2 page_token: '" + first->next_page_token() + "'");
  EXPECT_THAT(TurnsOf(second.response), ElementsAre(3, 4));
  const auto third =
      Replay("from_turn: 1 page_size: 2 page_token: '" + second->next_page_token() + "'");
  EXPECT_THAT(TurnsOf(third.response), ElementsAre(5));
  EXPECT_EQ(third->next_page_token(), "");
}

TEST_F(PagingTest, ListEventsHasEverythingThatHappened) {
  const auto all = List(0, 0);
  ASSERT_THAT(all, IsOk());
  EXPECT_THAT(Sequences(all.response), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  EXPECT_EQ(all->events(5).text(), "undo: X takes back (2,2)");
  EXPECT_THAT(Sequences(List(8, 0).response), ElementsAre(9, 10));
  EXPECT_TRUE(List(10, 0)->events().empty());
}

TEST_F(PagingTest, ListEventsNeverSplitsAGroup) {
  std::vector<std::vector<int64_t>> pages;
  std::string token;
  do {
    const auto page = List(0, 1, token);
    ASSERT_THAT(page, IsOk());
    pages.push_back(Sequences(page.response));
    token = page->next_page_token();
  } while (!token.empty());
  EXPECT_THAT(pages,
              ElementsAre(ElementsAre(1, 2), ElementsAre(3), ElementsAre(4), ElementsAre(5),
                          ElementsAre(6), ElementsAre(7), ElementsAre(8), ElementsAre(9, 10)));
  // From within a group come the rest of it.
  EXPECT_THAT(Sequences(List(9, 1).response), ElementsAre(10));
}

TEST_F(PagingTest, ListEventsBeyondTheNewest) {
  const auto beyond = List(11, 0);
  EXPECT_THAT(beyond, Refused(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE));
  EXPECT_EQ(beyond.metadata("head"), "10");
  EXPECT_THAT(List(INT64_MAX, 0), Refused(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE));
}

TEST_F(PagingTest, TokensOfOthersAreRefused) {
  const std::string token = List(0, 1)->next_page_token();
  EXPECT_THAT(List(0, 1, "!"), RefusedField("page_token"));
  EXPECT_THAT(List(0, 1, token + "A"), RefusedField("page_token"));
  EXPECT_THAT(Replay("page_token: '" + token + "'"), RefusedField("page_token"));
}

class LargePageTest : public WireTest {};

TEST_F(LargePageTest, APageEndsAtAMegabyte) {
  // A frame of a board of 100 x 100 takes about 50 kB.
  const Table table = Create("parameters { key: 'size' value: '100' }");
  for (int turn = 0; turn < 30; ++turn) {
    v1::SubmitMoveRequest request;
    request.set_game_id(table.game_id);
    request.mutable_move()->mutable_cell()->set_row(turn % 2 == 0 ? 0 : 50);
    request.mutable_move()->mutable_cell()->set_column(2 * turn);
    ASSERT_THAT(Call(&Stub::SubmitMove, table.seats[static_cast<size_t>(turn % 2)], request),
                IsOk());
  }
  v1::ReplayRequest request;
  request.set_game_id(table.game_id);
  request.set_page_size(1'000);
  int frames = 0;
  int pages = 0;
  do {
    const auto page = Call(&Stub::Replay, "", request);
    ASSERT_THAT(page, IsOk());
    EXPECT_LE(page->ByteSizeLong(), size_t{1'100'000});
    frames += page->frames_size();
    ++pages;
    request.set_page_token(page->next_page_token());
  } while (!request.page_token().empty());
  EXPECT_EQ(frames, 31);
  EXPECT_GT(pages, 1);
}

}  // namespace
}  // namespace meeple::wire
