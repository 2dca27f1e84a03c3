#!/usr/bin/env python3
"""Two people at terminals: draws offered, declined and agreed on, an undo by consent, and a rematch with the
seats swapped that is played on over deaths of the server."""

import json
import os
import tempfile
import unittest

from harness.client import Client
from harness.person import Person
from harness.server import Server
from harness.terminal_client import Meeple


class Offers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="meeple-offers-")
        self.addCleanup(folder.cleanup)
        self.data_dir = os.path.join(folder.name, "data")

    def server(self, listen="127.0.0.1:0"):
        return Server(listen=listen, data_dir=self.data_dir)

    def done_json(self, address, *arguments, credential=""):
        process = Meeple(address, *arguments, "--json", credential=credential)
        self.addCleanup(process.kill)
        code, output, errors = process.finish()
        self.assertEqual((code, errors), (0, ""), output)
        return json.loads(output)

    def sit_down(self, address, *options):
        """A new game, and two people at it."""
        created = self.done_json(address, "create", "tic_tac_toe", *options)
        game_id = created["game"]["game_id"]
        people = []
        for credential in created["credentials"]:
            person = Person(address, "play", game_id, credential=credential["token"])
            self.addCleanup(person.close)
            people.append(person)
        x, o = people
        x.see("your move (X) > ")
        o.see("X to move > ")
        return game_id, x, o

    def test_a_draw_is_declined_and_another_agreed_on(self):
        with self.server() as server:
            game_id, x, o = self.sit_down(server.address)
            x.type("draw")
            o.see("X offers a draw  (accept 3 or decline 3)")
            o.see("accept or decline the draw; X to move > ")
            o.type("decline")
            x.see("O declines the draw")
            x.type("a1")
            o.see("your move (O) > ")
            o.type("draw")
            x.see("O offers a draw")
            x.type("accept")
            for person in (x, o):
                person.see("draw by agreement")
                person.see("game over; rematch, undo or quit > ")
                person.type("quit")
                self.assertEqual(person.finish(), 0)
            game = Client(server.address).get(game_id).game
            self.assertEqual(game.rendered.split("\n")[0], "draw by agreement")

    def test_an_undo_needs_consent(self):
        with self.server() as server:
            game_id, x, o = self.sit_down(server.address, "--undo", "consent")
            x.type("a1")
            o.see("your move (O) > ")
            x.type("undo")
            o.see("X asks to take back")
            o.type("yes")
            x.see("undo: X takes back (0,0)")
            x.see("your move (X) > ")
            x.type("b2")
            o.see("X plays X at (1,1)")
            self.assertEqual(Client(server.address).get(game_id).game.cursor.turns, 1)

    def test_a_rematch_is_played_over_restarts(self):
        with self.server() as server:
            address = server.address
            game_id, x, o = self.sit_down(address)
            x.type("resign")
            x.see("give the game up? (yes or no) > ")
            x.type("yes")
            o.see("O wins by resignation")
            x.see("game over; rematch, undo or quit > ")
            x.type("swap")
            o.see("X offers a rematch with the seats swapped")
            server.kill()
        with self.server(listen=address) as server:
            o.see("(connected again)")
            o.type("accept")
            o.see("your move (O) > ")
            x.see("O to move > ")
            next_id = Client(address).get(game_id).game.next_game_id
            self.assertTrue(next_id)
            o.type("b2")
            x.see("your move (X) > ")
            server.kill()
        with self.server(listen=address) as server:
            x.see("(connected again)")
            for person, move, other, told in ((x, "a1", o, "X plays X at (0,0)"),
                                              (o, "b1", x, "O plays O at (0,1)"),
                                              (x, "a2", o, "X plays X at (1,0)")):
                person.type(move)
                other.see(told)
                other.see("your move")
            o.type("b3")
            for person in (x, o):
                person.see("O wins")
                person.type("quit")
                self.assertEqual(person.finish(), 0)
            game = Client(address).get(next_id).game
            self.assertEqual((game.winner, game.seats[0].player_id), ("O", "O"))
            self.assertEqual(game.config.rematch_of.game_id, game_id)

    def test_by_single_commands(self):
        with self.server() as server:
            address = server.address
            created = self.done_json(address, "create", "tic_tac_toe")
            game_id = created["game"]["game_id"]
            x, o = (credential["token"] for credential in created["credentials"])
            made = self.done_json(address, "offer", game_id, "draw", "--expires", "60", credential=x)
            self.assertEqual(made["events"][0]["offer_made"]["offer"]["kind"], "OFFER_KIND_DRAW")
            code, _, errors = Meeple(address, "answer", game_id, "accept", credential=x).finish()
            self.assertEqual(code, 1, errors)
            answered = self.done_json(address, "answer", game_id, "accept", credential=o)
            self.assertEqual(answered["cursor"]["status"], "GAME_STATUS_DRAWN")
            offer = self.done_json(address, "offer", game_id, "rematch", credential=x)["sequence"]
            self.done_json(address, "answer", game_id, "accept", "--offer", offer, credential=o)
            shown = self.done_json(address, "show", game_id)["game"]
            joined = self.done_json(address, "join", shown["next_game_id"], credential=x)
            self.assertEqual(joined["credential"]["player_id"], "X")


if __name__ == "__main__":
    unittest.main(verbosity=2)
