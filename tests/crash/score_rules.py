"""Judges the scoreboard: each table is what the games in it count as, each of them once, as they stand."""

import collections

from violation import Kind, Violation


def check(history, found):
    expected = collections.defaultdict(collections.Counter)
    for (board, kind), results in history.outcomes.values():
        for player, result in results.items():
            for table in (kind, ""):
                expected[board, table][player, result] += 1
    for name, table in history.scores.items():
        told = {(player, result): number for player, score in table.items()
                for result, number in score.items() if number}
        for player, result in sorted(told.keys() | expected[name].keys()):
            counted, should = told.get((player, result), 0), expected[name][player, result]
            if counted != should:
                found.append(Violation(Kind.MISCOUNTED, f"table {name}",
                                       f"{player} has {counted} {result}, not {should}"))
