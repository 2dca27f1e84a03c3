"""A spectator in a thread of its own, which keeps what it reads.

    watcher = Watcher(client, game_id)
    watcher.wait_for_events(5)
    watcher.wait_for_end() is None
"""

import threading

import grpc

from harness import environment, refusal


class Watcher:
    """Watching once the constructor returns: the server has sent its headers."""

    def __init__(self, client, game_id, **fields):
        self._changed = threading.Condition()
        self._events = []
        self._snapshots = []
        self._end = None
        self._ended = False
        self._stream = client.watch(game_id, **fields)
        self._stream.initial_metadata()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def events(self):
        """The events so far."""
        with self._changed:
            return list(self._events)

    @property
    def snapshots(self):
        with self._changed:
            return list(self._snapshots)

    def texts(self):
        return [event.text for event in self.events]

    def sequences(self):
        return [event.sequence for event in self.events]

    def cancel(self):
        self._stream.cancel()
        self._thread.join(environment.patience())

    def wait_for_events(self, count):
        """Returns the events once there are at least `count`."""
        self._wait(lambda: len(self._events) >= count or self._ended, f"{count} events")
        if len(self.events) < count:
            raise AssertionError(f"ended after {len(self.events)} of {count} events: {self._end}")
        return self.events

    def wait_for_text(self, text):
        """Returns once an event with that text has come."""
        self._wait(lambda: any(event.text == text for event in self._events), f"event '{text}'")

    def wait_for_end(self):
        """Returns None where the stream ended OK, else its Refusal."""
        self._wait(lambda: self._ended, "end of the watch")
        return self._end

    def _wait(self, condition, what):
        with self._changed:
            if not self._changed.wait_for(condition, environment.patience()):
                raise AssertionError(f"never came: {what}; read so far: "
                                     f"{[event.text for event in self._events]}")

    def _run(self):
        end = None
        try:
            for response in self._stream:
                self._keep(response)
        except grpc.RpcError as error:
            end = refusal.read(error)
        with self._changed:
            self._end, self._ended = end, True
            self._changed.notify_all()

    def _keep(self, response):
        with self._changed:
            self._events.extend(response.events.events)
            if response.HasField("snapshot"):
                self._snapshots.append(response.snapshot)
            self._changed.notify_all()
