"""A client's connection to a server that is killed now and then, and calls that outlive that.

    connection = Connection(address, history)
    intention = Intention("SubmitMove", request, lambda: token, Call(...))
    answer = connection.settle(intention)     # the response, or None where it was refused

Not thread-safe: one for each thread.
"""

import dataclasses
import time

import grpc

import records
from end_to_end import (allocation_pb2_grpc, lobby_pb2_grpc, refusal, scoreboard_pb2_grpc,
                        service_pb2_grpc)
from history import LEAVE, Attempt

# Seconds, longer than a server takes to start again on a busy machine: an outcome is unknown only where a
# server was killed.
PATIENCE = 120
# For how long a call is made again. It may meet one death after the other.
_PERSEVERANCE = 900
# Refusals that say nothing of what an attempt before may have done. A credential that is no longer in
# force was renewed by another player's thread, and the next attempt has the new one, unless the seat
# was left.
NOT_IN_FORCE = "CREDENTIAL_INVALID"
_TRY_AGAIN = ("OVERLOADED", "SERVER_DRAINING", "JOURNAL_UNAVAILABLE", NOT_IN_FORCE)
_PAUSE = 0.01


def _never():
    return False


@dataclasses.dataclass(eq=False)
class Intention:
    """What a client wants done once, and the call that records what became of it."""

    rpc: str
    request: object
    # Tells the credential of the moment; empty for none.
    token: object
    call: object
    # Whether there will never be a credential in force again.
    is_gone: object = _never


def metadata(token):
    return [("authorization", f"Bearer {token}")] if token else []


class Connection:
    def __init__(self, address, history):
        self._history = history
        self._channel = grpc.insecure_channel(address, options=[
            ("grpc.use_local_subchannel_pool", 1),
            ("grpc.initial_reconnect_backoff_ms", 100),
            ("grpc.min_reconnect_backoff_ms", 100),
            ("grpc.max_reconnect_backoff_ms", 200)])
        self.stub = service_pb2_grpc.GameServiceStub(self._channel)
        self._stubs = (self.stub, lobby_pb2_grpc.LobbyServiceStub(self._channel),
                       allocation_pb2_grpc.AllocationServiceStub(self._channel),
                       scoreboard_pb2_grpc.ScoreboardServiceStub(self._channel))

    def close(self):
        self._channel.close()

    def method(self, rpc):
        """Any rpc of the contract, by name."""
        return next(getattr(stub, rpc) for stub in self._stubs if hasattr(stub, rpc))

    def settle(self, intention, doubles=1):
        """Makes the call until its outcome is known; at first `doubles` times at once. Returns the
        response, or None."""
        self._history.calls.append(intention.call)
        responses = self._attempt(intention, doubles)
        deadline = time.monotonic() + _PERSEVERANCE
        while not intention.call.settled() and time.monotonic() < deadline:
            time.sleep(_PAUSE)
            responses += self._attempt(intention, 1)
        return responses[0] if responses else None

    def repeat(self, intention):
        """Makes a call again that was settled, until there is an answer or a refusal. Not of who has left
        the seat since: that credential is good for nothing but the leaving."""
        if intention.is_gone() and intention.call.deed != LEAVE:
            return
        for _ in range(100):
            self._attempt(intention, 1)
            if not intention.call.attempts[-1].unknown:
                return
            time.sleep(_PAUSE)

    def read(self, rpc, request, token=str, is_gone=_never):
        """A call that changes nothing; None where it was refused. `token` and `is_gone` as those of an
        Intention."""
        while True:
            try:
                return self.method(rpc)(request, metadata=metadata(token()), timeout=PATIENCE,
                                        wait_for_ready=True)
            except grpc.RpcError as error:
                refused = refusal.read(error)
                if refused.reason and not self._is_open(refused.reason, is_gone):
                    return None
            time.sleep(_PAUSE)

    def _attempt(self, intention, count):
        """Makes the call `count` times at once; returns the responses that came."""
        method = self.method(intention.rpc)
        started = time.monotonic()
        futures = [method.future(intention.request, metadata=metadata(intention.token()),
                                 timeout=PATIENCE, wait_for_ready=True) for _ in range(count)]
        responses = []
        for future in futures:
            attempt, response = self._outcome(intention, future, started)
            intention.call.attempts.append(attempt)
            if response is not None:
                self._history.count_answer()
                responses.append(response)
        return responses

    @staticmethod
    def _is_open(reason, is_gone):
        """Whether a refusal leaves it open what another attempt brings."""
        return reason in _TRY_AGAIN and not (reason == NOT_IN_FORCE and is_gone())

    @staticmethod
    def _outcome(intention, future, started):
        try:
            response = future.result()
        except grpc.RpcError as error:
            refused = refusal.read(error)
            reason = "" if Connection._is_open(refused.reason, intention.is_gone) else refused.reason
            return Attempt(started, time.monotonic(), refusal=reason), None
        ended = time.monotonic()
        answer = (records.creation(response) if intention.rpc == "CreateGame"
                  else records.answer(intention.request.game_id, response))
        return Attempt(started, ended, answer=answer), response
