"""Judges a history by one rule: each game has a single order of events in which, by request id, a call
with any OK answer appears exactly once, one with only refusals never, any other at most once; answers to
retries equal the first one; and each watcher saw a gapless stretch of it. What follows from the events,
each in a file of its own: offers and rematches, clocks, scores, the lobby and results.

    for violation in checker.check(history):
        print(violation)
"""

import collections

import clock_rules
import feed_rules
import offer_rules
import score_rules
from history import ANSWER, FOLLOWS, HAND_OVER, JOIN, LEAVE, MOVE, REDO, RENEW, SERVER, SPECTATOR, UNDO
from violation import Kind, Violation

# What a player can hear who does nothing worse than to be late or to try an illegal move. Everything
# else, such as GAME_NOT_FOUND, says that something is gone.
EXPLAINED_REFUSALS = frozenset((
    "BOT_PLAYS", "CELL_TAKEN", "COLUMN_FULL", "CONTROLLER_UNCHANGED", "GAME_FULL", "GAME_OVER",
    "ILLEGAL_MOVE", "NOTHING_TO_REDO", "NOTHING_TO_UNDO", "NOT_STARTED", "NOT_YOUR_TURN",
    "OFFER_NOT_ALLOWED", "OFFER_NOT_OPEN", "OWN_OFFER", "ROLE_REQUIRED", "SEAT_TAKEN",
    "UNDO_NOT_ALLOWED"))
# And who has left the seat.
_NOT_IN_FORCE = "CREDENTIAL_INVALID"


def check(history):
    """Returns all violations. REQUIRES: the logs were read when all calls and watches had ended."""
    found = []
    calls = collections.defaultdict(list)
    for call in history.calls:
        answered = call.answered()
        calls[answered[0].answer.game if answered else call.game].append(call)
    logs = collections.defaultdict(dict)
    for (game, viewer), log in history.logs.items():
        logs[game][viewer] = log
        _check_log(game, log, history.logs.get((game, SPECTATOR), ()), found)
    for game in calls.keys() | history.bots.keys():
        _Game(game, calls[game], logs[game], history.bots.get(game, ()), found).check()
    for watch in history.watches:
        _check_watch(watch, history.logs.get((watch.game, watch.viewer), []), found)
    for rules in (offer_rules, clock_rules, score_rules, feed_rules):
        rules.check(history, found)
    return found


def _check_order(game, who, after, events, found):
    """Whether the events are dense from `after` + 1 on."""
    seen = set()
    expected = after + 1
    for event in events:
        if event.sequence > expected:
            found.append(Violation(Kind.GAP, game, f"{who}: {event.sequence} came for {expected}"))
        elif event.sequence < expected:
            kind = Kind.REPEATED if event.sequence in seen else Kind.REORDERED
            found.append(Violation(kind, game, f"{who}: {event.sequence} came for {expected}"))
        seen.add(event.sequence)
        expected = max(expected, event.sequence + 1)


def _check_log(game, log, public, found):
    _check_order(game, "the log", 0, log, found)
    for event, shown in zip(log, public):
        if (event.actor, event.deed) != (shown.actor, shown.deed):
            found.append(Violation(Kind.CHANGED, game, f"two viewers differ in {event.sequence}"))


def _check_shown(game, who, events, log, found):
    """Whether events that somebody saw still stand in the log."""
    for event in events:
        if event.sequence > len(log):
            found.append(Violation(Kind.LOST, game, f"{who} saw {event.sequence}, which is gone"))
        elif 1 <= event.sequence and log[event.sequence - 1] != event:
            found.append(Violation(Kind.CHANGED, game, f"{who} saw another {event.sequence}"))


def _check_watch(watch, log, found):
    who = f"watcher '{watch.viewer}' after {watch.after}"
    _check_order(watch.game, who, watch.after, watch.events, found)
    _check_shown(watch.game, who, watch.events, log, found)
    last = watch.events[-1].sequence if watch.events else watch.after
    if watch.complete and last < len(log):
        found.append(Violation(Kind.GAP, watch.game, f"{who} was sent home at {last} of {len(log)}"))
    if watch.refusal:
        kind = Kind.LOST if watch.refusal == "SEQUENCE_OUT_OF_RANGE" else Kind.IMPOSSIBLE
        found.append(Violation(kind, watch.game, f"{who} cannot go on after {last}: {watch.refusal}"))


