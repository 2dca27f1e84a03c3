#!/usr/bin/env python3
"""Plays tic-tac-toe against a bot while a spectator follows: play_bot.py [HOST:PORT]"""

import sys
import threading

import meeple


def follow(client, game_id):
    """A spectator: prints every event until the game ends."""
    for event in client.watch(game_id, until_finish=True):
        print(f"  spectator | {event.sequence:4}  {event.text}")


def my_turn(event, seat):
    """True if the position after an event waits for this seat."""
    return (event.cursor.status == meeple.GameStatus.GAME_STATUS_IN_PROGRESS
            and event.cursor.turn_index == seat)


def play(player, game_id, seat):
    """A player: makes the first legal move whenever it is its turn. It looks at whole updates, since the
    position after one of several events of a call is not for anyone to move in."""
    for update in player.watch(game_id, until_finish=True).updates():
        events = update.events.events
        if events and my_turn(events[-1], seat):
            move = player.legal_moves(game_id).moves[0]
            player.play(game_id, move, expected_sequence=events[-1].sequence)


def main():
    address = sys.argv[1] if len(sys.argv) > 1 else "localhost:50051"
    with meeple.Client(address) as client:
        created = client.create_game(meeple.GameConfig(kind="tic_tac_toe", seats=[
            meeple.SeatConfig(player_id="you"),
            meeple.SeatConfig(player_id="bot", bot=meeple.Bot(kind="perfect"))]))
        game_id = created.game.game_id
        spectator = threading.Thread(target=follow, args=(client, game_id))
        spectator.start()
        play(client.seat(created, "you"), game_id, seat=0)
        spectator.join()
        print(client.get_game(game_id).game.rendered)


if __name__ == "__main__":
    main()
