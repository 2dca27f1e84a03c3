"""A GameService in this process that answers as a test tells it."""

import concurrent.futures

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.rpc import error_details_pb2, status_pb2

from meeple.v1 import event_pb2, game_service_pb2 as api, game_service_pb2_grpc


def refusal(context, code, message, *, reason="", metadata=None, retry_seconds=None):
    """Ends a call as the server does: details in the trailer."""
    status = status_pb2.Status(code=code.value[0], message=message)
    if reason:
        info = error_details_pb2.ErrorInfo(reason=reason, domain="meeple.v1", metadata=metadata or {})
        _add(status, info)
    if retry_seconds is not None:
        _add(status, error_details_pb2.RetryInfo(
            retry_delay=duration_pb2.Duration(seconds=int(retry_seconds),
                                              nanos=int(retry_seconds % 1 * 1e9))))
    context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
    context.abort(code, message)


def _add(status, detail):
    packed = any_pb2.Any()
    packed.Pack(detail)
    status.details.append(packed)


def events(*sequences):
    """A message of a watch with events of these numbers."""
    return api.WatchGameResponse(events=api.GameEventBatch(
        events=[event_pb2.GameEvent(sequence=number, text=f"event {number}")
                for number in sequences]))


class FakeService(game_service_pb2_grpc.GameServiceServicer):
    """`answers` and `streams` are consumed one a call: an answer is what submit_move returns or a callable
    with its context; a stream is a list of messages whose last may be such a callable."""

    def __init__(self):
        self.answers = []
        self.streams = []
        self.requests = []
        self.metadata = []
        self._server = grpc.server(concurrent.futures.ThreadPoolExecutor(4))
        game_service_pb2_grpc.add_GameServiceServicer_to_server(self, self._server)
        self.address = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        self._server.start()

    def stop(self):
        self._server.stop(None).wait()

    def SubmitMove(self, request, context):
        return self._answer(request, context)

    def ListEvents(self, request, context):
        return self._answer(request, context)

    def _answer(self, request, context):
        self._note(request, context)
        answer = self.answers.pop(0)
        return answer(context) if callable(answer) else answer

    def WatchGame(self, request, context):
        self._note(request, context)
        for message in self.streams.pop(0):
            if callable(message):
                message(context)
            else:
                yield message

    def _note(self, request, context):
        self.requests.append(request)
        self.metadata.append(dict(context.invocation_metadata()))
