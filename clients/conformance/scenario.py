"""One scenario carried out with one runner: README.md beside this file has the steps."""

import json
import re
import time
import uuid

import grpc

from harness import waiting
from harness.contract import service_pb2, service_pb2_grpc

import matching

# How much later than its deadline a call may end.
_LATE = 5.0


class Mismatch(Exception):
    """What a client did is not what the scenario expects."""


class Scenario:
    """Carries out the steps in order; `run` raises Mismatch at the first that goes wrong."""

    def __init__(self, document, runner, world, matchmaker):
        """`matchmaker` is an API key of that role that the client has for itself."""
        self._steps = document["steps"]
        self._runner = runner
        self._world = world
        # One server serves all clients: a request id of a scenario must be new in each run.
        self._saved = {"new_id": str(uuid.uuid4()), "matchmaker": matchmaker}
        # Of each watch the last number, and whether none may be missing: filters of the lobby leave out some.
        self._sequences = {}
        self._dense = {}

    def run(self):
        for number, step in enumerate(self._steps, 1):
            kind = next(key for key in _STEPS if key in step)
            try:
                _STEPS[kind](self, self._filled(step))
            except (Mismatch, TimeoutError, EOFError, BrokenPipeError, AssertionError, LookupError) as trouble:
                raise Mismatch(f"step {number}, {kind} {step[kind]}: {trouble}") from trouble

    def _filled(self, value):
        """The value with ${name} replaced by what was saved."""
        if isinstance(value, dict):
            return {key: self._filled(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self._filled(each) for each in value]
        if isinstance(value, str):
            return re.sub(r"\$\{(\w+)\}", lambda match: str(self._saved[match[1]]), value)
        return value

    def _call(self, step):
        command = {"do": "call", "method": step["call"], "token": step.get("as", ""),
                   "request": step.get("request", {}), "timeout_ms": step.get("timeout_ms", 0)}
        started = time.monotonic()
        if step.get("lose_answer"):
            reply = self._lose_answer(command)
        else:
            reply = self._runner.ask(command)
        self._check_time(step, time.monotonic() - started)
        answer = self._check(step, reply)
        for name, path in step.get("save", {}).items():
            self._saved[name] = matching.part(answer, path)

    def _lose_answer(self, command):
        """Breaks the connection after the change has happened and before its answer is through."""
        with grpc.insecure_channel(self._world.address) as channel:
            stub = service_pb2_grpc.GameServiceStub(channel)
            look = service_pb2.GetGameRequest(game_id=command["request"]["game_id"])
            before = stub.GetGame(look).game.sequence
            self._world.proxy.lose_answers()
            self._runner.send(command)
            waiting.until(lambda: stub.GetGame(look).game.sequence > before, "the change")
            self._world.proxy.cut()
            self._world.proxy.heal()
            return self._runner.receive()

    @staticmethod
    def _check_time(step, seconds):
        limit = step.get("timeout_ms", 0) / 1000
        if limit and seconds > limit + _LATE:
            raise Mismatch(f"ended after {seconds:.1f} s, though the deadline was {limit:.1f} s")

    def _check(self, step, reply):
        """The answer in a reply that is as the step expects it."""
        if "refusal" in step:
            if "error" not in reply:
                raise Mismatch(f"was not refused: {json.dumps(reply)}")
            self._compare(step["refusal"], reply["error"])
            return {}
        if "answer" not in reply:
            raise Mismatch(f"failed: {json.dumps(reply)}")
        self._compare(step.get("answer", {}), reply["answer"])
        return reply["answer"]

    @staticmethod
    def _compare(expected, actual):
        difference = matching.difference(expected, actual)
        if difference:
            raise Mismatch(difference)

    def _watch(self, step):
        name, request = step["watch"], step["request"]
        feed = step.get("of", "game")
        self._sequences[name] = int(request.get("after_sequence", 0))
        self._dense[name] = feed != "lobby"
        self._check(step, self._runner.ask({"do": "watch", "name": name, "feed": feed, "request": request,
                                            "token": step.get("as", "")}))

    def _events(self, step):
        events = self._take(step)
        self._compare(step.get("answer", {}), {"events": events})
        if "texts" in step:
            self._compare(step["texts"], [event.get("text") for event in events])
        if "first_sequence" in step:
            self._compare(step["first_sequence"], events[0]["sequence"])

    def _take(self, step):
        """The next events of a watch: `count` of them, or up to the text `until`; in order, none twice."""
        name, events = step["events"], []
        while len(events) < step.get("count", 10_000):
            reply = self._runner.ask({"do": "next", "name": name})
            if "answer" not in reply:
                raise Mismatch(f"ended after {len(events)} events: {json.dumps(reply)}")
            event = reply["answer"]
            self._admit(name, int(event["sequence"]))
            events.append(event)
            if event.get("text") == step.get("until", object()):
                break
        return events

    def _admit(self, name, sequence):
        following = self._sequences[name] + 1
        if sequence < following or (self._dense[name] and sequence != following):
            raise Mismatch(f"event {sequence} came where {following} is next")
        self._sequences[name] = sequence

    def _end(self, step):
        reply = self._runner.ask({"do": "next", "name": step["end"]})
        if "refusal" in step:
            self._check(step, reply)
        elif reply != {"end": True}:
            raise Mismatch(f"did not end: {json.dumps(reply)}")

    def _close(self, step):
        self._check(step, self._runner.ask({"do": "close", "name": step["close"]}))

    def _decode(self, step):
        self._check(step, self._runner.ask({"do": "decode", "type": step["decode"],
                                            "base64": step["base64"]}))

    def _network(self, step):
        {"cut": self._world.proxy.cut, "stall": self._world.proxy.stall,
         "heal": self._world.proxy.heal}[step["network"]]()

    def _server(self, step):
        {"restart": self._world.restart}[step["server"]]()


_STEPS = {"call": Scenario._call, "watch": Scenario._watch, "events": Scenario._events,
          "end": Scenario._end, "close": Scenario._close, "decode": Scenario._decode,
          "network": Scenario._network, "server": Scenario._server}
