#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/game_text.h"
#include "clients/cli/new_game.h"
#include "clients/cli/play/dialogue.h"
#include "clients/cli/play/play_session.h"
#include "clients/cli/watch_notices.h"

namespace meeple::cli {
namespace {

struct PlayArguments {
  // GAME_ID or KIND.
  std::string what = "tic_tac_toe";
  std::string moves;
  double patience_seconds = 300;
  // Of a new game.
  GameArguments game;
  std::string bot;
  std::string name;
  bool second = false;
  // What was given besides, but for the moves, to be typed again: " --bot perfect".
  std::string options;
};

// Ids of games have digits, kinds of games have none.
bool IsGameId(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

constexpr std::array<std::string_view, 3> kWeakestFirst = {"mcts", "search", "perfect"};

// How well a kind of bot plays as a rule, among the others.
int StrengthOf(std::string_view bot) {
  const auto* known = std::ranges::find(kWeakestFirst, bot);
  return known == kWeakestFirst.end() ? -1 : static_cast<int>(known - kWeakestFirst.begin());
}

// The best bot that plays this kind of game, as far as one can tell by its name.
absl::StatusOr<std::string> ChooseBot(Session& session, const std::string& kind) {
  const auto kinds =
      session.connection().Call(&Connection::Stub::ListGameKinds, v1::ListGameKindsRequest());
  if (!kinds.ok()) return kinds.status();
  std::string choice;
  for (const v1::GameKind& known : kinds->kinds()) {
    if (known.kind() != kind) continue;
    for (const v1::BotKind& bot : known.bots()) {
      if (choice.empty() || StrengthOf(bot.kind()) > StrengthOf(choice)) choice = bot.kind();
    }
  }
  // For a game that the server does not know, its refusal says more than we could.
  return choice.empty() ? "perfect" : choice;
}

absl::StatusOr<v1::GameConfig> ConfigAgainstBot(const PlayArguments& arguments,
                                                const std::string& bot) {
  absl::StatusOr<v1::SeatConfig> bot_seat = ParseSeat("bot:" + bot);
  if (!bot_seat.ok()) return bot_seat.status();
  GameArguments game = arguments.game;
  game.kind = arguments.what;
  absl::StatusOr<v1::GameConfig> config = ToGameConfig(game);
  if (!config.ok()) return config.status();
  v1::SeatConfig own_seat;
  own_seat.set_player_id(arguments.name);
  own_seat.mutable_held();
  *config->add_seats() = arguments.second ? *bot_seat : own_seat;
  *config->add_seats() = arguments.second ? own_seat : *bot_seat;
  return config;
}

std::unique_ptr<Dialogue> OpenDialogue(Session& session, const PlayArguments& arguments) {
  const Surroundings& around = session.surroundings();
  if (!arguments.moves.empty()) {
    const std::vector<std::string> moves =
        absl::StrSplit(arguments.moves, ',', absl::SkipWhitespace());
    return std::make_unique<ListedDialogue>(moves, session.out());
  }
  const bool is_person =
      isatty(around.input) == 1 && isatty(around.out_file) == 1 && !session.json();
  if (!is_person) return std::make_unique<PipeDialogue>(around.input, session.out());
  return std::make_unique<PersonDialogue>(around.input, session.out(), around.out_file,
                                          session.style());
}

// How to see the game again and, if it was made for this, to play another.
std::string FarewellOfEnded(const Session& session, const PlayArguments& arguments,
                            const std::string& game_id, bool is_new) {
  // A private game is there for those alone who have a credential of it.
  const std::string credential =
      arguments.game.is_private
          ? absl::StrCat(" --credential ", ShellWord(session.options().credential))
          : "";
  std::string replay = absl::StrCat(
      "To see it again:\n  ",
      session.CommandLine(absl::StrCat("replay ", ShellWord(game_id), credential)), "\n");
  if (!is_new) return replay;
  return absl::StrCat(
      replay, "To play another:\n  ",
      session.CommandLine(absl::StrCat("play ", ShellWord(arguments.what), arguments.options)),
      "\n");
}

// How to come back to a game that goes on.
std::string WayBack(const Session& session, const std::string& game_id) {
  return absl::StrCat(
      "To come back:\n  ",
      session.CommandLine(absl::StrCat("play ", ShellWord(game_id), " --credential ",
                                       ShellWord(session.options().credential))),
      "\n");
}

// How to take the player's seat in a rematch, which the credential of the game before is for.
std::string WayIntoRematch(const Session& session, const std::string& game_id) {
  return absl::StrCat(
      "To take your seat in the rematch:\n  ",
      session.CommandLine(absl::StrCat("join ", ShellWord(game_id), " --credential ",
                                       ShellWord(session.options().credential))),
      "\n");
}

// Takes the player's seat in the rematch; from here on the session is that player.
absl::Status TakeSeatOfRematch(Session& session, const std::string& game_id) {
  v1::JoinGameRequest request;
  request.set_game_id(game_id);
  const auto joined = session.connection().Call(&Connection::LobbyStub::JoinGame, request);
  if (!joined.ok()) return joined.status();
  session.UseCredential(joined->credential().token());
  if (session.json()) session.Print(*joined);
  return absl::OkStatus();
}

// What came of one game, and where it goes on.
struct Played {
  ExitCode code;
  // True if the player has a seat of it.
  bool has_begun;
  bool is_over;
  std::string next_game_id;
};

Played PlayOne(Session& session, const PlayArguments& arguments, const std::string& game_id,
               Dialogue& dialogue) {
  PlaySession play(session, dialogue,
                   {.game_id = game_id,
                    .until_finish = !arguments.moves.empty(),
                    .patience = PatienceOf(arguments.patience_seconds)});
  const ExitCode code = play.Run();
  return {.code = code,
          .has_begun = play.has_begun(),
          .is_over = play.is_game_over(),
          .next_game_id = play.next_game_id()};
}

// Last words: to a person who is done, after what was played; else with the errors, where they do
// not mix with it. With --json the answers have the credential.
void SayFarewell(Session& session, const PlayArguments& arguments, const std::string& game_id,
                 const Played& played, bool is_to_person, bool is_new) {
  if (session.json()) return;
  const bool goes_on = !played.is_over && (played.has_begun || is_new);
  if (goes_on) {
    (is_to_person ? session.out() : session.surroundings().err)
        << WayBack(session, game_id) << std::flush;
  } else if (is_to_person) {
    session.out() << FarewellOfEnded(session, arguments, game_id, is_new) << std::flush;
  }
}

// Plays the game, and then its rematches. `is_new` if it was made for this: then nobody but the
// session knows the credential.
ExitCode PlayGame(Session& session, const PlayArguments& arguments, std::string game_id,
                  bool is_new) {
  std::unique_ptr<Dialogue> dialogue = OpenDialogue(session, arguments);
  const bool is_person = dialogue->is_person();
  Played played = PlayOne(session, arguments, game_id, *dialogue);
  while (played.code == kDone && !played.next_game_id.empty()) {
    game_id = played.next_game_id;
    if (absl::Status seat = TakeSeatOfRematch(session, game_id); !seat.ok()) {
      dialogue->Close();
      if (!session.json()) session.surroundings().err << WayIntoRematch(session, game_id);
      return session.Fail(seat);
    }
    played = PlayOne(session, arguments, game_id, *dialogue);
    played.has_begun = true;  // with a credential that nobody else knows
  }
  dialogue.reset();  // takes the prompt off the screen
  // The end of the input may have been Ctrl-C's doing.
  const bool is_interrupted = !is_person && session.stop().stop_requested();
  if (is_interrupted && played.code == kDone && !played.is_over) played.code = kInterrupted;
  SayFarewell(session, arguments, game_id, played, is_person && played.code == kDone, is_new);
  return played.code;
}

ExitCode PlayNewGame(Session& session, PlayArguments arguments) {
  if (arguments.bot.empty()) {
    absl::StatusOr<std::string> bot = ChooseBot(session, arguments.what);
    if (!bot.ok()) return session.Fail(bot.status());
    arguments.bot = *std::move(bot);
  }
  const auto config = ConfigAgainstBot(arguments, arguments.bot);
  if (!config.ok()) return session.FailUsage(std::string(config.status().message()));
  const auto created = CreateGame(session, *config);
  if (!created.ok()) return session.Fail(created.status());
  if (created->credentials().empty()) {
    return session.Fail(absl::InternalError("the server gave no credential for the seat"));
  }
  if (session.json()) session.Print(*created);
  session.UseCredential(created->credentials(0).token());
  const std::string& game_id = created->game().game_id();
  if (!session.json()) {
    session.out() << "Others watch with:\n  " << WatchLine(session, *created) << std::endl;
  }
  return PlayGame(session, arguments, game_id, /*is_new=*/true);
}

ExitCode Play(Session& session, const PlayArguments& arguments) {
  const bool is_new = !arguments.bot.empty() || !IsGameId(arguments.what);
  if (is_new) return PlayNewGame(session, arguments);
  if (session.options().credential.empty()) {
    return session.FailUsage(
        "to play, the credential of a seat is needed",
        "pass it with --credential TOKEN or set MEEPLE_CREDENTIAL; to look on, "
        "type `meeple watch GAME_ID`");
  }
  return PlayGame(session, arguments, arguments.what, /*is_new=*/false);
}

}  // namespace

void AddPlay(Program& program) {
  auto arguments = std::make_shared<PlayArguments>();
  CLI::App& command =
      program.Add("play", "Plays a game: an existing one by its id, or a new one against a bot",
                  "play tic_tac_toe --bot perfect\n"
                  "play GAME_ID --credential TOKEN\n"
                  "play GAME_ID --credential TOKEN --moves a1,b2,c3");
  command.add_option("GAME_ID or KIND", arguments->what,
                     "A game, as `meeple create` printed it, or the kind of a new one; default "
                     "tic_tac_toe");
  command
      .add_option(
          "--moves", arguments->moves,
          "Plays these moves by itself, one whenever it is its turn, and ends with the game or "
          "once bots have answered the last one")
      ->type_name("MOVE,MOVE,...");
  AddPatience(command, arguments->patience_seconds);
  command
      .add_option(
          "--bot", arguments->bot,
          "In a new game, who plays against you; default the best that `meeple kinds` lists")
      ->type_name("KIND[:LEVEL][#SEED]");
  command.add_flag("--second", arguments->second, "In a new game, lets the bot begin");
  command.add_option("--name", arguments->name, "In a new game, what you are called");
  AddGameOptions(command, arguments->game);
  program.Does(command, [arguments, &command](Session& session) {
    arguments->options = OptionsGivenTo(command, "--moves");
    return Play(session, *arguments);
  });
}

}  // namespace meeple::cli
