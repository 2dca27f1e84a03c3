"""Client of Meeple, a server for turn-based board games.

    import meeple

    with meeple.Client("localhost:50051") as client:
        created = client.create_game("tic_tac_toe")
        client.seat(created, "X").play(created.game.game_id, "b2")

`meeple.aio.Client` is the same for asyncio. Messages are those of the contract, generated into
`meeple.v1`; the ones that nearly every program needs can be had from here.
"""

from meeple import aio
from meeple.client import Client, Watch
from meeple.errors import MeepleError
from meeple.options import Options
from meeple.v1.error_pb2 import ErrorReason
from meeple.v1.event_pb2 import GameEvent
from meeple.v1.game_pb2 import (Bot, Cell, Game, GameConfig, GameStatus, Move, SeatConfig, TurnCursor,
                                UndoPolicy, Visibility)

__all__ = ["Bot", "Cell", "Client", "ErrorReason", "Game", "GameConfig", "GameEvent", "GameStatus",
           "MeepleError", "Move", "Options", "SeatConfig", "TurnCursor", "UndoPolicy", "Visibility",
           "Watch", "aio"]
