"""The base of tests that talk to one server.

    class Undo(ServerTest):
        def test_undo(self):
            game_id, x, o = self.new_game()
"""

import unittest

from harness.client import Client, token_of
from harness.refusal import refusal_of
from harness.server import Server


class ServerTest(unittest.TestCase):
    """A server for all tests of a class; each makes games of its own."""

    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server())
        cls.anyone = Client(cls.server.address)
        cls.addClassCleanup(cls.anyone.close)

    def seat(self, created, player):
        """A client that holds the player's credential."""
        client = Client(self.server.address, token_of(created, player))
        self.addCleanup(client.close)
        return client

    def new_game(self, config=None):
        """Returns the game's id and the clients of X and O."""
        created = self.anyone.create(config)
        return created.game.game_id, self.seat(created, "X"), self.seat(created, "O")

    def play_classic(self, x, o, game_id, moves=5):
        """Plays the first moves of the classic game and returns the last answer."""
        cells = [(x, 0, 0), (o, 0, 1), (x, 1, 1), (o, 0, 2), (x, 2, 2)]
        for client, row, column in cells[:moves]:
            answer = client.mark(game_id, row, column)
        return answer

    def expect_refusal(self, call, code, reason):
        refused = refusal_of(call)
        self.assertEqual((refused.code, refused.reason), (code, reason), refused)
        self.assertEqual(refused.domain, "meeple.v1")
        self.assertLess(refused.size, 2048)
        return refused

    def expect_unchanged(self, game_id, call):
        """Makes a call that must leave no trace, and returns what it returned."""
        before = self.anyone.get(game_id).game
        result = call()
        self.assertEqual(self.anyone.get(game_id).game, before)
        return result
