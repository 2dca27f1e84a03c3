"""The client for asyncio: as meeple.Client, with calls to await and watches to iterate with `async for`.

    async with aio.Client("localhost:50051") as client:
        created = await client.create_game("tic_tac_toe")
        async for event in client.watch(created.game.game_id):
            print(event.sequence, event.text)
"""

import asyncio
import functools
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
    """As in meeple.client, for asyncio."""

    def __init__(self, channel, options, token):
        self._channel = channel
        self._options = options
        self._metadata = requests.bearer(token)

    def unary_unary(self, *args, **kwargs):
        return functools.partial(self._call, self._channel.unary_unary(*args, **kwargs))

    def unary_stream(self, *args, **kwargs):
        return functools.partial(self._channel.unary_stream(*args, **kwargs), metadata=self._metadata)

    async def _call(self, method, request, timeout=None):
        request = requests.with_request_ids(request)
        give_up = time.monotonic() + (self._options.timeout if timeout is None else timeout)
        backoff = Backoff(self._options)
        while True:
            try:
                return await method(request, metadata=self._metadata,
                                    timeout=max(0.0, give_up - time.monotonic()))
            except grpc.RpcError as rpc_error:
                error = MeepleError.from_rpc(rpc_error)
            delay = backoff.next(error.retry_delay)
            if not error.transient or time.monotonic() + delay >= give_up:
                raise error
            await asyncio.sleep(delay)


class Client(calls.Calls):
    """The way to one server, as one caller; belongs to one event loop. See meeple.Client."""

    def __init__(self, address="localhost:50051", token="", options=Options()):
        """`address` is HOST:PORT or another address that gRPC understands; without a port it is 50051. `token`
        is a seat's or watcher's credential or an API key; empty is a spectator."""
        address = with_port(address)
        encryption = options.credentials
        self._open(grpc.aio.secure_channel(address, encryption, options.arguments(address)) if encryption
                   else grpc.aio.insecure_channel(address, options.arguments(address)), options, token)

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

    async def close(self):
        """Ends the connection; calls and watches that are open end CANCELLED."""
        await self._raw_channel.close()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exception):
        await self.close()

    async def watch(self, game_id, *, after_sequence=0, until_finish=False):
        """Yields every event once, in order, none left out; comes back by itself. See meeple.Watch.
        Cancel the task, or leave the loop and close the generator, to end it."""
        async for update in self.watch_updates(game_id, after_sequence=after_sequence,
                                               until_finish=until_finish):
            for event in update.events.events:
                yield event

    async def watch_updates(self, game_id, *, after_sequence=0, until_finish=False, snapshot=False):
        """Yields WatchGameResponse messages instead of events: with `snapshot` first the state, then
        events of one or more whole calls, or a bookmark on a quiet stream."""
        cursor = WatchCursor(game_id, after_sequence=after_sequence, until_finish=until_finish,
                             snapshot=snapshot)
        async for update in self._follow(self.games.WatchGame, cursor):
            yield update

    async def watch_lobby(self, after_sequence, **filters):
        """Yields LobbyEvents: see meeple.Client.watch_lobby."""
        request = lobby_service_pb2.WatchLobbyRequest(after_sequence=after_sequence, **filters)
        async for update in self._follow(self.lobby.WatchLobby, FeedCursor(request, "events")):
            for event in update.events.events:
                yield event

    async def watch_results(self, after_sequence=0):
        """Yields GameResults of this API key: see meeple.Client.watch_results."""
        request = allocation_service_pb2.WatchResultsRequest(after_sequence=after_sequence)
        cursor = FeedCursor(request, "results")
        async for update in self._follow(self.allocation.WatchResults, cursor):
            for result in update.results.results:
                yield result

    async def _follow(self, open_stream, cursor):
        """Yields what is new on one stream after the other."""
        backoff = Backoff(self._options)
        patience, give_up = self._options.timeout, None
        while True:
            try:
                async for update in self._stream(open_stream, cursor):
                    patience, give_up = self._options.patience, None
                    backoff.reset()
                    yield update
                return
            except GapError as gap:
                lost = gap
            except grpc.RpcError as rpc_error:
                lost = MeepleError.from_rpc(rpc_error)
            give_up = give_up or time.monotonic() + patience
            delay = backoff.next(lost.retry_delay)
            if not lost.resumable or time.monotonic() + delay >= give_up:
                raise lost
            await asyncio.sleep(delay)

    @staticmethod
    async def _stream(open_stream, cursor):
        """What is new on one stream."""
        call = open_stream(cursor.request())
        try:
            async for response in call:
                update = cursor.admit(response)
                if update is not None:
                    yield update
        finally:
            call.cancel()

    async def events(self, game_id, *, after_sequence=0, page_size=0):
        """Yields every event so far, by GameService.ListEvents, page by page."""
        request = api.ListEventsRequest(game_id=game_id, after_sequence=after_sequence,
                                        page_size=page_size)
        async for page in self._pages(self.games.ListEvents, request):
            for event in page.events:
                yield event

    async def replay(self, game_id, *, from_turn=0, to_turn=None, page_size=0):
        """Yields the positions of the line that stands, by GameService.Replay, page by page."""
        request = api.ReplayRequest(game_id=game_id, from_turn=from_turn, to_turn=to_turn,
                                    page_size=page_size)
        async for page in self._pages(self.games.Replay, request):
            for frame in page.frames:
                yield frame

    @staticmethod
    async def _pages(method, request):
        while True:
            page = await method(request)
            yield page
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token
