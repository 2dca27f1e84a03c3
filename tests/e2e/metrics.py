#!/usr/bin/env python3
"""What the server tells of itself at --metrics-listen, by Prometheus's own parser."""

import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import time
import unittest

import grpc

from harness import environment, http2, waiting
from harness.client import Client, token_of
from harness.contract import (admin_pb2, admin_pb2_grpc, error_pb2, game_pb2, service_pb2)
from harness.metrics import scrape
from harness.refusal import refusal_of
from harness.server import Server
from harness.watcher import Watcher

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
        wrong = {"9464": 2, "127.0.0.1:80s": 2, "127.0.0.1:65536": 2, "nobody.invalid:0": 1}
        for address, exit_code in wrong.items():
            with self.subTest(address):
                code, error = start_and_fail(f"--metrics-listen={address}")
                self.assertEqual(code, exit_code)
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


class Scraped(unittest.TestCase):
    """A server that is scraped before and after."""

    def start(self, *flags, data_dir=None):
        self.server = self.enterContext(Server(ANY_PORT, *flags, data_dir=data_dir))
        self.anyone = self.connect()
        self.before = scrape(self.server)

    def connect(self, token=""):
        client = Client(self.server.address, token)
        self.addCleanup(client.close)
        return client

    def level(self, name):
        return scrape(self.server).value(name)

    def gained(self, name, **labels):
        """By how much it grew since the start."""
        return scrape(self.server).value(name, **labels) - self.before.value(name, **labels)

    def wait_for_level(self, name, value):
        waiting.until(lambda: self.level(name) == value, f"{name} is {value}")


