#!/usr/bin/env python3
"""A campaign against a server that does not keep what it says finds that out."""

import pathlib
import subprocess
import sys
import unittest

_CAMPAIGN = pathlib.Path(__file__).with_name("campaign.py")


class Campaign(unittest.TestCase):
    def test_a_server_that_does_not_sync_is_found_by_power_cuts(self):
        run = subprocess.run(
            [sys.executable, str(_CAMPAIGN), "--kills=12", "--seed=1", "--deaths=power_cut",
             "--forget-syncs"],
            capture_output=True, text=True, timeout=150)
        verdict = run.stdout.splitlines()[-1]
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn("FAILED", verdict)
        lost = "LOST" in run.stdout
        refused_to_start = "are missing" in run.stdout or "damaged" in run.stdout
        self.assertTrue(lost or refused_to_start, run.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
