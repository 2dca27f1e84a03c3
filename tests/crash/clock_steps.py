#!/usr/bin/env python3
"""The clock of the machine is set forwards and backwards while games are played, and while the server is
down: events stay in order, and waiting times are neither skipped nor made longer."""

import os
import pathlib
import struct
import tempfile
import time
import unittest

import end_to_end  # noqa: F401, makes the harness known
from harness import environment
from harness.client import Client, token_of
from harness.server import Server
from harness.watcher import Watcher

_DAY = 24 * 3600
_STEPS = (0, _DAY, -2 * _DAY, 30 * _DAY, -365 * _DAY)
_LIBRARY = pathlib.Path(environment.program("meeple-server")).with_name("libclock_step.so")


@unittest.skipUnless(_LIBRARY.exists(), "no library that shifts the clock")
class ClockSteps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="meeple-clock-")
        self.addCleanup(folder.cleanup)
        self.data_dir = os.path.join(folder.name, "data")
        self.offset = os.path.join(folder.name, "offset")
        self.set_clock(0)

    def set_clock(self, seconds):
        """In place: the server has the file mapped."""
        descriptor = os.open(self.offset, os.O_RDWR | os.O_CREAT, 0o644)
        os.pwrite(descriptor, struct.pack("q", seconds), 0)
        os.close(descriptor)

    def server(self, final_after="1s"):
        return Server(f"--final-after={final_after}", data_dir=self.data_dir,
                      prefix=("env", f"LD_PRELOAD={_LIBRARY}", f"MEEPLE_CLOCK_OFFSET={self.offset}"))

    def seconds(self, event):
        return event.time.seconds + event.time.nanos / 1e9

    def expect_in_order(self, events):
        times = [self.seconds(event) for event in events]
        self.assertEqual(times, sorted(times))

    def test_the_library_shifts_the_clock(self):
        self.set_clock(_DAY)
        with self.server() as server:
            client = Client(server.address)
            created = client.events(client.create().game.game_id).events[0]
            self.assertGreater(self.seconds(created), time.time() + _DAY / 2)

    def test_events_stay_in_order_while_the_clock_steps(self):
        with self.server() as server:
            client = Client(server.address)
            created = client.create()
            game_id = created.game.game_id
            players = [Client(server.address, token_of(created, name)) for name in ("X", "O")]
            watcher = Watcher(client, game_id)
            for turn, notation in enumerate(("a1", "a2", "b1", "b2")):
                self.set_clock(_STEPS[turn])
                players[turn % 2].move(game_id, notation)
            watcher.wait_for_events(6)
            server.kill()
        self.set_clock(_STEPS[-1])
        with self.server() as server:
            client = Client(server.address)
            watcher = Watcher(client, game_id)
            Client(server.address, token_of(created, "X")).move(game_id, "c1")
            self.set_clock(0)
            self.assertIsNone(watcher.wait_for_end())
            self.assertEqual(watcher.texts()[-2:], ["X wins", "game final"])
            self.expect_in_order(watcher.events)

    def win(self, server):
        """Plays a game to its end; returns its id and its players."""
        created = Client(server.address).create()
        players = [Client(server.address, token_of(created, name)) for name in ("X", "O")]
        for turn, notation in enumerate(("a1", "a2", "b1", "b2", "c1")):
            players[turn % 2].move(created.game.game_id, notation)
        return created.game.game_id, players

    def test_a_result_becomes_final_in_time_where_the_clock_is_set_back(self):
        with self.server() as server:
            game_id, _ = self.win(server)
            self.set_clock(-_DAY)
            self.assertIsNone(Watcher(Client(server.address), game_id).wait_for_end())

    def test_a_result_can_be_taken_back_where_the_clock_is_set_forward(self):
        with self.server(final_after="1h") as server:
            game_id, players = self.win(server)
            self.set_clock(_DAY)
            Client(server.address).create()
            self.assertEqual(players[0].undo(game_id).cursor.turns, 4)


if __name__ == "__main__":
    unittest.main(verbosity=2)
