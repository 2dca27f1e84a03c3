#!/usr/bin/env python3
"""Runs conformance commands with the Python client: see clients/conformance/README.md."""

import base64
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "src"))

from google.protobuf import json_format  # noqa: E402

import meeple  # noqa: E402
from meeple.v1 import event_pb2, game_pb2, game_service_pb2  # noqa: E402

_TYPES = {"GameEvent": event_pb2.GameEvent, "Game": game_pb2.Game,
          "WatchGameResponse": game_service_pb2.WatchGameResponse}


def to_json(message):
    return json_format.MessageToDict(message, preserving_proto_field_name=True)


def to_error(error):
    return {"error": {"code": error.code.name, "reason": error.reason_name, "known": error.reason != 0,
                      "metadata": error.metadata}}


class Runner:
    """Answers commands, one after the other."""

    def __init__(self, address):
        self._client = meeple.Client(address)
        self._watches = {}

    def answer(self, command):
        try:
            return getattr(self, "_" + command["do"])(command)
        except meeple.MeepleError as error:
            return to_error(error)

    def _call(self, command):
        games = self._client.with_token(command["token"]).games
        request = json_format.ParseDict(command["request"],
                                        getattr(game_service_pb2, command["method"] + "Request")())
        timeout = command["timeout_ms"] / 1000 or None
        return {"answer": to_json(getattr(games, command["method"])(request, timeout=timeout))}

    def _watch(self, command):
        request = json_format.ParseDict(command["request"], game_service_pb2.WatchGameRequest())
        watch = self._client.with_token(command["token"]).watch(
            request.game_id, after_sequence=request.after_sequence,
            until_finish=request.until_finish)
        self._watches[command["name"]] = watch, iter(watch)
        return {"answer": {}}

    def _next(self, command):
        event = next(self._watches[command["name"]][1], None)
        return {"end": True} if event is None else {"answer": to_json(event)}

    def _close(self, command):
        self._watches[command["name"]][0].close()
        return {"answer": {}}

    def _decode(self, command):
        message = _TYPES[command["type"]].FromString(base64.b64decode(command["base64"]))
        return {"answer": to_json(message)}


def main():
    runner = Runner(os.environ["MEEPLE_SERVER"])
    for line in sys.stdin:
        print(json.dumps(runner.answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
