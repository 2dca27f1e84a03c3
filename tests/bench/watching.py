"""Measures what watching costs a server: memory, processor time, the patience of others.

Usage: watching.py [--quick | --smoke] [--json FILE]

Bytes of an idle watcher against those of a bare gRPC stream; processor time of an event delivered over
few and over many connections against the same; how late an event comes to 1 to 10,000 watchers; what a
thousand watchers that read nothing cost everyone else, and when they are given up; what ten thousand that
came and went leave behind. `--quick` has fewer rounds; `--smoke` only shows that everything runs, its
figures mean nothing. MEEPLE_BIN names the folder of the programs; by default it is that of the release
build.
"""

import argparse
import json
import pathlib
import statistics
import sys
import threading
import time

from figures import Failure, bench, floor, machine, tell

from harness import waiting
from harness.client import Client, token_of
from harness.server import Server

# The server's limit of watches on a connection.
PER_CONNECTION = 200
# A stalled watch ends after a minute, and is noticed within some seconds more.
GIVEN_UP_WITHIN = 90
# Events of a game whose watchers stall: more bytes than a transport takes without being read.
EVENTS_TO_STALL = 4_000


class Sizes:
    """How much is measured."""

    def __init__(self, rounds, seconds, watchers, audiences, until_given_up):
        self.rounds = rounds
        self.seconds = seconds
        self.watchers = watchers
        self.audiences = audiences
        self.until_given_up = until_given_up


FULL = Sizes(rounds=5, seconds=2.5, watchers=1_000, audiences=(1, 100, 1_000, 10_000),
             until_given_up=True)
QUICK = Sizes(rounds=3, seconds=1.0, watchers=1_000, audiences=(1, 100, 1_000),
              until_given_up=False)
SMOKE = Sizes(rounds=1, seconds=0.2, watchers=40, audiences=(1, 10), until_given_up=False)


def median(rounds, *path):
    """The median over the rounds of the number at that path."""
    numbers = []
    for result in rounds:
        for key in path:
            result = result[key]
        numbers.append(result)
    return statistics.median(numbers)


def settle(server):
    """Returns once the server rests: what its watchers' transports take unread has been sent."""
    used = server.cpu_seconds()

    def rests():
        nonlocal used
        time.sleep(0.5)
        before, used = used, server.cpu_seconds()
        return used - before < 0.1

    waiting.until(rests, "the server rests", 60)


