"""Where a watch stands: what has been handed on, what comes next. No I/O."""

import grpc

from meeple.errors import MeepleError
from meeple.v1 import game_service_pb2


class GapError(MeepleError):
    """The stream left out events: open it again after the last one that came."""

    def __init__(self, sequence):
        super().__init__(grpc.StatusCode.DATA_LOSS,
                         f"the server left out events after {sequence}")

    @property
    def resumable(self):
        return True


class WatchCursor:
    """Lets every event of a game pass once, in order, none left out, over any number of streams."""

    def __init__(self, game_id, *, after_sequence=0, snapshot=False, until_finish=False):
        self.sequence = after_sequence
        self._game_id = game_id
        self._wants_snapshot = snapshot
        self._until_finish = until_finish

    def request(self):
        """What opens a stream that goes on from here."""
        return game_service_pb2.WatchGameRequest(
            game_id=self._game_id, after_sequence=self.sequence, snapshot=self._wants_snapshot,
            until_finish=self._until_finish)

    def admit(self, response):
        """The message with what is new in it, or None where nothing is. Raises GapError."""
        match response.WhichOneof("update"):
            case "snapshot":
                return self._admit_snapshot(response)
            case "events":
                return self._admit_events(response)
            case "bookmark":
                if response.bookmark.sequence > self.sequence:
                    raise GapError(self.sequence)
                return response
        return None  # what a newer server tells

    def _admit_snapshot(self, response):
        if not self._wants_snapshot:
            return None
        self._wants_snapshot = False
        self.sequence = response.snapshot.game.sequence
        return response

    def _admit_events(self, response):
        new = [event for event in response.events.events if event.sequence > self.sequence]
        if not new:
            return None
        if [event.sequence for event in new] != list(
                range(self.sequence + 1, self.sequence + 1 + len(new))):
            raise GapError(self.sequence)
        self.sequence += len(new)
        self._wants_snapshot = False
        if len(new) == len(response.events.events):
            return response
        return game_service_pb2.WatchGameResponse(
            events=game_service_pb2.GameEventBatch(events=new))

    @staticmethod
    def items(update):
        """The events of a message."""
        return update.events.events


class FeedCursor:
    """The same for the lobby, or for the results of a key, where filters may leave out numbers."""

    def __init__(self, request, field):
        """`request` opens the first stream; `field` names what its messages have: events, or results."""
        self.sequence = request.after_sequence
        self._request = request
        self._field = field

    def request(self):
        """What opens a stream that goes on from here."""
        self._request.after_sequence = self.sequence
        return self._request

    def admit(self, response):
        """The message with what is new in it, or None where nothing is."""
        if response.WhichOneof("update") == "bookmark":
            self.sequence = max(self.sequence, response.bookmark.sequence)
            return response
        new = [item for item in self.items(response) if item.sequence > self.sequence]
        if not new:
            return None
        self.sequence = new[-1].sequence
        if len(new) == len(self.items(response)):
            return response
        batch = getattr(response, self._field)
        return type(response)(**{self._field: type(batch)(**{self._field: new})})

    def items(self, update):
        """The events or results of a message."""
        return getattr(getattr(update, self._field), self._field)
