#!/usr/bin/env python3
"""Clocks against a real server: flags that fall by themselves, also after a restart; what the wire
accepts of a clock; what people at the terminal see."""

import json
import os
import signal
import subprocess
import tempfile
import threading
import time
import unittest

from harness import environment
from harness.client import Client, tic_tac_toe, token_of
from harness.contract import game_pb2
from harness.refusal import refusal_of
from harness.server import Server
from harness.watcher import Watcher

DAY = 86_400


def clock_of(initial=None, increment=None, per_move=None):
    """A ClockConfig; times are (seconds, nanoseconds) or seconds, None is not set."""
    clock = game_pb2.ClockConfig()
    for name, value in (("initial", initial), ("increment", increment), ("per_move", per_move)):
        if value is None:
            continue
        seconds, nanos = value if isinstance(value, tuple) else (value, 0)
        field = getattr(clock, name)
        field.SetInParent()
        field.seconds, field.nanos = seconds, nanos
    return clock


def seconds_left(game):
    return [clock.remaining.seconds + clock.remaining.nanos / 1e9 for clock in game.clocks]


class Clocks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # So that a rematch is not waited for for long.
        cls.server = Server("--final-after=1s")
        cls.addClassCleanup(cls.server.kill)

    def create(self, **clock):
        return Client(self.server.address).create(tic_tac_toe(clock=clock_of(**clock)))

    def test_limits_of_a_clock(self):
        accepted = (
            {"initial": 1}, {"initial": 30 * DAY}, {"initial": (1, 1_000_000)},
            {"initial": 5, "increment": 0}, {"initial": 5, "increment": DAY},
            {"per_move": 1}, {"per_move": 30 * DAY},
        )
        for clock in accepted:
            with self.subTest(clock=clock):
                created = self.create(**clock)
                self.assertEqual(created.game.config.clock, clock_of(**clock))
                self.assertEqual([c.running for c in created.game.clocks], [True, False])
        refused = (
            ({}, "clock"), ({"increment": 3}, "clock"), ({"initial": 1, "per_move": 1}, "clock"),
            ({"initial": 0, "increment": 3}, "clock.initial"),
            ({"initial": (0, 999_000_000)}, "clock.initial"), ({"initial": -1}, "clock.initial"),
            ({"initial": (1, 1)}, "clock.initial"), ({"initial": (1, -1)}, "clock.initial"),
            ({"initial": (1, 2_000_000_000)}, "clock.initial"),
            ({"initial": 30 * DAY + 1}, "clock.initial"),
            ({"initial": 100 * 366 * DAY}, "clock.initial"),
            ({"initial": 2**63 - 1}, "clock.initial"), ({"initial": -2**63}, "clock.initial"),
            ({"initial": 5, "increment": DAY + 1}, "clock.increment"),
            ({"initial": 5, "increment": -1}, "clock.increment"),
            ({"per_move": 0}, "clock.per_move"), ({"per_move": 30 * DAY + 1}, "clock.per_move"),
            ({"per_move": 5, "increment": 1}, "clock.increment"),
        )
        for clock, field in refused:
            with self.subTest(clock=clock):
                refusal = refusal_of(lambda clock=clock: self.create(**clock))
                self.assertEqual(refusal.reason, "INVALID_CONFIG")
                self.assertEqual(refusal.metadata["field"], field)

    def test_a_flag_falls_with_no_call(self):
        created = self.create(per_move=1)
        watcher = Watcher(Client(self.server.address), created.game.game_id)
        self.assertIsNone(watcher.wait_for_end())
        self.assertEqual([event.text for event in watcher.events[2:]],
                         ["X runs out of time", "O wins on time", "game final"])
        last = watcher.events[-1]
        self.assertEqual([(c.remaining.seconds, c.running) for c in last.clocks],
                         [(0, False), (1, False)])
        x = Client(self.server.address, token_of(created, "X"))
        self.assertEqual(refusal_of(lambda: x.move(created.game.game_id, "b2")).reason, "GAME_OVER")

    def test_limits_of_other_times(self):
        for field in ("first_move_time", "disconnect_grace"):
            for seconds, nanos, possible in ((1, 0, True), (30 * DAY, 0, True), (0, 0, False),
                                             (-1, 0, False), (1, 1, False),
                                             (30 * DAY + 1, 0, False), (2**63 - 1, 0, False)):
                with self.subTest(field=field, seconds=seconds, nanos=nanos):
                    config = tic_tac_toe()
                    getattr(config, field).SetInParent()
                    getattr(config, field).seconds = seconds
                    getattr(config, field).nanos = nanos
                    client = Client(self.server.address)
                    if possible:
                        self.assertEqual(getattr(client.create(config).game.config, field),
                                         getattr(config, field))
                        continue
                    refusal = refusal_of(lambda: client.create(config))
                    self.assertEqual(refusal.reason, "INVALID_CONFIG")
                    self.assertEqual(refusal.metadata["field"], field)

    def test_a_game_without_a_first_move_is_called_off(self):
        config = tic_tac_toe()
        config.first_move_time.seconds = 1
        client = Client(self.server.address)
        watcher = Watcher(client, client.create(config).game.game_id)
        self.assertIsNone(watcher.wait_for_end())
        self.assertEqual([event.text for event in watcher.events[2:]],
                         ["abandoned: no first move in time", "game final"])

    def test_a_player_who_goes_away_loses(self):
        config = tic_tac_toe()
        config.disconnect_grace.seconds = 1
        created = Client(self.server.address).create(config)
        o = Client(self.server.address, token_of(created, "O"))
        watcher = Watcher(o, created.game.game_id)
        self.assertIsNone(watcher.wait_for_end())
        self.assertEqual([event.text for event in watcher.events[2:]],
                         ["X is gone", "O wins by forfeit", "game final"])

    def test_a_game_that_nobody_joins_ends(self):
        config = tic_tac_toe(seats=[game_pb2.SeatConfig(),
                                    game_pb2.SeatConfig(open=game_pb2.Open())])
        with Server("--unstarted-after=1s") as server:
            client = Client(server.address)
            watcher = Watcher(client, client.create(config).game.game_id)
            self.assertIsNone(watcher.wait_for_end())
            self.assertEqual([event.text for event in watcher.events[1:]],
                             ["abandoned: never started", "game final"])

    def test_a_bot_moves_before_its_time_is_up(self):
        bot = game_pb2.Bot(kind="mcts", level=10)
        config = game_pb2.GameConfig(kind="gomoku", parameters={"size": "25"},
                                     clock=clock_of(per_move=1),
                                     seats=[game_pb2.SeatConfig(), game_pb2.SeatConfig(bot=bot)])
        client = Client(self.server.address)
        created = client.create(config)
        watcher = Watcher(client, created.game.game_id)
        Client(self.server.address, token_of(created, "X")).move(created.game.game_id, "m13")
        last = watcher.wait_for_events(4)[3]
        self.assertTrue(last.HasField("move_applied"), last)

    def test_a_clock_at_the_terminal(self):
        def meeple(*arguments):
            done = subprocess.run(
                [environment.program("meeple"), f"--server={self.server.address}", *arguments],
                capture_output=True, text=True, timeout=environment.patience())
            return done.returncode, done.stdout + done.stderr

        code, text = meeple("create", "tic_tac_toe", "--clock", "5m+3s", "--json")
        self.assertEqual(code, 0, text)
        game = json.loads(text)["game"]
        self.assertEqual(game["config"]["clock"], {"initial": "300s", "increment": "3s"})
        code, text = meeple("show", game["game_id"])
        self.assertEqual(code, 0, text)
        self.assertIn("clock 5m+3s", text)
        self.assertRegex(text, r"X (5:00|4:\d\d)  O 5:00")
        code, text = meeple("create", "tic_tac_toe", "--per-move", "3d", "--json")
        self.assertEqual(json.loads(text)["game"]["config"]["clock"], {"per_move": "259200s"})
        for arguments in (("--clock", "soon"), ("--clock", "5m", "--per-move", "30s")):
            code, text = meeple("create", "tic_tac_toe", *arguments)
            self.assertNotEqual(code, 0, text)


