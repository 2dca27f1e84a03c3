"""The matchmaker: pairs tickets, has games made for them, hears of results.

    matchmaker = Matchmaker(store, meeple.Client("localhost:50051", token="k1...."))
    matchmaker.start()
    ticket = matchmaker.enter("ann", "tic_tac_toe", 1500)
    matchmaker.look(ticket.id, wait=20.0)    # {"state": "ready", "game_id": ..., "credential": ...}
"""

import logging
import random
import threading
import time

import meeple
from meeple.v1 import allocation_service_pb2 as api
from meeple.v1 import game_pb2, game_service_pb2

from meeple_matchmaker.pairing import Ranges, pair

# What a result of AllocateGames may say that says nothing about the next try. Else the game can never be.
_AGAIN = frozenset({"OVERLOADED", "JOURNAL_UNAVAILABLE", "LIMIT_REACHED", "SERVER_DRAINING"})
_FORGET_AFTER = 24 * 3600.0
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

    # --- What players ask for ---

    @property
    def kinds(self):
        return self._kinds

    def enter(self, player, kind, rating):
        """A ticket; raises store.AlreadyWaiting, store.QueueFull."""
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
        for work in (self._pair_and_allocate, self._follow_results):
            thread = threading.Thread(target=work, name=work.__name__, daemon=True)
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
        with self._changed:
            self._changed.notify_all()
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
        self._store.set_failed(match.id, str(error))
        return True

    def _pair_and_allocate(self):
        while not self._stopped.is_set():
            try:
                self.step()
            except meeple.MeepleError as error:
                _LOG.warning("the game server could not be asked: %s", error)
            self._stopped.wait(self._interval)

    def _follow_results(self):
        while not self._stopped.is_set():
            try:
                self._watch = self._client.watch_results(self._store.results_read())
                for result in self._watch:
                    self._take(result)
            except meeple.MeepleError as error:
                if error.reason == meeple.ErrorReason.ERROR_REASON_SEQUENCE_OUT_OF_RANGE:
                    self._catch_up(int(error.metadata["head"]))
                    continue
                _LOG.warning("results could not be followed: %s", error)
            self._stopped.wait(1.0)

    def _take(self, result):
        game = result.game
        match_id = game.config.labels.get("match", "")
        # Its result may be known before its game is, where an earlier process died in between.
        while self._store.is_allocating(match_id):
            if self._stopped.wait(self._interval):
                return
        self._store.take_result(result.sequence, match_id, game.game_id, game.winner)
        with self._changed:
            self._changed.notify_all()

    def _catch_up(self, head):
        """Reads the games themselves, where results are no longer kept."""
        for game_id in self._store.games_under_way():
            game = self._client.games.GetGame(game_service_pb2.GetGameRequest(game_id=game_id)).game
            if game.cursor.status in (game_pb2.GAME_STATUS_WON, game_pb2.GAME_STATUS_DRAWN,
                                      game_pb2.GAME_STATUS_ABANDONED):
                self._store.take_result(head, "", game_id, game.winner)
        self._store.skip_results(head)


def usual_config(match):
    """A game of the kind of the match, a seat for each player."""
    return game_pb2.GameConfig(kind=match.kind, seats=[
        game_pb2.SeatConfig(player_id=player) for player in match.players])
