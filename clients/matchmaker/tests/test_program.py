"""The program as the README starts it: a process of its own, spoken to by HTTP."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.request

from live_server import LiveServer

PATIENCE = 120.0
_SOURCES = [pathlib.Path(__file__).parents[1] / "src", pathlib.Path(__file__).parents[2] / "python/src"]


class ProgramTest(unittest.TestCase):
    def setUp(self):
        self.server = LiveServer()
        self.addCleanup(self.server.stop)
        folder = tempfile.TemporaryDirectory(prefix="matchmaker-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def start(self, *flags, server=None, key=None):
        environment = {**os.environ, "MEEPLE_API_KEY": key or self.server.key,
                       "MEEPLE_SERVER": server or self.server.address,
                       "PYTHONPATH": os.pathsep.join(map(str, _SOURCES))}
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", sys.executable, "-m", "meeple_matchmaker",
             "--listen=127.0.0.1:0", *flags], cwd=self.folder, env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def address_of(self, process):
        line = process.stdout.readline()
        found = re.search(r"matchmaker on (http://\S+:\d+)$", line.strip())
        if found is None:
            process.kill()
            self.fail(f"{line!r}, then {process.stderr.read()}")
        return found[1]

    def ask(self, url, body=None):
        data = json.dumps(body).encode() if body is not None else None
        with urllib.request.urlopen(url, data, timeout=PATIENCE) as answer:
            return json.load(answer)

    def test_it_brings_two_players_together_without_any_flag_and_ends_when_told(self):
        process = self.start()
        address = self.address_of(process)
        tickets = [self.ask(f"{address}/tickets", {"player": player, "kind": "tic_tac_toe", "rating": 1500})
                   for player in ("ann", "ben")]
        seen = [self.ask(f"{address}/tickets/{each['ticket']}?wait=60") for each in tickets]
        self.assertEqual([each["state"] for each in seen], ["ready", "ready"])
        self.assertEqual(seen[0]["game_id"], seen[1]["game_id"])
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(PATIENCE), 0)

    def test_what_keeps_it_from_serving_is_said_in_a_line(self):
        for flags in (["--store=."], ["--listen=127.0.0.1:no-port"], ["--listen=127.0.0.1:999999"]):
            process = self.start(*flags)
            _, said = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 1, said)
            self.assertRegex(said.strip(), r"^meeple-matchmaker: [^\n]+$")


if __name__ == "__main__":
    unittest.main()
