"""Judges offers: each is made once and ends at most once, nothing is said of it afterwards, and each
agreement on a rematch comes to exactly one game."""

import collections

from history import ACCEPTED, MADE, PENDING, REMATCH, SPECTATOR
from violation import Kind, Violation


def check(history, found):
    agreed = {}
    for (game, viewer), log in history.logs.items():
        if viewer == SPECTATOR:
            _check_offers(game, log, found)
            for event in log:
                if _makes_rematch(event):
                    agreed[event.offer.next_game] = game
    _check_rematches(history.rematches, agreed, found)


def _makes_rematch(event):
    return event.offer and event.offer.kind == REMATCH and event.offer.outcome == ACCEPTED


def _check_offers(game, log, found):
    # By number: whether it is open.
    offers = {}
    for event in log:
        step = event.offer
        if step is None:
            continue
        name = f"offer {step.offer_id} at {event.sequence}"
        if step.outcome == MADE:
            if step.offer_id in offers or step.offer_id != event.sequence:
                found.append(Violation(Kind.DOUBLED, game, f"{name} was made before"))
            offers[step.offer_id] = True
            continue
        if step.offer_id not in offers:
            found.append(Violation(Kind.LOST, game, f"{name} is {step.outcome}, and was never made"))
        elif not offers[step.offer_id]:
            found.append(Violation(Kind.DOUBLED, game, f"{name} is {step.outcome}, and had ended"))
        offers[step.offer_id] = step.outcome == PENDING
    if log and log[-1].detail == "game_final" and any(offers.values()):
        found.append(Violation(Kind.OVERDUE, game, "an offer outlives the game"))


def _check_rematches(rematches, agreed, found):
    for game, before in agreed.items():
        if rematches.get(game) != before:
            found.append(Violation(Kind.LOST, before, f"its rematch {game} is not there"))
    times = collections.Counter([*agreed.values(), *(before for game, before in rematches.items()
                                                     if game not in agreed)])
    for before, number in times.items():
        if number > 1:
            found.append(Violation(Kind.DOUBLED, before, f"it has {number} rematches"))
    for game, before in rematches.items():
        if game not in agreed and times[before] == 1:
            found.append(Violation(Kind.IMPOSSIBLE, game, f"{before} does not know of its rematch"))
