"""A small matchmaker for Meeple: a queue by kind and rating, games by AllocationService, a credential for
each player. See the README, and matchmaker.Matchmaker."""

from meeple_matchmaker.matchmaker import Matchmaker, usual_config
from meeple_matchmaker.pairing import Ranges, Ticket, pair
from meeple_matchmaker.store import AlreadyWaiting, Match, QueueFull, Store

__all__ = ["AlreadyWaiting", "Match", "Matchmaker", "QueueFull", "Ranges", "Store", "Ticket", "pair",
           "usual_config"]
