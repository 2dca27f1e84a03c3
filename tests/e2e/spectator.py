#!/usr/bin/env python3
"""A spectator in a process of its own: prints "watching", then each event as a line of JSON.

    spectator.py ADDRESS GAME
"""

import json
import sys

from harness.client import Client


def main():
    address, game_id = sys.argv[1:]
    stream = Client(address).watch(game_id, until_finish=True)
    stream.initial_metadata()
    print("watching", flush=True)
    for response in stream:
        for event in response.events.events:
            print(json.dumps({"sequence": event.sequence, "turn": event.turn, "text": event.text,
                              "actor": event.actor, "turns_after_group": event.cursor.turns}),
                  flush=True)


if __name__ == "__main__":
    main()
