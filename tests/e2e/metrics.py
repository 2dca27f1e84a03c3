#!/usr/bin/env python3
"""What the server tells of itself at --metrics-listen, by Prometheus's own parser."""

import pathlib
import re
import socket
import subprocess
import tempfile
import time
import unittest

from harness import environment
from harness.metrics import scrape
from harness.server import Server

ANY_PORT = "--metrics-listen=127.0.0.1:0"


def start_and_fail(*flags):
    """Runs a server that must refuse to start; returns (exit code, stderr)."""
    ended = subprocess.run(
        [environment.program("meeple-server"), "--listen=127.0.0.1:0", "--journal=memory", *flags],
        capture_output=True, text=True, timeout=environment.patience())
    return ended.returncode, ended.stderr


class Port(unittest.TestCase):
    def test_there_is_none_unless_asked_for(self):
        with Server() as server:
            self.assertIsNone(server.metrics_url)

    def test_a_file_can_ask_for_it(self):
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as config:
            config.write('metrics-listen = "127.0.0.1:0"\n')
            config.flush()
            with Server(f"--config={config.name}") as server:
                self.assertTrue(scrape(server).has("process_cpu_seconds_total"))

    def test_an_address_in_use_is_told(self):
        with Server(ANY_PORT) as server:
            address = re.match(r"http://(.*)/metrics", server.metrics_url).group(1)
            code, error = start_and_fail(f"--metrics-listen={address}")
            self.assertEqual(code, 1)
            self.assertIn(f"metrics: cannot listen on {address}", error)

    def test_what_is_no_address_is_told(self):
        for address in ("9464", "127.0.0.1:80s", "127.0.0.1:65536", "nobody.invalid:0"):
            with self.subTest(address):
                code, error = start_and_fail(f"--metrics-listen={address}")
                self.assertEqual(code, 1)
                self.assertIn("metrics: cannot listen on", error)

    def test_silent_connections_neither_keep_scrapers_out_nor_hold_up_the_end(self):
        with Server(ANY_PORT, "--drain-grace=3s") as server:
            port = int(re.search(r":(\d+)/", server.metrics_url).group(1))
            crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(200)]
            start = time.monotonic()
            self.assertTrue(scrape(server).has("process_cpu_seconds_total"))
            server.terminate()
            self.assertEqual(server.wait(environment.patience()), 0)
            self.assertLess(time.monotonic() - start, 3)
            for connection in crowd:
                connection.close()


class Process(unittest.TestCase):
    def test_is_what_the_system_says(self):
        with Server(ANY_PORT) as server:
            page = scrape(server)
            self.assertAlmostEqual(page.value("process_resident_memory_bytes"),
                                   server.resident_bytes(), delta=16 << 20)
            self.assertEqual(page.value("process_threads"), server.threads())
            self.assertGreater(page.value("process_open_fds"), 10)
            self.assertLess(abs(page.value("process_start_time_seconds") - time.time()), 60)
            stat = pathlib.Path(f"/proc/{server.pid}/stat").read_text(encoding="ascii")
            ticks = sum(int(field) for field in stat.rsplit(") ", 1)[1].split()[11:13])
            self.assertAlmostEqual(page.value("process_cpu_seconds_total"), ticks / 100, delta=0.1)


class Text(unittest.TestCase):
    def test_every_family_has_a_help_text_and_a_good_name(self):
        with Server(ANY_PORT) as server:
            for family in scrape(server).families:
                with self.subTest(family.name):
                    self.assertRegex(family.name, r"^(meeple|process)_[a-z_]+$")
                    self.assertRegex(family.documentation, r"^[A-Z].*\.$")
                    self.assertNotEqual(family.type, "unknown")


if __name__ == "__main__":
    unittest.main(verbosity=2)
