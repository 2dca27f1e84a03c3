"""Measures how the cost of a move and of an event grows with games, watchers, board and plies.

Usage: growth.py [--quick | --smoke] [--series NAME,...] --load PROGRAM [--json FILE] [--svg FILE]

PROGRAM is tests/bench/peers/go/load, built; it makes games of a given number of moves. Processor time of
the server, median of the rounds; each round takes all sizes in turn, each in a fresh process. What should be
flat is said to be so if the largest size costs no more than half again of the smallest one that has the same
concurrency. `--series` measures some of them: games, watchers, bare_watchers,
boards, plies. `--smoke` only shows that everything runs, its figures mean nothing. MEEPLE_BIN names the folder
of the programs; by default it is that of the release build.
"""

import argparse
import datetime
import json
import pathlib
import statistics
import sys

import plot
from figures import Failure, bench, floor, machine, output_of, tell

from harness.server import Server

PLAYERS = 64
# Games at a time where each has up to 10,000 plies.
LONG_GAMES = 4
# A move to more watchers takes a good part of a second; a window holds some of them, so that those at its
# edges do not count.
WATCHERS_A_SECOND = 2_500
# A watch stays open for each watcher; a connection has 200 at most.
WATCHES_PER_CONNECTION = 100
ROOM_FOR_GAMES = 8 << 30
FLAT = 1.5


class Sizes:
    """How much is measured. `moves` are those of a measurement of a board or of plies."""

    def __init__(self, rounds, seconds, moves, games, watchers, boards, plies):
        self.rounds = rounds
        self.seconds = seconds
        self.moves = moves
        self.games = games
        self.watchers = self.bare_watchers = watchers
        self.boards = boards
        self.plies = plies


FULL = Sizes(rounds=3, seconds=1.0, moves=20_000, games=(1, 10, 100, 1_000, 10_000, 100_000),
             watchers=(1, 10, 100, 1_000, 10_000), boards=(3, 12, 32, 100),
             plies=(10, 100, 1_000, 10_000))
QUICK = Sizes(rounds=1, seconds=0.5, moves=10_000, games=(1, 100, 10_000), watchers=(1, 100, 1_000),
              boards=(3, 100), plies=(10, 1_000))
SMOKE = Sizes(rounds=1, seconds=0.2, moves=200, games=(1, 100), watchers=(1, 10), boards=(3, 12),
              plies=(4, 16))

# The series: its title, what grows, what costs, and from which size on it should be flat. One game, or one
# watcher, at a time wakes threads for each call, which many at a time share.
SERIES = {
    "games": ("Live games", "games", "us a move", PLAYERS),
    "watchers": ("Watchers of a game", "watchers", "us an event delivered", 100),
    "bare_watchers": ("Watchers of a bare stream", "watchers", "us an event delivered", 100),
    "boards": ("Rows and columns of the board", "N", "us a move", 0),
    "plies": ("Plies of a game", "plies", "us a move", 0),
}


