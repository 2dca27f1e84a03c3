#!/usr/bin/env python3
"""Scores as the terminal client shows them, over deaths of the server, and as the tools of the data
directory count them."""

import json
import os
import subprocess
import tempfile
import unittest

from harness import environment
from harness.client import Client, tic_tac_toe, token_of
from harness.contract import game_pb2
from harness.server import Server
from harness.terminal_client import Meeple


class Scores(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="meeple-scores-")
        self.addCleanup(folder.cleanup)
        self.data_dir = os.path.join(folder.name, "data")

    def play(self, address, winner, loser):
        """A game that `winner` wins; returns its id and the winner's client."""
        seats = [game_pb2.SeatConfig(player_id=name) for name in (winner, loser)]
        created = Client(address).create(tic_tac_toe(seats=seats))
        clients = [Client(address, token_of(created, name)) for name in (winner, loser)]
        for turn, move in enumerate(("a1", "b1", "b2", "c1", "c3")):
            clients[turn % 2].move(created.game.game_id, move)
        return created.game.game_id, clients[0]

    def lines(self, address):
        """The casual table: rank, player, wins, losses."""
        process = Meeple(address, "scores", "--board", "casual", "--json")
        code, output, errors = process.finish()
        self.assertEqual((code, errors), (0, ""), output)
        return [(int(line["rank"]), line["score"]["player_id"], int(line["score"].get("wins", 0)),
                 int(line["score"].get("losses", 0)))
                for line in json.loads(output).get("scores", [])]

    def journal(self, command):
        return subprocess.run(
            [environment.program("meeple-server"), "journal", command, f"--data-dir={self.data_dir}"],
            capture_output=True, text=True, check=False)

    def test_scores_survive_what_the_games_survive(self):
        with Server(data_dir=self.data_dir) as server:
            self.play(server.address, "ann", "bob")
            taken_back, ann = self.play(server.address, "ann", "bob")
            self.assertEqual(self.lines(server.address), [(1, "ann", 2, 0), (2, "bob", 0, 2)])
            server.kill()
        with Server(data_dir=self.data_dir) as server:
            self.assertEqual(self.lines(server.address), [(1, "ann", 2, 0), (2, "bob", 0, 2)])
            Client(server.address, ann.metadata[0][1].removeprefix("Bearer ")).undo(taken_back)
            self.assertEqual(self.lines(server.address), [(1, "ann", 1, 0), (2, "bob", 0, 1)])
            server.kill()
        verified = self.journal("verify")
        self.assertEqual(verified.returncode, 0, verified.stdout)
        rebuilt = self.journal("rebuild-scores")
        self.assertIn("counted 2 games: 0 entries", rebuilt.stdout)
        with Server(data_dir=self.data_dir) as server:
            self.assertEqual(self.lines(server.address), [(1, "ann", 1, 0), (2, "bob", 0, 1)])


if __name__ == "__main__":
    unittest.main()
