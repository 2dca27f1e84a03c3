#!/usr/bin/env python3
"""Runs conformance commands with the Python client: see clients/conformance/README.md."""

import base64
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "src"))

import grpc  # noqa: E402
from google.protobuf import json_format  # noqa: E402

import meeple  # noqa: E402
from meeple.v1 import (allocation_service_pb2, event_pb2, game_pb2, game_service_pb2,  # noqa: E402
                       lobby_service_pb2)

_TYPES = {"GameEvent": event_pb2.GameEvent, "Game": game_pb2.Game,
          "WatchGameResponse": game_service_pb2.WatchGameResponse}


# What a caller has for a service, and where its messages are.
_SERVICES = {"games": game_service_pb2, "lobby": lobby_service_pb2, "allocation": allocation_service_pb2}


def to_json(message):
    return json_format.MessageToDict(message, preserving_proto_field_name=True)


def to_error(error):
    return {"error": {"code": error.code.name, "reason": error.reason_name, "known": error.reason != 0,
                      "metadata": error.metadata}}


class Runner:
    """Answers commands, one after the other."""

    def __init__(self, address, authority):
        trusted = grpc.ssl_channel_credentials(pathlib.Path(authority).read_bytes()) if authority else None
        self._client = meeple.Client(address, options=meeple.Options(credentials=trusted))
        self._watches = {}

    def answer(self, command):
        try:
            return getattr(self, "_" + command["do"])(command)
        except meeple.MeepleError as error:
            return to_error(error)

    def _call(self, command):
        caller = self._client.with_token(command["token"])
        name, messages = next((name, messages) for name, messages in _SERVICES.items()
                              if hasattr(getattr(caller, name), command["method"]))
        request = json_format.ParseDict(command["request"], getattr(messages, command["method"] + "Request")())
        timeout = command["timeout_ms"] / 1000 or None
        return {"answer": to_json(getattr(getattr(caller, name), command["method"])(request, timeout=timeout))}

    def _watch(self, command):
        watch = self._open(command["feed"], self._client.with_token(command["token"]), command["request"])
        self._watches[command["name"]] = watch, iter(watch)
        return {"answer": {}}

    @staticmethod
    def _open(feed, caller, fields):
        match feed:
            case "game":
                request = json_format.ParseDict(fields, game_service_pb2.WatchGameRequest())
                return caller.watch(request.game_id, after_sequence=request.after_sequence,
                                    until_finish=request.until_finish)
            case "lobby":
                request = json_format.ParseDict(fields, lobby_service_pb2.WatchLobbyRequest())
                return caller.watch_lobby(request.after_sequence, open_seats=request.open_seats,
                                          labels=dict(request.labels))
            case "results":
                request = json_format.ParseDict(fields, allocation_service_pb2.WatchResultsRequest())
                return caller.watch_results(request.after_sequence)
        raise ValueError(f"unknown feed {feed!r}")

    def _next(self, command):
        item = next(self._watches[command["name"]][1], None)
        return {"end": True} if item is None else {"answer": to_json(item)}

    def _close(self, command):
        self._watches[command["name"]][0].close()
        return {"answer": {}}

    def _decode(self, command):
        message = _TYPES[command["type"]].FromString(base64.b64decode(command["base64"]))
        return {"answer": to_json(message)}


def main():
    runner = Runner(os.environ["MEEPLE_SERVER"], os.environ.get("MEEPLE_TLS_CA"))
    for line in sys.stdin:
        print(json.dumps(runner.answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
