#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/game_arguments.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/printable.h"
#include "clients/cli/session.h"

namespace meeple::cli {
namespace {

const std::map<std::string, v1::ScoreBoard> kBoards = {{"shared", v1::SCORE_BOARD_SHARED},
                                                       {"casual", v1::SCORE_BOARD_CASUAL}};

struct ScoresArguments {
  v1::ListScoresRequest request;
  std::string player;
  std::string board = "shared";
  int most = 20;
};

using Row = std::array<std::string, 5>;

// The columns as wide as their widest cell; names to the left, numbers to the right.
std::string InTable(const std::vector<Row>& rows, const Style& style) {
  std::array<int, std::tuple_size_v<Row>> widths = {};
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i]));
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string padding(static_cast<size_t>(widths[i] - DisplayWidth(row[i])), ' ');
      const bool is_name = i == 1;
      absl::StrAppend(&line, i == 0 ? "" : "  ", is_name ? row[i] : padding,
                      is_name ? padding : row[i]);
    }
    absl::StrAppend(&text, &row == &rows.front() ? style.Bold(line) : line, "\n");
  }
  return text;
}

Row RowOf(const std::string& rank, const v1::Score& score) {
  return {rank, score.player_id(), absl::StrCat(score.wins()), absl::StrCat(score.draws()),
          absl::StrCat(score.losses())};
}

// As many players as were asked for.
absl::StatusOr<v1::ListScoresResponse> List(Session& session, const ScoresArguments& arguments) {
  v1::ListScoresRequest request = arguments.request;
  v1::ListScoresResponse all;
  do {
    request.set_page_size(std::clamp(arguments.most - all.scores_size(), 1, 1'000));
    const auto page = session.connection().Call(&Connection::ScoreboardStub::ListScores, request);
    if (!page.ok()) return page.status();
    all.mutable_scores()->MergeFrom(page->scores());
    request.set_page_token(page->next_page_token());
  } while (!request.page_token().empty() && all.scores_size() < arguments.most);
  return all;
}

ExitCode ScoresOfPlayer(Session& session, const ScoresArguments& arguments) {
  v1::GetScoreRequest request;
  request.set_player_id(arguments.player);
  request.set_kind(arguments.request.kind());
  request.set_board(arguments.request.board());
  const auto response = session.connection().Call(&Connection::ScoreboardStub::GetScore, request);
  if (!response.ok()) return session.Fail(response.status());
  if (session.json()) return session.Print(*response);
  const v1::Score& score = response->score();
  session.out() << score.player_id() << ": " << score.wins() << " won, " << score.draws()
                << " drawn, " << score.losses() << " lost\n"
                << std::flush;
  return kDone;
}

ExitCode Scores(Session& session, ScoresArguments arguments) {
  const absl::Status kind = CheckGameKind(session.connection(), arguments.request.kind());
  if (!kind.ok()) return session.Fail(kind);
  arguments.request.set_board(kBoards.at(arguments.board));
  if (!arguments.player.empty()) return ScoresOfPlayer(session, arguments);
  const auto scores = List(session, arguments);
  if (!scores.ok()) return session.Fail(scores.status());
  if (session.json()) return session.Print(*scores);
  std::vector<Row> rows = {{"", "player", "won", "drawn", "lost"}};
  for (const v1::RankedScore& ranked : scores->scores()) {
    rows.push_back(RowOf(absl::StrCat(ranked.rank()), ranked.score()));
  }
  if (rows.size() > 1) {
    session.out() << InTable(rows, session.style());
  } else {
    session.out() << "no scores on the " << arguments.board << " board\n";
  }
  session.out() << std::flush;
  return kDone;
}

}  // namespace

void AddScores(Program& program) {
  auto arguments = std::make_shared<ScoresArguments>();
  CLI::App& command =
      program.Add("scores", "Shows who has won, drawn and lost how often, the best first",
                  "scores --board casual\n"
                  "scores --kind tic_tac_toe -n 10\n"
                  "scores --player zoe");
  command.add_option("--kind", *arguments->request.mutable_kind(),
                     "Only this kind; `meeple kinds` lists them");
  command.add_option("--player", arguments->player, "Only this player");
  command
      .add_option("--board", arguments->board,
                  "shared: games that were created with an API key; casual: all others. Default "
                  "shared")
      ->type_name("shared|casual")
      ->check(CLI::IsMember({"shared", "casual"}).description(""));
  command.add_option("-n,--most", arguments->most, "So many at most; default 20")
      ->type_name("N")
      ->check(WholeNumber<int>());
  program.Does(command, [arguments](Session& session) { return Scores(session, *arguments); });
}

}  // namespace meeple::cli
