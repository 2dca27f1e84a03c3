"""The terminal client as a process.

    player = Meeple(server.address, "play", game_id, "--moves", "a1,b2", credential=token)
    code, output, errors = player.finish()
"""

import json
import os
import subprocess
import threading

from harness import environment
from harness.server import mortal


class Meeple(subprocess.Popen):
    """A running `meeple`. Its standard output is read as it comes."""

    def __init__(self, server, *arguments, credential=""):
        variables = {name: value for name, value in os.environ.items()
                     if not name.startswith("MEEPLE_CRED")}
        variables.update(MEEPLE_SERVER=server, MEEPLE_CREDENTIAL=credential)
        super().__init__(mortal(environment.program("meeple"), *arguments), env=variables,
                         text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE)
        self.lines = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.stdout:
            self.lines.append(line.rstrip("\n"))

    def finish(self):
        """Waits for its end; returns (exit code, output, errors)."""
        try:
            code = self.wait(2 * environment.patience())
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{self.args} does not end; so far: {self.lines}") from None
        self._reader.join()
        with self.stderr, self.stdout:
            return code, "\n".join(self.lines), self.stderr.read()

    def events(self):
        """The events of a `meeple watch --json` so far."""
        return [event for line in list(self.lines)
                for event in json.loads(line).get("events", {}).get("events", [])]
