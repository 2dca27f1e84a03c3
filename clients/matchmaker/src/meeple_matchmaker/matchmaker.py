"""The matchmaker: pairs tickets, has games made for them, hears of results.

    matchmaker = Matchmaker(store, meeple.Client("localhost:50051", token="k1...."))
    matchmaker.start()
    ticket = matchmaker.enter("ann", "tic_tac_toe", 1500)
    matchmaker.look(ticket.id, wait=20.0)    # {"state": "ready", "game_id": ..., "credential": ...}
"""

import logging
import math
import random
import threading
import time

import meeple
from meeple.v1 import allocation_service_pb2 as api
from meeple.v1 import game_pb2, game_service_pb2, lobby_service_pb2

from meeple_matchmaker.pairing import Ranges, pair
from meeple_matchmaker.worker import forever

# What a result of AllocateGames may say that says nothing about the next try. Else the game can never be.
_AGAIN = frozenset({"OVERLOADED", "JOURNAL_UNAVAILABLE", "LIMIT_REACHED", "SERVER_DRAINING"})
_FORGET_AFTER = 24 * 3600.0
# A game that takes longer is looked at this often: a server that came back without its newest games
# may count its results beyond where we are, so that nothing tells of it.
_DOUBT_AFTER = 24 * 3600.0
_LOG = logging.getLogger("meeple_matchmaker")


