"""What clients of a server saw while it was killed again and again: what checker.py judges.

    history = History()
    call = Call(request_id, viewer="X", actor="X", deed=MOVE)
    history.calls.append(call)
    call.attempts.append(Attempt(start, end, answer=Answer(...)))

Knows neither gRPC nor the contract; records.py fills it. Appending to a list is all that threads
share here.
"""

import dataclasses

# What a player can do. An event has the deed that it shows; of a group only the events that the call
# is about, not those that follow from them, such as the end of the game.
CREATE, MOVE, UNDO, REDO, RESIGN, ABANDON = "create", "move", "undo", "redo", "resign", "abandon"
JOIN, LEAVE, RENEW, HAND_OVER = "join", "leave", "renew", "hand over"
OFFER, ANSWER = "offer", "answer"
FOLLOWS = ""

# The deeds after which every clock may stand anywhere: they bring back the times of another position.
RESTORES = (UNDO, REDO)

# Who sees all that everybody may see.
SPECTATOR = ""
# Who causes what no player causes.
SERVER = ""

# The feeds that many games write: each has a log and watches like a game, under this name.
LOBBY, RESULTS = "the lobby", "the results"


@dataclasses.dataclass(frozen=True)
class Clock:
    # Milliseconds.
    remaining: int
    running: bool


@dataclasses.dataclass(frozen=True)
class OfferStep:
    """What an event tells of an offer: that it was made, or how it stands since."""

    offer_id: int
    kind: str
    # MADE or PENDING while it is open; how it ended otherwise.
    outcome: str
    # The game that was agreed on.
    next_game: str = ""


MADE, PENDING, ACCEPTED = "made", "pending", "accepted"
REMATCH = "rematch"


@dataclasses.dataclass(frozen=True)
class Event:
    sequence: int
    # Of a feed: the game that it is about.
    actor: str
    deed: str
    # All of it, as its viewer got it.
    content: bytes
    # Which of the contract's events it is, such as "game_final"; of the lobby which change.
    detail: str = ""
    # Seconds by the server's wall clock.
    time: float = 0.0
    # How the game stands since, as two feeds or logs can be compared: status and winner.
    standing: tuple = ()
    clocks: tuple = ()
    offer: OfferStep | None = None
    # Of a seat that was handed over: whether a bot has it since. The seat's player.
    to_bot: bool = False
    seat_of: str = ""


@dataclasses.dataclass(frozen=True)
class Answer:
    """An OK. It says that the events from `first` to `last` are this call's, and may show them."""

    game: str
    first: int
    last: int
    events: tuple = ()
    # All of it but the head of the log, which is that of the day.
    content: bytes = b""


@dataclasses.dataclass(frozen=True)
class Attempt:
    """A call as it went over the wire. With neither answer nor refusal its outcome is unknown."""

    start: float
    end: float
    answer: Answer | None = None
    refusal: str = ""

    @property
    def unknown(self):
        return self.answer is None and not self.refusal


@dataclasses.dataclass(eq=False)
class Call:
    """One intention of a client, under one request id, and all its attempts."""

    request_id: str
    viewer: str
    actor: str
    deed: str
    # Empty for a CreateGame: its answer tells.
    game: str = ""
    attempts: list = dataclasses.field(default_factory=list)

    def answered(self):
        """The attempts that were answered, in the order of their ends."""
        return sorted((a for a in self.attempts if a.answer), key=lambda attempt: attempt.end)

    def settled(self):
        """Whether it is known what became of it. A refusal tells of all attempts that had ended
        before: the server looks for the request id first."""
        if self.answered():
            return True
        refusals = [a.start for a in self.attempts if a.refusal]
        return bool(refusals) and all(a.end <= max(refusals) for a in self.attempts if a.unknown)


@dataclasses.dataclass
class Watch:
    """What one watcher read, over all its streams: each began where the one before had ended."""

    game: str
    viewer: str
    after: int
    events: list = dataclasses.field(default_factory=list)
    # The server said that nothing more will come.
    complete: bool = False
    # The reason with which the server refused to go on.
    refusal: str = ""


@dataclasses.dataclass
class History:
    calls: list = dataclasses.field(default_factory=list)
    watches: list = dataclasses.field(default_factory=list)
    # The log of a game as a viewer gets it after everything, by (game, viewer).
    logs: dict = dataclasses.field(default_factory=dict)
    # The actors of a game that act by themselves: its bots. It has each game that a client knows of.
    bots: dict = dataclasses.field(default_factory=dict)
    # The games whose results the campaign's API key is told.
    keyed: set = dataclasses.field(default_factory=set)
    # By game that is the rematch of another one: that one.
    rematches: dict = dataclasses.field(default_factory=dict)
    # By game that counts: what it counts as, (board, kind) and {player: "wins", "draws" or "losses"}.
    outcomes: dict = dataclasses.field(default_factory=dict)
    # By (board, kind) the table after everything: {player: {"wins": n, "draws": n, "losses": n}}; all
    # kinds together under "".
    scores: dict = dataclasses.field(default_factory=dict)
    # When server processes were there, in seconds of the wall clock: (begin, end) in order.
    lives: list = dataclasses.field(default_factory=list)

    def add_game(self, game, bots, keyed):
        """A client knows of a game from here on."""
        self.bots[game] = bots
        if keyed:
            self.keyed.add(game)

    def answers(self):
        """How many attempts were answered so far, whatever the calls were."""
        return self._answers

    def count_answer(self):
        self._answers += 1

    # Threads may lose counts to each other: it only tells whether a server serves.
    _answers: int = 0
