"""Tickets and matches in a file of SQLite. Whatever is said to a player, or asked of the game server,
stands there first, so that the death of the process at any moment doubles nothing and loses nobody.

A ticket is waiting, then matched or cancelled, once and for all, but that it waits again where the game
server refuses the other player's name. A match is allocating until its game
stands; its id is the request id under which the game is created, so that asking again gives the same
game. Then it is ready, and over when its result came; or failed where the server refused for good, or
no longer has the game. Results may be missed: then what is unread is looked up, game by game.

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
CREATE TABLE IF NOT EXISTS unread (match_id TEXT PRIMARY KEY);
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
                self._file.execute("COMMIT")
            except BaseException:
                if self._file.in_transaction:  # SQLite ends it by itself after some errors
                    self._file.execute("ROLLBACK")
                raise

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

    def set_refused(self, match_id, seats, reason):
        """There will be no game, for what the players of those seats are. The others wait as before, but for
        one who has entered anew meanwhile, and waits with that ticket."""
        with self._transaction() as file:
            refused = file.execute("UPDATE matches SET state = 'failed', reason = ?"
                                   " WHERE id = ? AND state = 'allocating'", (reason, match_id)).rowcount
            tickets = file.execute("SELECT id, seat FROM tickets WHERE match_id = ?", (match_id,)).fetchall()
            for ticket_id, seat in tickets if refused else ():
                if seat not in seats:
                    file.execute("UPDATE OR IGNORE tickets SET state = 'waiting', match_id = NULL,"
                                 " seat = NULL WHERE id = ?", (ticket_id,))

    def set_over(self, match_id, winner):
        """The game ended, for ever. Saying so again changes nothing."""
        self._end(match_id, "over", "winner", winner)

    def set_lost(self, match_id, reason):
        """There is no game any more, so that no result will come."""
        self._end(match_id, "failed", "reason", reason)

    def _end(self, match_id, state, column, value):
        with self._transaction() as file:
            file.execute(f"UPDATE matches SET state = ?, {column} = ? WHERE id = ? AND state = 'ready'",
                         (state, value, match_id))
            file.execute("DELETE FROM unread WHERE match_id = ?", (match_id,))

    # --- Results ---

    def results_read(self):
        """The number of the last result that was taken."""
        with self._lock:
            row = self._file.execute("SELECT value FROM progress WHERE name = 'results'").fetchone()
        return row[0] if row else 0

    def take_result(self, sequence, match_id, game_id, winner):
        """Takes a result, and with it that all up to it were taken. Where the match, which the game names,
        has none yet, since an earlier process died in between, its game is to be read once it has."""
        with self._transaction() as file:
            file.execute("UPDATE matches SET state = 'over', winner = ?"
                         " WHERE game_id = ? AND state = 'ready'", (winner, game_id))
            file.execute("INSERT OR IGNORE INTO unread SELECT id FROM matches"
                         " WHERE id = ? AND state = 'allocating'", (match_id,))
            self._set_results_read(file, sequence)

    def skip_results(self, sequence):
        """Goes on behind results that cannot be had: each game that is not known to be over is to be read."""
        with self._transaction() as file:
            file.execute("INSERT OR IGNORE INTO unread SELECT id FROM matches"
                         " WHERE state IN ('allocating', 'ready')")
            self._set_results_read(file, sequence)

    @staticmethod
    def _set_results_read(file, sequence):
        file.execute("INSERT OR REPLACE INTO progress VALUES ('results', ?)", (sequence,))

    def doubt(self, before):
        """Games that were begun before that time and are not known to be over are to be read."""
        with self._transaction() as file:
            file.execute("INSERT OR IGNORE INTO unread SELECT id FROM matches"
                         " WHERE state = 'ready' AND made < ?", (before,))

    def unread(self, most=100):
        """Some of the matches whose games are to be read: pairs of a match and its game."""
        with self._lock:
            # By chance, so that one that cannot be read keeps no others from it.
            return self._file.execute(
                "SELECT id, game_id FROM matches WHERE state = 'ready'"
                " AND id IN (SELECT match_id FROM unread) ORDER BY random() LIMIT ?", (most,)).fetchall()

    def set_read(self, match_id):
        """The game was looked at and goes on."""
        with self._transaction() as file:
            file.execute("DELETE FROM unread WHERE match_id = ?", (match_id,))

    def forget(self, before):
        """Drops what has been over, failed or cancelled and was begun before that time."""
        with self._transaction() as file:
            file.execute("DELETE FROM unread WHERE match_id IN"
                         " (SELECT id FROM matches WHERE state IN ('over', 'failed'))")
            file.execute("DELETE FROM tickets WHERE since < ? AND (state = 'cancelled' OR match_id IN"
                         " (SELECT id FROM matches WHERE state IN ('over', 'failed')))", (before,))
            file.execute("DELETE FROM matches WHERE made < ? AND state IN ('over', 'failed')"
                         " AND id NOT IN (SELECT match_id FROM tickets WHERE match_id IS NOT NULL)",
                         (before,))
