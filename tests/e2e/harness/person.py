"""A person at a terminal: the terminal client with a terminal of its own, what it shows and what is typed.

    anna = Person(server.address, "play", game_id, credential=token)
    anna.see("your move")
    anna.type("b2")
"""

import os
import pty
import subprocess
import threading

from harness import environment, waiting
from harness.server import mortal


class Person:
    def __init__(self, server, *arguments, credential=""):
        self.shown = ""
        # Where what has not been seen yet begins.
        self._seen = 0
        self._terminal, inside = pty.openpty()
        variables = {**os.environ, "MEEPLE_SERVER": server, "MEEPLE_CREDENTIAL": credential,
                     "TERM": "dumb"}
        self.process = subprocess.Popen(
            mortal(environment.program("meeple"), *arguments, "--color=never"), env=variables,
            stdin=inside, stdout=inside, stderr=inside)
        os.close(inside)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        try:
            while data := os.read(self._terminal, 4096):
                self.shown += data.decode(errors="replace")
        except OSError:
            pass  # the program has ended

    def see(self, text):
        """Waits until the text is shown after what was seen before."""
        try:
            waiting.until(lambda: text in self.shown[self._seen:], f"the terminal shows {text!r}")
        except AssertionError as error:
            raise AssertionError(f"{error}; it shows {self.shown[self._seen:]!r}") from None
        self._seen = self.shown.index(text, self._seen) + len(text)

    def type(self, line):
        os.write(self._terminal, line.encode() + b"\r")

    def finish(self):
        """Waits for the program's end and returns its exit code."""
        return self.process.wait(2 * environment.patience())

    def close(self):
        self.process.kill()
        self.process.wait()
        self._reader.join()
        os.close(self._terminal)
