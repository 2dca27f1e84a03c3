"""A client thread that watches one game after the other, for a few seconds each, as a spectator or over
a player's shoulder, and goes on from what it has read when the server is killed.

    Spectator(address, history, tables, random.Random(seed)).watch_until(stopping)
"""

import time

import grpc

import records
from connection import Connection, metadata
from end_to_end import refusal, service_pb2
from history import Watch

RESUME_AFTER = ("OVERLOADED", "SERVER_DRAINING", "WATCHER_LAGGING", "LIMIT_REACHED")
PAUSE = 0.02


class Spectator:
    def __init__(self, address, history, tables, random):
        self._connection = Connection(address, history)
        self._history, self._tables, self._random = history, tables, random

    def watch_until(self, stopping):
        while not stopping.is_set():
            table = self._tables.pick(self._random)
            if table is None:
                time.sleep(PAUSE)
                continue
            self._watch(table, stopping)
        self._connection.close()

    def _watch(self, table, stopping):
        viewer = self._random.choice(sorted(table.viewers()))
        watch = Watch(table.game_id, viewer, 0)
        request = service_pb2.WatchGameRequest(game_id=table.game_id,
                                               snapshot=self._random.random() < 0.3)
        self._history.watches.append(watch)
        end = time.monotonic() + self._random.uniform(0.5, 5)
        while not (watch.complete or watch.refusal or stopping.is_set()):
            left = end - time.monotonic()
            if left <= 0:
                return
            self._stream(watch, request, table.token(viewer), left)
            if watch.events or watch.after:
                request.snapshot = False
                request.after_sequence = watch.events[-1].sequence if watch.events else watch.after

    def _stream(self, watch, request, token, seconds):
        try:
            stream = self._connection.stub.WatchGame(request, metadata=metadata(token),
                                                     timeout=seconds, wait_for_ready=True)
            for response in stream:
                if response.HasField("snapshot"):
                    watch.after = response.snapshot.game.sequence
                watch.events.extend(map(records.event, response.events.events))
            watch.complete = True
        except grpc.RpcError as error:
            reason = refusal.read(error).reason
            if reason and reason not in RESUME_AFTER:
                watch.refusal = reason
            time.sleep(PAUSE)
