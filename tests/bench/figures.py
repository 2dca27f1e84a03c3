"""Measures the server against its floors, and the rules, in one run.

Usage: figures.py [--quick | --smoke] [--json FILE] [--svg FILE]

Ours and the floor take turns, round after round, each time in a fresh process, so that whatever else
the machine does meets both. A figure is the median of its rounds. `--quick` has fewer and shorter
ones; `--smoke` only shows that everything runs, its figures mean nothing. MEEPLE_BIN names the folder
of the programs; by default it is that of the release build.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

import plot  # noqa: E402
from harness import environment  # noqa: E402
from harness.server import Server  # noqa: E402

# What the commit of one move comes to on the disk, about.
COMMIT_BYTES = 600
BOARD_SIZES = (3, 10, 100, 300, 1000)


class Sizes:
    """How much is measured."""

    def __init__(self, rounds, seconds, warm_up, players, games, watchers):
        self.rounds = rounds
        self.seconds = seconds
        self.warm_up = warm_up
        self.players = players
        self.games = games
        self.watchers = watchers


FULL = Sizes(rounds=5, seconds=2.5, warm_up=0.5, players=128, games=16_000, watchers=1_000)
QUICK = Sizes(rounds=3, seconds=1.0, warm_up=0.3, players=128, games=8_000, watchers=1_000)
SMOKE = Sizes(rounds=1, seconds=0.5, warm_up=0.1, players=16, games=4_000, watchers=40)


class Failure(Exception):
    """A program did not do what it should."""


def output_of(*command):
    """What a command prints; Failure if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)} failed ({done.returncode}): {done.stderr.strip()}")
    return done.stdout


def bench(server, *flags):
    """A run of the load generator against a server on this machine."""
    return json.loads(output_of(
        environment.program("meeple"), "bench", f"--server={server.address}",
        f"--server-pid={server.pid}", "--json", *flags))


def floor(*flags):
    return Server(*flags, program="floor_server")


