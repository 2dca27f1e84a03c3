#include "service/core/game_setup.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/players/player_factory.h"
#include "service/core/clock_config.h"
#include "service/core/conversion.h"
#include "service/core/errors.h"
#include "service/core/game_scoring.h"
#include "service/core/player_name.h"
#include "service/core/server_secret.h"

namespace meeple::service {
namespace {

// Ids and symbols of seats that were given none, in this order.
constexpr std::array<std::string_view, engine::kMaxSeats> kDefaultNames = {"X", "O", "A", "B",
                                                                           "C", "D", "E", "F"};

absl::Status Impossible(std::string_view why) {
  return MakeError(v1::ERROR_REASON_INVALID_CONFIG, why);
}

const engine::GameKind* FindKind(std::string_view id, GameKinds kinds) {
  const auto found = std::ranges::find(kinds, id, &engine::GameKind::id);
  return found == kinds.end() ? nullptr : &*found;
}

std::string KnownKinds(GameKinds kinds) {
  std::string text;
  for (const engine::GameKind& kind : kinds) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", kind.id);
  }
  return text;
}

// The ids and the symbols that seats of a game have.
struct Names {
  std::set<std::string, std::less<>> ids;
  std::set<std::string, std::less<>> symbols;

  // The first default name that is neither an id nor a symbol yet; where there is none, the first
  // that is not in `taken`. There are as many default names as seats.
  std::string NextFree(const std::set<std::string, std::less<>>& taken) const {
    const auto* name = std::ranges::find_if(kDefaultNames, [&](std::string_view candidate) {
      return !ids.contains(candidate) && !symbols.contains(candidate);
    });
    if (name == kDefaultNames.end()) {
      name = std::ranges::find_if(
          kDefaultNames, [&](std::string_view candidate) { return !taken.contains(candidate); });
    }
    return name == kDefaultNames.end() ? std::string() : std::string(*name);
  }
};

bool IsDefaultName(std::string_view name) {
  return std::ranges::find(kDefaultNames, name) != kDefaultNames.end();
}

// The other half of a seat that gives a default name as its id or as its symbol: the same letter,
// where that is free.
void TakeOwnLetter(v1::SeatConfig& seat, Names& names) {
  if (seat.symbol().empty() && IsDefaultName(seat.player_id()) &&
      names.symbols.insert(seat.player_id()).second) {
    seat.set_symbol(seat.player_id());
  }
  if (seat.player_id().empty() && IsDefaultName(seat.symbol()) &&
      names.ids.insert(seat.symbol()).second) {
    seat.set_player_id(seat.symbol());
  }
}

// What a seat still lacks; both halves are the same letter where both are missing and one is free.
void TakeFreeLetters(v1::SeatConfig& seat, Names& names) {
  if (seat.player_id().empty()) {
    seat.set_player_id(names.NextFree(names.ids));
    if (seat.symbol().empty()) TakeOwnLetter(seat, names);
    names.ids.insert(seat.player_id());
  }
  if (seat.symbol().empty()) {
    seat.set_symbol(*names.symbols.insert(names.NextFree(names.symbols)).first);
  }
}

absl::Status CompleteParameters(const engine::GameKind& kind, v1::GameConfig& config) {
  const std::map<std::string, std::string> given(config.parameters().begin(),
                                                 config.parameters().end());
  const absl::StatusOr<engine::Parameters> parameters =
      engine::Parameters::Parse(kind.parameters, given);
  if (!parameters.ok()) return Impossible(std::string(parameters.status().message()));
  for (const auto& [name, value] : parameters->values()) {
    (*config.mutable_parameters())[name] = value;
  }
  return absl::OkStatus();
}

// Names and symbols that were given, normalised; each at most once.
absl::Status CheckGivenNames(v1::GameConfig& config, Names& names) {
  for (v1::SeatConfig& seat : *config.mutable_seats()) {
    if (!seat.player_id().empty()) {
      const absl::StatusOr<std::string> name = NormalisePlayerName(seat.player_id());
      if (!name.ok()) return Impossible(std::string(name.status().message()));
      if (!names.ids.insert(*name).second) {
        return Impossible(absl::StrCat("two seats have the player id '", *name, "'"));
      }
      seat.set_player_id(*name);
    }
    if (!seat.symbol().empty() && !names.symbols.insert(seat.symbol()).second) {
      return Impossible(absl::StrCat("two seats have the symbol '", seat.symbol(), "'"));
    }
  }
  return absl::OkStatus();
}

absl::Status CompleteController(const engine::GameKind& kind, v1::Visibility visibility,
                                v1::SeatConfig& seat) {
  if (seat.controller_case() == v1::SeatConfig::CONTROLLER_NOT_SET) seat.mutable_held();
  if (seat.has_open() && visibility == v1::VISIBILITY_PRIVATE) {
    return Impossible(
        "nobody could find the open seat of a private game: make it `invited`, which gives you an "
        "invitation to hand on");
  }
  return seat.has_bot() ? CheckBot(kind, seat.bot()) : absl::OkStatus();
}

absl::Status CompleteSeats(const engine::GameKind& kind, v1::GameConfig& config) {
  if (config.seats().empty()) {
    for (int seat = 0; seat < kind.min_players; ++seat) config.add_seats();
  }
  Names names;
  if (absl::Status status = CheckGivenNames(config, names); !status.ok()) return status;
  for (v1::SeatConfig& seat : *config.mutable_seats()) TakeOwnLetter(seat, names);
  for (v1::SeatConfig& seat : *config.mutable_seats()) {
    TakeFreeLetters(seat, names);
    if (seat.symbol().size() != 1) {
      return Impossible("a symbol is one printable ASCII character");
    }
    absl::Status controller = CompleteController(kind, config.visibility(), seat);
    if (!controller.ok()) return controller;
  }
  return absl::OkStatus();
}

std::vector<engine::Player> PlayersOf(const v1::GameConfig& config) {
  std::vector<engine::Player> players;
  for (const v1::SeatConfig& seat : config.seats()) {
    players.push_back({.id = seat.player_id(), .symbol = seat.symbol()[0]});
  }
  return players;
}

// The seed of a game: that of its config, or one that nobody can guess; none without chance.
std::optional<uint64_t> SeedOf(const v1::GameConfig& config, const engine::GameKind& kind) {
  if (!kind.chance) return std::nullopt;
  return config.has_seed() ? config.seed() : RandomSeed();
}

// The seat that moves first.
engine::SeatIndex FirstSeatOf(const v1::GameConfig& config) {
  if (!config.draw_first_seat() || config.seats().empty()) return config.first_seat();
  return static_cast<engine::SeatIndex>(RandomSeed() % static_cast<uint64_t>(config.seats_size()));
}

// Moves the bots out of the public config, so that no seed is ever in it.
std::vector<std::optional<v1::Bot>> TakeBots(v1::GameConfig& config) {
  std::vector<std::optional<v1::Bot>> bots;
  for (v1::SeatConfig& seat : *config.mutable_seats()) {
    std::optional<v1::Bot>& bot = bots.emplace_back();
    if (!seat.has_bot()) continue;
    bot = seat.bot();
    if (!bot->has_seed()) bot->set_seed(RandomSeed());
    seat.mutable_bot()->clear_seed();
  }
  return bots;
}

}  // namespace

