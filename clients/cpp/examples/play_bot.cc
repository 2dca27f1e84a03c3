// Plays tic-tac-toe against a bot while a spectator follows: play_bot [HOST:PORT]

#include <meeple/client/client.h>

#include <iomanip>
#include <iostream>
#include <stop_token>
#include <string>
#include <thread>

using meeple::client::Client;
using meeple::client::ErrorOf;
using meeple::client::Games;
using meeple::client::GameWatch;
namespace v1 = meeple::v1;

namespace {

v1::GameConfig AgainstABot() {
  v1::GameConfig config;
  config.set_kind("tic_tac_toe");
  config.add_seats()->set_player_id("you");
  v1::SeatConfig* bot = config.add_seats();
  bot->set_player_id("bot");
  bot->mutable_bot()->set_kind("perfect");
  return config;
}

// A spectator: prints every event until the game ends, or a stop is asked for.
void Follow(const Client& client, const std::string& game_id, const std::stop_token& stop) {
  GameWatch watch = client.WatchGame(game_id, {.until_finish = true, .watch = {.stop = stop}});
  for (const v1::GameEvent& event : watch) {
    std::cout << "  spectator | " << std::setw(4) << event.sequence() << "  " << event.text()
              << std::endl;
  }
  if (!watch.status().ok()) std::cerr << ErrorOf(watch.status()).ToString() << std::endl;
}

bool IsTurnOf(int32_t seat, const v1::TurnCursor& cursor) {
  return cursor.status() == v1::GAME_STATUS_IN_PROGRESS && cursor.turn_index() == seat;
}

// Makes the first legal move, unless the position has changed since the event.
absl::Status PlayFirstMove(const Client& player, const std::string& game_id, int64_t sequence) {
  const auto legal = player.LegalMoves(game_id);
  if (!legal.ok()) return legal.status();
  v1::SubmitMoveRequest request;
  request.set_game_id(game_id);
  *request.mutable_move() = legal->moves(0);
  request.set_expected_sequence(sequence);
  return player.Call(&Games::SubmitMove, request).status();
}

// A player: moves whenever it is its turn. It looks at whole updates, since the position after one
// of several events of a call is not for anyone to move in.
absl::Status Play(const Client& player, const std::string& game_id, int32_t seat) {
  GameWatch watch = player.WatchGame(game_id, {.until_finish = true});
  for (;;) {
    const GameWatch::Update update = watch.Next();
    if (update.kind == GameWatch::Update::kEnd) return update.status;
    const auto& events = update.message.events().events();
    if (events.empty() || !IsTurnOf(seat, events.rbegin()->cursor())) continue;
    const absl::Status moved = PlayFirstMove(player, game_id, events.rbegin()->sequence());
    if (!moved.ok()) return moved;
  }
}

absl::Status Run(const Client& client) {
  const auto created = client.CreateGame(AgainstABot());
  if (!created.ok()) return created.status();
  const std::string& game_id = created->game().game_id();
  const auto you = client.Seat(*created, "you");
  if (!you.ok()) return you.status();
  std::jthread spectator([&](const std::stop_token& stop) { Follow(client, game_id, stop); });
  const absl::Status played = Play(*you, game_id, 0);
  if (!played.ok()) return played;
  spectator.join();
  const auto game = client.GetGame(game_id);
  if (game.ok()) std::cout << game->game().rendered() << std::endl;
  return game.status();
}

}  // namespace

int main(int argc, char** argv) {
  const absl::Status status = Run(Client(argc > 1 ? argv[1] : "localhost:50051"));
  if (status.ok()) return 0;
  std::cerr << ErrorOf(status).ToString() << std::endl;
  return 1;
}
