#include <memory>

#include "absl/strings/str_cat.h"
#include "clients/cli/clock_text.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/game_text.h"
#include "clients/cli/offer_lines.h"
#include "clients/cli/position_text.h"

namespace meeple::cli {
namespace {

// A line with the clocks; nothing in an untimed game.
std::string ClockLine(const v1::Game& game, const Style& style) {
  const absl::Time now = absl::Now();
  RunningClocks clocks;
  clocks.Set(game.clocks(), now);
  const std::string text = clocks.Text(game.seats(), style, now);
  return text.empty() ? "" : absl::StrCat(" ", text, "\n");
}

ExitCode Show(Session& session, const std::string& game_id) {
  const auto response = GetGame(session.connection(), game_id);
  if (!response.ok()) return session.Fail(response.status());
  if (session.json()) return session.Print(*response);
  const v1::Game& game = response->game();
  session.out() << game.game_id() << ": " << KindLine(game.config()) << "; "
                << SeatsLine(game.seats(), session.style()) << "; turn " << game.cursor().turns()
                << ", event " << game.sequence() << ", " << response->watchers() << " watching\n"
                << PositionText(session, game).Of(game) << ClockLine(game, session.style())
                << OfferLines(session, game) << std::flush;
  return kDone;
}

}  // namespace

void AddShow(Program& program) {
  auto game_id = std::make_shared<std::string>();
  CLI::App& command = program.Add("show", "Shows a game as it stands", "show GAME_ID");
  AddGameId(command, *game_id);
  program.Does(command, [game_id](Session& session) { return Show(session, *game_id); });
}

}  // namespace meeple::cli
