#!/usr/bin/env python3
"""A server that is killed and started again in the same data directory: nothing acknowledged is lost,
and every call can be repeated."""

import os
import subprocess
import tempfile
import unittest

from harness import environment, waiting
from harness.client import Client, new_request_id, tic_tac_toe, token_of
from harness.contract import game_pb2
from harness.refusal import refusal_of
from harness.server import Server
from harness.terminal_client import Meeple
from harness.watcher import Watcher


def without_head(response):
    """An answer as it was first given: the head of the log is today's."""
    copy = type(response)()
    copy.CopyFrom(response)
    copy.head_sequence = 0
    return copy


class Restart(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="meeple-restart-")
        self.addCleanup(folder.cleanup)
        self.data_dir = os.path.join(folder.name, "data")

    def server(self, *flags, listen="127.0.0.1:0"):
        return Server(*flags, listen=listen, data_dir=self.data_dir)

    def test_a_game_goes_on_after_the_server_was_killed(self):
        creation, move = new_request_id(), new_request_id()
        with self.server() as server:
            client = Client(server.address)
            created = client.create(request_id=creation)
            game_id = created.game.game_id
            first_x = Client(server.address, token_of(created, "X"))
            moved = first_x.move(game_id, "b2", request_id=move)
            self.assertEqual(moved.durability, game_pb2.DURABILITY_SYNCED)
            before = client.events(game_id).events
            server.kill()
        with self.server() as server:
            client = Client(server.address)
            x = Client(server.address, token_of(created, "X"))
            o = Client(server.address, token_of(created, "O"))
            self.assertEqual(list(client.events(game_id).events), list(before))
            self.assertEqual(client.create(request_id=creation), created)
            self.assertEqual(without_head(x.move(game_id, "b2", request_id=move)),
                             without_head(moved))
            self.assertEqual(refusal_of(lambda: x.move(game_id, "a1")).reason, "NOT_YOUR_TURN")
            watcher = Watcher(client, game_id, after_sequence=3, until_finish=True)
            for player, notation in ((o, "a1"), (x, "b1"), (o, "a2"), (x, "b3")):
                player.move(game_id, notation)
            self.assertIsNone(watcher.wait_for_end())
            self.assertEqual(client.get(game_id).game.winner, "X")

    def test_openings_and_forks_survive_and_answer_their_repeats(self):
        creation, forking = new_request_id(), new_request_id()
        config = tic_tac_toe(opening=["b2", "a1"])
        with self.server() as server:
            client = Client(server.address)
            created = client.create(config, request_id=creation)
            game_id = created.game.game_id
            Client(server.address, token_of(created, "X")).move(game_id, "c3")
            forked = client.fork(game_id, 3, request_id=forking)
            fork_id = forked.game.game_id
            self.assertEqual(list(forked.game.config.opening), ["b2", "a1", "c3"])
            Client(server.address, token_of(forked, "O")).move(fork_id, "a3")
            before = [list(client.events(each).events) for each in (game_id, fork_id)]
            server.kill()
        with self.server() as server:
            client = Client(server.address)
            self.assertEqual(client.create(config, request_id=creation), created)
            x = Client(server.address, token_of(created, "X"))
            self.assertEqual(x.undo(game_id).cursor.turns, 2)
            self.assertEqual(refusal_of(lambda: x.undo(game_id)).reason, "NOTHING_TO_UNDO")
            # The game has no third turn any more, and the fork that was made of it stands.
            self.assertEqual(client.fork(game_id, 3, request_id=forking), forked)
            self.assertEqual(refusal_of(lambda: client.fork(game_id, 3)).reason, "INVALID_FIELD")
            self.assertEqual(list(client.events(game_id).events)[:3], before[0])
            self.assertEqual(list(client.events(fork_id).events), before[1])
            replay = client.replay(fork_id).frames
            self.assertEqual([frame.move.notation for frame in replay], ["", "b2", "a1", "c3", "a3"])
            server.terminate()
            self.assertEqual(server.wait(30), 0)
        verified = subprocess.run(
            [environment.program("meeple-server"), "journal", "verify",
             f"--data-dir={self.data_dir}"], capture_output=True, text=True,
            timeout=environment.patience())
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)

    def test_an_undone_result_is_undone_for_good_and_a_bot_goes_on(self):
        config = tic_tac_toe(seats=[
            game_pb2.SeatConfig(),
            game_pb2.SeatConfig(bot=game_pb2.Bot(kind="perfect")),
        ])
        with self.server() as server:
            client = Client(server.address)
            created = client.create(config)
            game_id = created.game.game_id
            Client(server.address, token_of(created, "X")).move(game_id, "a1")
            server.kill()  # before or after the bot has answered: it answers once
        with self.server() as server:
            client = Client(server.address)
            Watcher(client, game_id).wait_for_events(4)
            x = Client(server.address, token_of(created, "X"))
            self.assertEqual(x.undo(game_id).cursor.turns, 0)
            server.kill()
        with self.server() as server:
            self.assertEqual(Client(server.address).get(game_id).game.cursor.turns, 0)

    def test_a_result_becomes_final_after_a_restart(self):
        with self.server("--final-after=1s") as server:
            client = Client(server.address)
            created = client.create()
            game_id = created.game.game_id
            players = [Client(server.address, token_of(created, name)) for name in ("X", "O")]
            for turn, notation in enumerate(("a1", "a2", "b1", "b2", "c1")):
                players[turn % 2].move(game_id, notation)
            server.kill()
        with self.server("--final-after=1s") as server:
            watcher = Watcher(Client(server.address), game_id)
            self.assertIsNone(watcher.wait_for_end())
            self.assertEqual(watcher.events[-1].text, "game final")

    def test_games_leave_memory_and_come_back(self):
        with self.server("--idle-after=0s") as server:
            client = Client(server.address)
            created = client.create()
            game_id = created.game.game_id
            x = Client(server.address, token_of(created, "X"))
            x.move(game_id, "b2")
            # The server looks at an eighth of its games a second.
            for _ in range(3):
                waiting.until(lambda: client.get(game_id).game.cursor.turns == 1, "the game is there")
            self.assertEqual(x.undo(game_id).cursor.turns, 0)

    def test_a_thousand_watchers_come_back_at_once(self):
        with self.server() as server:
            address = server.address
            created = Client(address).create()
            game_id = created.game.game_id
            x = Client(address, token_of(created, "X"))
            x.move(game_id, "b2")
            clients = [Client(address) for _ in range(10)]
            watchers = [Watcher(client, game_id) for client in clients for _ in range(100)]
            for watcher in watchers:
                watcher.wait_for_events(3)
            server.kill()
            for watcher in watchers:
                self.assertIsNotNone(watcher.wait_for_end())
        with self.server(listen=address) as server:
            # All of them resume, while the game goes on.
            watchers = [Watcher(client, game_id, after_sequence=3)
                        for client in clients for _ in range(100)]
            o = Client(address, token_of(created, "O"))
            o.move(game_id, "a1")
            x.move(game_id, "a2")
            for watcher in watchers:
                watcher.wait_for_events(2)
                self.assertEqual([event.sequence for event in watcher.events], [4, 5])
            self.assertEqual(Client(address).watchers(game_id), 1000)

    def test_people_at_the_terminal_ride_out_restarts(self):
        with self.server() as server:
            address = server.address
            created = Client(address).create()
            game_id = created.game.game_id
            spectator = Meeple(address, "watch", game_id, "--until-finish", "--json")
            x = Meeple(address, "play", game_id, "--moves", "a1,b2,c3",
                       credential=token_of(created, "X"))
            self.addCleanup(spectator.kill)
            self.addCleanup(x.kill)
            waiting.until(lambda: len(spectator.events()) == 3, "X has moved")
            server.kill()
        for notation, seen in (("b1", 5), ("c1", 8)):
            with self.server(listen=address) as server:
                Client(address, token_of(created, "O")).move(game_id, notation)
                waiting.until(lambda count=seen: len(spectator.events()) == count, f"{seen} events")
                server.kill()
        self.assertEqual([int(event["sequence"]) for event in spectator.events()],
                         list(range(1, 9)))
        self.assertEqual(spectator.finish()[0], 0)
        self.assertEqual(x.finish()[0], 0)

    def test_a_second_server_on_the_same_directory_is_refused(self):
        with self.server() as server:
            second = subprocess.run(
                [environment.program("meeple-server"), "--listen=127.0.0.1:0",
                 f"--data-dir={self.data_dir}"], capture_output=True, text=True,
                timeout=environment.patience())
            self.assertNotEqual(second.returncode, 0)
            self.assertIn(self.data_dir, second.stderr)
            self.assertTrue(server.alive())
            Client(server.address).create()

    def test_a_server_that_drains_ends_well_and_keeps_all(self):
        with self.server() as server:
            game_id = Client(server.address).create().game.game_id
            server.terminate()
            self.assertEqual(server.wait(30), 0)
        with self.server() as server:
            self.assertEqual(Client(server.address).get(game_id).game.sequence, 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
