"""Measures what a live game, a watcher, a connection and a stored game take of memory and of the disk.

Usage: memory.py [--million | --smoke] --load PROGRAM [--json FILE]

PROGRAM is tests/bench/peers/go/load, built; it makes games of a given number of moves. Growth of the server's
resident set, or of its data directory, over so many of a kind; so an allocator's room to spare is in it.
`--million` measures one million live games instead, their journal in memory, which takes gigabytes.
`--smoke` only shows that everything runs. Needs the Python packages of `scripts/bootstrap clients`.
MEEPLE_BIN names the folder of the programs; by default it is that of the release build.
"""

import argparse
import datetime
import json
import pathlib
import sys
import tempfile

from figures import Failure, machine, output_of, tell
from watching import Crowd, settle

from harness.client import Client
from harness.server import Server

# A live 3 x 3 game should take less.
TARGET_BYTES = 2048
ROOM = ("--games-memory=17179869184", "--max-games=2000000", "--idle-after=1h")


class Sizes:
    """How many of each."""

    def __init__(self, games, watchers, connections):
        self.games = games
        self.watchers = watchers
        self.connections = connections


FULL = Sizes(games=4_000, watchers=4_000, connections=500)
SMOKE = Sizes(games=200, watchers=40, connections=10)
MILLION = 1_000_000


def fill(load, server, games, *flags):
    """Makes games by the load program."""
    output_of(load, "-address", server.address, "-server-pid", str(server.pid), "-games", str(games),
              *flags)


def is_live_game(figure):
    """Whether it is one that has a target."""
    return figure.startswith("live_game") or figure == "million_live_games_bytes_each"


def bytes_in(folder):
    return sum(path.stat().st_size for path in pathlib.Path(folder).rglob("*") if path.is_file())


class Run:
    """All measurements, by name."""

    def __init__(self, sizes, load, folder):
        self.sizes = sizes
        self.figures = {}
        self._load = load
        self._folder = folder

    def _started(self, journal):
        folder = tempfile.mkdtemp(dir=self._folder) if journal == "disk" else None
        return folder, Server(*ROOM, data_dir=folder)

    def live_games(self):
        """Bytes of a live 3 x 3 game after one move and after five, and so of a move."""
        for journal in ("memory", "disk"):
            used = {}
            for plies in (1, 5):
                tell(f"live games of {plies} moves, journal: {journal}")
                folder, server = self._started(journal)
                with server:
                    fill(self._load, server, 64, "-plies", str(plies))  # threads, buffers, caches
                    settle(server)
                    before = server.resident_bytes()
                    fill(self._load, server, self.sizes.games, "-plies", str(plies))
                    settle(server)
                    used[plies] = (server.resident_bytes() - before) / self.sizes.games
                    self.figures[f"live_game_{plies}_moves_{journal}_bytes"] = used[plies]
                if folder:
                    self.figures[f"stored_game_{plies}_moves_bytes"] = (
                        bytes_in(folder) / self.sizes.games)
            self.figures[f"live_move_{journal}_bytes"] = (used[5] - used[1]) / 4

    def watchers(self):
        tell("watchers")
        with Server() as server:
            game_id = Client(server.address).create().game.game_id
            before = server.resident_bytes()
            crowd = Crowd(server, game_id, self.sizes.watchers, after_sequence=2)
            self.figures["watcher_bytes"] = (server.resident_bytes() - before) / self.sizes.watchers
            crowd.leave()

    def connections(self):
        """Connections that made one call each and rest."""
        tell("connections")
        with Server() as server:
            anyone = Client(server.address)
            game_id = anyone.create().game.game_id
            before = server.resident_bytes()
            clients = [Client(server.address) for _ in range(self.sizes.connections)]
            for client in clients:
                client.get(game_id)
            self.figures["connection_bytes"] = (
                (server.resident_bytes() - before) / self.sizes.connections)
            for client in clients:
                client.close()

    def million(self):
        """One million live games, made a hundred a call, in which nobody has moved yet."""
        tell("one million live games")
        with Server(*ROOM, "--dev") as server:
            before = server.resident_bytes()
            fill(self._load, server, MILLION, "-allocate", "-seconds", "0")
            resident = server.resident_bytes()
            self.figures["million_live_games_resident_bytes"] = resident
            self.figures["million_live_games_bytes_each"] = (resident - before) / MILLION
            self.figures["million_live_games_cpu_us_each"] = server.cpu_seconds() * 1e6 / MILLION


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--load", metavar="PROGRAM", required=True)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--million", action="store_true")
    size.add_argument("--smoke", action="store_const", dest="sizes", const=SMOKE, default=FULL)
    parser.add_argument("--json", metavar="FILE", help="writes all figures")
    parser.add_argument("--verdict-file", metavar="FILE", help="writes the figures in one line")
    arguments = parser.parse_args()
    began = datetime.datetime.now(datetime.timezone.utc)
    surroundings = machine()
    with tempfile.TemporaryDirectory(prefix="meeple-bench-") as folder:
        run = Run(arguments.sizes, arguments.load, folder)
        measures = ([run.million] if arguments.million else
                    [run.live_games, run.watchers, run.connections])
        try:
            for measure in measures:
                measure()
        except (Failure, AssertionError) as failure:
            print(f"FAILED: {failure}")
            return 1
    for name, value in run.figures.items():
        verdict = ("  met" if value <= TARGET_BYTES else "  missed") if is_live_game(name) else ""
        print(f"{name:<40} {value:>14,.0f}{verdict}")
    if arguments.json:
        document = {"date": began.isoformat(timespec="seconds"), "machine": surroundings,
                    **run.figures}
        pathlib.Path(arguments.json).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if arguments.verdict_file:
        each = next(value for name, value in run.figures.items() if is_live_game(name))
        pathlib.Path(arguments.verdict_file).write_text(f"a live game takes {each:,.0f} bytes",
                                                        encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
