"""The programs of the clients: runners, as processes that take commands and give answers, a line of JSON each;
examples; and the quick starts of their READMEs."""

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
    """How a client's runner, its example program and the quick starts that readers see are started, and the
    file that shows that they are built."""

    command: list
    example: list
    quick_starts: list
    artefact: pathlib.Path

    def is_built(self):
        return self.artefact.exists()


def runners(root):
    """The programs of every client, by its name."""
    clients, build = root / "clients", root / "build" / "clients"
    python, dist = clients / "python", clients / "typescript" / "dist"
    rust = build / "rust" / "debug" / "examples"
    release, cpp = root / "build" / "release" / "bin", build / "cpp" / "build" / "first_game"
    cpp_within = build / "cpp" / "within" / "build" / "first_game"
    java = ["java", f"@{build / 'java' / 'classpath'}"]
    with_client = ["env", f"PYTHONPATH={python / 'src'}", "PYTHONUNBUFFERED=1", sys.executable]
    return {
        "cpp": Program([str(release / "cpp_client_runner")], [str(release / "cpp_client_play_bot")],
                       [[str(cpp)], [str(cpp_within)]], cpp_within),
        "python": Program([sys.executable, str(python / "conformance" / "runner.py")],
                          [*with_client, str(python / "examples" / "play_bot.py")],
                          [[*with_client, str(build / "python" / "quick_start.py")],
                           [*with_client, str(build / "python" / "quick_start_of_all.py")]],
                          build / "python" / "quick_start.py"),
        "go": Program([str(build / "go" / "runner")], [str(build / "go" / "playbot")],
                      [[str(build / "go" / "quickstart")]], build / "go" / "runner"),
        "typescript": Program(["node", str(dist / "conformance" / "runner.js")],
                              ["node", str(dist / "examples" / "play_bot.js")],
                              [["node", str(dist / "quick_start.mjs")]],
                              dist / "conformance" / "runner.js"),
        "java": Program([*java, "dev.meeple.conformance.Runner"], [*java, "dev.meeple.examples.PlayBot"],
                        [[*java, "QuickStart"]], build / "java" / "classpath"),
        "rust": Program([str(rust / "conformance")], [str(rust / "play_bot")],
                        [[str(rust / "quick_start")]], rust / "conformance"),
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


def run_quick_starts(program, address):
    """What went wrong with the quick starts of a client; empty if each shows a move and follows its game. They
    follow it until they are killed."""
    troubles = (_run_quick_start(command, address) for command in program.quick_starts)
    return "; ".join(filter(None, troubles))


def _run_quick_start(command, address):
    with Process(command, address) as process:
        try:
            seen = [process.line() for _ in range(4)]
        except (TimeoutError, EOFError) as error:
            return str(error)
    move = seen[0]
    expected = ["1 game created", "2 game started", f"3 {move}"]
    follows = move.endswith(" plays X at (1,1)") and seen[1:] == expected
    return "" if follows else f"no move and the events of its game in its output: {seen!r}"


class Process:
    """A program of a client, which finds its server by MEEPLE_SERVER; what it writes to stderr is shown where
    something goes wrong."""

    def __init__(self, command, address, authority=None):
        """`authority` is the certificate that it trusts; without one it does not encrypt."""
        encryption = {"MEEPLE_TLS_CA": authority} if authority else {}
        self._process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *command], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, env={**os.environ, "MEEPLE_SERVER": address, **encryption})
        self._lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()

    def write(self, line):
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def line(self):
        """The next line that it writes; TimeoutError if none comes, EOFError if it has ended."""
        try:
            line = self._lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise TimeoutError(f"no answer within {PATIENCE:.0f} s") from None
        if line is None:
            raise EOFError(f"it ended with exit code {self._process.wait()}")
        return line

    def _read(self):
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)


class Runner(Process):
    """One runner."""

    def send(self, command):
        """Gives a command, whose answer `receive` brings."""
        self.write(json.dumps(command))

    def receive(self):
        """The next answer; TimeoutError if none comes, EOFError if the runner is gone."""
        return json.loads(self.line())

    def ask(self, command):
        self.send(command)
        return self.receive()