absl::Status CheckBot(const engine::GameKind& kind, const v1::Bot& bot) {
  const engine::BotKind* const known = engine::FindBotKind(bot.kind());
  if (known == nullptr || !known->plays(kind)) {
    return Impossible(absl::StrCat("no bot '", bot.kind(), "' plays ", kind.id,
                                   ": ListGameKinds names those that do"));
  }
  if (bot.level() < 0 || bot.level() > (known->has_levels ? 10 : 0)) {
    return Impossible(absl::StrCat("bot '", bot.kind(), "' has no level ", bot.level()));
  }
  return absl::OkStatus();
}

v1::GameConfig GameSetup::SecretConfig() const {
  v1::GameConfig secret = config;
  for (int seat = 0; seat < secret.seats_size(); ++seat) {
    if (IsBot(seat)) *secret.mutable_seats(seat)->mutable_bot() = *bots[seat];
  }
  if (seed.has_value()) secret.set_seed(*seed);
  secret.clear_draw_first_seat();
  secret.set_turn_limit(turn_limit);
  return secret;
}

absl::StatusOr<v1::GameConfig> CompleteConfig(const v1::GameConfig& config, int max_plies,
                                              GameKinds kinds) {
  const engine::GameKind* kind = FindKind(config.kind(), kinds);
  if (kind == nullptr) {
    return Impossible(
        absl::StrCat("unknown kind of game '", config.kind(), "'; known are: ", KnownKinds(kinds)));
  }
  if (config.has_seed() && !kind->chance) {
    return Impossible(absl::StrCat("nothing is drawn in ", kind->id, ": leave the seed out"));
  }
  if (config.turn_limit() < 0 || config.turn_limit() > max_plies) {
    return Impossible(absl::StrCat("turn_limit must be from 0 to ", max_plies));
  }
  if (config.has_rematch_of()) {
    return Impossible("the server sets rematch_of: offer a rematch in the game before");
  }
  if (config.draw_first_seat() && config.first_seat() != 0) {
    return Impossible("the first seat to move is drawn or named, not both");
  }
  if (absl::Status status = CheckClock(config); !status.ok()) return status;
  v1::GameConfig complete = config;
  if (absl::Status status = CompleteParameters(*kind, complete); !status.ok()) return status;
  if (absl::Status status = CompleteSeats(*kind, complete); !status.ok()) return status;
  if (absl::Status status = CompleteOpening(*kind, complete); !status.ok()) return status;
  if (complete.undo() == v1::UNDO_POLICY_UNSPECIFIED) complete.set_undo(DefaultUndo(*kind));
  if (complete.visibility() == v1::VISIBILITY_UNSPECIFIED) {
    complete.set_visibility(v1::VISIBILITY_PUBLIC);
  }
  return complete;
}