class Run:
    """All measurements: by series and size a list with one cost a round."""

    def __init__(self, sizes, series, load):
        self.sizes = sizes
        self.samples = {name: {} for name in series}
        self._load = load

    def _fill(self, server, games, plies, size=3, players=PLAYERS):
        """Games of so many moves, by the load program; its report."""
        return json.loads(output_of(
            self._load, "-address", server.address, "-server-pid", str(server.pid),
            "-players", str(min(players, games)), "-games", str(games), "-plies", str(plies),
            "-size", str(size)))

    def _games(self, count):
        """Moves of up to 64 games at a time while the others rest."""
        playing = min(PLAYERS, count)
        with Server(f"--games-memory={ROOM_FOR_GAMES}") as server:
            if count > playing:
                self._fill(server, count - playing, 1)
            result = bench(server, "-p", "size=100", f"--players={playing}", f"--games={playing}",
                           "--prepare", f"--connections={min(8, playing)}",
                           f"--seconds={self.sizes.seconds}", "--warm-up=0.1")
        return result["server_cpu_us_per_move"]

    def _watchers(self, count, start=Server):
        """The events of one game, each to all watchers before the next move."""
        seconds = self.sizes.seconds * max(1, count / WATCHERS_A_SECOND)
        with start() as server:
            result = bench(server, "-p", "size=100", "--players=1", "--games=1", "--prepare",
                           f"--watchers={count}",
                           f"--connections={-(-count // WATCHES_PER_CONNECTION)}",
                           f"--seconds={seconds}", "--warm-up=0.1")
        return result["server_cpu_us_per_delivery"]

    def _bare_watchers(self, count):
        """The same on the floor, which is bare gRPC: what of the growth is not ours."""
        return self._watchers(count, floor)

    def _boards(self, size):
        """The first moves on boards of that size."""
        plies = 8
        with Server() as server:
            result = self._fill(server, self.sizes.moves // plies, plies, size)
        return result["server_cpu_us_per_move"]

    def _plies(self, count):
        """All moves of games of so many, on the same board, equally many games at a time."""
        games = max(self.sizes.moves // count, LONG_GAMES)
        with Server() as server:
            result = self._fill(server, games, count, 100, LONG_GAMES)
        return result["server_cpu_us_per_move"]

    def measure(self):
        for number in range(self.sizes.rounds):
            for name in self.samples:
                for size in getattr(self.sizes, name):
                    tell(f"{name}, round {number + 1} of {self.sizes.rounds}: {size:,}")
                    cost = getattr(self, f"_{name}")(size)
                    self.samples[name].setdefault(size, []).append(cost)

    def figures(self):
        """By series: size and median cost."""
        return {name: [[size, statistics.median(costs)] for size, costs in sizes.items()]
                for name, sizes in self.samples.items()}


def growth(name, points):
    """How many times the cost of the first size that should be flat the last one's is."""
    settled = [cost for size, cost in points if size >= SERIES[name][3]]
    return settled[-1] / settled[0] if len(settled) > 1 else 1.0


def print_tables(document):
    for name, points in document["cost_us"].items():
        title, _, what, flat_from = SERIES[name]
        ratio = document["growth"][name]
        verdict = "flat" if ratio <= FLAT else "NOT flat"
        since = f" from {flat_from}" if flat_from else ""
        print(f"\n{title}, {what}: {ratio:.2f}{since}, {verdict}")
        for size, cost in points:
            print(f"{size:>10,} {cost:>9.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_const", dest="sizes", const=QUICK, default=FULL)
    size.add_argument("--smoke", action="store_const", dest="sizes", const=SMOKE)
    parser.add_argument("--series", metavar="NAME,...", default=",".join(SERIES),
                        type=lambda text: text.split(","))
    parser.add_argument("--load", metavar="PROGRAM", required=True)
    parser.add_argument("--json", metavar="FILE", help="writes all figures and samples")
    parser.add_argument("--svg", metavar="FILE", help="draws cost by size")
    parser.add_argument("--verdict-file", metavar="FILE", help="writes the figures in one line")
    arguments = parser.parse_args()
    if unknown := set(arguments.series) - set(SERIES):
        parser.error(f"there is no series {', '.join(sorted(unknown))}")
    began = datetime.datetime.now(datetime.timezone.utc)
    surroundings = machine()
    run = Run(arguments.sizes, arguments.series, arguments.load)
    try:
        run.measure()
    except (Failure, AssertionError) as failure:
        print(f"FAILED: {failure}")
        return 1
    cost = run.figures()
    document = {"date": began.isoformat(timespec="seconds"), "machine": surroundings,
                "rounds": arguments.sizes.rounds, "cost_us": cost,
                "growth": {name: growth(name, points) for name, points in cost.items()},
                "samples": run.samples}
    print_tables(document)
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if arguments.svg:
        panels = [(*SERIES[name][:3], points) for name, points in cost.items()]
        pathlib.Path(arguments.svg).write_text(plot.draw_growth(panels, document), encoding="utf-8")
    if arguments.verdict_file:
        pathlib.Path(arguments.verdict_file).write_text(
            ", ".join(f"{name} {ratio:.2f}" for name, ratio in document["growth"].items()),
            encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
