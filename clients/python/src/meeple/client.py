"""The blocking client. Thread-safe; a Watch belongs to one thread, but any may close it."""

import functools
import threading
import time

import grpc

from meeple import calls, requests
from meeple.cursor import FeedCursor, GapError, WatchCursor
from meeple.errors import MeepleError
from meeple.options import Backoff, Options, with_port
from meeple.v1 import (admin_service_pb2_grpc, allocation_service_pb2, allocation_service_pb2_grpc,
                       game_service_pb2 as api, game_service_pb2_grpc, lobby_service_pb2,
                       lobby_service_pb2_grpc, scoreboard_service_pb2_grpc)


class _Channel:
    """What generated stubs take for a channel: adds credential, request ids, deadline and repetition to
    each unary call, and raises MeepleError. Streams get the credential; Watch does the rest."""

    def __init__(self, channel, options, token):
        self._channel = channel
        self._options = options
        self._metadata = requests.bearer(token)

    def unary_unary(self, *args, **kwargs):
        return functools.partial(self._call, self._channel.unary_unary(*args, **kwargs))

    def unary_stream(self, *args, **kwargs):
        return functools.partial(self._channel.unary_stream(*args, **kwargs), metadata=self._metadata)

    def _call(self, method, request, timeout=None):
        request = requests.with_request_ids(request)
        give_up = time.monotonic() + (self._options.timeout if timeout is None else timeout)
        backoff = Backoff(self._options)
        while True:
            try:
                return method(request, metadata=self._metadata,
                              timeout=max(0.0, give_up - time.monotonic()))
            except grpc.RpcError as rpc_error:
                error = MeepleError.from_rpc(rpc_error)
            delay = backoff.next(error.retry_delay)
            if not error.transient or time.monotonic() + delay >= give_up:
                raise error
            time.sleep(delay)


class Client(calls.Calls):
    """The way to one server, as one caller.

        with Client("localhost:50051") as client:
            created = client.create_game("tic_tac_toe")
            client.seat(created, "X").play(created.game.game_id, "b2")

    The stubs `games`, `lobby`, `scoreboard`, `allocation` and `admin` have every rpc of the contract, called with
    its request message and an optional `timeout`; they repeat what may be repeated, set request ids that are empty, and
    raise MeepleError. The methods are short forms of the calls that players make.
    """

    def __init__(self, address="localhost:50051", token="", options=Options()):
        """`address` is HOST:PORT or another address that gRPC understands; without a port it is 50051. `token`
        is a seat's or watcher's credential or an API key; empty is a spectator."""
        address = with_port(address)
        encryption = options.credentials
        self._open(grpc.secure_channel(address, encryption, options.arguments(address)) if encryption
                   else grpc.insecure_channel(address, options.arguments(address)), options, token)

    def _open(self, channel, options, token):
        self._raw_channel = channel
        self._options = options
        wrapped = _Channel(channel, options, token)
        self.games = game_service_pb2_grpc.GameServiceStub(wrapped)
        self.lobby = lobby_service_pb2_grpc.LobbyServiceStub(wrapped)
        self.scoreboard = scoreboard_service_pb2_grpc.ScoreboardServiceStub(wrapped)
        self.allocation = allocation_service_pb2_grpc.AllocationServiceStub(wrapped)
        self.admin = admin_service_pb2_grpc.AdminServiceStub(wrapped)

    def with_token(self, token):
        """Another caller on the same connection, which closes with this client."""
        other = type(self).__new__(type(self))
        other._open(self._raw_channel, self._options, token)
        return other

    def seat(self, created, player):
        """The player of a seat in the answer of create_game, on the same connection."""
        return self.with_token(calls.token_of(created, player))

    def close(self):
        """Ends the connection; calls and watches that are open end CANCELLED."""
        self._raw_channel.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def watch(self, game_id, *, after_sequence=0, until_finish=False, snapshot=False):
        """Follows a game: see Watch. Starts after the event `after_sequence`; ends once the game is final,
        or with `until_finish` after its first end, which an undo could still take back. With `snapshot`
        the first update is the state, and events follow from there."""
        cursor = WatchCursor(game_id, after_sequence=after_sequence, until_finish=until_finish,
                             snapshot=snapshot)
        return Watch(self.games.WatchGame, cursor, self._options)

    def watch_lobby(self, after_sequence, **filters):
        """Follows the lobby, with the filters of WatchLobbyRequest: a Watch whose items are LobbyEvents.
        Begins after the `sequence` of a ListGamesResponse. Where the server no longer keeps what was
        missed it raises SEQUENCE_OUT_OF_RANGE: list the games again."""
        request = lobby_service_pb2.WatchLobbyRequest(after_sequence=after_sequence, **filters)
        return Watch(self.lobby.WatchLobby, FeedCursor(request, "events"), self._options)

    def watch_results(self, after_sequence=0):
        """Follows the results of the games of this API key: a Watch whose items are GameResults."""
        request = allocation_service_pb2.WatchResultsRequest(after_sequence=after_sequence)
        return Watch(self.allocation.WatchResults, FeedCursor(request, "results"), self._options)

    def events(self, game_id, *, after_sequence=0, page_size=0):
        """Yields every event so far, by GameService.ListEvents, page by page."""
        request = api.ListEventsRequest(game_id=game_id, after_sequence=after_sequence,
                                        page_size=page_size)
        for page in self._pages(self.games.ListEvents, request):
            yield from page.events

    def replay(self, game_id, *, from_turn=0, to_turn=None, page_size=0):
        """Yields the positions of the line that stands, by GameService.Replay, page by page."""
        request = api.ReplayRequest(game_id=game_id, from_turn=from_turn, to_turn=to_turn,
                                    page_size=page_size)
        for page in self._pages(self.games.Replay, request):
            yield from page.frames

    @staticmethod
    def _pages(method, request):
        while True:
            page = method(request)
            yield page
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token


