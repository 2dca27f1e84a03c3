"""The part of a matchmaker that talks to Meeple, for those who have their own: python own_matchmaker.py.

Reads matches from standard input, a line each: REQUEST_ID KIND PLAYER PLAYER, where the request id is the UUID
that your database keeps with the match. Prints credentials, then results as they come.

    MEEPLE_API_KEY=k1.... python own_matchmaker.py <matches
"""

import os
import sys

import meeple
from meeple.v1 import allocation_service_pb2 as api
from meeple.v1 import game_pb2


def allocate(client, matches):
    """Has a game made for each match. Safe to repeat: an equal request id gives the same game."""
    request = api.AllocateGamesRequest(games=[
        api.GameAllocation(request_id=request_id, config=game_pb2.GameConfig(
            kind=kind, labels={"match": request_id},
            seats=[game_pb2.SeatConfig(player_id=player) for player in players]))
        for request_id, kind, *players in matches])
    response = client.allocation.AllocateGames(request)
    for (request_id, *_), result in zip(matches, response.results, strict=True):
        if result.HasField("error"):
            print(f"{request_id}: {meeple.MeepleError.from_status(result.error)}")
        for credential in result.allocated.credentials:
            print(f"{request_id}: {credential.player_id} plays {result.allocated.game.game_id} with "
                  f"{credential.token}")


def main():
    matches = [line.split() for line in sys.stdin if line.strip()]
    with meeple.Client(os.environ.get("MEEPLE_SERVER", "localhost:50051"),
                       token=os.environ["MEEPLE_API_KEY"]) as client:
        for first in range(0, len(matches), 100):  # as many as one call takes
            allocate(client, matches[first:first + 100])
        open_matches = {request_id for request_id, *_ in matches}
        # Keep result.sequence in your database, and begin after it next time.
        with client.watch_results(after_sequence=0) as results:
            for result in results if open_matches else ():
                match = result.game.config.labels["match"]
                print(f"{match}: {result.game.winner or 'nobody'} wins", flush=True)
                open_matches.discard(match)
                if not open_matches:
                    break


if __name__ == "__main__":
    main()
