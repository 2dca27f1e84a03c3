#!/usr/bin/env python3
"""Two people at terminals who never exchanged a credential: one creates a game with an open seat, the other
joins it, and they play to its end, over deaths of the server."""

import json
import os
import tempfile
import unittest

from harness import waiting
from harness.client import Client
from harness.server import Server
from harness.terminal_client import Meeple


class Lobby(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="meeple-lobby-")
        self.addCleanup(folder.cleanup)
        self.data_dir = os.path.join(folder.name, "data")

    def server(self, listen="127.0.0.1:0"):
        return Server(listen=listen, data_dir=self.data_dir)

    def start(self, address, *arguments, credential=""):
        process = Meeple(address, *arguments, credential=credential)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def done(self, address, *arguments, credential=""):
        code, output, errors = self.start(address, *arguments, credential=credential).finish()
        self.assertEqual((code, errors), (0, ""), output)
        return output

    def done_json(self, address, *arguments, credential=""):
        return json.loads(self.done(address, *arguments, "--json", credential=credential))

    def test_who_joins_plays_over_restarts(self):
        with self.server() as server:
            address = server.address
            created = self.done_json(address, "create", "tic_tac_toe", "--seat", "anna",
                                     "--seat", "open")
            game_id = created["game"]["game_id"]
            self.assertEqual(created["game"]["cursor"]["status"], "GAME_STATUS_NOT_STARTED")
            anna = self.start(address, "play", game_id, "--moves", "a1,b2,c3",
                              credential=created["credentials"][0]["token"])
            waiting.until(lambda: Client(address).watchers(game_id) == 1, "anna waits")
            server.kill()
        with self.server(listen=address) as server:
            listed = self.done_json(address, "games", "--open")["games"]
            self.assertEqual([game["game_id"] for game in listed], [game_id])
            joined = self.done_json(address, "join", game_id, "--name", "ben")
            self.assertEqual(self.done(address, "games", "--open"), "no such games")
            token = joined["credential"]["token"]
            ben = self.start(address, "play", game_id, "--moves", "b1,c1", credential=token)
            waiting.until(lambda: Client(address).get(game_id).game.cursor.turns >= 2, "both moved")
            server.kill()
        with self.server(listen=address) as server:
            self.assertEqual(ben.finish()[0], 0)
            self.assertEqual(anna.finish()[0], 0)
            game = Client(address).get(game_id).game
            self.assertEqual(game.winner, "anna")
            self.assertEqual([seat.player_id for seat in game.seats], ["anna", "ben"])
            texts = [event.text for event in Client(address).events(game_id).events]
            self.assertEqual(texts[:3], ["game created", "ben joins", "game started"])

    def test_the_lobby_is_followed_over_restarts(self):
        with self.server() as server:
            address = server.address
            first = self.done_json(address, "create", "tic_tac_toe", "--seat", "anna", "--seat", "open")
            shown = self.start(address, "lobby")
            told = self.start(address, "lobby", "--json")
            waiting.until(lambda: len(shown.lines) == 1, "the game that was there is shown")
            waiting.until(lambda: len(told.lines) == 1, "it is told, too")
            server.kill()
        with self.server(listen=address):
            second = self.done_json(address, "create", "reversi", "--seat", "carl", "--seat", "open")
            self.done(address, "create", "tic_tac_toe", "--seat", "dora", "--seat", "invited")
            self.done(address, "join", first["game"]["game_id"], "--name", "ben")
            waiting.until(lambda: len(shown.lines) == 3, "what happened since is shown")
            ids = [first["game"]["game_id"], second["game"]["game_id"]]
            self.assertEqual([line.split("  ")[0] for line in shown.lines],
                             ["+ " + ids[0], "+ " + ids[1], "- " + ids[0]])
            waiting.until(lambda: len(self.lobby_events(told)) == 2, "and told")
            self.assertEqual([(event["sequence"], event["change"]) for event in self.lobby_events(told)],
                             [("2", "LOBBY_CHANGE_CREATED"), ("4", "LOBBY_CHANGE_GONE")])

    @staticmethod
    def lobby_events(process):
        """The events of a `meeple lobby --json` so far."""
        return [event for line in list(process.lines)
                for event in json.loads(line).get("events", {}).get("events", [])]

    def test_an_invitation_opens_a_private_game(self):
        with self.server() as server:
            address = server.address
            created = self.done_json(address, "create", "tic_tac_toe", "--private", "--seat", "anna",
                                     "--seat", "invited:ben")
            game_id = created["game"]["game_id"]
            kinds = [credential["kind"] for credential in created["credentials"]]
            self.assertEqual(kinds, ["CREDENTIAL_KIND_SEAT", "CREDENTIAL_KIND_INVITATION",
                                     "CREDENTIAL_KIND_WATCH"])
            code, _, errors = self.start(address, "join", game_id).finish()
            self.assertEqual(code, 1)
            self.assertIn("there is no such game", errors)
            invitation = created["credentials"][1]["token"]
            output = self.done(address, "join", game_id, credential=invitation)
            self.assertIn("ben joins", output)
            self.assertIn("game started", output)
            self.assertIn(f"play {game_id} --credential m1.", output)

    def test_who_leaves_makes_room(self):
        with self.server() as server:
            address = server.address
            created = self.done_json(address, "create", "tic_tac_toe", "--seat", "anna", "--seat",
                                     "open", "--seat", "open")
            game_id = created["game"]["game_id"]
            ben = self.done_json(address, "join", game_id, "--name", "ben")["credential"]["token"]
            self.assertIn("ben leaves", self.done(address, "leave", game_id, credential=ben))
            code, _, errors = self.start(address, "leave", game_id, credential=ben).finish()
            self.assertEqual(code, 1)
            self.assertIn("credential", errors)
            for name in ("zoe", "yan"):
                self.done(address, "join", game_id, "--name", name)
            code, _, errors = self.start(address, "join", game_id).finish()
            self.assertEqual(code, 1)
            self.assertIn("the game has no open seat", errors)


if __name__ == "__main__":
    unittest.main(verbosity=2)