class Game(Scraped):
    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory(prefix="meeple-metrics-"))
        self.start("--idle-after=0s", data_dir=os.path.join(folder, "data"))

    def refuse(self, reason, call):
        self.assertEqual(refusal_of(call).reason, reason)

    def expect_calls(self, rpc, **counts):
        """Calls of an rpc by outcome, reason or else code; and no others."""
        ended = {}
        for sample in scrape(self.server).samples:
            if sample.name == "meeple_calls_total" and sample.labels["rpc"] == rpc:
                outcome = sample.labels["reason"] or sample.labels["code"]
                ended[outcome] = ended.get(outcome, 0) + sample.value
        self.assertEqual({"OK": 0, **counts}, ended)

    def test_calls_are_counted_by_what_became_of_them(self):
        created = self.anyone.create()
        game_id = created.game.game_id
        x, o = (self.connect(token_of(created, player)) for player in "XO")
        x.mark(game_id, 0, 0)
        self.refuse("NOT_YOUR_TURN", lambda: x.mark(game_id, 0, 1))
        self.refuse("CELL_TAKEN", lambda: o.mark(game_id, 0, 0))
        self.refuse("OUTSIDE_BOARD", lambda: o.mark(game_id, 9, 9))
        self.refuse("CREDENTIAL_REQUIRED", lambda: self.anyone.mark(game_id, 1, 1))
        self.refuse("CREDENTIAL_INVALID", lambda: self.connect("m1.forged").mark(game_id, 1, 1))
        self.refuse("GAME_NOT_FOUND", lambda: self.anyone.get("nosuchgame"))
        o.mark(game_id, 1, 1)
        x.undo(game_id)
        self.expect_calls("CreateGame", OK=1)
        self.expect_calls("SubmitMove", OK=2, NOT_YOUR_TURN=1, CELL_TAKEN=1, OUTSIDE_BOARD=1,
                          CREDENTIAL_REQUIRED=1, CREDENTIAL_INVALID=1)
        self.expect_calls("GetGame", GAME_NOT_FOUND=1)
        self.expect_calls("Undo", OK=1)
        after = scrape(self.server)
        self.assertEqual(after.value("meeple_calls_total", reason="CELL_TAKEN",
                                     code="FAILED_PRECONDITION"), 1)
        self.assertEqual(after.value("meeple_calls_total", reason="CREDENTIAL_INVALID",
                                     code="UNAUTHENTICATED"), 1)
        self.assertEqual(after.value("meeple_call_duration_seconds_count", rpc="SubmitMove"), 7)
        seconds = after.value("meeple_call_duration_seconds_sum", rpc="SubmitMove")
        self.assertGreater(seconds, 0)
        self.assertLess(seconds, 7 * environment.patience())
        self.assertEqual(after.value("meeple_connections_accepted_total"), 4)
        self.wait_for_level("meeple_calls_in_progress", 0)

    def test_the_journal_counts_commits_and_events(self):
        created = self.anyone.create()
        game_id = created.game.game_id
        self.connect(token_of(created, "X")).mark(game_id, 0, 0)
        self.connect(token_of(created, "O")).mark(game_id, 0, 1)
        self.assertEqual(self.gained("meeple_journal_events_total"), 4)  # created, started, moves
        self.assertEqual(self.gained("meeple_journal_group_commits_sum"), 3)
        self.assertEqual(self.gained("meeple_journal_commit_duration_seconds_count"), 3)
        self.assertEqual(self.gained("meeple_journal_sync_duration_seconds_count"), 3)
        self.assertGreaterEqual(self.gained("meeple_journal_commit_duration_seconds_sum"),
                                self.gained("meeple_journal_sync_duration_seconds_sum"))
        self.assertGreater(self.gained("meeple_journal_written_bytes_total"), 500)
        self.assertEqual(self.level("meeple_journal_commits_waiting"), 0)

    def test_watchers_are_counted_until_they_are_gone(self):
        created = self.anyone.create()
        game_id = created.game.game_id
        watchers = [Watcher(self.anyone, game_id) for _ in range(3)]
        for watcher in watchers:
            watcher.wait_for_events(2)
        players = [self.connect(token_of(created, player)) for player in "XO"]
        for move in range(4):
            players[move % 2].mark(game_id, move // 2, move % 2)
            for watcher in watchers:
                watcher.wait_for_events(3 + move)
        self.assertEqual(self.level("meeple_watches"), 3)
        self.assertEqual(self.level("meeple_watch_streams"), 3)
        self.assertEqual(self.anyone.watchers(game_id), 3)
        # To each: the first two events at once, then the moves.
        self.assertEqual(self.gained("meeple_stream_messages_total", rpc="WatchGame"), 3 * 5)
        # A watcher that is still busy with the event before needs no waking.
        waiting.until(lambda: 1 <= self.gained("meeple_fan_out_duration_seconds_count") <= 4,
                      "events were fanned out")
        for watcher in watchers:
            watcher.cancel()
        for name in ("meeple_watches", "meeple_watch_streams", "meeple_calls_in_progress",
                     "meeple_watch_wakes_waiting"):
            self.wait_for_level(name, 0)
        self.assertEqual(self.anyone.watchers(game_id), 0)
        self.expect_calls("WatchGame", CANCELLED=3)

    def test_games_leave_memory_and_come_back(self):
        game_id = self.anyone.create().game.game_id
        # Some parts of the games are looked at each second, all of them within eight.
        waiting.until(lambda: self.gained("meeple_games_evicted_total") == 1, "the game leaves")
        self.assertEqual(self.level("meeple_games"), 0)
        self.assertEqual(self.gained("meeple_game_load_duration_seconds_count"), 0)
        self.anyone.get(game_id)
        self.assertEqual(self.gained("meeple_game_load_duration_seconds_count"), 1)
        self.assertEqual(self.gained("meeple_game_load_failures_total"), 0)
        self.assertEqual(self.level("meeple_games_loading"), 0)


class Bots(Scraped):
    def test_those_that_think_and_those_that_wait(self):
        self.start("--bot-threads=1")
        config = game_pb2.GameConfig(kind="mnk", parameters={"rows": "50", "columns": "50"}, seats=[
            game_pb2.SeatConfig(),
            game_pb2.SeatConfig(bot=game_pb2.Bot(kind="mcts", level=10)),
        ])
        players = []
        for _ in range(2):
            created = self.anyone.create(config)
            players.append((self.connect(token_of(created, "X")), created.game.game_id))
            players[-1][0].move(created.game.game_id, "a1")
        waiting.until(self.one_thinks, "one bot thinks and one waits")
        for player, game_id in players:
            player.resign(game_id)
        self.wait_for_level("meeple_bots_thinking", 0)
        self.wait_for_level("meeple_bots_waiting", 0)
        self.assertGreaterEqual(self.gained("meeple_bot_thinking_duration_seconds_count"), 1)

    def one_thinks(self):
        page = scrape(self.server)
        return page.value("meeple_bots_thinking") == page.value("meeple_bots_waiting") == 1


class Standstill(Scraped):
    def test_time_in_which_it_was_stopped_is_told(self):
        self.start()
        self.server.send(signal.SIGSTOP)
        time.sleep(1.5)
        self.server.send(signal.SIGCONT)
        waiting.until(lambda: self.gained("meeple_standstill_seconds_total") > 0.5,
                      "the standstill is counted")


class Streams(Scraped):
    def test_who_takes_nothing_is_seen(self):
        self.start()
        game_id = self.anyone.create().game.game_id
        request = service_pb2.WatchGameRequest(game_id=game_id).SerializeToString()
        with http2.Connection(self.server.port) as deaf:
            deaf.send(http2.PREFACE, http2.settings(initial_window_size=0),
                      http2.headers(1, http2.request_headers("/meeple.v1.GameService/WatchGame")),
                      http2.frame(http2.DATA, http2.END_STREAM, 1, http2.message(request)))
            self.wait_for_level("meeple_watch_streams_slow", 1)
            page = scrape(self.server)
            self.assertGreater(page.value("meeple_watch_lag_seconds"), 1)
            self.assertLess(page.value("meeple_watch_lag_seconds"), environment.patience())
        self.wait_for_level("meeple_watch_streams_slow", 0)
        self.wait_for_level("meeple_watch_lag_seconds", 0)
        self.wait_for_level("meeple_watch_streams", 0)

    def test_draining_is_seen(self):
        self.start("--dev")
        self.assertEqual(self.before.value("meeple_draining"), 0)
        admin = admin_pb2_grpc.AdminServiceStub(self.anyone.channel)
        admin.DrainServer(admin_pb2.DrainServerRequest(), timeout=environment.patience())
        self.assertEqual(self.level("meeple_draining"), 1)


class Labels(Scraped):
    def test_no_client_makes_a_label(self):
        self.start()
        for number in range(200):
            with self.assertRaises(grpc.RpcError):
                self.anyone.channel.unary_unary(f"/meeple.v1.GameService/Method{number}")(b"")
            refusal_of(lambda: self.anyone.get(f"game{number}"))
        for number in range(20):
            refusal_of(lambda: self.connect(f"m1.token{number}").get("game"))
            config = game_pb2.GameConfig(kind=f"kind{number}", labels={f"label{number}": "x"})
            refusal_of(lambda: self.anyone.create(config))
        with self.assertRaises(grpc.RpcError):
            self.anyone.channel.unary_unary("/meeple.v1.GameService/GetGame")(b"\xff\xff\xff")
        known = {
            "rpc": {method.name for service in service_pb2.DESCRIPTOR.services_by_name.values()
                    for method in service.methods},
            "code": {code.name for code in grpc.StatusCode},
            "reason": {""} | {name.removeprefix("ERROR_REASON_")
                              for name in error_pb2.ErrorReason.keys()},
        }
        page = scrape(self.server)
        for sample in page.samples:
            for label, value in sample.labels.items():
                if label in known:
                    self.assertIn(value, known[label], sample)
                else:
                    self.assertIn(label, ("le", "version", "journal"), sample)
        self.assertEqual(page.value("meeple_calls_total", reason="MALFORMED_REQUEST"), 1)
        self.assertEqual(page.value("meeple_calls_total", reason="GAME_NOT_FOUND"), 200)
        self.assertEqual(page.value("meeple_calls_total", reason="CREDENTIAL_INVALID"), 20)


class Text(unittest.TestCase):
    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory(prefix="meeple-metrics-"))
        server = self.enterContext(Server(ANY_PORT, data_dir=os.path.join(folder, "data")))
        self.page = scrape(server)

    def test_every_family_has_a_help_text_and_a_good_name(self):
        self.assertEqual(len(self.page.families), len(self.page.names))
        for family in self.page.families:
            with self.subTest(family.name):
                self.assertRegex(family.name, r"^(meeple|process)_[a-z_]+$")
                self.assertRegex(family.documentation, r"^[A-Z].*\.$")
                self.assertNotEqual(family.type, "unknown")

    def test_the_table_for_operators_has_all_of_them(self):
        table = (environment.ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
        told = set(re.findall(r"`(meeple_[a-z_]+[a-z])[`{]", table))
        self.assertEqual(told, {name for name in self.page.names if name.startswith("meeple_")})

    def test_alerts_are_about_what_there_is(self):
        alerts = environment.ROOT / "deploy" / "prometheus" / "alerts.yml"
        used = set(re.findall(r"\b(?:meeple|process)_[a-z_]+", alerts.read_text(encoding="utf-8")))
        self.assertGreater(len(used), 5)
        self.assertEqual({name.removesuffix("_bucket") for name in used} - self.page.names, set())


if __name__ == "__main__":
    unittest.main(verbosity=2)
