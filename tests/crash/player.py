"""A client thread that plays at all tables at once, as whichever seat it likes, so that players get in
each other's way. Each of its calls has a request id and is made until its outcome is known; some are
made twice at the same time, some again much later.

    player = Player(address, history, tables, random.Random(seed))
    player.play_until(stopping)      # a threading.Event
"""

import uuid

from connection import Connection, Intention
from end_to_end import game_pb2, service_pb2
from history import ABANDON, CREATE, MOVE, REDO, RESIGN, SERVER, SPECTATOR, UNDO, Call
from tables import CONFIGS, Table

# How many games are open at a time, and how many changes one is worth.
_OPEN_TABLES = 10
_CHANGES = 80
_WHAT = {MOVE: 76, UNDO: 10, REDO: 8, RESIGN: 1, ABANDON: 1, "again": 4}
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
        created = self._settle(Intention("CreateGame", request, "", call))
        if created is not None:
            table = Table.of(created)
            self._history.bots[table.game_id] = table.bots
            self._tables.add(table)

    def _act(self, table):
        what = self._random.choices(list(_WHAT), list(_WHAT.values()))[0]
        if what == "again":
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
        player = table.order[table.turn_index]
        if player not in table.tokens or self._random.random() < 0.05:
            player = self._random.choice(list(table.tokens))
        listed = self._connection.read("ListLegalMoves",
                                       service_pb2.ListLegalMovesRequest(game_id=table.game_id),
                                       table.tokens[player])
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

    def _change(self, table, deed, player):
        rpc, request = _REQUESTS[deed]
        self._submit(table, deed, player, rpc, request(game_id=table.game_id))

    def _submit(self, table, deed, player, rpc, request):
        request.request_id = self._new_id()
        call = Call(request.request_id, table.viewer(player), player, deed, table.game_id)
        response = self._settle(Intention(rpc, request, table.tokens[player], call))
        if response is not None:
            table.note(response.cursor)
        elif any(attempt.refusal == "GAME_OVER" for attempt in call.attempts):
            table.over = True
