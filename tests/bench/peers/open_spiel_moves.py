"""Random moves a second of processor time through OpenSpiel's package, as one JSON document.

Usage: open_spiel_moves.py GAME SECONDS

`python`: legal moves and the move itself are called from Python, as its users write it. `cpp`: its own
`evaluate_bots` plays a whole game in C++ with two of its uniformly random bots, one call from Python a game.
"""

import json
import random
import sys
import time

import pyspiel


def play_out(game, draw):
    """The number of moves of one random game."""
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
        moves += 1
    return moves


def python_moves(game, seconds):
    """Moves a second of processor time, and the mean length of a game."""
    draw = random.Random(1)
    begun = time.process_time()
    games = moves = 0
    while time.process_time() - begun < seconds:
        moves += play_out(game, draw)
        games += 1
    return moves / (time.process_time() - begun), moves / games


def cpp_games(game, seconds):
    """Whole games a second of processor time."""
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in range(2)]
    state = game.new_initial_state()
    begun = time.process_time()
    games = 0
    while time.process_time() - begun < seconds:
        pyspiel.evaluate_bots(state.clone(), bots, games)
        games += 1
    return games / (time.process_time() - begun)


def main():
    game = pyspiel.load_game(sys.argv[1])
    seconds = float(sys.argv[2])
    python, length = python_moves(game, seconds)
    print(json.dumps({"python": python, "cpp": cpp_games(game, seconds) * length,
                      "moves_per_game": length}))


if __name__ == "__main__":
    main()