class _Game:
    """The calls of one game against its log."""

    def __init__(self, game, calls, logs, bots, found):
        self._game, self._calls, self._logs, self._found = game, calls, logs, found
        self._act_by_themselves = (SERVER, *bots)
        # By sequence, the call that an event was acknowledged to.
        self._owners = {}
        self._left = {call.actor for call in calls if call.deed == LEAVE and call.answered()}
        self._renewed = {call.actor for call in calls if call.deed == RENEW and call.answered()}

    def check(self):
        for call in self._calls:
            self._check_attempts(call)
            if call.answered():
                self._claim(call)
        self._check_real_time()
        self._check_unclaimed()

    def _add(self, kind, what):
        self._found.append(Violation(kind, self._game, what))

    def _log(self, viewer):
        return self._logs.get(viewer, [])

    def _check_attempts(self, call):
        name = f"{call.deed} {call.request_id}"
        answered = call.answered()
        if any(attempt.answer != answered[0].answer for attempt in answered):
            self._add(Kind.CHANGED, f"a retry of {name} was answered differently")
        for attempt in call.attempts:
            if attempt.refusal and answered and attempt.start >= answered[0].end:
                self._add(Kind.CHANGED, f"a retry of {name} was refused: {attempt.refusal}")
            elif attempt.refusal and not self._explains(call, attempt.refusal):
                self._add(Kind.IMPOSSIBLE, f"{name} was refused: {attempt.refusal}")
        if not call.settled():
            self._add(Kind.UNSETTLED, name)

    def _explains(self, call, refusal):
        if refusal != _NOT_IN_FORCE:
            return refusal in EXPLAINED_REFUSALS
        # Who has a new credential has shut out whoever would take the seat with that of the game before.
        return call.actor in self._left or (call.deed == JOIN and call.actor in self._renewed)

    def _claim(self, call):
        answer = call.answered()[0].answer
        log = self._log(call.viewer)
        name = f"{call.deed} {call.request_id}"
        if answer.first > answer.last or answer.last > len(log):
            self._add(Kind.LOST, f"{name} is {answer.first} to {answer.last} of {len(log)}")
        if answer.events:
            _check_order(self._game, name, answer.first - 1, answer.events, self._found)
            _check_shown(self._game, name, answer.events, log, self._found)
        for sequence in range(answer.first, answer.last + 1):
            owner = self._owners.setdefault(sequence, call)
            if owner is not call:
                self._add(Kind.LOST, f"{sequence} is that of {name} and of {owner.request_id}")

    def _check_real_time(self):
        """A call that began when another had been answered comes after it."""
        latest_start = float("-inf")
        owners = list(dict.fromkeys(self._owners[sequence] for sequence in sorted(self._owners)))
        for call in owners:
            if call.answered()[0].end < latest_start:
                self._add(Kind.REORDERED, f"{call.request_id} stands after a call that began later")
            latest_start = max(latest_start, min(attempt.start for attempt in call.attempts))

    def _check_unclaimed(self):
        """What nobody was told of is the server's, a bot's, or that of a call whose client does not
        know; several moves that are taken back in a row count as one such call."""
        unknown = collections.Counter((call.actor, call.deed) for call in self._calls
                                      if not call.settled())
        before = None
        # Whose seats bots play at the moment.
        handed = set()
        for event in self._log(SPECTATOR):
            who = (event.actor, event.deed)
            if event.deed == HAND_OVER:
                (handed.add if event.to_bot else handed.discard)(event.seat_of)
            if (event.sequence in self._owners or event.actor in self._act_by_themselves
                    or (event.actor in handed and event.deed in (MOVE, ANSWER, FOLLOWS))):
                before = None
            elif event.deed == FOLLOWS and before is not None:
                pass
            elif who != before or event.deed not in (UNDO, REDO):
                before = who
                unknown[who] -= 1
                if unknown[who] < 0:
                    self._add(Kind.DOUBLED, f"'{event.deed}' by {event.actor} at {event.sequence}")
