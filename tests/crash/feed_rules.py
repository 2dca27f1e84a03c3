"""Judges what many games write: the lobby has each public game from its creation on, each end of it, and
how it stands; the results have each final game of the campaign's key exactly once. What watchers saw of
them is judged as for games."""

import collections

from history import LOBBY, RESULTS, SPECTATOR
from violation import Kind, Violation

_FINISHED, _FINAL = "game_finished", "game_final"
_CREATED, _ENDED = "created", "ended"


def check(history, found):
    logs = {game: history.logs[game, SPECTATOR] for game in history.bots
            if (game, SPECTATOR) in history.logs}
    for feed, keep in ((LOBBY, logs), (RESULTS, {g: log for g, log in logs.items()
                                                 if g in history.keyed})):
        log = history.logs.get((feed, SPECTATOR))
        if log is None:
            continue
        entries = collections.defaultdict(list)
        for entry in log:
            entries[entry.actor].append(entry)
        for game in entries.keys() - keep.keys():
            found.append(Violation(Kind.DOUBLED, game, f"{feed} know of it, and nobody made it"))
        judge = _check_lobby if feed == LOBBY else _check_results
        for game, events in keep.items():
            judge(game, events, entries[game], found)
    _check_final(logs, found)


def _count(game, what, expected, got, found):
    if got != expected:
        kind = Kind.LOST if got < expected else Kind.DOUBLED
        found.append(Violation(kind, game, f"{what} {got} times, not {expected} times"))


def _details(events, detail):
    return sum(event.detail == detail for event in events)


def _check_lobby(game, log, entries, found):
    _count(game, "the lobby tells of its creation", 1, _details(entries, _CREATED), found)
    _count(game, "the lobby tells of its end", _details(log, _FINISHED), _details(entries, _ENDED), found)
    if entries and entries[-1].standing[0] != log[-1].standing[0]:
        found.append(Violation(Kind.LOST, game, "the lobby has it as it stood before"))


def _check_results(game, log, entries, found):
    _count(game, "the results have it", _details(log, _FINAL), len(entries), found)
    if entries and entries[-1].standing != log[-1].standing:
        found.append(Violation(Kind.CHANGED, game, "its result is not that of its log"))


def _check_final(logs, found):
    """REQUIRES: servers ran on until every end could become final."""
    for game, log in logs.items():
        ends = [event for event in log if event.detail in (_FINISHED, "move_undone", _FINAL)]
        if ends and ends[-1].detail == _FINISHED:
            found.append(Violation(
                Kind.OVERDUE, game, f"it is over at {ends[-1].sequence}, and was never final up to "
                                    f"{len(log)}, {log[-1].detail or log[-1].deed}"))
