#!/usr/bin/env python3
"""A player in a process of its own: follows a game and plays its moves as its turns come.

    player.py ADDRESS GAME SEAT ROW,COLUMN...

The credential is in MEEPLE_CREDENTIAL. Prints a line of JSON for each move that was accepted, and
ends when the game does.
"""

import json
import os
import sys

from harness.client import Client
from harness.contract import game_pb2


def my_turn(event, seat, played):
    """True where the position after `event` waits for this seat's next move."""
    return (event.cursor.status == game_pb2.GAME_STATUS_IN_PROGRESS
            and event.cursor.turn_index == seat and event.cursor.turns // 2 == played)


def main():
    address, game_id, seat, *moves = sys.argv[1:]
    client = Client(address, os.environ["MEEPLE_CREDENTIAL"])
    played = 0
    for response in client.watch(game_id, until_finish=True):
        events = response.events.events
        if not events or not my_turn(events[-1], int(seat), played):
            continue
        row, column = moves[played].split(",")
        answer = client.mark(game_id, int(row), int(column),
                             expected_sequence=events[-1].sequence)
        played += 1
        print(json.dumps({"sequence": answer.sequence, "winner": answer.winner}), flush=True)


if __name__ == "__main__":
    main()
