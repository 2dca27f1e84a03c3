#include "service/core/game_opening.h"

#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/core/notation.h"
#include "engine/core/opening.h"
#include "service/core/conversion.h"
#include "service/core/errors.h"

namespace meeple::service {
namespace {

// `why` is what SubmitMove would answer to the move, and `rule` the rule that it would name.
absl::Status OpeningRefused(size_t index, const std::string& notation, const absl::Status& why,
                            const std::string& rule = "") {
  const std::string place = absl::StrCat(index);
  const std::string reason = ReasonName(ReasonOf(why));
  const std::string message =
      absl::StrCat("opening[", place, "], '", notation, "': ", why.message());
  if (rule.empty()) {
    return MakeError(v1::ERROR_REASON_INVALID_CONFIG, message,
                     {{"opening_index", place}, {"opening_reason", reason}});
  }
  return MakeError(v1::ERROR_REASON_INVALID_CONFIG, message,
                   {{"opening_index", place}, {"opening_reason", reason}, {"rule", rule}});
}

absl::Status SeedsDoNotFit(const std::string& why) {
  return MakeError(v1::ERROR_REASON_INVALID_CONFIG, absl::StrCat("opening_seeds: ", why));
}

absl::StatusOr<std::vector<engine::SeedStretch>> ReadSeeds(const v1::GameConfig& config,
                                                           const engine::GameKind& kind) {
  if (!kind.chance) {
    if (config.opening_seeds().empty()) return std::vector<engine::SeedStretch>();
    return SeedsDoNotFit(absl::StrCat("nothing is drawn in ", kind.id, ": leave them out"));
  }
  std::vector<engine::SeedStretch> seeds;
  int64_t turns = 0;
  for (const v1::OpeningSeed& seed : config.opening_seeds()) {
    if (seed.turns() < 1) return SeedsDoNotFit("each is for at least one turn");
    turns += seed.turns();
    seeds.push_back({.turns = seed.turns(), .seed = seed.seed()});
  }
  if (turns == config.opening_size()) return seeds;
  return SeedsDoNotFit(absl::StrCat("they are for ", turns, " turns, and the opening has ",
                                    config.opening_size(),
                                    ": everyone has to know what was drawn in it"));
}

}  // namespace

absl::StatusOr<Opening> ReadOpening(const v1::GameConfig& config, const engine::GameKind& kind) {
  Opening opening;
  v1::Move text;
  for (int i = 0; i < config.opening_size(); ++i) {
    text.set_notation(config.opening(i));
    const absl::StatusOr<engine::Move> move = FromProto(text, kind);
    if (!move.ok()) {
      return OpeningRefused(static_cast<size_t>(i), text.notation(), move.status());
    }
    opening.moves.push_back(*move);
  }
  absl::StatusOr<std::vector<engine::SeedStretch>> seeds = ReadSeeds(config, kind);
  if (!seeds.ok()) return seeds.status();
  opening.seeds = *std::move(seeds);
  return opening;
}

absl::Status CompleteOpening(const engine::GameKind& kind, v1::GameConfig& config) {
  const absl::StatusOr<Opening> opening = ReadOpening(config, kind);
  if (!opening.ok()) return opening.status();
  for (int i = 0; i < config.opening_size(); ++i) {
    config.set_opening(i, engine::FormatMove(opening->moves[static_cast<size_t>(i)]));
  }
  return absl::OkStatus();
}

absl::Status CheckOpening(const Opening& opening, const engine::BoardGame& fresh) {
  if (opening.moves.empty()) return absl::OkStatus();
  const auto refused = engine::StartWithOpening(*fresh.NewGame(), opening.moves);
  if (!refused.has_value()) return absl::OkStatus();
  return OpeningRefused(refused->index, engine::FormatMove(opening.moves[refused->index]),
                        FromRefusal(refused->refusal), refused->refusal.rule);
}

}  // namespace meeple::service
