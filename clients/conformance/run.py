#!/usr/bin/env python3
"""Carries out the conformance scenarios with every client that is built, and prints a table.

    run.py [--only TEXT] [CLIENT...]

A named client that is not built is a failure, as is every one that is not where MEEPLE_ALL_CLIENTS=1.
MEEPLE_BIN is the folder of meeple-server. README.md beside this file explains scenarios and runners.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

from harness import environment  # noqa: E402
from harness.certificates import make_authority, make_certificate  # noqa: E402
from harness.proxy import Proxy  # noqa: E402
from harness.server import Server  # noqa: E402

from runner import Runner, run_example, run_quick_starts, runners  # noqa: E402
from scenario import Mismatch, Scenario  # noqa: E402


def make_key(name):
    """An API key of a matchmaker, and the line of the server's file that knows it."""
    made = subprocess.run([environment.program("meeple-server"), "make-key", "--role=matchmaker", f"--name={name}"],
                          check=True, capture_output=True, text=True)
    key, line = made.stdout.splitlines()
    return key, line


class World:
    """One live server, and the network in front of it, that all clients share. Each client has an API key of its
    own, by its name in `matchmakers`, since the results of a key are numbered together. `certificate` is what the
    server encrypts with, if it does."""

    def __init__(self, folder, names, certificate=None):
        self._data_dir = os.path.join(folder, "encrypted" if certificate else "data")
        self._flags = [f"--tls-cert={certificate.path}", f"--tls-key={certificate.key}"] if certificate else []
        self._keys = pathlib.Path(self._data_dir + ".keys")
        made = {name: make_key(name) for name in names}
        self.matchmakers = {name: key for name, (key, _) in made.items()}
        self._keys.write_text("".join(line + "\n" for _, line in made.values()))
        self._server = self._start()
        self.proxy = Proxy(self._server.port)

    @property
    def address(self):
        """Where the server is without the network between."""
        return self._server.address

    def restart(self):
        """Kills the server as a crash would, and starts it again in the same place."""
        address = self._server.address
        self._server.kill()
        self._server = self._start(listen=address)

    def _start(self, **arguments):
        return Server(f"--api-key-file={self._keys}", *self._flags, data_dir=self._data_dir, **arguments)

    def close(self):
        self.proxy.__exit__(None, None, None)
        self._server.kill()


class Worlds:
    """A server that does not encrypt, one that does, and whom clients trust."""

    def __init__(self, folder, names):
        authority = make_authority(folder, "authority")
        self._trusted = {"trusted": authority.path, "strange": make_authority(folder, "stranger").path}
        self.plain = World(folder, names)
        self._encrypted = World(folder, names, make_certificate(folder, "server", authority))

    def of(self, document):
        """The world of a scenario, and the certificate that its client trusts there, if any."""
        if "encrypted" not in document:
            return self.plain, None
        return self._encrypted, self._trusted[document["encrypted"]]

    def close(self):
        self.plain.close()
        self._encrypted.close()


def run_one(worlds, name, command, document):
    """What went wrong, or an empty text."""
    world, authority = worlds.of(document)
    world.proxy.heal()
    try:
        with Runner(command, world.proxy.address, authority) as runner:
            Scenario(document, runner, world, world.matchmakers[name]).run()
    except Mismatch as mismatch:
        return str(mismatch)
    return ""


def run_client(worlds, name, program, scenarios, with_example):
    """True if the client passes every scenario, and its example program and its README's code work."""
    checks = {title: lambda document=document: run_one(worlds, name, program.command, document)
              for title, document in scenarios.items()}
    if with_example:
        checks["its example program"] = lambda: run_example(program, worlds.plain.address)
        checks["its README"] = lambda: run_quick_starts(program, worlds.plain.address)
    passed = True
    for title, check in checks.items():
        started = time.monotonic()
        trouble = check()
        passed = passed and not trouble
        print(f"{name:<12} {title:<26} {time.monotonic() - started:6.1f} s  "
              f"{'FAILED: ' + trouble if trouble else 'ok'}", flush=True)
    return passed


def print_table(results):
    print()
    for name, result in results.items():
        print(f"  {name:<12} {result}")
    counts = [list(results.values()).count(each) for each in ("passed", "failed", "not built")]
    print("\n{} passed, {} failed, {} skipped".format(*counts), flush=True)


def main():
    parser = argparse.ArgumentParser(description="Runs the conformance scenarios.")
    parser.add_argument("clients", nargs="*", help="such as go; all that are built if none is named")
    parser.add_argument("--only", default="", help="scenarios whose name has this text")
    arguments = parser.parse_args()
    known = runners(ROOT)
    unknown = set(arguments.clients) - set(known)
    if unknown:
        parser.error(f"no such client: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    scenarios = {path.stem: json.loads(path.read_text())
                 for path in sorted((HERE / "scenarios").glob("*.json")) if arguments.only in path.stem}
    if not scenarios:
        parser.error("no such scenario")
    required = bool(arguments.clients) or os.environ.get("MEEPLE_ALL_CLIENTS") == "1"
    results = {}
    with tempfile.TemporaryDirectory(prefix="meeple-conformance-") as folder:
        worlds = Worlds(folder, known)
        for name in arguments.clients or known:
            if not known[name].is_built():
                results[name] = "failed" if required else "not built"
                print(f"{name:<12} {'FAILED' if required else 'SKIPPED'}: it is not built; "
                      f"scripts/clients {name} does")
                continue
            passed = run_client(worlds, name, known[name], scenarios, not arguments.only)
            results[name] = "passed" if passed else "failed"
        worlds.close()
    print_table(results)
    return 1 if "failed" in results.values() or "passed" not in results.values() else 0


if __name__ == "__main__":
    sys.exit(main())
