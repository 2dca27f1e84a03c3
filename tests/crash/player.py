"""A client thread that plays at all tables at once, as whichever seat it likes, so that players get in
each other's way. Each of its calls has a request id and is made until its outcome is known; some are
made twice at the same time, some again much later.

    player = Player(address, history, tables, random.Random(seed), api_key)
    player.play_until(stopping)      # a threading.Event
"""

import uuid

import negotiation
from connection import Connection, Intention
from end_to_end import game_pb2, lobby_pb2, service_pb2
from history import (ABANDON, ANSWER, CREATE, HAND_OVER, JOIN, LEAVE, MOVE, OFFER, REDO, RENEW, RESIGN,
                     SERVER, SPECTATOR, UNDO, Call)
from tables import CONFIGS, Table

# How many games are open at a time, and how many changes one is worth.
_OPEN_TABLES = 12
_CHANGES = 80
_AGAIN = "again"
_WHAT = {MOVE: 64, UNDO: 8, REDO: 6, OFFER: 7, ANSWER: 8, HAND_OVER: 2, RESIGN: 1, ABANDON: 1, RENEW: 2,
         _AGAIN: 4}
# Of a game that is over.
_WHAT_AFTER_THE_END = {OFFER: 30, ANSWER: 40, UNDO: 10, RENEW: 2, _AGAIN: 4}
_REQUESTS = {
    UNDO: ("Undo", service_pb2.UndoRequest),
    REDO: ("Redo", service_pb2.RedoRequest),
    RESIGN: ("Resign", service_pb2.ResignRequest),
    ABANDON: ("Abandon", service_pb2.AbandonRequest),
}


class Player:
    def __init__(self, address, history, tables, random, api_key):
        self._connection = Connection(address, history)
        self._history, self._tables, self._random = history, tables, random
        self._api_key = api_key
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
        """Mostly as a matchmaker, so that the games count on the shared board and have results."""
        request = service_pb2.CreateGameRequest(config=self._random.choice(CONFIGS),
                                                request_id=self._new_id())
        key = self._api_key if self._random.random() < 0.7 else ""
        call = Call(request.request_id, SPECTATOR, SERVER, CREATE)
        created = self._settle(Intention("CreateGame", request, lambda: key, call))
        if created is not None:
            self._open(Table.of(created, bool(key)))

    def _open(self, table):
        self._history.add_game(table.game_id, table.bots, table.keyed)
        self._tables.add(table)

    def _act(self, table):
        if not self._fill(table) and table.players():
            weights = _WHAT_AFTER_THE_END if table.over else _WHAT
            self._do(table, self._random.choices(list(weights), list(weights.values()))[0])
        is_done = not table.players() and table.open_seats <= 0
        if is_done or table.changes > _CHANGES or (table.over and self._random.random() < 0.1):
            self._tables.close(table)

    def _fill(self, table):
        """Whether something was done for a game that waits for players."""
        if table.open_seats <= 0:
            return False
        chance = self._random.random()
        if chance < 0.3 or not table.players():
            self._join(table)
        elif chance < 0.36 and table.before is None:
            self._leave(table, self._random.choice(table.players()))
        else:
            return False
        return True

    def _do(self, table, what):
        player = self._random.choice(table.players())
        if what == _AGAIN:
            if self.intentions:
                self._connection.repeat(self._random.choice(self.intentions))
        elif what == MOVE:
            self._move(table)
        elif what == RENEW:
            self._renew(table, player)
        elif what == OFFER:
            self._submit(table, OFFER, player, "MakeOffer", negotiation.offer(table, self._random))
        elif what == ANSWER:
            self._answer(table)
        elif what == HAND_OVER:
            self._hand_over(table, player)
        else:
            self._change(table, what, player)

    def _move(self, table):
        """Mostly a legal move of who is to move; now and then of anybody."""
        if table.open_seats > 0:
            return
        player = table.order[table.turn_index]
        if player not in table.players() or self._random.random() < 0.05:
            player = self._random.choice(table.players())
        if player in table.handed and self._random.random() < 0.5:
            self._hand_over(table, player)
            return
        listed = self._connection.read("ListLegalMoves",
                                       service_pb2.ListLegalMovesRequest(game_id=table.game_id),
                                       lambda: table.tokens[player],
                                       lambda: player in table.left)
        if player in table.left:
            return
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
        request = lobby_pb2.JoinGameRequest(game_id=table.game_id, request_id=self._new_id())
        token = str
        if table.before is None:
            player = request.player_id = f"guest {self._random.getrandbits(48):012x}"
        else:
            # The credential of the game before is the invitation.
            player = self._random.choice(table.before.players())
            token = lambda: table.before.tokens[player]  # noqa: E731, it is read at each attempt
        call = Call(request.request_id, SPECTATOR, player, JOIN, table.game_id)
        # Once somebody sat there, a credential of the game before may have been ended for good.
        joined = self._settle(Intention("JoinGame", request, token, call,
                                        lambda: player in table.tokens and not call.answered()))
        if joined is not None:
            table.sit(joined)
            table.note(joined)
        elif call.attempts[-1].refusal in ("GAME_FULL", "GAME_OVER"):
            table.open_seats = 0

    def _leave(self, table, player):
        left = self._submit(table, LEAVE, player, "LeaveGame",
                            lobby_pb2.LeaveGameRequest(game_id=table.game_id))
        # After the start it was a resignation, and the credential stays.
        if left is not None and left.events[0].seat_left.epoch > 0:
            table.leave(player)

    def _renew(self, table, player):
        if not table.renews:
            return
        renewed = self._submit(table, RENEW, player, "RotateCredential",
                               service_pb2.RotateCredentialRequest(game_id=table.game_id))
        if renewed is not None:
            table.renew(renewed)

    def _answer(self, table):
        chosen = negotiation.answer(table, self._random)
        if chosen is None:
            return
        player, request = chosen
        self._submit(table, ANSWER, player, "AnswerOffer", request)
        if table.over:
            self._follow_to_rematch(table)

    def _follow_to_rematch(self, table):
        following = open_rematch(self._connection, table)
        if following is not None:
            self._open(following)

    def _hand_over(self, table, player):
        self._submit(table, HAND_OVER, player, "SetController", negotiation.hand_over(table, player))

    def _change(self, table, deed, player):
        rpc, request = _REQUESTS[deed]
        self._submit(table, deed, player, rpc, request(game_id=table.game_id))

    def _submit(self, table, deed, player, rpc, request):
        request.request_id = self._new_id()
        call = Call(request.request_id, table.viewer(player), player, deed, table.game_id)
        response = self._settle(Intention(rpc, request, lambda: table.tokens[player], call,
                                          lambda: player in table.left))
        if response is not None:
            table.note(response)
        elif any(attempt.refusal == "GAME_OVER" for attempt in call.attempts):
            table.over = True
        return response


def open_rematch(connection, table):
    """The table of the rematch that was agreed on at a table; None where none was."""
    before = connection.read("GetGame", service_pb2.GetGameRequest(game_id=table.game_id))
    if before is None or not before.game.next_game_id:
        return None
    game = connection.read("GetGame", service_pb2.GetGameRequest(game_id=before.game.next_game_id))
    return None if game is None else Table.of_rematch(game.game, table)
