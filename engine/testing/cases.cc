#include "engine/testing/cases.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace meeple::engine {
namespace {

using Json = nlohmann::json;

absl::StatusOr<Json> ReadJson(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadCase(path);
  if (!text.ok()) return text.status();
  Json json = Json::parse(*text, /*cb=*/nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return absl::DataLossError(absl::StrCat(path, " is not JSON"));
  return json;
}

// "[1, 2]" or "[1,-1]" as numbers.
std::vector<int> ReadNumbers(absl::string_view text) {
  std::vector<int> numbers;
  for (absl::string_view part : absl::StrSplit(text, absl::ByAnyChar("[], "), absl::SkipEmpty())) {
    double number = 0;  // returns are written as floating point in some traces
    if (absl::SimpleAtod(part, &number)) numbers.push_back(static_cast<int>(number));
  }
  return numbers;
}

// Takes over what one line of a trace says of `state`. True at the last line that matters.
bool ReadTraceLine(absl::string_view line, TraceState& state) {
  if (absl::ConsumePrefix(&line, "IsTerminal() = ")) {
    state.terminal = line == "True";
  } else if (absl::ConsumePrefix(&line, "History() = ")) {
    state.history = ReadNumbers(line);
  } else if (absl::ConsumePrefix(&line, "CurrentPlayer() = ")) {
    state.player = ReadNumbers(line)[0];
  } else if (absl::ConsumePrefix(&line, "Returns() = ")) {
    state.returns = ReadNumbers(line);
    return state.terminal;
  } else if (absl::ConsumePrefix(&line, "LegalActions() = ")) {
    state.legal_actions = ReadNumbers(line);
    return true;
  }
  return false;
}

LineVector ToLineVector(const Json& json) {
  LineVector vector{.id = json.at("id"),
                    .game = json.at("game"),
                    .width = json.at("width"),
                    .height = json.at("height"),
                    .k = json.at("k"),
                    .rule = json.at("rule"),
                    .moves = {},
                    .status_before_last = json.at("status_before_last"),
                    .status_after_last = json.at("status_after_last")};
  for (const Json& move : json.at("moves_rowcol")) {
    vector.moves.push_back({.row = move.at(0), .column = move.at(1)});
  }
  return vector;
}

BoardVerdict ToBoardVerdict(const Json& json) {
  const Json& expected = json.at("expected");
  return {.description = json.at("description"),
          .board = json.at("input").at("board"),
          .verdict = expected.is_string() ? expected.get<std::string>() : "error"};
}

// Cases stand in groups, which may hold groups.
void CollectCases(const Json& json, std::vector<Json>& cases) {
  if (!json.contains("cases")) {
    cases.push_back(json);
    return;
  }
  for (const Json& inner : json.at("cases")) CollectCases(inner, cases);
}

// The ids of the cases that a later one corrects.
std::set<std::string> Corrected(const std::vector<Json>& cases) {
  std::set<std::string> ids;
  for (const Json& json : cases) {
    if (json.contains("reimplements")) ids.insert(json.at("reimplements"));
  }
  return ids;
}

}  // namespace

absl::StatusOr<std::string> ReadCase(const std::string& path) {
  const char* folder = std::getenv("MEEPLE_CASES");
  if (folder == nullptr || *folder == '\0') {
    return absl::NotFoundError("outside test data is absent: MEEPLE_CASES is not set");
  }
  const std::string full = absl::StrCat(folder, "/", path);
  if (!std::filesystem::exists(full)) {
    return absl::NotFoundError(absl::StrCat("outside test data is absent: ", full));
  }
  std::ifstream file(full, std::ios::binary);
  std::ostringstream text;
  // Fails where there is nothing to read, too.
  if (!(text << file.rdbuf())) return absl::DataLossError(absl::StrCat(full, " cannot be read"));
  return std::move(text).str();
}

absl::StatusOr<std::vector<TraceState>> LoadTrace(const std::string& game) {
  const absl::StatusOr<std::string> text = ReadCase(absl::StrCat("traces/", game, ".txt"));
  if (!text.ok()) return text.status();
  std::vector<TraceState> states;
  TraceState state;
  for (absl::string_view line : absl::StrSplit(*text, '\n')) {
    if (!ReadTraceLine(line, state)) continue;
    states.push_back(state);
    state = {};
  }
  if (states.empty())
    return absl::DataLossError(absl::StrCat("no position in the trace of ", game));
  return states;
}

absl::StatusOr<std::vector<LineVector>> LoadLineVectors() {
  const absl::StatusOr<Json> json = ReadJson("line_vectors.json");
  if (!json.ok()) return json.status();
  std::vector<LineVector> vectors;
  for (const Json& vector : *json) vectors.push_back(ToLineVector(vector));
  return vectors;
}

absl::StatusOr<std::vector<ConnectFourScore>> LoadConnectFourScores(const std::string& file,
                                                                    int first_column) {
  const absl::StatusOr<std::string> text = ReadCase(absl::StrCat("connect4/", file));
  if (!text.ok()) return text.status();
  std::vector<ConnectFourScore> scores;
  for (absl::string_view line : absl::StrSplit(*text, '\n', absl::SkipWhitespace())) {
    const std::vector<absl::string_view> parts = absl::StrSplit(line, ' ');
    ConnectFourScore score;
    if (parts.size() != 2 || !absl::SimpleAtoi(parts[1], &score.score)) {
      return absl::DataLossError(absl::StrCat("not moves and a score: ", line));
    }
    for (char digit : parts[0]) score.columns.push_back(digit - '0' - first_column);
    scores.push_back(std::move(score));
  }
  return scores;
}

absl::StatusOr<std::vector<BoardVerdict>> LoadBoardVerdicts() {
  const absl::StatusOr<Json> json = ReadJson("exercism/state-of-tic-tac-toe.canonical-data.json");
  if (!json.ok()) return json.status();
  std::vector<Json> cases;
  CollectCases(*json, cases);
  const std::set<std::string> corrected = Corrected(cases);
  std::vector<BoardVerdict> verdicts;
  for (const Json& one : cases) {
    if (corrected.count(one.at("uuid")) == 0) verdicts.push_back(ToBoardVerdict(one));
  }
  return verdicts;
}

}  // namespace meeple::engine
