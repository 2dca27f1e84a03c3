#!/usr/bin/env python3
"""Clients that leave without a word: cancelled watches and calls, killed and stopped processes, cut
connections. No watch of theirs stays, no call of theirs is done twice, nobody else notices."""

import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import unittest

import grpc

from harness import environment, waiting
from harness.client import Client, new_request_id
from harness.contract import game_pb2, service_pb2
from harness.proxy import Proxy
from harness.refusal import read
from harness.server import mortal
from harness.server_test import ServerTest
from harness.watcher import Watcher

MIB = 1 << 20
HERE = pathlib.Path(__file__).resolve().parent
PER_CONNECTION = 200


class Watches(ServerTest):
    def setUp(self):
        self.game_id, self.x, self.o = self.new_game()

    def expect_no_watchers(self):
        waiting.until(lambda: self.anyone.watchers(self.game_id) == 0, "no watch is open")

    def open_and_cancel(self, count):
        """Opens `count` watches over as many connections as that takes, then cancels them all."""
        clients = [Client(self.server.address) for _ in range(count // PER_CONNECTION)]
        streams = [client.watch(self.game_id, after_sequence=2)
                   for client in clients for _ in range(PER_CONNECTION)]
        for stream in streams:
            stream.initial_metadata()
        waiting.until(lambda: self.anyone.watchers(self.game_id) == count, f"{count} watches")
        for stream in streams:
            stream.cancel()
        self.expect_no_watchers()
        for client in clients:
            client.close()

    def test_a_thousand_idle_watches_come_and_go(self):
        self.open_and_cancel(1000)
        before = self.server.resident_bytes()
        for _ in range(3):
            self.open_and_cancel(1000)
        if not environment.sanitized():
            self.assertLess(self.server.resident_bytes() - before, 16 * MIB)
        self.x.mark(self.game_id, 0, 0)

    def test_watches_cancelled_at_any_moment(self):
        numbers = random.Random(1)
        stop = threading.Event()

        def play():
            while not stop.is_set():
                self.x.mark(self.game_id, 0, 0)
                self.x.undo(self.game_id)

        player = threading.Thread(target=play)
        player.start()
        try:
            for _ in range(1000):
                stream = self.anyone.watch(self.game_id)
                for _ in range(numbers.randrange(3)):
                    next(stream)
                stream.cancel()
        finally:
            stop.set()
            player.join()
        self.expect_no_watchers()

    def test_watches_end_at_their_deadline(self):
        streams = [self.anyone.stub.WatchGame(
            self.watch_request(), timeout=0.2) for _ in range(100)]
        for stream in streams:
            with self.assertRaises(grpc.RpcError) as caught:
                for _ in stream:
                    pass
            self.assertEqual(caught.exception.code(), grpc.StatusCode.DEADLINE_EXCEEDED)
        self.expect_no_watchers()

    def watch_request(self):
        return service_pb2.WatchGameRequest(game_id=self.game_id)

    def start_spectator(self):
        process = subprocess.Popen(
            mortal(sys.executable, str(HERE / "spectator.py"), self.server.address, self.game_id),
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_killed_processes(self):
        spectators = [self.start_spectator() for _ in range(8)]
        for spectator in spectators:
            self.assertEqual(spectator.stdout.readline(), "watching\n")
        self.assertEqual(self.anyone.watchers(self.game_id), 8)
        for spectator in spectators:
            spectator.send_signal(signal.SIGKILL)
        self.expect_no_watchers()

    def test_a_stopped_process_holds_nobody_up(self):
        stopped = self.start_spectator()
        self.assertEqual(stopped.stdout.readline(), "watching\n")
        stopped.send_signal(signal.SIGSTOP)
        watcher = Watcher(self.anyone, self.game_id)
        for _ in range(1000):
            self.x.mark(self.game_id, 0, 0)
            self.x.undo(self.game_id)
        watcher.wait_for_events(2002)
        self.assertEqual(watcher.sequences(), list(range(1, 2003)))
        stopped.send_signal(signal.SIGKILL)
        watcher.cancel()
        self.expect_no_watchers()

    def test_a_cut_connection_and_a_watch_from_where_it_was(self):
        with Proxy(self.server.port) as proxy:
            client = Client(proxy.address)
            self.addCleanup(client.close)
            seen = []
            for _ in range(5):
                watcher = Watcher(client, self.game_id, after_sequence=len(seen))
                self.x.mark(self.game_id, 0, 0)
                watcher.wait_for_events(1)
                proxy.cut()
                end = watcher.wait_for_end()
                self.assertEqual(end.code, grpc.StatusCode.UNAVAILABLE)
                seen += watcher.sequences()
                self.x.undo(self.game_id)
            watcher = Watcher(client, self.game_id, after_sequence=len(seen))
            head = self.anyone.get(self.game_id).game.sequence
            watcher.wait_for_events(head - len(seen))
            seen += watcher.sequences()
            self.assertEqual(seen, list(range(1, head + 1)))
            watcher.cancel()
        self.expect_no_watchers()

    def test_the_limit_of_a_connection(self):
        crowded = Client(self.server.address)
        self.addCleanup(crowded.close)
        streams = [crowded.watch(self.game_id) for _ in range(PER_CONNECTION)]
        for stream in streams:
            stream.initial_metadata()
        waiting.until(lambda: self.anyone.watchers(self.game_id) == PER_CONNECTION, "all are open")
        refused = Watcher(crowded, self.game_id).wait_for_end()
        self.assertEqual((refused.code, refused.reason),
                         (grpc.StatusCode.RESOURCE_EXHAUSTED, "LIMIT_REACHED"))
        # The same connection still plays and reads, and other connections still watch.
        self.assertEqual(crowded.get(self.game_id).watchers, PER_CONNECTION)
        other = Watcher(self.anyone, self.game_id)
        other.wait_for_events(2)
        other.cancel()
        streams.pop().cancel()
        waiting.until(lambda: self.anyone.watchers(self.game_id) == PER_CONNECTION - 1, "one left")
        again = Watcher(crowded, self.game_id)
        again.wait_for_events(2)
        again.cancel()
        for stream in streams:
            stream.cancel()
        self.expect_no_watchers()


class Calls(ServerTest):
    def test_cancelled_calls_are_done_once_or_not_at_all(self):
        game_id, x, _ = self.new_game()
        numbers = random.Random(2)
        for _ in range(300):
            request = service_pb2.SubmitMoveRequest(
                game_id=game_id, request_id=new_request_id(),
                move=game_pb2.Move(cell=game_pb2.Cell(row=1, column=1)))
            call = x.stub.SubmitMove.future(request, metadata=x.metadata)
            for _ in range(numbers.randrange(200)):
                os.sched_yield()
            call.cancel()
            # The retry tells what became of it, and does it if nothing did.
            x.call("SubmitMove", request)
            x.undo(game_id)
        events = []
        while not events or page.next_page_token:
            page = x.events(game_id, page_size=1000,
                            page_token=page.next_page_token if events else "")
            events += page.events
        self.assertEqual([event.sequence for event in events], list(range(1, 603)))

    def test_a_cut_connection_leaves_the_outcome_to_a_retry(self):
        game_id, x, _ = self.new_game()
        with Proxy(self.server.port) as proxy:
            client = Client(proxy.address)
            self.addCleanup(client.close)
            client.metadata = x.metadata
            for i in range(20):
                request = service_pb2.SubmitMoveRequest(
                    game_id=game_id, request_id=new_request_id(),
                    move=game_pb2.Move(cell=game_pb2.Cell(row=1, column=1)))
                call = client.stub.SubmitMove.future(request, metadata=client.metadata,
                                                     wait_for_ready=True)
                waiting.until(lambda: proxy.accepted > i or call.done(), "it is connected")
                proxy.cut()
                try:
                    call.result(environment.patience())
                except grpc.RpcError as error:
                    self.assertEqual(read(error).code, grpc.StatusCode.UNAVAILABLE)
                x.call("SubmitMove", request)
                x.undo(game_id)
        self.assertEqual(self.anyone.get(game_id).game.sequence, 2 + 2 * 20)


if __name__ == "__main__":
    unittest.main(verbosity=2)
