#include "service/core/scoreboard.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "service/core/errors.h"
#include "service/core/game_scoring.h"
#include "service/core/listing_thread.h"
#include "service/core/page.h"
#include "service/core/player_name.h"
#include "service/core/server_secret.h"

namespace meeple::service {
namespace {

// A token must stay short with the longest name in it.
constexpr size_t kScopeBytes = 8;
constexpr size_t kPartsOfToken = 6;
constexpr std::string_view kScores = "the scores";
// Beyond every number of players, and far from overflow.
constexpr int64_t kGreatestPosition = std::numeric_limits<int64_t>::max() / 2;

// A line of a table, and its number, which is that of the rank unless equal ones stand before it.
struct Line {
  int64_t position = 0;
  int64_t rank = 0;
  ScorePlace place;
};

// What the pages of a table have in common.
std::string ScopeOfTable(const std::string& table) {
  return Fingerprint("ListScores/" + table).substr(0, kScopeBytes);
}

std::string EncodeLine(const std::string& scope, const Line& line) {
  const ScoreCounts& counts = line.place.counts;
  return absl::WebSafeBase64Escape(absl::StrCat(scope, line.position, "/", line.rank, "/",
                                                counts.wins, "/", counts.draws, "/", counts.losses,
                                                "/", line.place.player_id));
}

bool ParseLine(const std::string& text, Line& line) {
  const std::vector<std::string> parts =
      absl::StrSplit(text, absl::MaxSplits('/', kPartsOfToken - 1));
  if (parts.size() != kPartsOfToken) return false;
  ScoreCounts& counts = line.place.counts;
  line.place.player_id = parts.back();
  return absl::SimpleAtoi(parts[0], &line.position) && absl::SimpleAtoi(parts[1], &line.rank) &&
         absl::SimpleAtoi(parts[2], &counts.wins) && absl::SimpleAtoi(parts[3], &counts.draws) &&
         absl::SimpleAtoi(parts[4], &counts.losses) && line.rank >= 1 &&
         line.position >= line.rank && line.position <= kGreatestPosition && counts.wins >= 0 &&
         counts.draws >= 0 && counts.losses >= 0;
}

// The last line of the page before; nothing for the first page.
absl::StatusOr<std::optional<Line>> DecodeLine(const std::string& scope, const std::string& token) {
  if (token.empty()) return std::nullopt;
  std::string text;
  Line line;
  // Decoders forgive; one line has one token.
  if (absl::WebSafeBase64Unescape(token, &text) && text.starts_with(scope) &&
      ParseLine(text.substr(scope.size()), line) && EncodeLine(scope, line) == token) {
    return line;
  }
  return InvalidField("page_token", "is not a token that the page before gave for this table");
}

void SetScore(const ScorePlace& place, v1::Score& score) {
  score.set_player_id(place.player_id);
  score.set_wins(place.counts.wins);
  score.set_draws(place.counts.draws);
  score.set_losses(place.counts.losses);
}

// The line after `last`, which is none before the first one.
Line NextLine(const std::optional<Line>& last, ScorePlace place) {
  Line line = {.position = last.has_value() ? last->position + 1 : 1, .place = std::move(place)};
  const bool equal = last.has_value() && last->place.counts == line.place.counts;
  line.rank = equal ? last->rank : line.position;
  return line;
}

}  // namespace

absl::StatusOr<v1::GetScoreResponse> GetScore(const ScoreIndex& index,
                                              const v1::GetScoreRequest& request,
                                              const OnUnreadable& on_unreadable) {
  absl::StatusOr<std::string> name = NormalisePlayerName(request.player_id());
  if (!name.ok()) return InvalidField("player_id", std::string(name.status().message()));
  const absl::StatusOr<ScoreCounts> counts =
      index.ReadScore(ScoreTable(request.board(), request.kind()), *name);
  if (!counts.ok()) return FromJournalError(kScores, counts.status(), on_unreadable);
  v1::GetScoreResponse response;
  SetScore({.counts = *counts, .player_id = *std::move(name)}, *response.mutable_score());
  return response;
}

absl::StatusOr<v1::ListScoresResponse> ListScores(const ScoreIndex& index,
                                                  const v1::ListScoresRequest& request,
                                                  const OnUnreadable& on_unreadable) {
  const std::string table = ScoreTable(request.board(), request.kind());
  const std::string scope = ScopeOfTable(table);
  absl::StatusOr<std::optional<Line>> last = DecodeLine(scope, request.page_token());
  if (!last.ok()) return last.status();
  const size_t size = PageSize(request.page_size());
  const auto after = last->has_value() ? std::optional((*last)->place) : std::nullopt;
  // In one go, so that nobody moves meanwhile; and one more, to know whether it is the last page.
  absl::StatusOr<std::vector<ScorePlace>> places =
      index.ReadScores(table, after, static_cast<int>(size) + 1);
  if (!places.ok()) return FromJournalError(kScores, places.status(), on_unreadable);
  const bool more = places->size() > size;
  if (more) places->pop_back();
  v1::ListScoresResponse page;
  for (ScorePlace& place : *places) {
    *last = NextLine(*last, std::move(place));
    v1::RankedScore& ranked = *page.add_scores();
    ranked.set_rank((*last)->rank);
    SetScore((*last)->place, *ranked.mutable_score());
  }
  if (more) page.set_next_page_token(EncodeLine(scope, **last));
  return page;
}

void GetScore(HostCore& core, const v1::GetScoreRequest& request,
              GameHost::Done<v1::GetScoreResponse> done) {
  AnswerOnListingThread<v1::GetScoreResponse>(
      core,
      [&core, request] { return GetScore(core.journal(), request, core.options().on_unreadable); },
      std::move(done));
}

void ListScores(HostCore& core, const v1::ListScoresRequest& request,
                GameHost::Done<v1::ListScoresResponse> done) {
  AnswerOnListingThread<v1::ListScoresResponse>(
      core,
      [&core, request] {
        return ListScores(core.journal(), request, core.options().on_unreadable);
      },
      std::move(done));
}

}  // namespace meeple::service
