"""The games that a campaign plays, and those that are open now.

    tables = Tables()
    table = Table.of(create_game_response)
    tables.add(table)
    tables.pick(random)

Thread-safe, but for the hints in a table, which threads may lose to each other.
"""

import dataclasses
import threading

from end_to_end import event_pb2, game_pb2

_FREE = game_pb2.UNDO_POLICY_FREE
_OWN = game_pb2.UNDO_POLICY_OWN_LAST_MOVE
_CONSENT = game_pb2.UNDO_POLICY_BY_CONSENT
_NEVER = game_pb2.UNDO_POLICY_NEVER


def _seats(*bots, held=1, free=0):
    return [game_pb2.SeatConfig() for _ in range(held)] + [
        game_pb2.SeatConfig(bot=game_pb2.Bot(kind=bot)) for bot in bots] + [
        game_pb2.SeatConfig(open=game_pb2.Open()) for _ in range(free)]


def _clock(initial=0, increment_ms=0, per_move=0):
    clock = game_pb2.ClockConfig()
    if initial:
        clock.initial.FromSeconds(initial)
        clock.increment.FromMilliseconds(increment_ms)
    else:
        clock.per_move.FromSeconds(per_move)
    return clock


def _duration(seconds):
    duration = game_pb2.GameConfig().first_move_time
    duration.FromSeconds(seconds)
    return duration


CONFIGS = (
    game_pb2.GameConfig(kind="tic_tac_toe"),
    game_pb2.GameConfig(kind="tic_tac_toe", undo=_CONSENT),
    game_pb2.GameConfig(kind="tic_tac_toe", undo=_OWN, clock=_clock(per_move=1)),
    game_pb2.GameConfig(kind="tic_tac_toe", undo=_NEVER),
    game_pb2.GameConfig(kind="tic_tac_toe", parameters={"size": "5"}, seats=_seats(held=3)),
    game_pb2.GameConfig(kind="tic_tac_toe", parameters={"size": "4"}, seats=_seats(held=3),
                        undo=_CONSENT, clock=_clock(per_move=1)),
    game_pb2.GameConfig(kind="tic_tac_toe", seats=_seats("perfect")),
    game_pb2.GameConfig(kind="tic_tac_toe", parameters={"size": "4"}, seats=_seats(free=1)),
    game_pb2.GameConfig(kind="connect_four", seats=_seats(free=2)),
    game_pb2.GameConfig(kind="connect_four", seats=_seats(held=0, free=3), undo=_CONSENT,
                        clock=_clock(initial=3, increment_ms=100)),
    game_pb2.GameConfig(kind="mnk", parameters={"rows": "4", "columns": "5", "k": "4"}),
    game_pb2.GameConfig(kind="mnk", parameters={"rows": "6", "columns": "6", "k": "5"},
                        seats=_seats("random", held=2), undo=_CONSENT),
    game_pb2.GameConfig(kind="gomoku", parameters={"size": "9"}, undo=_CONSENT),
    game_pb2.GameConfig(kind="connect_four", clock=_clock(initial=2, increment_ms=200)),
    game_pb2.GameConfig(kind="reversi", parameters={"size": "6"}, first_move_time=_duration(1)),
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
    # By player id, the newest credential; those of bots are not in it, those who left are.
    tokens: dict
    # The players in order of the seats.
    order: list
    bots: frozenset
    # Whether it was created with the campaign's API key.
    keyed: bool = False
    turn_index: int = 0
    changes: int = 0
    over: bool = False
    # How many seats nobody has taken.
    open_seats: int = 0
    # By player id, how often the credential was renewed.
    epochs: dict = dataclasses.field(default_factory=dict)
    # Who gave up a seat before the game started: those credentials are ended for good.
    left: set = dataclasses.field(default_factory=set)
    # Whose seat a bot plays at the moment.
    handed: set = dataclasses.field(default_factory=set)
    # The open offers by number: v1.Offer.
    offers: dict = dataclasses.field(default_factory=dict)
    # The table whose rematch this one is.
    before: object = None

    @staticmethod
    def of(created, keyed):
        return Table._of_game(created.game, {credential.player_id: credential.token
                                             for credential in created.credentials}, keyed)

    @staticmethod
    def of_rematch(game, before):
        table = Table._of_game(game, {}, before.keyed)
        table.before = before
        return table

    @staticmethod
    def _of_game(game, tokens, keyed):
        waits = (game_pb2.SEAT_STATUS_OPEN, game_pb2.SEAT_STATUS_INVITED)
        return Table(game.game_id, game.config.kind, tokens,
                     [seat.player_id for seat in game.seats],
                     frozenset(seat.player_id for seat in game.seats if seat.HasField("bot")),
                     keyed, game.cursor.turn_index,
                     open_seats=sum(seat.status in waits for seat in game.seats))

    def viewer(self, player):
        """Under which name the history has what this player sees."""
        return player if self.kind in _HIDDEN else ""

    def viewers(self):
        return {self.viewer(player) for player in ("", *list(self.tokens))}

    def token(self, viewer):
        return self.tokens.get(viewer, "")

    def players(self):
        """Who has a seat and a credential for it. A server that loses what it said gives a seat twice: the
        checker finds that, and until then whoever came first plays no more."""
        return [player for player in list(self.tokens) if player in self.order and player not in self.left]

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

    def leave(self, player):
        """Takes over that the player's seat is open again."""
        self.left.add(player)
        self.open_seats += 1

    def renew(self, rotated):
        """Takes over what the answer to a RotateCredential says, unless a later one was heard first."""
        player, epoch = rotated.credential.player_id, rotated.events[0].credential_rotated.epoch
        if epoch > self.epochs.get(player, 0):
            self.epochs[player] = epoch
            self.tokens[player] = rotated.credential.token

    def note(self, answer):
        """Takes over where the game stands, as an answer says."""
        self.changes += 1
        self.turn_index = answer.cursor.turn_index
        self.over = answer.cursor.status not in (game_pb2.GAME_STATUS_NOT_STARTED,
                                                 game_pb2.GAME_STATUS_IN_PROGRESS)
        for event in answer.events:
            self._note_event(event)

    def _note_event(self, event):
        answered = event.offer_answered
        if event.HasField("offer_made"):
            self.offers[event.offer_made.offer.offer_id] = event.offer_made.offer
        elif event.HasField("offer_answered") and answered.outcome != event_pb2.OFFER_OUTCOME_PENDING:
            self.offers.pop(answered.offer_id, None)
        elif event.HasField("controller_changed"):
            changed = event.controller_changed
            change = self.handed.add if changed.controller.HasField("bot") else self.handed.discard
            change(changed.player_id)


class Tables:
    def __init__(self):
        self._lock = threading.Lock()
        self._open = []
        self._all = {}

    def add(self, table):
        """Unless it is there already."""
        with self._lock:
            if table.game_id not in self._all:
                self._all[table.game_id] = table
                self._open.append(table)

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
            return list(self._all.values())