class Run:
    """All measurements of one run, by name; each is a list with one result a round. `folder` is for
    the journals on disk."""

    def __init__(self, sizes, folder, tell):
        self.sizes = sizes
        self.samples = {}
        self._folder = folder
        self._tell = tell

    def add(self, name, result):
        self.samples.setdefault(name, []).append(result)

    def median(self, name, *path):
        """The median over the rounds of the number at that path in the results."""
        return statistics.median(self._at(result, path) for result in self.samples[name])

    def spread(self, name, *path):
        """The least and the greatest of them."""
        numbers = [self._at(result, path) for result in self.samples[name]]
        return min(numbers), max(numbers)

    @staticmethod
    def _at(result, path):
        for key in path:
            result = result[key]
        return result

    def _durable(self):
        return Server(data_dir=tempfile.mkdtemp(dir=self._folder))

    def measure_moves(self):
        """Moves alone, of many games at a time on 8 connections."""
        load = (f"--players={self.sizes.players}", "--connections=8", "--prepare",
                f"--games={self.sizes.games}", f"--seconds={self.sizes.seconds}",
                f"--warm-up={self.sizes.warm_up}")
        servers = {"floor": floor, "floor_messages": lambda: floor("--messages"),
                   "memory": Server, "durable": self._durable}
        for number in range(self.sizes.rounds):
            for name, start in servers.items():
                self._tell(f"moves, round {number + 1} of {self.sizes.rounds}: {name}")
                with start() as server:
                    self.add(f"submit_{name}", bench(server, *load))

    def measure_fan_out(self):
        """The moves of one game, each to all watchers, before the next one."""
        load = ("-p", "size=30", "--players=1", "--connections=10", "--prepare", "--games=1",
                f"--watchers={self.sizes.watchers}", f"--seconds={self.sizes.seconds}",
                f"--warm-up={self.sizes.warm_up}")
        for number in range(self.sizes.rounds):
            for name, start in {"floor": floor, "memory": Server}.items():
                self._tell(f"fan-out, round {number + 1} of {self.sizes.rounds}: {name}")
                with start() as server:
                    self.add(f"fanout_{name}", bench(server, *load))

    def measure_latency(self):
        """One move at a time, and many at half of what the server can do."""
        alone = ("--players=1", "--connections=1", f"--seconds={self.sizes.seconds / 2}",
                 f"--warm-up={self.sizes.warm_up}")
        rate = self.median("submit_durable", "move", "per_second") / 2
        half = (f"--players={2 * self.sizes.players}", "--connections=8", "--prepare",
                f"--games={self.sizes.games}",
                f"--rate={rate:.0f}", f"--seconds={self.sizes.seconds}",
                f"--warm-up={self.sizes.warm_up}")
        for number in range(self.sizes.rounds):
            self._tell(f"latency, round {number + 1} of {self.sizes.rounds}")
            self.add("fdatasync", json.loads(output_of(
                environment.program("fdatasync_probe"), self._folder, str(COMMIT_BYTES),
                str(self.sizes.seconds / 2))))
            with floor() as server:
                self.add("alone_floor", bench(server, *alone))
            with self._durable() as server:
                self.add("alone_durable", bench(server, *alone))
            with self._durable() as server:
                self.add("half_durable", bench(server, *half))

    def measure_engine(self):
        """The win check of a move, by the size of the board."""
        self._tell("rules")
        result = json.loads(output_of(
            environment.program("engine_benchmark"), "--benchmark_filter=BM_LineCounterForward",
            f"--benchmark_min_time={self.sizes.seconds / 10}", "--benchmark_format=json"))
        self.add("engine", {entry["name"].rsplit("/", 1)[1]: entry["cpu_time"]
                            for entry in result["benchmarks"]})

    def figures(self):
        """The figures by the names that other programs know them by."""
        cpu = {name: self.median(name, f"server_cpu_us_per_{what}")
               for name, what in OPERATIONS.items()}
        fdatasync = self.median("fdatasync", "p50_us")
        alone = {name: self.median(f"alone_{name}", "move", "p50_us")
                 for name in ("floor", "durable")}
        return {
            "submit_memory_cpu_ratio": cpu["submit_memory"] / cpu["submit_floor"],
            "submit_durable_cpu_ratio": cpu["submit_durable"] / cpu["submit_floor"],
            "submit_memory_messages_cpu_ratio": cpu["submit_memory"] / cpu["submit_floor_messages"],
            "submit_durable_messages_cpu_ratio":
                cpu["submit_durable"] / cpu["submit_floor_messages"],
            f"fanout_{self.sizes.watchers}_cpu_ratio": cpu["fanout_memory"] / cpu["fanout_floor"],
            **{f"{name}_cpu_us": value for name, value in cpu.items()},
            "submit_memory_per_second": self.median("submit_memory", "move", "per_second"),
            "submit_durable_per_second": self.median("submit_durable", "move", "per_second"),
            "fdatasync_p50_us": fdatasync,
            "fdatasync_p99_us": self.median("fdatasync", "p99_us"),
            "submit_floor_alone_p50_us": alone["floor"],
            "submit_durable_alone_p50_us": alone["durable"],
            "submit_durable_alone_excess_us": alone["durable"] - alone["floor"] - fdatasync,
            "submit_durable_half_load_rate": self.samples["half_durable"][0]["rate"],
            "submit_durable_half_load_p50_ms":
                self.median("half_durable", "move", "p50_us") / 1000,
            "submit_durable_half_load_p99_ms":
                self.median("half_durable", "move", "p99_us") / 1000,
            **{f"engine_ns_per_move_n{size}": self.median("engine", str(size))
               for size in BOARD_SIZES},
        }


# What the server's processor time is divided by, in each measurement.
OPERATIONS = {"submit_floor": "move", "submit_floor_messages": "move", "submit_memory": "move",
              "submit_durable": "move", "fanout_floor": "delivery", "fanout_memory": "delivery"}

