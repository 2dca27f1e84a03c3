#ifndef MEEPLE_SERVICE_CORE_TESTING_SCORES_H_
#define MEEPLE_SERVICE_CORE_TESTING_SCORES_H_

// How tests read the scoreboard.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "meeple/v1/scoreboard_service.pb.h"
#include "service/core/testing/test_host.h"

namespace meeple::service {

// What a player has on a board; of all kinds of games where none is named.
inline v1::Score ScoreOf(TestHost& host, const std::string& player, const std::string& kind = "",
                         v1::ScoreBoard board = v1::SCORE_BOARD_CASUAL) {
  v1::GetScoreRequest request;
  request.set_player_id(player);
  request.set_kind(kind);
  request.set_board(board);
  return host.Call(&GameHost::GetScore, {}, request).value().score();
}

// Wins, draws and losses, such as "2-0-1".
inline std::string Record(const v1::Score& score) {
  return absl::StrCat(score.wins(), "-", score.draws(), "-", score.losses());
}
inline std::string RecordOf(TestHost& host, const std::string& player, const std::string& kind = "",
                            v1::ScoreBoard board = v1::SCORE_BOARD_CASUAL) {
  return Record(ScoreOf(host, player, kind, board));
}

inline absl::StatusOr<v1::ListScoresResponse> ScorePage(TestHost& host,
                                                        const v1::ListScoresRequest& request) {
  return host.Call(&GameHost::ListScores, {}, request);
}

// The whole casual table, such as "1 ann 2-0-1", over pages of that size.
inline std::vector<std::string> ScoreTableOf(TestHost& host, const std::string& kind = "",
                                             int page_size = 3) {
  v1::ListScoresRequest request;
  request.set_board(v1::SCORE_BOARD_CASUAL);
  request.set_kind(kind);
  request.set_page_size(page_size);
  std::vector<std::string> lines;
  do {
    const v1::ListScoresResponse page = ScorePage(host, request).value();
    for (const v1::RankedScore& ranked : page.scores()) {
      lines.push_back(absl::StrCat(ranked.rank(), " ", ranked.score().player_id(), " ",
                                   Record(ranked.score())));
    }
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  return lines;
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_SCORES_H_
