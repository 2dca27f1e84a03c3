"""The runners of the clients, as processes that take commands and give answers, a line of JSON each."""

import dataclasses
import json
import os
import pathlib
import queue
import subprocess
import sys
import threading

# Seconds after which an answer counts as never coming.
PATIENCE = 30.0


@dataclasses.dataclass(frozen=True)
class Program:
    """How a client's runner and its example program are started, and the file that shows that they are
    built."""

    command: list
    example: list
    artefact: pathlib.Path

    def is_built(self):
        return self.artefact.exists()


def runners(root):
    """The programs of every client, by its name."""
    clients, build = root / "clients", root / "build" / "clients"
    python, dist = clients / "python", clients / "typescript" / "dist"
    rust = build / "rust" / "debug" / "examples"
    java = ["java", f"@{build / 'java' / 'classpath'}"]
    return {
        "python": Program([sys.executable, str(python / "conformance" / "runner.py")],
                          ["env", f"PYTHONPATH={python / 'src'}", sys.executable,
                           str(python / "examples" / "play_bot.py")],
                          python / "src" / "meeple" / "v1" / "game_service_pb2.py"),
        "go": Program([str(build / "go" / "runner")], [str(build / "go" / "playbot")],
                      build / "go" / "runner"),
        "typescript": Program(["node", str(dist / "conformance" / "runner.js")],
                              ["node", str(dist / "examples" / "play_bot.js")],
                              dist / "conformance" / "runner.js"),
        "java": Program([*java, "dev.meeple.conformance.Runner"], [*java, "dev.meeple.examples.PlayBot"],
                        build / "java" / "classpath"),
        "rust": Program([str(rust / "conformance")], [str(rust / "play_bot")], rust / "conformance"),
    }


def run_example(program, address):
    """What went wrong with the example program of a client; empty if it played a game to its end."""
    try:
        done = subprocess.run([*program.example, address], capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired as late:
        return f"it did not end: {late.stdout!r}"
    if done.returncode != 0:
        return f"exit code {done.returncode}: {done.stdout}{done.stderr}"
    followed = [line for line in done.stdout.splitlines() if line.startswith("  spectator |")]
    ended = bool(followed) and (followed[-1].endswith(" wins") or followed[-1].endswith("  draw"))
    return "" if ended else f"no end of a game in its output: {done.stdout!r}"


class Runner:
    """One runner; what it writes to stderr is shown where something goes wrong."""

    def __init__(self, command, address):
        self._process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *command], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, env={**os.environ, "MEEPLE_SERVER": address})
        self._lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()

    def send(self, command):
        """Gives a command, whose answer `receive` brings."""
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()

    def receive(self):
        """The next answer; TimeoutError if none comes, EOFError if the runner is gone."""
        try:
            line = self._lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise TimeoutError(f"no answer within {PATIENCE:.0f} s") from None
        if line is None:
            raise EOFError(f"the runner ended with exit code {self._process.wait()}")
        return json.loads(line)

    def ask(self, command):
        self.send(command)
        return self.receive()

    def _read(self):
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)