# What is to be reached: the figure, its greatest good value, what it is.
TARGETS = (
    ("submit_memory_cpu_ratio", 1.10, "processor time a move in memory / the floor"),
    ("submit_durable_cpu_ratio", 1.35, "processor time a move on disk / the floor"),
    ("submit_memory_messages_cpu_ratio", None, "... in memory / a floor with typed messages"),
    ("submit_durable_messages_cpu_ratio", None, "... on disk / the same"),
    ("fanout_1000_cpu_ratio", 1.10, "processor time an event to 1,000 watchers / the floor"),
    ("submit_durable_alone_excess_us", 50.0, "us, one move on disk beyond floor and fdatasync, p50"),
    ("submit_durable_half_load_p99_ms", 10.0, "ms, moves on disk at half load, p99"),
    ("engine_ns_per_move_n3", 3.0, "ns, win check, 3 x 3"),
    ("engine_ns_per_move_n100", 3.0, "ns, win check, 100 x 100"),
)


def machine():
    """What the figures were measured on, and how busy it was when the run began."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return {
        "cores": os.cpu_count(),
        "processor": models[0] if models else platform.machine(),
        "kernel": platform.release(),
        "load_average": os.getloadavg()[0],
        "meeple": output_of(environment.program("meeple"), "--version").strip(),
        "grpc": output_of("pkg-config", "--modversion", "grpc++").strip(),
        "compiler": output_of("c++", "--version").splitlines()[0],
    }


def print_table(figures):
    print(f"{'figure':<36} {'measured':>9} {'target':>8}")
    for name, target, what in TARGETS:
        if name not in figures:
            continue
        value = figures[name]
        goal = "" if target is None else f"{target:g}"
        verdict = "" if target is None else "met" if value <= target else "missed"
        print(f"{name:<36} {value:>9.2f} {goal:>8} {verdict:<6}  {what}")
    for name in OPERATIONS:
        print(f"{name + '_cpu_us':<36} {figures[name + '_cpu_us']:>9.2f}")


def tell(text):
    """One line while it runs; in place on a terminal."""
    end = "\r" if sys.stdout.isatty() else "\n"
    print(f"{text:<78}", end=end, flush=True)


def measure(sizes, folder):
    """The document of a whole run."""
    began = datetime.datetime.now(datetime.timezone.utc)
    surroundings = machine()
    run = Run(sizes, folder, tell)
    run.measure_moves()
    run.measure_fan_out()
    run.measure_latency()
    run.measure_engine()
    spreads = {name: run.spread(name, f"server_cpu_us_per_{what}")
               for name, what in OPERATIONS.items()}
    return {"date": began.isoformat(timespec="seconds"), "machine": surroundings,
            "rounds": sizes.rounds, **run.figures(), "cpu_us_least_and_greatest": spreads,
            "samples": run.samples}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_const", dest="sizes", const=QUICK, default=FULL)
    size.add_argument("--smoke", action="store_const", dest="sizes", const=SMOKE)
    parser.add_argument("--json", metavar="FILE", help="writes all figures and samples")
    parser.add_argument("--svg", metavar="FILE", help="draws processor time by operation")
    parser.add_argument("--verdict-file", metavar="FILE", help="writes the figures in one line")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="meeple-bench-") as folder:
        try:
            document = measure(arguments.sizes, folder)
        except (Failure, AssertionError) as failure:
            print(f"FAILED: {failure}")
            return 1
    print_table(document)
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(document, indent=1) + "\n",
                                                encoding="utf-8")
    if arguments.svg:
        pathlib.Path(arguments.svg).write_text(plot.draw(document), encoding="utf-8")
    if arguments.verdict_file:
        pathlib.Path(arguments.verdict_file).write_text(
            f"of the floor: {document['submit_memory_cpu_ratio']:.2f} in memory, "
            f"{document['submit_durable_cpu_ratio']:.2f} on disk", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
