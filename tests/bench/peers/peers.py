"""Measures other servers and rules of turn-based games next to ours, in one run on one machine.

Usage: peers.py [--quick] --peers FOLDER [--json FILE]

FOLDER holds what `scripts/bench-peers` installed and built; a peer that is not there is named as missing.
All take turns, round after round, each time in a fresh process; a figure is the median of its rounds.
MEEPLE_BIN names the folder of our programs; by default it is that of the release build.
"""

import argparse
import datetime
import json
import pathlib
import shutil
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from figures import Failure, bench, machine, output_of, tell  # noqa: E402
from harness import environment  # noqa: E402
from harness.server import Server  # noqa: E402

FILLED_GAMES = 10_000
FILLED_PLIES = 5
PLAYERS = 64


class Sizes:
    """How much is measured. `matches` are those of boardgame.io, whose two clients a match are
    connected beforehand."""

    def __init__(self, rounds, seconds, games, matches):
        self.rounds = rounds
        self.seconds = seconds
        self.games = games
        self.matches = matches


FULL = Sizes(rounds=3, seconds=2.0, games=12_000, matches=300)
QUICK = Sizes(rounds=1, seconds=1.0, games=6_000, matches=200)

# What each promises at the speed measured here: kept when power is lost, one order of moves for everyone,
# a repeated call does nothing twice, a refusal says why.
PROMISES = {
    "meeple_memory": ("no", "yes", "yes, by request id", "yes, with a reason"),
    "meeple_memory_watched": ("no", "yes, no gap", "yes, by request id", "yes, with a reason"),
    "meeple_durable": ("yes, synced", "yes", "yes, by request id", "yes, with a reason"),
    "grpc_go": ("no", "yes, by a lock", "no", "a code and a text"),
    "boardgame_io": ("no", "yes, one process", "a stale one is dropped", "none: it is not answered"),
}

LABELS = {
    "meeple_memory": "Meeple, in memory",
    "meeple_memory_watched": "Meeple, in memory, each game watched",
    "meeple_durable": "Meeple, on disk, synced",
    "grpc_go": "a plain grpc-go service",
    "boardgame_io": "boardgame.io",
}


class Peers:
    """The programs of others, as far as they are there."""

    def __init__(self, folder):
        self._folder = folder
        self.node = shutil.which("node")

    def missing(self):
        """What cannot be measured here, and why."""
        wanted = {"grpc_go": self._folder / "go" / "plainserver",
                  "boardgame_io": self._folder / "boardgame_io" / "node_modules",
                  "open_spiel": self._python}
        return [name for name, path in wanted.items() if not path.exists()]

    @property
    def _python(self):
        return self._folder / "open_spiel" / "bin" / "python"

    def grpc_go(self):
        return Server(program=str(self._folder / "go" / "plainserver"))

    def boardgame_io(self):
        return Server(str(self._folder / "boardgame_io" / "server.js"), program=self.node)

    def load_go(self, server, *flags):
        """The load of the Go client on any server of the contract."""
        return json.loads(output_of(str(self._folder / "go" / "load"), "-address", server.address,
                                    "-server-pid", str(server.pid), "-players", str(PLAYERS), *flags))

    def load_boardgame_io(self, server, *flags):
        return json.loads(output_of(
            self.node, str(self._folder / "boardgame_io" / "load.js"), "--address", server.address,
            "--server-pid", str(server.pid), "--players", str(PLAYERS), *flags))

    def open_spiel(self, game, seconds):
        script = pathlib.Path(__file__).with_name("open_spiel_moves.py")
        return json.loads(output_of(str(self._python), str(script), game, str(seconds)))

    def versions(self):
        """Those of what is installed."""
        found = {}
        package = self._folder / "boardgame_io" / "node_modules" / "boardgame.io" / "package.json"
        if package.exists():
            found["boardgame.io"] = json.loads(package.read_text(encoding="utf-8"))["version"]
            found["node"] = output_of(self.node, "--version").strip()
        if (self._folder / "go").exists():
            found["go"] = output_of("go", "version").split()[2]
            found["grpc-go"] = output_of("go", "list", "-C", str(pathlib.Path(__file__).parent / "go"),
                                         "-m", "-f", "{{.Version}}", "google.golang.org/grpc").strip()
        if self._python.exists():
            found["open_spiel"] = output_of(
                str(self._python), "-c",
                "import importlib.metadata as m; print(m.version('open_spiel'))").strip()
        return found


