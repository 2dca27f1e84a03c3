#!/usr/bin/env python3
"""A campaign against a server that does not keep what it says finds that out, and one whose history is
doctored afterwards."""

import copy
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import campaign
import checker
import doctoring

_CAMPAIGN = pathlib.Path(__file__).with_name("campaign.py")


def run_campaign(*flags):
    """Returns exit code and what it printed."""
    run = subprocess.run([sys.executable, str(_CAMPAIGN), *flags], capture_output=True, text=True,
                         timeout=150)
    kept = re.search("kept: (.*)", run.stdout)
    if kept:
        shutil.rmtree(kept.group(1))
    return run.returncode, run.stdout + run.stderr


def played_history(kills, seed):
    """What a campaign against a server that keeps all it says has seen, and what is wrong with it."""
    with tempfile.TemporaryDirectory(prefix="meeple-crash-") as folder:
        run = campaign.Campaign(folder, campaign.read_options([f"--kills={kills}", f"--seed={seed}"]))
        run.run()
        return run.history, run.judge()


class Campaign(unittest.TestCase):
    def test_what_is_doctored_afterwards_is_found(self):
        # Mostly the first has a rematch, an offer that was closed, and so on.
        for seed in range(1, 6):
            history, violations = played_history(kills=15, seed=seed)
            self.assertEqual(list(map(str, violations)), [], f"seed {seed}")
            if doctoring.possible(history):
                break
        for wrong in doctoring.ALL:
            with self.subTest(wrong.name):
                doctored = copy.deepcopy(history)
                wrong.apply(doctored)
                self.assertIn(wrong.kind, {v.kind for v in checker.check(doctored)})

    def test_a_server_that_does_not_sync_is_found_by_power_cuts(self):
        code, said = run_campaign("--kills=12", "--seed=1", "--deaths=power_cut", "--forget-syncs")
        self.assertEqual(code, 1, said)
        # By what clients were told, or by the server, which knows what it had acknowledged.
        self.assertRegex(said, "LOST in game|are missing|is damaged|Corruption")

    def test_a_server_that_keeps_nothing_is_found_by_kills(self):
        with tempfile.NamedTemporaryFile() as secret:
            # Credentials stay valid, so that only the games are lost.
            secret.write(bytes(range(64)))
            secret.flush()
            code, said = run_campaign("--kills=4", "--seed=1", "--deaths=kill",
                                      "--server-flag=--journal=memory",
                                      f"--server-flag=--secret-file={secret.name}")
        self.assertEqual(code, 1, said)
        self.assertIn("LOST in game", said)


if __name__ == "__main__":
    unittest.main(verbosity=2)