class Crowd:
    """Watchers of one game that read nothing but what their transport takes by itself."""

    def __init__(self, server, game_id, count, after_sequence):
        connections = -(-count // PER_CONNECTION)
        # Without probing, a transport takes 64 KiB that nobody reads; with it, megabytes.
        self._clients = [Client(server.address, options=[("grpc.http2.bdp_probe", 0)])
                         for _ in range(connections)]
        self._streams = [
            self._clients[number % connections].watch(game_id, after_sequence=after_sequence)
            for number in range(count)]
        for stream in self._streams:
            stream.initial_metadata()

    def leave(self):
        for stream in self._streams:
            stream.cancel()
        for client in self._clients:
            client.close()


class LongGame:
    """A game of two marks, of which one is taken back and brought back for ever."""

    def __init__(self, server):
        anyone = Client(server.address)
        created = anyone.create()
        self.game_id = created.game.game_id
        self._x = Client(server.address, token_of(created, "X"))
        self._x.move(self.game_id, "b2")
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._go_on, daemon=True)

    def make_events(self, count):
        for _ in range(count // 2):
            self._x.undo(self.game_id)
            self._x.redo(self.game_id)

    def start(self):
        """Goes on slowly until `end`."""
        self._thread.start()

    def end(self):
        self._stop.set()
        self._thread.join()

    def _go_on(self):
        while not self._stop.wait(0.1):
            self.make_events(2)


class Run:
    """All measurements, by name."""

    def __init__(self, sizes):
        self.sizes = sizes
        self.figures = {}

    def _rounds(self, what, servers, measure):
        """The results of `measure` for each server, the servers taking turns."""
        results = {name: [] for name in servers}
        for number in range(self.sizes.rounds):
            for name, start in servers.items():
                tell(f"{what}, round {number + 1} of {self.sizes.rounds}: {name}")
                with start() as server:
                    results[name].append(measure(server))
        return results

    def idle(self):
        """Memory of a watcher that has nothing to read."""
        def measure(server):
            game_id = Client(server.address).create().game.game_id
            before = server.resident_bytes()
            crowd = Crowd(server, game_id, self.sizes.watchers * 4, after_sequence=2)
            used = (server.resident_bytes() - before) / (self.sizes.watchers * 4)
            crowd.leave()
            return {"bytes": used}
        results = self._rounds("idle watchers", {"floor": floor, "ours": Server}, measure)
        for name, rounds in results.items():
            self.figures[f"idle_watcher_bytes_{name}"] = median(rounds, "bytes")
        self.figures["idle_watcher_bytes_ratio"] = (self.figures["idle_watcher_bytes_ours"] /
                                                    self.figures["idle_watcher_bytes_floor"])

    def _watched_game(self, server, watchers, connections):
        return bench(server, "-p", "size=30", "--players=1", f"--connections={connections}",
                     "--prepare", "--games=1", f"--watchers={watchers}",
                     f"--seconds={self.sizes.seconds}", f"--warm-up={self.sizes.seconds / 5}")

    def fan_out(self):
        """Processor time of an event delivered, by the number of connections."""
        count = self.sizes.watchers
        for connections in (max(count // 20, 1), count):
            results = self._rounds(f"{count} watchers on {connections} connections",
                                   {"floor": floor, "ours": Server},
                                   lambda server: self._watched_game(server, count, connections))
            cpu = {name: median(rounds, "server_cpu_us_per_delivery")
                   for name, rounds in results.items()}
            name = f"fanout_{count}_on_{connections}"
            self.figures[f"{name}_cpu_us"] = cpu["ours"]
            self.figures[f"{name}_cpu_ratio"] = cpu["ours"] / cpu["floor"]
            self.figures[f"{name}_deliveries_per_cpu_second"] = 1e6 / cpu["ours"]

    def lateness(self):
        """From a move's call to its event at each watcher."""
        for count in self.sizes.audiences:
            rounds = self._rounds(
                f"lateness at {count} watchers", {"ours": Server},
                lambda server: self._watched_game(server, count, max(count // 100, 1)))["ours"]
            for percent in ("p50", "p99"):
                self.figures[f"delivery_{count}_{percent}_ms"] = (
                    median(rounds, "delivery", f"{percent}_us") / 1000)

    def _moves(self, server):
        """Moves of other games, at a rate that leaves the machine room."""
        return bench(server, "--players=64", "--connections=4", "--prepare", "--games=8000",
                     "--rate=2000", f"--seconds={self.sizes.seconds}",
                     f"--warm-up={self.sizes.seconds / 5}")

    def stalled(self):
        """What watchers that read nothing cost the moves of other games."""
        def measure(server):
            game = LongGame(server)
            game.make_events(EVENTS_TO_STALL)
            game.start()
            resident = [server.resident_bytes()]
            alone = self._moves(server)
            resident.append(server.resident_bytes())
            crowd = Crowd(server, game.game_id, self.sizes.watchers, after_sequence=0)
            settle(server)
            with_crowd = self._moves(server)
            resident.append(server.resident_bytes())
            # Each run of moves leaves as many games behind.
            used = (resident[2] - resident[1]) - (resident[1] - resident[0])
            game.end()
            crowd.leave()
            return {"alone": alone, "crowd": with_crowd, "bytes": used}
        rounds = self._rounds("stalled watchers", {"ours": Server}, measure)["ours"]
        ratios = [each["crowd"]["server_cpu_us_per_move"] / each["alone"]["server_cpu_us_per_move"]
                  for each in rounds]
        self.figures["stalled_cpu_ratio"] = statistics.median(ratios)
        self.figures["stalled_p99_ms"] = median(rounds, "crowd", "move", "p99_us") / 1000
        self.figures["without_stalled_p99_ms"] = median(rounds, "alone", "move", "p99_us") / 1000
        self.figures["stalled_watcher_bytes"] = median(rounds, "bytes") / self.sizes.watchers

    def given_up(self):
        """How long watchers that read nothing are kept."""
        with Server() as server:
            game = LongGame(server)
            game.make_events(EVENTS_TO_STALL)
            anyone = Client(server.address)
            tell("waiting for stalled watchers to be given up")
            crowd = Crowd(server, game.game_id, self.sizes.watchers, after_sequence=0)
            began = time.monotonic()
            waiting.until(lambda: anyone.watchers(game.game_id) == 0, "the watchers are given up",
                          GIVEN_UP_WITHIN)
            self.figures["stalled_given_up_seconds"] = time.monotonic() - began
            crowd.leave()

    def come_and_go(self):
        """What is left of ten thousand watches that were opened and cancelled."""
        with Server() as server:
            anyone = Client(server.address)
            game_id = anyone.create().game.game_id
            resident = []
            for number in range(11):
                tell(f"watchers come and go, {number + 1} of 11")
                Crowd(server, game_id, self.sizes.watchers, after_sequence=2).leave()
                waiting.until(lambda: anyone.watchers(game_id) == 0, "no watch is open")
                resident.append(server.resident_bytes())
            # The first ones make the room that the others use.
            self.figures["left_by_10000_watches_mib"] = (resident[-1] - resident[0]) / 2**20


# What is to be reached: the figure, its greatest good value, what it is.
TARGETS = (
    ("idle_watcher_bytes_ratio", 1.10, "memory of an idle watcher / of a bare stream"),
    ("fanout_1000_on_50_cpu_ratio", 1.10, "an event to 1,000 watchers on 50 connections / bare"),
    ("fanout_1000_on_1000_cpu_ratio", 1.10, "the same on 1,000 connections / bare"),
    ("stalled_cpu_ratio", 1.05, "a move of others with 1,000 stalled watchers / without"),
    ("stalled_p99_ms", 10.0, "ms, p99 of those moves"),
)


def print_table(figures):
    targets = {name: (target, what) for name, target, what in TARGETS}
    print(f"{'figure':<44} {'measured':>10} {'target':>8}")
    for name, value in figures.items():
        target, what = targets.get(name, (None, ""))
        goal = "" if target is None else f"{target:g}"
        verdict = "" if target is None else "met" if value <= target else "missed"
        print(f"{name:<44} {value:>10.2f} {goal:>8} {verdict:<6}  {what}".rstrip())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_const", dest="sizes", const=QUICK, default=FULL)
    size.add_argument("--smoke", action="store_const", dest="sizes", const=SMOKE)
    parser.add_argument("--json", metavar="FILE", help="writes all figures")
    parser.add_argument("--verdict-file", metavar="FILE", help="writes the figures in one line")
    arguments = parser.parse_args()
    surroundings = machine()
    run = Run(arguments.sizes)
    try:
        for measure in (run.idle, run.fan_out, run.lateness, run.stalled, run.come_and_go):
            measure()
        if arguments.sizes.until_given_up:
            run.given_up()
    except (Failure, AssertionError) as failure:
        print(f"FAILED: {failure}")
        return 1
    print_table(run.figures)
    if arguments.json:
        document = {"machine": surroundings, "rounds": arguments.sizes.rounds, **run.figures}
        pathlib.Path(arguments.json).write_text(json.dumps(document, indent=1) + "\n",
                                                encoding="utf-8")
    if arguments.verdict_file:
        pathlib.Path(arguments.verdict_file).write_text(
            f"an idle watcher takes {run.figures['idle_watcher_bytes_ratio']:.2f} of a bare stream",
            encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
