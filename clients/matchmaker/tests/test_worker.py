"""Work that goes on whatever happens."""

import threading
import unittest

import grpc
import meeple

from meeple_matchmaker.worker import forever


class Stopping:
    """An event that is set after so many waits, which take no time."""

    def __init__(self, waits):
        self.pauses = []
        self._waits = waits

    def is_set(self):
        return len(self.pauses) >= self._waits

    def wait(self, pause):
        self.pauses.append(pause)


class WorkerTest(unittest.TestCase):
    def test_it_waits_longer_after_each_failure_in_a_row(self):
        failures = iter([True, True, True, True, False, True])

        def work():
            if next(failures):
                raise OSError("no disk")

        stopped = Stopping(6)
        with self.assertLogs("meeple_matchmaker", "ERROR") as logs:
            forever(work, stopped, 1.0, longest=5.0)
        self.assertEqual(stopped.pauses, [2.0, 4.0, 5.0, 5.0, 1.0, 2.0])
        self.assertEqual(len(logs.records), 5)
        self.assertIn("no disk", logs.output[0])

    def test_what_the_game_server_says_is_a_warning(self):
        def work():
            raise meeple.MeepleError(grpc.StatusCode.UNAVAILABLE, "gone")

        with self.assertLogs("meeple_matchmaker", "WARNING") as logs:
            forever(work, Stopping(1), 1.0)
        self.assertEqual([record.levelname for record in logs.records], ["WARNING"])

    def test_it_ends_when_stopped(self):
        stopped = threading.Event()
        forever(stopped.set, stopped, 3600.0)


if __name__ == "__main__":
    unittest.main()
