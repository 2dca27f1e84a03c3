"""A client thread that plays at all tables at once, as whichever seat it likes, so that players get in
each other's way. Each of its calls has a request id and is made until its outcome is known; some are
made twice at the same time, some again much later.

    player = Player(address, history, tables, random.Random(seed))
    player.play_until(stopping)      # a threading.Event
"""

import uuid

from connection import Connection, Intention
from end_to_end import game_pb2, lobby_pb2, service_pb2
from history import (ABANDON, CREATE, JOIN, MOVE, REDO, RENEW, RESIGN, SERVER, SPECTATOR, UNDO,
                     Call)
from tables import CONFIGS, Table

# How many games are open at a time, and how many changes one is worth.
_OPEN_TABLES = 10
_CHANGES = 80
_WHAT = {MOVE: 74, UNDO: 10, REDO: 8, RESIGN: 1, ABANDON: 1, RENEW: 2, "again": 4}
_REQUESTS = {
    UNDO: ("Undo", service_pb2.UndoRequest),
    REDO: ("Redo", service_pb2.RedoRequest),
    RESIGN: ("Resign", service_pb2.ResignRequest),
    ABANDON: ("Abandon", service_pb2.AbandonRequest),
}


class Player:
    def __init__(self, address, history, tables, random):
        self._connection = Connection(address, history)
        self._history, self._tables, self._random = history, tables, random
        # All that it ever wanted.
        self.intentions = []

    def play_until(self, stopping):
        while not stopping.is_set():
            table = self._tables.pick(self._random)
            if self._tables.open_count() < _OPEN_TABLES or table is None:
                self._create()
            else:
                self._act(table)
        self._connection.close()

    def _new_id(self):
        return str(uuid.UUID(int=self._random.getrandbits(128), version=4))

    def _settle(self, intention):
        self.intentions.append(intention)
        return self._connection.settle(intention, 2 if self._random.random() < 0.05 else 1)

    def _create(self):
        request = service_pb2.CreateGameRequest(config=self._random.choice(CONFIGS),
                                                request_id=self._new_id())
        call = Call(request.request_id, SPECTATOR, SERVER, CREATE)
        created = self._settle(Intention("CreateGame", request, str, call))
        if created is not None:
            table = Table.of(created)
            self._history.bots[table.game_id] = table.bots
            self._tables.add(table)

    def _act(self, table):
        what = self._random.choices(list(_WHAT), list(_WHAT.values()))[0]
        if table.open_seats > 0 and self._random.random() < 0.3:
            self._join(table)
        elif what == RENEW:
            self._renew(table)
        elif what == "again":
            if self.intentions:
                self._connection.repeat(self._random.choice(self.intentions))
        elif what == MOVE:
            self._move(table)
        else:
            self._change(table, what, self._random.choice(list(table.tokens)))
        if table.changes > _CHANGES or (table.over and self._random.random() < 0.4):
            self._tables.close(table)

    def _move(self, table):
        """Mostly a legal move of who is to move; now and then of anybody."""
        if table.open_seats > 0:
            return
        player = table.order[table.turn_index]
        if player not in table.tokens or self._random.random() < 0.05:
            player = self._random.choice(list(table.tokens))
        listed = self._connection.read("ListLegalMoves",
                                       service_pb2.ListLegalMovesRequest(game_id=table.game_id),
                                       lambda: table.tokens[player])
        if listed is None or not listed.moves:
            table.over = True
            self._change(table, UNDO, player)
            return
        move = game_pb2.Move()
        move.CopyFrom(self._random.choice(listed.moves))
        move.ClearField("player_id")
        move.ClearField("symbol")
        request = service_pb2.SubmitMoveRequest(game_id=table.game_id, move=move)
        self._submit(table, MOVE, player, "SubmitMove", request)

    def _join(self, table):
        """Takes a seat that may be open, which others try too."""
        request = lobby_pb2.JoinGameRequest(game_id=table.game_id, request_id=self._new_id(),
                                            player_id=f"guest {self._random.getrandbits(48):012x}")
        call = Call(request.request_id, SPECTATOR, request.player_id, JOIN, table.game_id)
        joined = self._settle(Intention("JoinGame", request, str, call))
        if joined is not None:
            table.sit(joined)
            table.note(joined.cursor)
        elif call.attempts[-1].refusal in ("GAME_FULL", "GAME_OVER"):
            table.open_seats = 0

    def _renew(self, table):
        if not table.renews:
            return
        player = self._random.choice(list(table.tokens))
        renewed = self._submit(table, RENEW, player, "RotateCredential",
                               service_pb2.RotateCredentialRequest(game_id=table.game_id))
        if renewed is not None:
            table.renew(renewed)

    def _change(self, table, deed, player):
        rpc, request = _REQUESTS[deed]
        self._submit(table, deed, player, rpc, request(game_id=table.game_id))

    def _submit(self, table, deed, player, rpc, request):
        request.request_id = self._new_id()
        call = Call(request.request_id, table.viewer(player), player, deed, table.game_id)
        response = self._settle(Intention(rpc, request, lambda: table.tokens[player], call))
        if response is not None:
            table.note(response.cursor)
        elif any(attempt.refusal == "GAME_OVER" for attempt in call.attempts):
            table.over = True
        return response
