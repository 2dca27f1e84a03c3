"""Errors of the server, read the way a client should: code, and details from the trailer.

    refusal = refusal_of(lambda: alice.move(game, "a1"))
    refusal.reason == "CELL_TAKEN"
"""

import dataclasses

import grpc

from harness.contract import error_details_pb2, status_pb2

_DETAILS = "grpc-status-details-bin"


@dataclasses.dataclass
class Refusal:
    """What a failed call brought back. `reason` is empty where the transport made the error."""

    code: grpc.StatusCode
    message: str
    reason: str = ""
    domain: str = ""
    metadata: dict = dataclasses.field(default_factory=dict)
    fields: list = dataclasses.field(default_factory=list)
    retry_seconds: float | None = None
    size: int = 0


def read(error):
    """The Refusal in a grpc.RpcError."""
    refusal = Refusal(error.code(), error.details() or "")
    for key, value in error.trailing_metadata() or ():
        if key == _DETAILS:
            refusal.size = len(value) + len(refusal.message.encode())
            _unpack(status_pb2.Status.FromString(value), refusal)
    return refusal


def _unpack(status, refusal):
    for detail in status.details:
        info = error_details_pb2.ErrorInfo()
        request = error_details_pb2.BadRequest()
        retry = error_details_pb2.RetryInfo()
        if detail.Unpack(info):
            refusal.reason, refusal.domain = info.reason, info.domain
            refusal.metadata = dict(info.metadata)
        elif detail.Unpack(request):
            refusal.fields = [violation.field for violation in request.field_violations]
        elif detail.Unpack(retry):
            refusal.retry_seconds = retry.retry_delay.seconds + retry.retry_delay.nanos / 1e9


def refusal_of(call):
    """Makes a call that must be refused and returns its Refusal."""
    try:
        answer = call()
    except grpc.RpcError as error:
        return read(error)
    raise AssertionError(f"accepted what should have been refused: {answer}")
