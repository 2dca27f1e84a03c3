"""Tickets and matches in a file of SQLite. Whatever is said to a player, or asked of the game server,
stands there first, so that the death of the process at any moment doubles nothing and loses nobody.

A ticket is waiting, then matched or cancelled, once and for all. A match is allocating until its game
stands; its id is the request id under which the game is created, so that asking again gives the same
game. Then it is ready, and over when its result came; or failed where the server refused for good.

Thread-safe: one transaction after the other.
"""

import contextlib
import dataclasses
import json
import sqlite3
import threading
import uuid

from meeple_matchmaker.pairing import Ticket

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tickets (
  id TEXT PRIMARY KEY, player TEXT NOT NULL, kind TEXT NOT NULL, rating REAL NOT NULL, since REAL NOT NULL,
  state TEXT NOT NULL, match_id TEXT, seat INTEGER);
CREATE UNIQUE INDEX IF NOT EXISTS one_ticket_a_player ON tickets (player) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS tickets_of_match ON tickets (match_id);
CREATE TABLE IF NOT EXISTS matches (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, made REAL NOT NULL,
  game_id TEXT, credentials TEXT, winner TEXT, reason TEXT);
CREATE INDEX IF NOT EXISTS matches_by_state ON matches (state);
CREATE UNIQUE INDEX IF NOT EXISTS matches_by_game ON matches (game_id);
CREATE TABLE IF NOT EXISTS progress (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
"""


class QueueFull(Exception):
    """So many wait already that no more may."""


class AlreadyWaiting(Exception):
    """The player has a ticket that waits."""


@dataclasses.dataclass(frozen=True)
class Match:
    """Two players, by seat, and the game they are to play."""

    id: str
    kind: str
    players: tuple


class Store:
    """The tickets and matches in the file `path`; ":memory:" is none."""

    def __init__(self, path=":memory:", most_waiting=10_000):
        self._lock = threading.Lock()
        self._most_waiting = most_waiting
        self._file = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.executescript(_SCHEMA)

    def close(self):
        with self._lock:
            self._file.close()

    @contextlib.contextmanager
    def _transaction(self):
        with self._lock:
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield self._file
            except BaseException:
                self._file.execute("ROLLBACK")
                raise
            self._file.execute("COMMIT")

    # --- Tickets ---

    def add_ticket(self, player, kind, rating, now):
        """A new ticket, whose id is a secret of its player. Raises AlreadyWaiting, QueueFull."""
        ticket = Ticket(str(uuid.uuid4()), player, kind, rating, now)
        with self._transaction() as file:
            waiting, = file.execute("SELECT count(*) FROM tickets WHERE state = 'waiting'").fetchone()
            if waiting >= self._most_waiting:
                raise QueueFull(waiting)
            try:
                file.execute("INSERT INTO tickets VALUES (?, ?, ?, ?, ?, 'waiting', NULL, NULL)",
                             (ticket.id, player, kind, rating, now))
            except sqlite3.IntegrityError as error:
                raise AlreadyWaiting(player) from error
        return ticket

    def cancel_ticket(self, ticket_id):
        """True if the ticket waited and never will be matched; False if it no longer waited."""
        with self._transaction() as file:
            return file.execute("UPDATE tickets SET state = 'cancelled' WHERE id = ? AND state = 'waiting'",
                                (ticket_id,)).rowcount == 1

    def waiting(self):
        with self._lock:
            rows = self._file.execute(
                "SELECT id, player, kind, rating, since FROM tickets WHERE state = 'waiting'").fetchall()
        return [Ticket(*row) for row in rows]

    def look(self, ticket_id):
        """What the holder of a ticket may know: `state`, and the game with a credential once there is one.
        None for a ticket that there is not."""
        with self._lock:
            row = self._file.execute(
                "SELECT t.state, t.seat, m.state, m.game_id, m.credentials, m.winner, m.reason"
                " FROM tickets t LEFT JOIN matches m ON m.id = t.match_id WHERE t.id = ?",
                (ticket_id,)).fetchone()
        if row is None:
            return None
        state, seat, match_state, game_id, credentials, winner, reason = row
        if state != "matched":
            return {"state": state}
        answer = {"state": match_state, "seat": seat}
        if match_state == "failed":
            answer["reason"] = reason
        if game_id is not None:
            answer.update(game_id=game_id, credential=json.loads(credentials)[seat])
        if match_state == "over":
            answer["winner"] = winner
        return answer

    # --- Matches ---

    def match(self, first, second, now):
        """Makes a match of two tickets, by seat. None, and nothing happens, if one no longer waits."""
        match_id = str(uuid.uuid4())
        with self._transaction() as file:
            for seat, ticket in enumerate((first, second)):
                taken = file.execute(
                    "UPDATE tickets SET state = 'matched', match_id = ?, seat = ?"
                    " WHERE id = ? AND state = 'waiting'", (match_id, seat, ticket.id)).rowcount
                if taken != 1:
                    if seat == 1:
                        file.execute("UPDATE tickets SET state = 'waiting', match_id = NULL, seat = NULL"
                                     " WHERE id = ?", (first.id,))
                    return None
            file.execute("INSERT INTO matches VALUES (?, ?, 'allocating', ?, NULL, NULL, NULL, NULL)",
                         (match_id, first.kind, now))
        return match_id

    def allocating(self, most=100):
        """The oldest matches that have no game yet."""
        with self._lock:
            rows = self._file.execute("SELECT id, kind FROM matches WHERE state = 'allocating'"
                                      " ORDER BY made, id LIMIT ?", (most,)).fetchall()
            return [Match(match_id, kind, self._players(match_id)) for match_id, kind in rows]

    def is_allocating(self, match_id):
        with self._lock:
            row = self._file.execute("SELECT 1 FROM matches WHERE id = ? AND state = 'allocating'",
                                     (match_id,)).fetchone()
        return row is not None

    def _players(self, match_id):
        rows = self._file.execute("SELECT player FROM tickets WHERE match_id = ? ORDER BY seat",
                                  (match_id,)).fetchall()
        return tuple(player for player, in rows)

    def set_ready(self, match_id, game_id, credentials):
        """The game stands; `credentials` are by seat. Saying so again changes nothing."""
        with self._transaction() as file:
            file.execute("UPDATE matches SET state = 'ready', game_id = ?, credentials = ?"
                         " WHERE id = ? AND state = 'allocating'",
                         (game_id, json.dumps(credentials), match_id))

    def set_failed(self, match_id, reason):
        """There will be no game."""
        with self._transaction() as file:
            file.execute("UPDATE matches SET state = 'failed', reason = ?"
                         " WHERE id = ? AND state = 'allocating'", (reason, match_id))

    def games_under_way(self):
        """The ids of games whose result has not come."""
        with self._lock:
            rows = self._file.execute("SELECT game_id FROM matches WHERE state = 'ready'").fetchall()
        return [game_id for game_id, in rows]

    # --- Results ---

    def results_read(self):
        """The number of the last result that was taken."""
        with self._lock:
            row = self._file.execute("SELECT value FROM progress WHERE name = 'results'").fetchone()
        return row[0] if row else 0

    def take_result(self, sequence, match_id, game_id, winner):
        """Takes a result, and with it that all up to it were taken. REQUIRES: the match is not allocating."""
        with self._transaction() as file:
            file.execute("UPDATE matches SET state = 'over', winner = ?"
                         " WHERE (id = ? OR game_id = ?) AND state = 'ready'", (winner, match_id, game_id))
            file.execute("INSERT OR REPLACE INTO progress VALUES ('results', ?)", (sequence,))

    def skip_results(self, sequence):
        """Goes on behind results that are no longer kept."""
        with self._transaction() as file:
            file.execute("INSERT OR REPLACE INTO progress VALUES ('results', ?)", (sequence,))

    def forget(self, before):
        """Drops what has been over, failed or cancelled and was begun before that time."""
        with self._transaction() as file:
            file.execute("DELETE FROM tickets WHERE since < ? AND (state = 'cancelled' OR match_id IN"
                         " (SELECT id FROM matches WHERE state IN ('over', 'failed')))", (before,))
            file.execute("DELETE FROM matches WHERE made < ? AND state IN ('over', 'failed')"
                         " AND id NOT IN (SELECT match_id FROM tickets WHERE match_id IS NOT NULL)",
                         (before,))
