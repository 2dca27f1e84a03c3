"""Who plays whom. Pure functions of the tickets that wait.

    for first, second in pair(waiting, now, Ranges()): ...
"""

import collections
import dataclasses
import math


@dataclasses.dataclass(frozen=True)
class Ticket:
    """Somebody who waits for an opponent."""

    id: str
    player: str
    kind: str
    rating: float
    since: float  # seconds, of any clock


@dataclasses.dataclass(frozen=True)
class Ranges:
    """How far ratings may lie apart: `first` at once, `per_second` more for each second of waiting, up to
    `most`. Both players must agree to the distance."""

    first: float = 100.0
    per_second: float = 20.0
    most: float = 2000.0

    def of(self, ticket, now):
        return min(self.most, self.first + self.per_second * max(0.0, now - ticket.since))


def pair(tickets, now, ranges=Ranges()):
    """Pairs of tickets of one kind, each ticket in one pair at most, and never two of one player. Who has
    waited longest chooses first, and takes the closest rating that both agree to, and of those equally
    close who has waited longest.

    Takes time in proportion to n log n where each player has a ticket or two."""
    by_age = sorted(tickets, key=_age)
    ladders = {}
    for ticket in by_age:
        ladders.setdefault(ticket.kind, []).append(ticket)
    ladders = {kind: _Ladder(those) for kind, those in ladders.items()}
    taken = set()
    pairs = []
    for first in by_age:
        if first.id in taken:
            continue
        ladder = ladders[first.kind]
        ladder.remove(first)
        second = ladder.closest(first, now, ranges)
        if second is not None:
            ladder.remove(second)
            taken.add(second.id)
            pairs.append((first, second))
    return pairs


def _age(ticket):
    return ticket.since, ticket.id


class _Ladder:
    """The tickets of a kind, those of each rating on a rung, so that who is close is found step by step.

    Of a rung only the oldest ticket need be asked: all on it are equally far, and who has waited longer
    agrees to more. Nor does a search pass many rungs for nothing: two who have waited long find each other
    before they reach beyond each other for those who have not."""

    def __init__(self, by_age):
        self._rungs = {}
        for ticket in by_age:
            self._rungs.setdefault(ticket.rating, collections.deque()).append(ticket)
        ratings = sorted(self._rungs)
        self._below = dict(zip(ratings, [None, *ratings[:-1]], strict=True))
        self._above = dict(zip(ratings, [*ratings[1:], None], strict=True))

    def remove(self, ticket):
        rung = self._rungs[ticket.rating]
        rung.remove(ticket)  # one of the first, as the oldest always are
        if rung:
            return
        below, above = self._below[ticket.rating], self._above[ticket.rating]
        if below is not None:
            self._above[below] = above
        if above is not None:
            self._below[above] = below

    def closest(self, ticket, now, ranges):
        """The best ticket for one that was just removed; None if there is none."""
        reach = ranges.of(ticket, now)
        for distance, ratings in self._outward(ticket.rating):
            if distance > reach:
                return None
            fitting = [other for other in map(self._oldest_of_others(ticket.player), ratings)
                       if other is not None and distance <= ranges.of(other, now)]
            if fitting:
                return min(fitting, key=_age)
        return None

    def _outward(self, rating):
        """The ratings with tickets by their distance, one or two at each."""
        if self._rungs[rating]:
            yield 0.0, [rating]
        below, above = self._below[rating], self._above[rating]
        while below is not None or above is not None:
            down = math.inf if below is None else rating - below
            up = math.inf if above is None else above - rating
            ratings = []
            if down <= up:
                ratings.append(below)
                below = self._below[below]
            if up <= down:
                ratings.append(above)
                above = self._above[above]
            yield min(down, up), ratings

    def _oldest_of_others(self, player):
        return lambda rating: next((other for other in self._rungs[rating] if other.player != player), None)
