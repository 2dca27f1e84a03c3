"""A real game server with the key of a matchmaker; MEEPLE_BIN is the folder of its program."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

_PROGRAM = pathlib.Path(os.environ.get(
    "MEEPLE_BIN", pathlib.Path(__file__).parents[3] / "build/release/bin")) / "meeple-server"


class LiveServer:
    """Keeps its games over kill and start, on the same address."""

    def __init__(self, *flags):
        self._folder = tempfile.TemporaryDirectory(prefix="matchmaker-server-")
        made = subprocess.run([_PROGRAM, "make-key", "--role=matchmaker", "--name=matchmaker"], check=True,
                              capture_output=True, text=True).stdout.splitlines()
        self.key = made[0]
        keys = os.path.join(self._folder.name, "keys")
        pathlib.Path(keys).write_text(made[1] + "\n", encoding="utf-8")
        self._flags = [f"--data-dir={self._folder.name}/data", f"--api-key-file={keys}", *flags]
        self.address = "127.0.0.1:0"
        self.start()

    def start(self):
        self._process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", _PROGRAM, f"--listen={self.address}", *self._flags],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self._process.stdout:
            if listening := re.search(r"listening on (\S+:\d+)", line):
                self.address = listening[1]
                return
        raise AssertionError("the server did not start")

    def kill(self):
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def lose_games(self):
        """What it kept is gone; keys stay. REQUIRES: it was killed."""
        shutil.rmtree(os.path.join(self._folder.name, "data"))

    def stop(self):
        self.kill()
        self._folder.cleanup()
