"""Who plays whom. Pure functions of the tickets that wait.

    for first, second in pair(waiting, now, Ranges()): ...
"""

import dataclasses


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
    waited longest chooses first, and takes the closest rating that both agree to."""
    free = sorted(tickets, key=lambda ticket: (ticket.since, ticket.id))
    pairs = []
    while free:
        first = free.pop(0)
        second = _closest(first, free, now, ranges)
        if second is not None:
            free.remove(second)
            pairs.append((first, second))
    return pairs


def _closest(ticket, others, now, ranges):
    def distance(other):
        return abs(other.rating - ticket.rating)

    fitting = [other for other in others
               if other.kind == ticket.kind and other.player != ticket.player
               and distance(other) <= min(ranges.of(ticket, now), ranges.of(other, now))]
    return min(fitting, key=lambda other: (distance(other), other.since, other.id), default=None)
