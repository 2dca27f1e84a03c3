#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "clients/cli/commands/commands.h"

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

ExitCode Kinds(Session& session) {
  const auto response =
      session.connection().Call(&Connection::Stub::ListGameKinds, v1::ListGameKindsRequest());
  if (!response.ok()) return session.Fail(response.status());
  if (session.json()) return session.Print(*response);
  std::vector<std::string> texts;
  for (const v1::GameKind& kind : response->kinds()) {
    texts.push_back(KindText(kind, session.style()));
  }
  session.out() << absl::StrJoin(texts, "\n") << std::flush;
  return kDone;
}

}  // namespace

void AddKinds(Program& program) {
  CLI::App& command = program.Add(
      "kinds", "Lists the games that the server plays, with their parameters and bots", "kinds");
  program.Does(command, Kinds);
}

}  // namespace meeple::cli
