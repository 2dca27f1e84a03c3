"""Ways to break a history that is sound, each of which the checker must find.

    for doctoring in doctoring.ALL:
        doctoring.apply(history)         # finds its place by itself
        doctoring.kind in {violation.kind for violation in checker.check(history)}

REQUIRES: doctoring.possible(history).
"""

import dataclasses

from history import (ANSWER, LOBBY, MADE, MOVE, PENDING, RESULTS, SERVER, SPECTATOR, Attempt, Call,
                     Clock)
from violation import Kind


@dataclasses.dataclass(frozen=True)
class Doctoring:
    name: str
    kind: Kind
    apply: object


def possible(history):
    """Whether there is all that can be broken here: a rematch, and with it an offer that was closed and a
    final game, a game of the key, one that counts, a clock, and a watch of the lobby."""
    logs = _logs(history).values()
    return bool(history.rematches and history.outcomes and history.logs[RESULTS, SPECTATOR]
                and _scores(history)
                and any(log[-1].clocks for log in logs)
                and any(_is_long_feed_watch(watch) for watch in history.watches))


def _logs(history):
    """The logs of games as everybody sees them."""
    return {game: log for (game, viewer), log in history.logs.items()
            if viewer == SPECTATOR and game not in (LOBBY, RESULTS)}


def _add_to(log, event, **changes):
    """Adds what the server may do to the end, so that the game stands as before."""
    last = log[-1]
    log.append(dataclasses.replace(event, sequence=len(log) + 1, actor=SERVER, time=last.time,
                                   standing=last.standing, clocks=last.clocks, **changes))


def _closing_answer(log):
    return next((event for event in log
                 if event.offer and event.offer.outcome not in (MADE, PENDING)), None)


def _with_answers(history):
    return next((log, answer) for log in _logs(history).values()
                if (answer := _closing_answer(log)) is not None)


def _answer_twice(history):
    log, answer = _with_answers(history)
    _add_to(log, answer)


def _answer_what_was_never_made(history):
    log, answer = _with_answers(history)
    _add_to(log, answer, offer=dataclasses.replace(answer.offer, offer_id=len(log) + 1))


def _double_a_rematch(history):
    history.rematches["another"] = next(iter(history.rematches.values()))


def _lose_a_rematch(history):
    history.rematches.popitem()


def _forget_a_rematch(history):
    """The game is there, and the one before does not say so."""
    game = next(iter(history.rematches))
    for log in _logs(history).values():
        for at, event in enumerate(log):
            if event.offer and event.offer.next_game == game:
                log[at] = dataclasses.replace(event, offer=None, deed=ANSWER)


def _drop_entry(history, feed, passes):
    """As if it had never been written: numbers have no gap, and no watcher saw it."""
    log = history.logs[feed, SPECTATOR]
    del log[next(at for at, entry in enumerate(log) if passes(entry))]
    log[:] = [dataclasses.replace(entry, sequence=at + 1) for at, entry in enumerate(log)]
    history.watches = [watch for watch in history.watches if watch.game != feed]


def _lose_a_result(history):
    _drop_entry(history, RESULTS, lambda entry: True)


def _lose_an_end(history):
    _drop_entry(history, LOBBY, lambda entry: entry.detail == "ended")


def _lose_a_creation(history):
    _drop_entry(history, LOBBY, lambda entry: entry.detail == "created")


def _repeat_entry(history, feed, **changes):
    log = history.logs[feed, SPECTATOR]
    log.append(dataclasses.replace(log[0], sequence=len(log) + 1, **changes))


def _tell_a_result_twice(history):
    _repeat_entry(history, RESULTS)


def _tell_another_result(history):
    log = history.logs[RESULTS, SPECTATOR]
    log[0] = dataclasses.replace(log[0], standing=(log[0].standing[0], "somebody"))


def _list_a_game_that_nobody_made(history):
    _repeat_entry(history, LOBBY, actor="another")


def _feed_watch(history):
    return next(filter(_is_long_feed_watch, history.watches))


def _is_long_feed_watch(watch):
    return watch.game == LOBBY and len(watch.events) >= 3


def _skip_an_entry(history):
    del _feed_watch(history).events[1]


def _repeat_an_entry(history):
    events = _feed_watch(history).events
    events.insert(2, events[1])


def _count_twice(history):
    next(iter(_scores(history)))["wins"] += 1


def _scores(history):
    return [score for table in history.scores.values() for score in table.values()]


def _count_for_nobody(history):
    """As if a finish that was undone had left its score, or one that stands had none."""
    history.outcomes.popitem()


def _charge_for_downtime(history):
    history.lives.clear()


def _with_clocks(history):
    return next(log for log in _logs(history).values() if log[-1].clocks)


def _charge_who_waits(history):
    log = _with_clocks(history)
    last = log[-1]
    waits = [Clock(clock.remaining - 1 if not before.running else clock.remaining, clock.running)
             for clock, before in zip(last.clocks, log[-2].clocks)]
    log[-1] = dataclasses.replace(last, clocks=tuple(waits))


def _keep_a_clock_running(history):
    log = _with_clocks(history)
    log[-1] = dataclasses.replace(log[-1], clocks=tuple(
        dataclasses.replace(clock, running=True) for clock in log[-1].clocks))


def _never_become_final(history):
    next(log for log in _logs(history).values() if log[-1].detail == "game_final").pop()


def _refuse_a_credential(history):
    # Of one who left no seat: that would explain it.
    history.calls.append(Call("shut out", SPECTATOR, "who stayed", MOVE, next(iter(history.bots)),
                              [Attempt(0, 1, refusal="CREDENTIAL_INVALID")]))


ALL = (
    Doctoring("an offer is answered twice", Kind.DOUBLED, _answer_twice),
    Doctoring("an offer is answered that is not there", Kind.LOST, _answer_what_was_never_made),
    Doctoring("a rematch is made twice", Kind.DOUBLED, _double_a_rematch),
    Doctoring("a rematch is lost", Kind.LOST, _lose_a_rematch),
    Doctoring("a rematch is not told of", Kind.IMPOSSIBLE, _forget_a_rematch),
    Doctoring("a result is lost", Kind.LOST, _lose_a_result),
    Doctoring("a result is told twice", Kind.DOUBLED, _tell_a_result_twice),
    Doctoring("a result is another one", Kind.CHANGED, _tell_another_result),
    Doctoring("an end is lost in the lobby", Kind.LOST, _lose_an_end),
    Doctoring("a creation is lost in the lobby", Kind.LOST, _lose_a_creation),
    Doctoring("a game is listed that nobody made", Kind.DOUBLED, _list_a_game_that_nobody_made),
    Doctoring("a watch of the lobby has a gap", Kind.GAP, _skip_an_entry),
    Doctoring("a watch of the lobby repeats", Kind.REPEATED, _repeat_an_entry),
    Doctoring("a win counts twice", Kind.MISCOUNTED, _count_twice),
    Doctoring("a game counts that should not", Kind.MISCOUNTED, _count_for_nobody),
    Doctoring("a clock runs without a server", Kind.CHARGED, _charge_for_downtime),
    Doctoring("the clock of who waits runs", Kind.CHARGED, _charge_who_waits),
    Doctoring("a flag does not fall", Kind.OVERDUE, _keep_a_clock_running),
    Doctoring("a result is never final", Kind.OVERDUE, _never_become_final),
    Doctoring("a player is shut out", Kind.IMPOSSIBLE, _refuse_a_credential),
)