class Standstill(unittest.TestCase):
    """A server that stands still for longer than what is left, as one that was stopped or whose
    machine was frozen: when it goes on, that time is nobody's."""

    SECONDS = 2
    STANDSTILL = 4

    def setUp(self):
        self.server = Server("--final-after=0s")
        self.addCleanup(self.server.kill)
        self.client = Client(self.server.address)

    def stand_still(self):
        self.server.send(signal.SIGSTOP)
        time.sleep(self.STANDSTILL)
        self.server.send(signal.SIGCONT)

    def check(self, config, texts):
        """A game in which nobody does anything goes on after the standstill, and ends when its time
        is up by the time that the server ran."""
        created = time.monotonic()
        game_id = self.client.create(config).game.game_id
        watcher = Watcher(self.client, game_id)
        ran = time.monotonic() - created
        self.stand_still()
        went_on = time.monotonic()
        self.assertEqual(self.client.get(game_id).game.cursor.status,
                         game_pb2.GAME_STATUS_IN_PROGRESS)
        self.assertIsNone(watcher.wait_for_end())
        ran += time.monotonic() - went_on
        self.assertEqual([event.text for event in watcher.events[2:]], texts)
        # Whenever it was stopped, up to 50 ms count that it did not run.
        self.assertGreater(ran, self.SECONDS - 0.1)

    def test_no_flag_falls(self):
        self.check(tic_tac_toe(clock=clock_of(per_move=self.SECONDS)),
                   ["X runs out of time", "O wins on time", "game final"])

    def test_nobody_is_gone(self):
        config = tic_tac_toe()
        config.disconnect_grace.seconds = self.SECONDS
        self.check(config, ["abandoned", "game final"])

    def test_a_move_that_came_meanwhile_stands(self):
        created = self.client.create(tic_tac_toe(clock=clock_of(per_move=self.SECONDS)))
        x = Client(self.server.address, token_of(created, "X"))
        x.get(created.game.game_id)  # it is connected
        mover = threading.Thread(target=x.move, args=(created.game.game_id, "b2"))
        self.server.send(signal.SIGSTOP)
        mover.start()
        time.sleep(self.STANDSTILL)
        self.server.send(signal.SIGCONT)
        mover.join()
        game = self.client.get(created.game.game_id).game
        self.assertEqual((game.cursor.status, game.cursor.turns),
                         (game_pb2.GAME_STATUS_IN_PROGRESS, 1))


