#include "clients/cli/game_arguments.h"

#include <cstdint>
#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "clients/cli/clock_text.h"
#include "google/protobuf/map.h"

namespace meeple::cli {
namespace {

constexpr std::string_view kBotPrefix = "bot:";

absl::Status Unreadable(std::string_view option, std::string_view text, std::string_view wanted) {
  const auto view = [](std::string_view part) {
    return absl::string_view(part.data(), part.size());
  };
  return absl::InvalidArgumentError(
      absl::StrCat(view(option), " '", view(text), "': ", view(wanted)));
}

bool IsSymbol(std::string_view text) { return text.size() == 1 && text[0] > ' ' && text[0] <= '~'; }

// Cuts off what follows the last `mark`; nothing where there is no mark.
bool CutAfterLast(char mark, std::string& text, std::string& tail) {
  const size_t at = text.rfind(mark);
  if (at == std::string::npos) return false;
  tail = text.substr(at + 1);
  text.resize(at);
  return true;
}

absl::Status ParseBot(std::string bot, std::string_view whole, v1::Bot* result) {
  std::string number;
  if (CutAfterLast('#', bot, number)) {
    uint64_t seed = 0;
    if (!absl::SimpleAtoi(number, &seed)) {
      return Unreadable("--seat", whole, "a seed is a whole number from 0, as in bot:random#7");
    }
    result->set_seed(seed);
  }
  if (CutAfterLast(':', bot, number)) {
    int32_t level = 0;
    if (!absl::SimpleAtoi(number, &level)) {
      return Unreadable("--seat", whole, "a level is a whole number, as in bot:search:5");
    }
    result->set_level(level);
  }
  if (bot.empty()) return Unreadable("--seat", whole, "name the bot, as in bot:perfect");
  result->set_kind(bot);
  return absl::OkStatus();
}

// The name after "open" or "invited", where `text` says that; with the mark before it.
std::optional<std::string_view> NameAfter(std::string_view word, std::string_view text) {
  if (!text.starts_with(word)) return std::nullopt;
  const std::string_view rest = text.substr(word.size());
  if (rest.empty()) return rest;
  return rest.front() == ':' ? std::optional(rest.substr(1)) : std::nullopt;
}

absl::Status SetFirstSeat(const std::string& first, v1::GameConfig& config) {
  if (first.empty()) return absl::OkStatus();
  if (first == "random") {
    config.set_draw_first_seat(true);
    return absl::OkStatus();
  }
  int32_t seat = 0;
  if (!absl::SimpleAtoi(first, &seat)) {
    return Unreadable("--first", first, "write the number of a seat, from 0, or random");
  }
  config.set_first_seat(seat);
  return absl::OkStatus();
}

// Reads the value of an option that was given.
template <class Message>
absl::Status ReadTime(absl::StatusOr<Message> (*parse)(std::string_view), std::string_view option,
                      const std::string& text, Message* result) {
  absl::StatusOr<Message> parsed = parse(text);
  if (!parsed.ok()) return Unreadable(option, text, std::string(parsed.status().message()));
  *result = *std::move(parsed);
  return absl::OkStatus();
}

absl::Status SetTimes(const GameArguments& arguments, v1::GameConfig& config) {
  absl::Status status;
  if (!arguments.clock.empty()) {
    status.Update(ReadTime(&ParseClock, "--clock", arguments.clock, config.mutable_clock()));
  }
  if (!arguments.per_move.empty()) {
    status.Update(ReadTime(&ParseSpan, "--per-move", arguments.per_move,
                           config.mutable_clock()->mutable_per_move()));
  }
  if (!arguments.first_move_time.empty()) {
    status.Update(ReadTime(&ParseSpan, "--first-move-time", arguments.first_move_time,
                           config.mutable_first_move_time()));
  }
  if (!arguments.disconnect_grace.empty()) {
    status.Update(ReadTime(&ParseSpan, "--disconnect-grace", arguments.disconnect_grace,
                           config.mutable_disconnect_grace()));
  }
  return status;
}

absl::Status AddAssignments(const std::vector<std::string>& assignments,
                            google::protobuf::Map<std::string, std::string>* result) {
  for (const std::string& text : assignments) {
    const auto assignment = ParseAssignment(text);
    if (!assignment.ok()) return assignment.status();
    (*result)[assignment->first] = assignment->second;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::SeatConfig> ParseSeat(std::string_view text) {
  v1::SeatConfig seat;
  std::string name(text);
  std::string symbol;
  if (CutAfterLast('=', name, symbol)) {
    if (!IsSymbol(symbol)) {
      return Unreadable("--seat", text, "after '=' stands one character, as in anna=A");
    }
    seat.set_symbol(symbol);
  }
  if (name.empty()) return Unreadable("--seat", text, "give a name, NAME=SYMBOL or bot:KIND");
  if (name.starts_with(kBotPrefix)) {
    const absl::Status status = ParseBot(name.substr(kBotPrefix.size()), text, seat.mutable_bot());
    if (!status.ok()) return status;
    return seat;
  }
  if (const auto kept = NameAfter("open", name); kept.has_value()) {
    seat.set_player_id(std::string(*kept));
    seat.mutable_open();
    return seat;
  }
  if (const auto kept = NameAfter("invited", name); kept.has_value()) {
    seat.set_player_id(std::string(*kept));
    seat.mutable_invited();
    return seat;
  }
  // Who is called X wants to draw X.
  if (seat.symbol().empty() && IsSymbol(name)) seat.set_symbol(name);
  seat.set_player_id(name);
  seat.mutable_held();
  return seat;
}

v1::UndoPolicy ParseUndo(std::string_view word) {
  if (word == "free") return v1::UNDO_POLICY_FREE;
  if (word == "own") return v1::UNDO_POLICY_OWN_LAST_MOVE;
  if (word == "consent") return v1::UNDO_POLICY_BY_CONSENT;
  return word == "never" ? v1::UNDO_POLICY_NEVER : v1::UNDO_POLICY_UNSPECIFIED;
}

absl::StatusOr<std::pair<std::string, std::string>> ParseAssignment(std::string_view text) {
  const size_t at = text.find('=');
  if (at == std::string_view::npos || at == 0) {
    return Unreadable("option", text, "write name=value, as in size=4");
  }
  return std::pair(std::string(text.substr(0, at)), std::string(text.substr(at + 1)));
}

absl::StatusOr<v1::GameConfig> ToGameConfig(const GameArguments& arguments) {
  v1::GameConfig config;
  config.set_kind(arguments.kind);
  config.set_turn_limit(arguments.turn_limit);
  if (arguments.is_private) config.set_visibility(v1::VISIBILITY_PRIVATE);
  config.set_undo(ParseUndo(arguments.undo));
  if (arguments.seed.has_value()) config.set_seed(*arguments.seed);
  for (const std::string& text : arguments.seats) {
    absl::StatusOr<v1::SeatConfig> seat = ParseSeat(text);
    if (!seat.ok()) return seat.status();
    *config.add_seats() = *std::move(seat);
  }
  if (absl::Status first = SetFirstSeat(arguments.first, config); !first.ok()) return first;
  if (absl::Status times = SetTimes(arguments, config); !times.ok()) return times;
  for (const std::string& move : arguments.opening) config.add_opening(move);
  if (arguments.opening_seed.has_value()) {
    v1::OpeningSeed& seed = *config.add_opening_seeds();
    seed.set_turns(config.opening_size());
    seed.set_seed(*arguments.opening_seed);
  }
  absl::Status status = AddAssignments(arguments.parameters, config.mutable_parameters());
  status.Update(AddAssignments(arguments.labels, config.mutable_labels()));
  if (!status.ok()) return status;
  return config;
}

}  // namespace meeple::cli
