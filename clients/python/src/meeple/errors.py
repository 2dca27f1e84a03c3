"""Refusals and failures of calls, with what the server said about them."""

import grpc
from google.rpc import error_details_pb2, status_pb2

from meeple.v1 import error_pb2

DOMAIN = "meeple.v1"
_DETAILS = "grpc-status-details-bin"
_PREFIX = "ERROR_REASON_"

# What a broken connection, or something between client and server, makes of a call.
_TRANSPORT = frozenset({grpc.StatusCode.CANCELLED, grpc.StatusCode.INTERNAL,
                        grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.UNKNOWN})


class MeepleError(Exception):
    """A call that did not succeed.

    Attributes:
        code: the grpc.StatusCode.
        message: what the server, or the transport, says to people.
        reason: the ErrorReason; ERROR_REASON_UNSPECIFIED where the transport made the error, and for
            a reason that this client is too old to know.
        reason_name: the reason as sent, such as "NOT_YOUR_TURN"; empty where there is none.
        metadata: facts about the reason by name, such as "to_move".
        fields: what is wrong with fields of the request: pairs of a field and a description.
        retry_delay: the seconds after which the server asks to try again; None where it does not.
    """

    def __init__(self, code, message, *, reason_name="", metadata=None, fields=(), retry_delay=None):
        super().__init__(f"{reason_name or code.name}: {message}")
        self.code = code
        self.message = message
        self.reason_name = reason_name
        known = error_pb2.ErrorReason.keys()
        self.reason = (error_pb2.ErrorReason.Value(_PREFIX + reason_name)
                       if _PREFIX + reason_name in known else error_pb2.ERROR_REASON_UNSPECIFIED)
        self.metadata = dict(metadata or {})
        self.fields = list(fields)
        self.retry_delay = retry_delay

    @classmethod
    def from_rpc(cls, error):
        """What a grpc.RpcError says, its details read from the trailer."""
        for key, value in error.trailing_metadata() or ():
            if key == _DETAILS:
                status = status_pb2.Status.FromString(value)
                return cls(error.code(), error.details() or "", **_read_details(status))
        return cls(error.code(), error.details() or "")

    @classmethod
    def from_status(cls, status):
        """What a google.rpc.Status in an answer says, such as that of one game of AllocateGames."""
        code = next((code for code in grpc.StatusCode if code.value[0] == status.code),
                    grpc.StatusCode.UNKNOWN)
        return cls(code, status.message, **_read_details(status))

    @property
    def transient(self):
        """True if the same call, with the same request id, may succeed a little later."""
        if self.retry_delay is not None or self.code is grpc.StatusCode.UNAVAILABLE:
            return True
        return not self.reason_name and self.code in _TRANSPORT

    @property
    def resumable(self):
        """True if a watch that ended so can be taken up again after its last event."""
        return (self.transient or self.reason == error_pb2.ERROR_REASON_WATCHER_LAGGING
                or (not self.reason_name and self.code is grpc.StatusCode.DEADLINE_EXCEEDED))


def _read_details(status):
    """The arguments of a MeepleError in a google.rpc.Status."""
    read = {}
    for detail in status.details:
        info = error_details_pb2.ErrorInfo()
        request = error_details_pb2.BadRequest()
        retry = error_details_pb2.RetryInfo()
        if detail.Unpack(info) and info.domain == DOMAIN:
            read.update(reason_name=info.reason, metadata=info.metadata)
        elif detail.Unpack(request):
            read["fields"] = [(each.field, each.description) for each in request.field_violations]
        elif detail.Unpack(retry):
            read["retry_delay"] = retry.retry_delay.seconds + retry.retry_delay.nanos / 1e9
    return read
