// Scores over the wire: what is counted, how it is paged, and every refusal.

#include <gmock/gmock.h>

#include "meeple/v1/scoreboard_service.grpc.pb.h"
#include "tests/wire/server_with_keys.h"

namespace meeple::wire {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ScoreboardStub = v1::ScoreboardService::Stub;

class ScoreboardTest : public ServerWithKeys {
 protected:
  explicit ScoreboardTest(const std::function<void(rpc::ServerOptions&)>& change = {})
      : ServerWithKeys(change), scoreboard_(v1::ScoreboardService::NewStub(Connect())) {}

  template <class Request, class Response>
  Answer<Response> Ask(grpc::Status (ScoreboardStub::*method)(grpc::ClientContext*, const Request&,
                                                              Response*),
                       const Request& request, const std::string& token = "") {
    Answer<Response> answer;
    grpc::ClientContext context;
    Prepare(context, token);
    answer.status = (scoreboard_.get()->*method)(&context, request, &answer.response);
    return answer;
  }
  Answer<v1::GetScoreResponse> Score(const std::string& player,
                                     v1::ScoreBoard board = v1::SCORE_BOARD_CASUAL) {
    v1::GetScoreRequest request;
    request.set_player_id(player);
    request.set_board(board);
    return Ask(&ScoreboardStub::GetScore, request);
  }
  Answer<v1::ListScoresResponse> List(const v1::ListScoresRequest& request,
                                      const std::string& token = "") {
    return Ask(&ScoreboardStub::ListScores, request, token);
  }
  static v1::ListScoresRequest Casual(int page_size) {
    v1::ListScoresRequest request;
    request.set_board(v1::SCORE_BOARD_CASUAL);
    request.set_page_size(page_size);
    return request;
  }
  void Win(const std::string& winner, const std::string& loser) {
    Play(Create("seats { player_id: '" + winner + "' } seats { player_id: '" + loser + "' }"),
         {"a1", "b1", "b2", "c1", "c3"});
  }

 private:
  const std::unique_ptr<ScoreboardStub> scoreboard_;
};

TEST_F(ScoreboardTest, AGameThatEndsCountsAndAnUndoTakesItBack) {
  const Table table = Create();
  EXPECT_TRUE(Events(table)[0].game_created().scored());
  Play(table, {"a1", "b1", "b2", "c1", "c3"});
  EXPECT_EQ(Score("X").response.score().wins(), 1);
  EXPECT_EQ(Score("O").response.score().losses(), 1);
  EXPECT_EQ(Score("X", v1::SCORE_BOARD_SHARED).response.score().wins(), 0);
  EXPECT_THAT(Undo(table, 1), IsOk());
  EXPECT_EQ(Score("X").response.score().wins(), 0);
  EXPECT_THAT(List(Casual(0)).response.scores(), IsEmpty());
}

TEST_F(ScoreboardTest, GamesOfKeysAreOnTheSharedBoard) {
  const auto allocated = Allocate(lobby(), Request({Uuid(1)}));
  ASSERT_THAT(allocated, IsOk());
  EXPECT_THAT(Resign(SeatAt(allocated.response.results(0)), 0), IsOk());
  EXPECT_EQ(Score("O", v1::SCORE_BOARD_UNSPECIFIED).response.score().wins(), 1);
  EXPECT_EQ(Score("O").response.score().wins(), 0);
}

TEST_F(ScoreboardTest, TablesArePagedWithTiesSharingARank) {
  Win("ann", "zed");
  Win("bob", "zed");
  Win("eve", "zed");
  Win("eve", "ann");
  v1::ListScoresRequest request = Casual(2);
  const auto first = List(request);
  ASSERT_THAT(first, IsOk());
  request.set_page_token(first.response.next_page_token());
  const auto second = List(request);
  ASSERT_THAT(second, IsOk());
  std::vector<std::string> lines;
  for (const auto* page : {&first, &second}) {
    for (const v1::RankedScore& ranked : page->response.scores()) {
      lines.push_back(std::to_string(ranked.rank()) + ranked.score().player_id());
    }
  }
  EXPECT_THAT(lines, ElementsAre("1eve", "2bob", "3ann", "4zed"));
  EXPECT_EQ(second.response.next_page_token(), "");
}

TEST_F(ScoreboardTest, EveryFieldThatIsWrongIsNamed) {
  EXPECT_THAT(Score(""), RefusedField("player_id"));
  EXPECT_THAT(Score("a\tb"), RefusedField("player_id"));
  EXPECT_THAT(Score("a", static_cast<v1::ScoreBoard>(7)), RefusedField("board"));
  EXPECT_THAT(List(Casual(1'001)), RefusedField("page_size"));
  v1::ListScoresRequest request;
  request.set_page_token("nonsense");
  EXPECT_THAT(List(request), RefusedField("page_token"));
  request.clear_page_token();
  request.set_kind(std::string(65, 'k'));
  EXPECT_THAT(List(request), RefusedField("kind"));
  EXPECT_THAT(List(Casual(1), "m1.forged"), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
  EXPECT_THAT(List(Casual(1), lobby()), IsOk());
}

class NoListingsTest : public ScoreboardTest {
 protected:
  NoListingsTest()
      : ScoreboardTest([](rpc::ServerOptions& options) { options.host.max_waiting_listings = 0; }) {
  }
};

TEST_F(NoListingsTest, WhatCannotWaitIsRefused) {
  EXPECT_THAT(List(Casual(1)), Refused(v1::ERROR_REASON_OVERLOADED));
  EXPECT_THAT(Score("ann"), Refused(v1::ERROR_REASON_OVERLOADED));
}

}  // namespace
}  // namespace meeple::wire
