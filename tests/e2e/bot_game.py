#!/usr/bin/env python3
"""A person against a bot of the server."""

import unittest

from harness.client import tic_tac_toe
from harness.contract import game_pb2
from harness.server_test import ServerTest
from harness.watcher import Watcher


class BotGame(ServerTest):
    def config(self):
        return tic_tac_toe(seats=[
            game_pb2.SeatConfig(),
            game_pb2.SeatConfig(bot=game_pb2.Bot(kind="perfect")),
        ])

    def test_a_person_plays_against_the_perfect_bot(self):
        created = self.anyone.create(self.config())
        game_id = created.game.game_id
        self.assertEqual([c.player_id for c in created.credentials], ["X"])
        x = self.seat(created, "X")
        watcher = Watcher(self.anyone, game_id, until_finish=True)
        x.mark(game_id, 1, 1)
        watcher.wait_for_events(4)
        game = self.anyone.get(game_id).game
        while game.cursor.status == game_pb2.GAME_STATUS_IN_PROGRESS:
            if game.current_player == "X":
                x.move(game_id, x.legal_moves(game_id).moves[0].notation)
            else:
                watcher.wait_for_events(game.sequence + 1)
            game = self.anyone.get(game_id).game
        self.assertIsNone(watcher.wait_for_end())
        self.assertNotEqual(self.anyone.get(game_id).game.winner, "X")

    def test_undo_goes_back_to_the_person(self):
        created = self.anyone.create(self.config())
        game_id = created.game.game_id
        x = self.seat(created, "X")
        watcher = Watcher(self.anyone, game_id)
        x.mark(game_id, 1, 1)
        watcher.wait_for_events(4)
        undone = x.undo(game_id)
        self.assertEqual(len(undone.events), 2)
        self.assertEqual(undone.cursor.turns, 0)
        self.assertEqual(self.anyone.get(game_id).game.current_player, "X")
        redone = x.redo(game_id)
        self.assertEqual([event.actor for event in redone.events], ["X", "X"])
        self.assertEqual(redone.cursor.turns, 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
