"""The lives of a server on one port and one data directory.

    lives = Lives(folder, port, flags)
    life = lives.begin()          # a process, perhaps not yet listening
    life.wait_until_listening()
    life.kill()
"""

import os
import re
import select
import signal
import subprocess
import time

from end_to_end import environment

_LISTENING = re.compile(rb"listening on \S+:\d+")


class DidNotStart(Exception):
    """The server ended, or did not listen in time."""

    def __init__(self, exit_code):
        super().__init__(f"exit code {exit_code}")
        self.exit_code = exit_code


class Life:
    def __init__(self, command, log_path, extra_environment):
        self._born, self._died = time.time(), None
        with open(log_path, "ab") as log:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", *command], stdout=subprocess.PIPE, stderr=log,
                env={**os.environ, **extra_environment})
        self._output = b""

    def wait_until_listening(self):
        """DidNotStart where it ends before, or takes too long."""
        deadline = time.monotonic() + 3 * environment.patience()
        while not _LISTENING.search(self._output):
            ready, _, _ = select.select([self._process.stdout], [], [],
                                        max(0, deadline - time.monotonic()))
            piece = os.read(self._process.stdout.fileno(), 4096) if ready else b""
            if not piece:
                if self.wait(environment.patience() if ready else 0) is None:
                    self.kill()
                raise DidNotStart(self._process.returncode)
            self._output += piece

    def wait(self, seconds):
        """Its exit code, or None where it still runs after that time."""
        try:
            code = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        self._died = self._died or time.time()
        return code

    def send(self, number):
        self._process.send_signal(number)

    def kill(self):
        """Kills it as a crash would, if it still lives."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._process.stdout.close()
        self._died = self._died or time.time()

    def span(self):
        """From when to when it was there, in seconds of the wall clock; to this day where it still is."""
        return self._born, self._died or time.time()


def make_api_key(path):
    """A matchmaker's key, which a server knows that is given this file."""
    key, line = subprocess.check_output(
        [environment.program("meeple-server"), "make-key", "--role=matchmaker", "--name=campaign"],
        text=True, stderr=subprocess.DEVNULL).splitlines()
    with open(path, "w", encoding="ascii") as file:
        file.write(line + "\n")
    return key


class Lives:
    def __init__(self, folder, port, flags=()):
        self.data_dir = os.path.join(folder, "data")
        self.log_path = os.path.join(folder, "server.log")
        self.address = f"127.0.0.1:{port}"
        self._flags = [f"--listen={self.address}", f"--data-dir={self.data_dir}", *flags]
        self._all = []

    def begin(self, program="meeple-server", extra_environment=None):
        command = [environment.program(program), *self._flags]
        self._all.append(Life(command, self.log_path, extra_environment or {}))
        return self._all[-1]

    def spans(self):
        """When servers were there: see Life.span."""
        return [life.span() for life in self._all]

    def verify(self):
        """Looks at the data directory while no server has it: whether every game is as its summary says.
        Returns what is wrong, empty where all is well."""
        ended = subprocess.run(
            [environment.program("meeple-server"), "journal", "verify", f"--data-dir={self.data_dir}"],
            capture_output=True, text=True)
        return "" if ended.returncode == 0 else ended.stdout + ended.stderr

    def log_end(self, lines=20):
        """The last that the servers wrote."""
        with open(self.log_path, encoding="utf-8", errors="replace") as log:
            return "".join(log.readlines()[-lines:])
