"""The games that a campaign plays, and those that are open now.

    tables = Tables()
    table = Table.of(create_game_response)
    tables.add(table)
    tables.pick(random)

Thread-safe.
"""

import dataclasses
import threading

from end_to_end import game_pb2

_FREE = game_pb2.UNDO_POLICY_FREE


def _seats(*bots, held=1, free=0):
    return [game_pb2.SeatConfig() for _ in range(held)] + [
        game_pb2.SeatConfig(bot=game_pb2.Bot(kind=bot)) for bot in bots] + [
        game_pb2.SeatConfig(open=game_pb2.Open()) for _ in range(free)]


CONFIGS = (
    game_pb2.GameConfig(kind="tic_tac_toe"),
    game_pb2.GameConfig(kind="tic_tac_toe", parameters={"size": "5"}, seats=_seats(held=3)),
    game_pb2.GameConfig(kind="tic_tac_toe", seats=_seats("perfect")),
    game_pb2.GameConfig(kind="tic_tac_toe", parameters={"size": "4"}, seats=_seats(free=1)),
    game_pb2.GameConfig(kind="connect_four", seats=_seats(free=2)),
    game_pb2.GameConfig(kind="mnk", parameters={"rows": "4", "columns": "5", "k": "4"}),
    game_pb2.GameConfig(kind="mnk", parameters={"rows": "6", "columns": "6", "k": "5"},
                        seats=_seats("random", held=2)),
    game_pb2.GameConfig(kind="gomoku", parameters={"size": "9"}),
    game_pb2.GameConfig(kind="connect_four"),
    game_pb2.GameConfig(kind="reversi", parameters={"size": "6"}),
    game_pb2.GameConfig(kind="snakes_and_ladders", undo=_FREE),
    game_pb2.GameConfig(kind="bowling", parameters={"frames": "5"}, undo=_FREE),
    game_pb2.GameConfig(kind="battleship", parameters={"rows": "6", "columns": "6", "fleet": "3,2"}),
)
# What is hidden from one viewer may be shown to another; elsewhere all see the same bytes.
_HIDDEN = ("battleship",)


@dataclasses.dataclass(eq=False)
class Table:
    """A game, as far as its players must know it. Hints may be late; the server decides."""

    game_id: str
    kind: str
    # By player id, in order of the seats; those of bots are not in it.
    tokens: dict
    order: list
    bots: frozenset
    turn_index: int = 0
    changes: int = 0
    over: bool = False
    # How many seats nobody has taken.
    open_seats: int = 0
    # By player id, how often the credential was renewed.
    epochs: dict = dataclasses.field(default_factory=dict)

    @staticmethod
    def of(created):
        game = created.game
        return Table(game.game_id, game.config.kind,
                     {credential.player_id: credential.token for credential in created.credentials},
                     [seat.player_id for seat in game.seats],
                     frozenset(seat.player_id for seat in game.seats if seat.HasField("bot")),
                     game.cursor.turn_index,
                     open_seats=sum(seat.status == game_pb2.SEAT_STATUS_OPEN for seat in game.seats))

    def viewer(self, player):
        """Under which name the history has what this player sees."""
        return player if self.kind in _HIDDEN else ""

    def viewers(self):
        return {self.viewer(player) for player in ("", *self.tokens)}

    def token(self, viewer):
        return self.tokens.get(viewer, "")

    @property
    def renews(self):
        """Whether credentials may be renewed: where they decide what is seen, watches would end."""
        return self.kind not in _HIDDEN

    def sit(self, joined):
        """Takes over what the answer to a JoinGame says."""
        credential = joined.credential
        self.order[credential.seat] = credential.player_id
        self.open_seats -= 1
        self.tokens[credential.player_id] = credential.token

    def renew(self, rotated):
        """Takes over what the answer to a RotateCredential says, unless a later one was heard first."""
        player, epoch = rotated.credential.player_id, rotated.events[0].credential_rotated.epoch
        if epoch > self.epochs.get(player, 0):
            self.epochs[player] = epoch
            self.tokens[player] = rotated.credential.token

    def note(self, cursor):
        """Takes over where the game stands, as an answer says."""
        self.changes += 1
        self.turn_index = cursor.turn_index
        self.over = cursor.status not in (game_pb2.GAME_STATUS_NOT_STARTED,
                                          game_pb2.GAME_STATUS_IN_PROGRESS)


class Tables:
    def __init__(self):
        self._lock = threading.Lock()
        self._open = []
        self._all = []

    def add(self, table):
        with self._lock:
            self._open.append(table)
            self._all.append(table)

    def close(self, table):
        """No more is played on it."""
        with self._lock:
            if table in self._open:
                self._open.remove(table)

    def open_count(self):
        with self._lock:
            return len(self._open)

    def pick(self, random):
        """One that is open, None where there is none."""
        with self._lock:
            return random.choice(self._open) if self._open else None

    def all(self):
        with self._lock:
            return list(self._all)