class Matchmaker:
    """Thread-safe. `kinds` are those that can be played; none stands for all of the server that two can
    play, for which it is asked: raises meeple.MeepleError. `make_config` makes the game of a match: by
    default one of its kind, everything else as usual."""

    def __init__(self, store, client, *, kinds=(), ranges=Ranges(), interval=0.2, now=time.time,
                 make_config=None):
        self._store = store
        self._client = client
        self._kinds = frozenset(kinds) or frozenset(
            kind.kind for kind in client.kinds().kinds
            if kind.min_players <= 2 <= kind.max_players)
        self._ranges = ranges
        self._interval = interval
        self._now = now
        self._make_config = make_config or usual_config
        self._stopped = threading.Event()
        self._changed = threading.Condition()
        self._threads = []
        self._watch = None
        self._doubted = -math.inf

    # --- What players ask for ---

    @property
    def kinds(self):
        return self._kinds

    def enter(self, player, kind, rating):
        """A ticket; raises store.AlreadyWaiting, store.QueueFull. `player` is as names.normalise gives it.
        Of a match with a name that the server refuses, that ticket fails and the other waits again."""
        return self._store.add_ticket(player, kind, rating, self._now())

    def cancel(self, ticket_id):
        """True if the ticket waited; if not, look says what became of it."""
        return self._store.cancel_ticket(ticket_id)

    def look(self, ticket_id, wait=0.0):
        """What became of a ticket; waits up to `wait` seconds for news of it. See Store.look."""
        give_up = time.monotonic() + wait
        with self._changed:
            while True:
                seen = self._store.look(ticket_id)
                left = give_up - time.monotonic()
                if seen is None or seen["state"] not in ("waiting", "allocating") or left <= 0:
                    return seen
                self._changed.wait(min(left, 1.0))

    # --- What goes on by itself ---

    def start(self):
        """Begins where an earlier process, whenever it ended, left off."""
        for work in (self.step, self._follow_results, self._read_games):
            thread = threading.Thread(target=forever, args=(work, self._stopped, self._interval),
                                      name=work.__name__, daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self):
        self._stopped.set()
        if self._watch is not None:
            self._watch.close()
        for thread in self._threads:
            thread.join()

    def step(self):
        """Pairs who can be paired and has games made for all who have none."""
        now = self._now()
        for first, second in pair(self._store.waiting(), now, self._ranges):
            seats = random.sample((first, second), 2)  # who moves first is drawn
            self._store.match(*seats, now)
        while self._allocate() and not self._stopped.is_set():
            pass
        self._store.forget(now - _FORGET_AFTER)

    def _allocate(self):
        """Asks for the games of some matches; True if others may wait that were not asked for."""
        matches = self._store.allocating()
        if not matches:
            return False
        # The match's id is its request id: whoever asks again gets the game that stands already.
        response = self._client.allocation.AllocateGames(api.AllocateGamesRequest(games=[
            api.GameAllocation(request_id=match.id, config=self._config_of(match)) for match in matches]))
        settled = [self._settle(match, result)
                   for match, result in zip(matches, response.results, strict=True)]
        self._tell()
        return all(settled)

    def _config_of(self, match):
        config = self._make_config(match)
        config.labels["match"] = match.id
        return config

    def _settle(self, match, result):
        """Notes what became of a game; False if it is to be asked for again later."""
        if result.WhichOneof("outcome") == "allocated":
            tokens = {credential.seat: credential.token for credential in result.allocated.credentials}
            self._store.set_ready(match.id, result.allocated.game.game_id,
                                  [tokens.get(seat, "") for seat in range(len(match.players))])
            return True
        error = meeple.MeepleError.from_status(result.error)
        if error.transient or error.reason_name in _AGAIN:
            _LOG.warning("match %s waits for its game: %s", match.id, error)
            return False
        _LOG.error("match %s gets no game: %s", match.id, error)
        refused = {seat for seat, player in enumerate(match.players) if not self._is_name(player)}
        if refused:
            self._store.set_refused(match.id, refused, str(error))
        else:
            self._store.set_failed(match.id, str(error))
        return True

    def _is_name(self, player):
        """Whether the game server takes it for a name: a list of a player's games is refused by the same rule
        as a seat is."""
        try:
            self._client.lobby.ListGames(lobby_service_pb2.ListGamesRequest(player_id=player, page_size=1))
        except meeple.MeepleError as error:
            if error.reason != meeple.ErrorReason.ERROR_REASON_INVALID_FIELD:
                raise
            return False
        return True

    def _follow_results(self):
        """Takes results from where it stopped, for as long as the stream goes on."""
        with self._client.watch_results(self._store.results_read()) as self._watch:
            if self._stopped.is_set():
                return
            try:
                for result in self._watch:
                    self._take(result)
            except meeple.MeepleError as error:
                if error.reason != meeple.ErrorReason.ERROR_REASON_SEQUENCE_OUT_OF_RANGE:
                    raise
                _LOG.warning("results were missed, their games are read instead: %s", error)
                self._store.skip_results(int(error.metadata["head"]))

    def _take(self, result):
        game = result.game
        self._store.take_result(result.sequence, game.config.labels.get("match", ""), game.game_id,
                                game.winner)
        self._tell()

    def _read_games(self):
        """Looks at the games whose results may have been missed."""
        now = self._now()
        if now - self._doubted >= _DOUBT_AFTER:
            self._store.doubt(now - _DOUBT_AFTER)
            self._doubted = now
        for match_id, game_id in self._store.unread():
            if self._stopped.is_set():
                return
            self._read_game(match_id, game_id)
            self._tell()

    def _read_game(self, match_id, game_id):
        try:
            ended, winner = self._final_result(game_id)
        except meeple.MeepleError as error:
            if error.reason != meeple.ErrorReason.ERROR_REASON_GAME_NOT_FOUND:
                raise
            _LOG.error("match %s lost its game: %s", match_id, error)
            self._store.set_lost(match_id, str(error))
            return
        if ended:
            self._store.set_over(match_id, winner)
        else:
            # Its result is still to come, behind all that were skipped before this look.
            self._store.set_read(match_id)

    def _final_result(self, game_id):
        """Whether nothing can change any more about how the game ended, and who won. A game that is won but
        not final may go on."""
        game = self._client.get_game(game_id).game
        newest = self._client.games.ListEvents(game_service_pb2.ListEventsRequest(
            game_id=game_id, after_sequence=max(0, game.sequence - 1)))
        for event in newest.events:
            if event.HasField("game_final"):
                return True, event.game_final.winner
        return False, ""

    def _tell(self):
        with self._changed:
            self._changed.notify_all()


def usual_config(match):
    """A game of the kind of the match, a seat for each player."""
    return game_pb2.GameConfig(kind=match.kind, seats=[
        game_pb2.SeatConfig(player_id=player) for player in match.players])