absl::StatusOr<PreparedGame> PrepareGame(std::string game_id, const v1::GameConfig& complete,
                                         int max_plies, GameKinds kinds, std::string creator) {
  const engine::GameKind* kind = FindKind(complete.kind(), kinds);
  if (kind == nullptr) return Impossible("unknown kind of game");
  absl::StatusOr<Opening> opening = ReadOpening(complete, *kind);
  if (!opening.ok()) return opening.status();
  const std::optional<uint64_t> seed = SeedOf(complete, *kind);
  const engine::GameOptions options = {
      .turn_limit = complete.turn_limit() == 0 ? max_plies : complete.turn_limit(),
      .seed = seed.value_or(0),
      .first_seat = FirstSeatOf(complete),
      .opening_seeds = opening->seeds};
  absl::StatusOr<std::unique_ptr<engine::BoardGame>> game =
      engine::MakeGame(*kind, {complete.parameters().begin(), complete.parameters().end()},
                       PlayersOf(complete), options);
  if (!game.ok()) return Impossible(std::string(game.status().message()));
  if (absl::Status status = CheckOpening(*opening, **game); !status.ok()) return status;
  auto setup = std::make_shared<GameSetup>();
  setup->game_id = std::move(game_id);
  setup->kind = kind;
  setup->config = complete;
  setup->config.clear_seed();
  setup->config.set_first_seat(options.first_seat);
  setup->creator = std::move(creator);
  setup->creation_counted = !setup->creator.empty();
  setup->scored = IsScored(complete);
  setup->bots = TakeBots(setup->config);
  setup->seed = seed;
  setup->turn_limit = options.turn_limit;
  setup->opening = *std::move(opening);
  const engine::BoardPicture picture = (*game)->Picture();
  setup->rows = picture.rows;
  setup->columns = picture.columns;
  return PreparedGame{.setup = std::move(setup), .game = *std::move(game)};
}

}  // namespace meeple::service