class Run:
    """All measurements, by name; each is a list with one result a round."""

    def __init__(self, sizes, peers, folder):
        self.sizes = sizes
        self.samples = {}
        self.memory = {}
        self._peers = peers
        self._folder = folder
        self._missing = peers.missing()

    def _durable(self):
        return Server(data_dir=tempfile.mkdtemp(dir=self._folder))

    def _ours(self, server, watchers=0, connections=8):
        """Moves alone, by our own load generator, in the shape that the others' loads print."""
        result = bench(server, f"--players={PLAYERS}", f"--connections={connections}", "--prepare",
                       f"--games={self.sizes.games}", f"--seconds={self.sizes.seconds}",
                       f"--watchers={watchers}", "--warm-up=0.2")
        seen = result["delivery"] if watchers else result["move"]
        return {"per_second": result["move"]["per_second"], "p50_us": seen["p50_us"],
                "p99_us": seen["p99_us"],
                "server_cpu_us_per_move": result["server_cpu_us_per_move"]}

    def _contestants(self):
        """How each is started and measured, by name, as far as it is there."""
        seconds, games = str(self.sizes.seconds), str(self.sizes.games)
        everyone = {
            "meeple_memory": (Server, self._ours),
            # Of each game of all that are made a watch is open, and a connection has 200 at most.
            "meeple_memory_watched": (Server, lambda server: self._ours(
                server, watchers=1, connections=self.sizes.games // 200 + 1)),
            "meeple_durable": (self._durable, self._ours),
            "grpc_go": (self._peers.grpc_go, lambda server: self._peers.load_go(
                server, "-games", games, "-seconds", seconds)),
            "boardgame_io": (self._peers.boardgame_io, lambda server: self._peers.load_boardgame_io(
                server, "--games", str(self.sizes.matches), "--seconds", seconds)),
        }
        return {name: each for name, each in everyone.items() if name not in self._missing}

    def measure_moves(self):
        for number in range(self.sizes.rounds):
            for name, (start, measure) in self._contestants().items():
                tell(f"moves, round {number + 1} of {self.sizes.rounds}: {name}")
                with start() as server:
                    self.samples.setdefault(name, []).append(measure(server))

    def measure_rules(self):
        """Random moves through the rules alone, no server."""
        for number in range(self.sizes.rounds):
            tell(f"rules, round {number + 1} of {self.sizes.rounds}")
            result = json.loads(output_of(
                environment.program("engine_benchmark"), "--benchmark_format=json",
                "--benchmark_filter=BM_RandomMoves(OnValues|ThroughGame)/(tic_tac_toe|connect_four)$",
                f"--benchmark_min_time={self.sizes.seconds / 4}"))
            for entry in result["benchmarks"]:
                name = entry["name"].removeprefix("BM_RandomMoves")
                self.samples.setdefault(f"rules_{name}", []).append(
                    {"per_cpu_second": entry["items_per_second"]})
            if "open_spiel" in self._missing:
                continue
            for game in ("tic_tac_toe", "connect_four"):
                result = self._peers.open_spiel(game, self.sizes.seconds / 4)
                for way in ("cpp", "python"):
                    self.samples.setdefault(f"rules_open_spiel_{way}/{game}", []).append(
                        {"per_cpu_second": result[way]})

    def measure_memory(self):
        """Growth of the resident set by live games of five moves that nobody is connected to."""
        fill = ("games", str(FILLED_GAMES), "plies", str(FILLED_PLIES))
        ways = {"boardgame_io": (self._peers.boardgame_io, self._peers.load_boardgame_io, "--")}
        if "grpc_go" not in self._missing:  # its load fills ours, too
            ways.update({"meeple_memory": (Server, self._peers.load_go, "-"),
                         "meeple_durable": (self._durable, self._peers.load_go, "-"),
                         "grpc_go": (self._peers.grpc_go, self._peers.load_go, "-")})
        for name, (start, load, dash) in ways.items():
            if name in self._missing:
                continue
            tell(f"memory of {FILLED_GAMES} games: {name}")
            with start() as server:
                before = server.resident_bytes()
                load(server, dash + fill[0], fill[1], dash + fill[2], fill[3])
                after = server.resident_bytes()
            self.memory[name] = {"resident_bytes": after,
                                 "bytes_per_game": (after - before) / FILLED_GAMES}

    def median(self, name, figure):
        return statistics.median(sample[figure] for sample in self.samples[name])

    def figures(self):
        """The medians, by name."""
        moves = {}
        for name in LABELS:
            if name in self.samples:
                cpu = self.median(name, "server_cpu_us_per_move")
                moves[name] = {"moves_per_server_cpu_second": 1e6 / cpu,
                               **{figure: self.median(name, figure)
                                  for figure in ("per_second", "p50_us", "p99_us")},
                               **self.memory.get(name, {})}
        rules = {name.removeprefix("rules_"): self.median(name, "per_cpu_second")
                 for name in self.samples if name.startswith("rules_")}
        return {"servers": moves, "random_moves_per_cpu_second": rules}


def print_tables(document):
    print(f"{'server':<38} {'moves/CPU s':>11} {'p50 ms':>8} {'p99 ms':>8} {'10,000 games':>13}  "
          "durable / ordered / idempotent / refusals")
    for name, row in document["servers"].items():
        memory = (f"{row['resident_bytes'] / 2**20:.0f} MiB" if "resident_bytes" in row else "-")
        print(f"{LABELS[name]:<38} {row['moves_per_server_cpu_second']:>11,.0f} "
              f"{row['p50_us'] / 1000:>8.2f} {row['p99_us'] / 1000:>8.2f} {memory:>13}  "
              f"{' / '.join(PROMISES[name])}")
    print(f"\n{'random moves through the rules':<38} {'moves/CPU s':>11}")
    for name, value in document["random_moves_per_cpu_second"].items():
        print(f"{name:<38} {value:>11,.0f}")
    for name in document["missing"]:
        print(f"MISSING: {name} was not measured; scripts/bench-peers said why it is not installed")


def measure(sizes, peers, folder):
    """The document of a whole run."""
    began = datetime.datetime.now(datetime.timezone.utc)
    surroundings = {**machine(), **peers.versions()}
    run = Run(sizes, peers, folder)
    run.measure_moves()
    run.measure_rules()
    run.measure_memory()
    return {"date": began.isoformat(timespec="seconds"), "machine": surroundings,
            "rounds": sizes.rounds, "missing": peers.missing(), **run.figures(),
            "promises": {name: dict(zip(("durable", "ordered", "idempotent", "refusals"), each))
                         for name, each in PROMISES.items()},
            "samples": run.samples}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_const", dest="sizes", const=QUICK, default=FULL)
    parser.add_argument("--peers", metavar="FOLDER", type=pathlib.Path, required=True)
    parser.add_argument("--json", metavar="FILE", help="writes all figures and samples")
    parser.add_argument("--verdict-file", metavar="FILE", help="writes the figures in one line")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="meeple-bench-") as folder:
        try:
            document = measure(arguments.sizes, Peers(arguments.peers.resolve()), folder)
        except (Failure, AssertionError) as failure:
            print(f"FAILED: {failure}")
            return 1
    print_tables(document)
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if arguments.verdict_file:
        missing = f", missing: {', '.join(document['missing'])}" if document["missing"] else ""
        pathlib.Path(arguments.verdict_file).write_text(
            f"{len(document['servers'])} servers measured{missing}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
