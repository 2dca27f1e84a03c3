"""The matchmaker's door for players: JSON over HTTP. Put it behind your own accounts and TLS: it believes
the name and the rating that it is told.

    POST   /tickets {"player": "ann", "kind": "tic_tac_toe", "rating": 1500}    201 {"ticket": ID}
    GET    /tickets/ID?wait=20     200 {"state": "waiting" | "allocating" | "ready" | "over" | ...}
    DELETE /tickets/ID             200 {"state": "cancelled"}, or what became of it instead

Refusals are {"error": TEXT} with 400, 404, 409 (the player waits already), 429 (too many wait), 500 (the log
says what went wrong).
"""

import http.server
import json
import logging
import urllib.parse

from meeple_matchmaker import names
from meeple_matchmaker.store import AlreadyWaiting, QueueFull

_MOST_BYTES = 4096
_LONGEST_WAIT = 60.0
_GREATEST_RATING = 1_000_000
_LOG = logging.getLogger("meeple_matchmaker")


class BadRequest(Exception):
    """What was asked for makes no sense."""


def serve(matchmaker, host, port):
    """A server that answers once serve_forever is called; its port is `server_port`."""
    class Handler(_Handler):
        pass

    Handler.matchmaker = matchmaker
    server = http.server.ThreadingHTTPServer((host, port), Handler)
    server.daemon_threads = True
    return server


class _Handler(http.server.BaseHTTPRequestHandler):
    matchmaker = None
    timeout = 30  # for a client that sends nothing

    def do_POST(self):
        self._answer(self._enter)

    def do_GET(self):
        self._answer(self._look)

    def do_DELETE(self):
        self._answer(self._cancel)

    def _answer(self, act):
        try:
            code, body = act()
        except BadRequest as error:
            code, body = 400, {"error": str(error)}
        except AlreadyWaiting:
            code, body = 409, {"error": "the player has a ticket that waits"}
        except QueueFull:
            code, body = 429, {"error": "too many wait: try again later"}
        except (ConnectionError, TimeoutError):
            raise  # there is nobody to answer
        except Exception as error:  # noqa: BLE001, a player is answered whatever happens
            _LOG.exception("a request failed: %s", error)
            code, body = 500, {"error": "the matchmaker failed: try again later"}
        data = json.dumps(body).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _enter(self):
        if self.path != "/tickets":
            return 404, {"error": "no such path"}
        asked = self._read_object()
        ticket = self.matchmaker.enter(_name(asked), self._kind(asked), _rating(asked))
        return 201, {"ticket": ticket.id}

    def _look(self):
        ticket_id, query = self._ticket()
        try:
            wait = float(query.get("wait", ["0"])[-1])
        except ValueError as error:
            raise BadRequest("wait is a number of seconds") from error
        if not 0.0 <= wait <= _LONGEST_WAIT:
            raise BadRequest(f"wait is 0 to {_LONGEST_WAIT:.0f} seconds")
        return self._seen(self.matchmaker.look(ticket_id, wait))

    def _cancel(self):
        ticket_id, _ = self._ticket()
        self.matchmaker.cancel(ticket_id)
        return self._seen(self.matchmaker.look(ticket_id))

    @staticmethod
    def _seen(seen):
        return (404, {"error": "no such ticket"}) if seen is None else (200, seen)

    def _ticket(self):
        try:
            url = urllib.parse.urlsplit(self.path)
        except ValueError as error:
            raise BadRequest("the path is no URL") from error
        if not url.path.startswith("/tickets/"):
            return "", {}
        return url.path.removeprefix("/tickets/"), urllib.parse.parse_qs(url.query)

    def _read_object(self):
        try:
            length = int(self.headers.get("Content-Length", ""))
        except ValueError as error:
            raise BadRequest("a Content-Length is needed") from error
        if not 0 < length <= _MOST_BYTES:
            raise BadRequest(f"a body of 1 to {_MOST_BYTES} bytes is needed")
        try:
            asked = json.loads(self.rfile.read(length))
        except (ValueError, RecursionError) as error:
            raise BadRequest("the body is no JSON, or too deep") from error
        if not isinstance(asked, dict):
            raise BadRequest("the body is no object")
        return asked

    def _kind(self, asked):
        kind = asked.get("kind")
        if isinstance(kind, str) and kind in self.matchmaker.kinds:
            return kind
        raise BadRequest("kind is one of " + ", ".join(sorted(self.matchmaker.kinds)))

    def log_message(self, format, *arguments):  # noqa: A002, tickets are secrets of players
        pass


def _name(asked):
    player = asked.get("player")
    if not isinstance(player, str):
        raise BadRequest(f"player is a name of 1 to {names.LONGEST} characters")
    try:
        return names.normalise(player)
    except names.BadName as error:
        raise BadRequest(f"player: {error}") from error


def _rating(asked):
    rating = asked.get("rating", 1500)
    # Compared, for a whole number may be too great to become a float.
    if isinstance(rating, (int, float)) and not isinstance(rating, bool) and abs(rating) <= _GREATEST_RATING:
        return float(rating)
    raise BadRequest(f"rating is a number from {-_GREATEST_RATING} to {_GREATEST_RATING}")
