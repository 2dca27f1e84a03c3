#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/game_calls.h"

namespace meeple::cli {
namespace {

std::string RangeText(const v1::ParameterSpec& parameter) {
  switch (parameter.type()) {
    case v1::PARAMETER_TYPE_INTEGER:
      return absl::StrCat(parameter.minimum(), " to ", parameter.maximum());
    case v1::PARAMETER_TYPE_BOOLEAN:
      return "true or false";
    case v1::PARAMETER_TYPE_CHOICE:
      return absl::StrJoin(parameter.choices(), ", ");
    default:
      return "text";
  }
}

std::string PlayersText(const v1::GameKind& kind) {
  if (kind.min_players() == kind.max_players()) return absl::StrCat(kind.min_players(), " players");
  return absl::StrCat(kind.min_players(), " to ", kind.max_players(), " players");
}

std::string KindText(const v1::GameKind& kind, const Style& style) {
  std::string text = absl::StrCat(style.Bold(kind.kind()), "  ", kind.title(), ", ",
                                  PlayersText(kind), "\n    ", kind.description(), "\n");
  for (const v1::ParameterSpec& parameter : kind.parameters()) {
    absl::StrAppend(&text, "    -p ", parameter.name(), "=", parameter.default_value(), "  ",
                    style.Dim(absl::StrCat("(", RangeText(parameter), ") ")),
                    parameter.description(), "\n");
  }
  for (const v1::BotKind& bot : kind.bots()) {
    absl::StrAppend(&text, "    --seat bot:", bot.kind(),
                    bot.has_levels() ? "[:LEVEL 1 to 10]" : "", "  ", bot.description(), "\n");
  }
  return text;
}

std::string FormText(int form) {
  switch (form) {
    case v1::MOVE_FORM_CELL:
      return "b2 (column and row, from 1 at the top)";
    case v1::MOVE_FORM_COLUMN:
      return "4 (a column, from 1)";
    case v1::MOVE_FORM_ROLL:
      return "roll";
    case v1::MOVE_FORM_PINS:
      return "7 (pins)";
    case v1::MOVE_FORM_SHIP:
      return "carrier a1 right (or down)";
    case v1::MOVE_FORM_PASS:
      return "pass";
    default:
      return "in a way that this program does not know";
  }
}

// What is of use to somebody who has chosen the kind.
std::string DetailText(const v1::GameKind& kind) {
  std::string text = "    Moves are written ";
  for (int i = 0; i < kind.move_forms_size(); ++i) {
    absl::StrAppend(&text, i > 0 ? " or " : "", FormText(kind.move_forms(i)));
  }
  absl::StrAppend(&text, kind.default_undo() == v1::UNDO_POLICY_NEVER
                             ? "\n    Moves cannot be taken back unless --undo=free is given"
                             : "\n    Moves can be taken back unless --undo=never is given");
  if (kind.chance()) {
    absl::StrAppend(&text, "\n    Dice or draws come from --seed, else from a secret");
  }
  if (kind.hidden_information()) {
    absl::StrAppend(&text, "\n    Each player sees what the others do not");
  }
  return text + "\n";
}

// Leaves only that kind.
void Select(const std::string& wanted, v1::ListGameKindsResponse& response) {
  v1::ListGameKindsResponse selected;
  for (const v1::GameKind& kind : response.kinds()) {
    if (kind.kind() == wanted) *selected.add_kinds() = kind;
  }
  response = std::move(selected);
}

ExitCode Kinds(Session& session, const std::string& wanted) {
  auto response =
      session.connection().Call(&Connection::Stub::ListGameKinds, v1::ListGameKindsRequest());
  if (!response.ok()) return session.Fail(response.status());
  if (!wanted.empty()) {
    if (const absl::Status status = CheckGameKind(*response, wanted); !status.ok()) {
      return session.Fail(status);
    }
    Select(wanted, *response);
  }
  if (session.json()) return session.Print(*response);
  std::vector<std::string> texts;
  for (const v1::GameKind& kind : response->kinds()) {
    texts.push_back(KindText(kind, session.style()) + (wanted.empty() ? "" : DetailText(kind)));
  }
  session.out() << absl::StrJoin(texts, "\n") << std::flush;
  return kDone;
}

}  // namespace

void AddKinds(Program& program) {
  auto kind = std::make_shared<std::string>();
  CLI::App& command =
      program.Add("kinds", "Lists the games that the server plays, with their parameters and bots",
                  "kinds\nkinds battleship");
  command.add_option("KIND", *kind, "Only this one, and how it is played");
  program.Does(command, [kind](Session& session) { return Kinds(session, *kind); });
}

}  // namespace meeple::cli
