"""A client thread that follows what many games write, the lobby or the results of an API key, for a few
seconds each time, and goes on from what it has read when the server is killed.

    FeedWatcher(address, history, feed, random.Random(seed), api_key).watch_until(stopping)
    read_feed(connection, LOBBY, api_key)      # all of it
"""

import time

import grpc

import records
from connection import PATIENCE, Connection, metadata
from end_to_end import allocation_pb2, lobby_pb2, refusal
from history import LOBBY, RESULTS, SPECTATOR, Watch
from spectator import PAUSE, RESUME_AFTER

_WATCHES = {
    LOBBY: ("WatchLobby", lobby_pb2.WatchLobbyRequest),
    RESULTS: ("WatchResults", allocation_pb2.WatchResultsRequest),
}
# Beyond the end of every feed.
_FAR = 1 << 60


def _open(connection, feed, after, api_key, seconds):
    rpc, request = _WATCHES[feed]
    return connection.method(rpc)(request(after_sequence=after), metadata=metadata(api_key),
                                  timeout=seconds, wait_for_ready=True)


def head_of(connection, feed, api_key):
    """The number of its newest entry, as the refusal of a watch from far beyond it says."""
    while True:
        try:
            for _ in _open(connection, feed, _FAR, api_key, PATIENCE):
                pass
        except grpc.RpcError as error:
            refused = refusal.read(error)
            if refused.reason == "SEQUENCE_OUT_OF_RANGE":
                return int(refused.metadata["head"])
        time.sleep(PAUSE)


def read_feed(connection, feed, api_key):
    """All its entries. REQUIRES: all are kept, and the server is not killed."""
    head, entries = head_of(connection, feed, api_key), []
    if head == 0:
        return entries
    stream = _open(connection, feed, 0, api_key, PATIENCE)
    while len(entries) < head:
        entries.extend(records.feed_events(next(stream)))
    stream.cancel()
    return entries


class FeedWatcher:
    def __init__(self, address, history, feed, random, api_key):
        self._connection = Connection(address, history)
        self._history, self._feed, self._random = history, feed, random
        self._api_key = api_key

    def watch_until(self, stopping):
        while not stopping.is_set():
            self._watch(stopping)
        self._connection.close()

    def _watch(self, stopping):
        after = 0
        if self._random.random() < 0.8:
            after = head_of(self._connection, self._feed, self._api_key)
        watch = Watch(self._feed, SPECTATOR, after)
        self._history.watches.append(watch)
        end = time.monotonic() + self._random.uniform(2, 10)
        while not (watch.refusal or stopping.is_set()):
            left = end - time.monotonic()
            if left <= 0:
                return
            self._stream(watch, watch.events[-1].sequence if watch.events else after, left)

    def _stream(self, watch, after, seconds):
        try:
            for response in _open(self._connection, self._feed, after, self._api_key, seconds):
                watch.events.extend(records.feed_events(response))
        except grpc.RpcError as error:
            reason = refusal.read(error).reason
            if reason and reason not in RESUME_AFTER:
                watch.refusal = reason
            time.sleep(PAUSE)
