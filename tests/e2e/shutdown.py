#!/usr/bin/env python3
"""How a server ends: SIGTERM drains it within its grace, whatever clients do; a crash is seen as
UNAVAILABLE and nothing else."""

import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import grpc

from harness import environment, http2, waiting
from harness.client import Client, token_of
from harness.contract import game_pb2, service_pb2
from harness.refusal import read, refusal_of
from harness.server import Server, mortal
from harness.watcher import Watcher

HERE = pathlib.Path(__file__).resolve().parent
GRACE = 3
# A process may take this much longer than its grace to be gone.
SLACK = 5


def drain(server):
    """Sends SIGTERM and returns (exit code, seconds)."""
    start = time.monotonic()
    server.terminate()
    code = server.wait(GRACE + SLACK + environment.patience())
    return code, time.monotonic() - start


class Drain(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(Server(f"--drain-grace={GRACE}s"))
        self.client = self.connect()

    def connect(self, token=""):
        client = Client(self.server.address, token)
        self.addCleanup(client.close)
        return client

    def expect_good_end(self):
        code, seconds = drain(self.server)
        self.assertEqual(code, 0, self.server.log())
        self.assertLess(seconds, GRACE + SLACK)

    def test_an_idle_server_ends(self):
        self.expect_good_end()

    def test_a_terminal_that_goes_away_drains_it(self):
        watcher = Watcher(self.client, self.client.create().game.game_id)
        watcher.wait_for_events(2)
        # Both the shell and the kernel say so.
        self.server.terminate(signal.SIGHUP)
        waiting.until(lambda: "SIGHUP: draining" in self.server.log(), "it drains")
        self.server.send(signal.SIGHUP)
        self.assertEqual(self.server.wait(GRACE + SLACK + environment.patience()), 0)
        self.assertEqual(watcher.wait_for_end().reason, "SERVER_DRAINING")

    def test_who_started_it_with_nohup_means_it(self):
        with Server(prefix=("nohup",)) as server:
            server.send(signal.SIGHUP)
            server.terminate()
            self.assertEqual(server.wait(SLACK + environment.patience()), 0)
            # Of two that wait SIGHUP would come first.
            self.assertIn("SIGTERM: draining", server.log())

    def test_watches_end_with_a_reason_and_a_delay(self):
        game_id = self.client.create().game.game_id
        watchers = [Watcher(self.client, game_id) for _ in range(50)]
        for watcher in watchers:
            watcher.wait_for_events(2)
        self.expect_good_end()
        ends = [watcher.wait_for_end() for watcher in watchers]
        self.assertEqual({(end.code, end.reason) for end in ends},
                         {(grpc.StatusCode.UNAVAILABLE, "SERVER_DRAINING")})
        delays = [end.retry_seconds for end in ends]
        self.assertTrue(all(delay > 0 for delay in delays), delays)
        self.assertGreater(len(set(delays)), 5, "the delays should be random")

    def test_moves_in_the_middle_of_it_are_done_or_refused(self):
        created = self.client.create()
        game_id = created.game.game_id
        watcher = Watcher(self.client, game_id)
        x, answers = self.connect(token_of(created, "X")), []
        started = threading.Event()

        def play():
            try:
                while True:
                    answers.append(x.mark(game_id, 0, 0).sequence)
                    answers.append(x.undo(game_id).sequence)
                    started.set()
            except grpc.RpcError as error:
                answers.append(read(error))

        player = threading.Thread(target=play, daemon=True)
        player.start()
        self.assertTrue(started.wait(environment.patience()))
        self.expect_good_end()
        player.join(environment.patience())
        end = answers.pop()
        # gRPC itself cancels a call that arrives in the moment in which the port closes.
        self.assertIn(end.code, (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED), end)
        self.assertEqual(watcher.wait_for_end().reason, "SERVER_DRAINING")
        self.assertEqual(answers, list(range(3, 3 + len(answers))))
        self.assertEqual(watcher.sequences(), list(range(1, len(watcher.sequences()) + 1)))

    def test_a_client_that_stands_still_does_not_hold_it_up(self):
        created = self.client.create()
        still = subprocess.Popen(
            mortal(sys.executable, str(HERE / "spectator.py"), self.server.address,
                   created.game.game_id), stdout=subprocess.PIPE, text=True)
        self.addCleanup(still.stdout.close)
        self.addCleanup(still.wait)
        self.addCleanup(still.kill)
        self.assertEqual(still.stdout.readline(), "watching\n")
        still.send_signal(signal.SIGSTOP)
        self.expect_good_end()

    def test_a_client_that_reads_nothing_costs_the_grace_and_no_more(self):
        config = game_pb2.GameConfig(kind="mnk", parameters={"rows": "100", "columns": "100"})
        game_id = self.client.create(config).game.game_id
        get = service_pb2.GetGameRequest(game_id=game_id).SerializeToString()
        with http2.Connection(self.server.port, receive_buffer=4096) as deaf:
            deaf.send(http2.PREFACE, http2.settings(initial_window_size=2**31 - 1),
                      http2.frame(http2.WINDOW_UPDATE, payload=struct.pack(">I", 2**31 - 65536)))
            for call in range(200):
                stream = 2 * call + 1
                deaf.send(http2.headers(stream, http2.request_headers(
                    "/meeple.v1.GameService/GetGame")),
                    http2.frame(http2.DATA, http2.END_STREAM, stream, http2.message(get)))
            # All of it is with the server once it has answered somebody else.
            self.client.get(game_id)
            code, seconds = drain(self.server)
        self.assertLess(seconds, GRACE + SLACK)
        # 0 if gRPC gave the connection up in time; else it says that answers were not taken.
        self.assertIn(code, (0, 1), self.server.log())

    def test_a_bot_that_thinks_does_not_hold_it_up(self):
        config = game_pb2.GameConfig(kind="mnk", parameters={"rows": "100", "columns": "100"}, seats=[
            game_pb2.SeatConfig(),
            game_pb2.SeatConfig(bot=game_pb2.Bot(kind="mcts", level=10)),
        ])
        created = self.client.create(config)
        self.connect(token_of(created, "X")).move(created.game.game_id, "a1")
        self.expect_good_end()

    def test_it_ends_well_while_its_games_go_on_by_themselves(self):
        """What they have begun is on its way to the disk: the server is there until it has come
        back, which it was not once."""
        config = game_pb2.GameConfig(kind="gomoku")
        for _ in range(2):
            config.seats.add().bot.kind = "random"
        for number in range(8):
            with self.subTest(number), tempfile.TemporaryDirectory() as folder, \
                    Server(data_dir=os.path.join(folder, "data")) as server:
                client = Client(server.address)
                games = [client.create(config).game.game_id for _ in range(30)]
                waiting.until(lambda client=client, games=games:
                              client.get(games[-1]).game.cursor.turns > number, "they are played")
                client.close()
                code, _ = drain(server)
                self.assertEqual(code, 0, server.log())

    def test_a_second_signal_does_not_keep_it_up(self):
        watcher = Watcher(self.client, self.client.create().game.game_id)
        watcher.wait_for_events(2)
        self.server.send(signal.SIGTERM)
        self.server.send(signal.SIGINT)
        _, seconds = drain(self.server)
        self.assertLess(seconds, GRACE + SLACK)
        self.assertEqual(watcher.wait_for_end().code, grpc.StatusCode.UNAVAILABLE)

    def test_open_connections_without_calls_do_not_hold_it_up(self):
        clients = [self.connect() for _ in range(20)]
        for client in clients:
            grpc.channel_ready_future(client.channel).result(environment.patience())
        self.expect_good_end()


class Crash(unittest.TestCase):
    def test_clients_see_unavailable(self):
        with Server() as server:
            client = Client(server.address)
            created = client.create()
            game_id = created.game.game_id
            x = Client(server.address, token_of(created, "X"))
            watcher = Watcher(client, game_id)
            x.mark(game_id, 0, 0)
            watcher.wait_for_events(3)
            server.kill()
            end = watcher.wait_for_end()
            self.assertEqual((end.code, end.reason), (grpc.StatusCode.UNAVAILABLE, ""))
            refused = refusal_of(lambda: x.undo(game_id))
            self.assertEqual((refused.code, refused.reason), (grpc.StatusCode.UNAVAILABLE, ""))

    def test_a_port_in_use_is_told(self):
        with Server() as server:
            second = subprocess.run(
                [environment.program("meeple-server"), f"--listen={server.address}",
                 "--journal=memory"], capture_output=True, text=True,
                timeout=environment.patience())
            self.assertNotEqual(second.returncode, 0)
            self.assertIn(server.address, second.stderr)
            self.assertEqual(second.stdout, "")

    def test_the_same_port_serves_again_at_once(self):
        with Server() as first:
            client = Client(first.address)
            client.create()
            first.kill()
            with Server(listen=first.address) as second:
                self.assertEqual(second.address, first.address)
                waiting.until(lambda: self.works(client), "the client finds the new server")

    @staticmethod
    def works(client):
        try:
            return client.create().game.game_id
        except grpc.RpcError:
            return None


if __name__ == "__main__":
    unittest.main(verbosity=2)
