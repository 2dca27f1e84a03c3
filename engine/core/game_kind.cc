#include "engine/core/game_kind.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace meeple::engine {
namespace {

std::optional<int64_t> ReadInteger(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// What `spec` accepts, for people.
std::string DescribeRange(const ParameterSpec& spec) {
  switch (spec.type) {
    case ParameterType::kInteger:
      return absl::StrCat("a whole number from ", spec.minimum, " to ", spec.maximum);
    case ParameterType::kBoolean:
      return "true or false";
    case ParameterType::kChoice:
      return absl::StrCat("one of ", absl::StrJoin(spec.choices, ", "));
    case ParameterType::kText:
      break;
  }
  return "a text";
}

// The value that `text` means for `spec`, always written the same way; nothing if it means none.
std::optional<std::string> Canonical(const ParameterSpec& spec, const std::string& text) {
  switch (spec.type) {
    case ParameterType::kInteger: {
      const std::optional<int64_t> value = ReadInteger(text);
      if (!value || *value < spec.minimum || *value > spec.maximum) return std::nullopt;
      return absl::StrCat(*value);
    }
    case ParameterType::kBoolean:
      if (text != "true" && text != "false") return std::nullopt;
      return text;
    case ParameterType::kChoice:
      if (std::count(spec.choices.begin(), spec.choices.end(), text) == 0) return std::nullopt;
      return text;
    case ParameterType::kText:
      break;
  }
  return text;
}

bool HasSpec(const std::vector<ParameterSpec>& specs, const std::string& name) {
  return std::any_of(specs.begin(), specs.end(),
                     [&](const ParameterSpec& spec) { return spec.name == name; });
}

absl::Status UnknownKey(const std::vector<ParameterSpec>& specs, const std::string& name) {
  const std::string known = absl::StrJoin(
      specs, ", ",
      [](std::string* out, const ParameterSpec& spec) { absl::StrAppend(out, spec.name); });
  return absl::InvalidArgumentError(
      absl::StrCat("unknown parameter '", name, "'; known: ", known.empty() ? "none" : known));
}

absl::Status CheckKeys(const std::vector<ParameterSpec>& specs,
                       const std::map<std::string, std::string>& given) {
  for (const auto& [name, value] : given) {
    if (!HasSpec(specs, name)) return UnknownKey(specs, name);
  }
  return absl::OkStatus();
}

bool IsSymbol(char c) { return c > ' ' && c < '\x7f' && c != '.' && c != '|'; }

absl::Status CheckPlayer(const Player& player) {
  if (player.id.empty()) return absl::InvalidArgumentError("a player id is empty");
  if (IsSymbol(player.symbol)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the symbol of ", player.id,
                   " must be one printable ASCII character other than space, '.' and '|'"));
}

absl::Status CheckPlayers(const GameKind& kind, const std::vector<Player>& players) {
  const int count = static_cast<int>(players.size());
  if (count < kind.min_players || count > kind.max_players) {
    const std::string range = kind.min_players == kind.max_players
                                  ? absl::StrCat(kind.min_players)
                                  : absl::StrCat(kind.min_players, " to ", kind.max_players);
    return absl::InvalidArgumentError(
        absl::StrCat(kind.id, " is for ", range, " players, not ", count));
  }
  std::set<std::string_view> ids;
  std::set<char> symbols;
  for (const Player& player : players) {
    if (absl::Status status = CheckPlayer(player); !status.ok()) return status;
    if (!ids.insert(player.id).second) {
      return absl::InvalidArgumentError(absl::StrCat("two players have the id '", player.id, "'"));
    }
    if (!symbols.insert(player.symbol).second) {
      return absl::InvalidArgumentError(
          absl::StrCat("two players have the symbol ", std::string(1, player.symbol)));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Parameters> Parameters::Parse(const std::vector<ParameterSpec>& specs,
                                             const std::map<std::string, std::string>& given) {
  if (absl::Status status = CheckKeys(specs, given); !status.ok()) return status;
  Parameters parameters;
  for (const ParameterSpec& spec : specs) {
    const auto found = given.find(spec.name);
    const std::string& text = found == given.end() ? spec.default_value : found->second;
    std::optional<std::string> value = Canonical(spec, text);
    if (!value) {
      return absl::InvalidArgumentError(
          absl::StrCat(spec.name, " must be ", DescribeRange(spec), ", not '", text, "'"));
    }
    parameters.values_.emplace(spec.name, *std::move(value));
  }
  return parameters;
}

int Parameters::Integer(std::string_view name) const {
  const std::optional<int64_t> value = ReadInteger(Text(name));
  assert(value.has_value());
  return static_cast<int>(*value);
}

bool Parameters::Boolean(std::string_view name) const { return Text(name) == "true"; }

const std::string& Parameters::Text(std::string_view name) const {
  const auto found = values_.find(name);
  assert(found != values_.end());
  return found->second;
}

absl::StatusOr<std::unique_ptr<BoardGame>> MakeGame(
    const GameKind& kind, const std::map<std::string, std::string>& parameters,
    std::vector<Player> players, const GameOptions& options) {
  absl::StatusOr<Parameters> parsed = Parameters::Parse(kind.parameters, parameters);
  if (!parsed.ok()) return parsed.status();
  if (absl::Status status = CheckPlayers(kind, players); !status.ok()) return status;
  if (options.turn_limit < 0) {
    return absl::InvalidArgumentError("the turn limit must be 0 (none) or more");
  }
  const int seats = static_cast<int>(players.size());
  if (options.first_seat < 0 || options.first_seat >= seats) {
    return absl::InvalidArgumentError(
        absl::StrCat("the first seat to move must be from 0 to ", seats - 1));
  }
  return kind.make(*parsed, std::move(players), options);
}

}  // namespace meeple::engine