class ClocksAcrossRestarts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="meeple-clocks-")
        self.addCleanup(folder.cleanup)
        self.data_dir = os.path.join(folder.name, "data")

    def server(self):
        return Server("--final-after=1s", data_dir=self.data_dir)

    def test_the_time_of_a_server_that_is_down_is_nobodys(self):
        downtime = 3.0
        config = tic_tac_toe(clock=clock_of(initial=600))
        with self.server() as server:
            client = Client(server.address)
            created = client.create(config)
            game_id = created.game.game_id
            Client(server.address, token_of(created, "X")).move(game_id, "b2")
            asked = time.monotonic()
            before = seconds_left(client.get(game_id).game)
            server.kill()
            used = time.monotonic() - asked
        time.sleep(downtime)
        asked = time.monotonic()
        with self.server() as server:
            client = Client(server.address)
            after = seconds_left(client.get(game_id).game)
            used += time.monotonic() - asked
            self.assertEqual(after[0], before[0])
            # A crash may give back what was used last, and never takes more than was used.
            self.assertGreaterEqual(after[1], before[1] - used - 0.01)
            Client(server.address, token_of(created, "O")).move(game_id, "a1")

    def test_a_flag_falls_by_itself_after_a_restart(self):
        with self.server() as server:
            client = Client(server.address)
            games = [client.create(tic_tac_toe(clock=clock_of(initial=seconds))).game.game_id
                     for seconds in (2, 3, 4)]
            server.kill()
        with self.server() as server:
            client = Client(server.address)
            for game_id in games:
                watcher = Watcher(client, game_id)
                self.assertIsNone(watcher.wait_for_end())
                self.assertEqual(client.get(game_id).game.end_reason, game_pb2.END_REASON_TIME)
            server.terminate()
            self.assertEqual(server.wait(30), 0)
        verified = subprocess.run(
            [environment.program("meeple-server"), "journal", "verify",
             f"--data-dir={self.data_dir}"], capture_output=True, text=True,
            timeout=environment.patience())
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