class Watch:
    """A watch that comes back by itself: every event once, in order, none left out.

        with client.watch(game_id) as watch:
            for event in watch:
                print(event.sequence, event.text)

    Raises MeepleError where coming back does not help, or did not for Options.patience seconds (for
    Options.timeout before the server was reached at all).
    """

    def __init__(self, open_stream, cursor, options):
        self._open_stream = open_stream
        self._cursor = cursor
        self._options = options
        self._closed = threading.Event()
        self._call = None

    @property
    def sequence(self):
        """The last event of the last message that was handed on."""
        return self._cursor.sequence

    def __iter__(self):
        for update in self.updates():
            yield from self._cursor.items(update)

    def updates(self):
        """Yields whole messages instead of events: of a game a snapshot, or events of one or more whole
        calls; or a bookmark on a quiet stream."""
        backoff = Backoff(self._options)
        patience, give_up = self._options.timeout, None
        while not self._closed.is_set():
            try:
                for update in self._stream():
                    patience, give_up = self._options.patience, None
                    backoff.reset()
                    yield update
                return
            except GapError as gap:
                lost = gap
            except grpc.RpcError as rpc_error:
                lost = MeepleError.from_rpc(rpc_error)
            if self._closed.is_set():
                return
            give_up = give_up or time.monotonic() + patience
            delay = backoff.next(lost.retry_delay)
            if not lost.resumable or time.monotonic() + delay >= give_up:
                raise lost
            self._closed.wait(delay)

    def close(self):
        """Ends the watch, from any thread: the iteration stops."""
        self._closed.set()
        if self._call is not None:
            self._call.cancel()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def _stream(self):
        """What is new on one stream."""
        call = self._call = self._open_stream(self._cursor.request())
        if self._closed.is_set():
            call.cancel()
        try:
            for response in call:
                update = self._cursor.admit(response)
                if update is not None:
                    yield update
        finally:
            call.cancel()
