"""Judges clocks: a seat is charged at most for the time that servers ran since it was to move, whatever
happened in between, and the clocks of the other seats stand. A log in which a clock still runs after
everything is one whose flag did not fall.

What the disk took of a seat's time is given back while the server lives and may be charged after its
death, so that only what was used since the position arose says whether too much was charged."""

from history import MOVE, RESTORES, SPECTATOR
from violation import Kind, Violation

# Milliseconds by which times that were rounded, or read one after the other, may differ.
_TOLERANCE = 20


def check(history, found):
    restored = _restored(history.calls)
    for (game, viewer), log in history.logs.items():
        if viewer == SPECTATOR and any(event.clocks for event in log):
            _check_log(game, log, restored.get(game, ()), history.lives, found)


def _restored(calls):
    """By game the numbers of the events of calls that brought back other times."""
    numbers = {}
    for call in calls:
        for attempt in call.answered()[:1]:
            answer = attempt.answer
            if any(event.deed in RESTORES for event in answer.events):
                numbers.setdefault(answer.game, set()).update(range(answer.first, answer.last + 1))
    return numbers


def _check_log(game, log, restored, lives, found):
    # The event since which the seat to move has its time, and the newest one.
    begun = before = log[0]
    for after in log[1:]:
        if after.sequence in restored or after.deed in RESTORES:
            begun = before = after
            continue
        ran = 1000 * uptime(lives, begun.time, after.time) + _TOLERANCE
        for seat, now in enumerate(after.clocks[:len(before.clocks)]):
            runs = before.clocks[seat].running
            used = (begun if runs else before).clocks[seat].remaining - now.remaining
            if used > (ran if runs else 0):
                found.append(Violation(
                    Kind.CHARGED, game,
                    f"seat {seat} lost {used} ms up to {after.sequence}, in {ran:.0f} ms"))
        if after.deed == MOVE or _running(after) != _running(before):
            begun = after
        before = after
    if any(clock.running for clock in log[-1].clocks):
        found.append(Violation(Kind.OVERDUE, game, "a clock runs on, and no flag fell"))


def _running(event):
    return [clock.running for clock in event.clocks]


def uptime(lives, begin, end):
    """For how many seconds between two moments a server was there, at most."""
    return sum(max(0.0, min(end, died) - max(begin, born)) for born, died in lives)
