#!/usr/bin/env python3
"""The terminal client as scripts and people use it: a game by two `meeple play` and one `meeple
watch`, every command with and without --json, exit codes, lost connections."""

import json
import unittest

from harness import environment, waiting
from harness.client import token_of
from harness.proxy import Proxy
from harness.server_test import ServerTest
from harness.terminal_client import Meeple

DONE, REFUSED, USAGE, UNREACHABLE = range(4)
TEXTS = ["game created", "game started", "X plays X at (0,0)", "O plays O at (0,1)",
         "X plays X at (1,1)", "O plays O at (0,2)", "X plays X at (2,2)", "X wins"]


class CliTest(ServerTest):
    def start(self, *arguments, credential="", server=""):
        process = Meeple(server or self.server.address, *arguments, credential=credential)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def run_meeple(self, *arguments, credential="", server=""):
        return self.start(*arguments, credential=credential, server=server).finish()

    def done(self, *arguments, credential=""):
        """The output of a command that must succeed."""
        code, output, errors = self.run_meeple(*arguments, credential=credential)
        self.assertEqual((code, errors), (DONE, ""), f"{arguments}: {output}")
        return output

    def done_json(self, *arguments, credential=""):
        return json.loads(self.done(*arguments, "--json", credential=credential))

    def create(self, *arguments):
        """Returns the game's id and the tokens by player."""
        created = self.done_json("create", "tic_tac_toe", *arguments)
        tokens = {c["player_id"]: c["token"] for c in created["credentials"]}
        return created["game"]["game_id"], tokens

    def played(self):
        """The classic game after its end."""
        game_id, tokens = self.create()
        for player, move in zip("XOXOX", ["a1", "b1", "b2", "c1", "c3"]):
            self.done("move", game_id, move, credential=tokens[player])
        return game_id, tokens


class Game(CliTest):
    def test_two_players_and_a_spectator(self):
        game_id, tokens = self.create()
        spectator = self.start("watch", game_id, "--until-finish", "--json")
        x = self.start("play", game_id, "--moves", "a1,b2,c3", credential=tokens["X"])
        o = self.start("play", game_id, "--credential", tokens["O"], "--moves", "b1,c1")
        code, output, errors = x.finish()
        self.assertEqual((code, errors), (DONE, ""), output)
        # O may leave before the last move, which is X's, and is told how to come back then.
        code, output, errors = o.finish()
        self.assertEqual(code, DONE, output + errors)
        self.assertTrue(errors == "" or errors.startswith("To come back:"), errors)
        self.assertEqual(spectator.finish()[0], DONE)
        events = spectator.events()
        self.assertEqual([event["text"] for event in events], TEXTS)
        self.assertEqual([int(event["sequence"]) for event in events], list(range(1, 9)))
        game = self.done_json("show", game_id)["game"]
        self.assertEqual((game["winner"], game["cursor"]["turns"]), ("X", 5))

    def test_a_game_against_a_bot(self):
        code, output, errors = self.run_meeple("play", "tic_tac_toe", "--bot", "random#7",
                                               "--moves", "a1,b1,c1,a2,b2,c2,a3,b3,c3")
        self.assertIn(code, (DONE, REFUSED), output + errors)
        self.assertIn("plays", output)

    def test_a_game_of_bots_alone_has_no_credentials_to_speak_of(self):
        created = self.done("create", "tic_tac_toe", "--seat", "bot:random", "--seat", "bot:random")
        self.assertIn("Anyone watches with", created)
        self.assertNotIn("credential", created)

    def test_what_is_left_of_a_game_against_a_bot(self):
        code, output, errors = self.run_meeple("play", "tic_tac_toe", "--bot", "perfect", "--moves", "a1")
        self.assertEqual(code, DONE, errors)
        self.assertIn("O plays", output, "its answer is waited for")
        way_back = errors.splitlines()[-1].split()
        self.assertEqual(errors.splitlines()[0], "To come back:")
        game_id, token = way_back[-3], way_back[-1]
        self.done("resign", game_id, credential=token)

    def test_an_invitation_joins_first(self):
        created = self.done_json("create", "tic_tac_toe", "--seat", "invited:zoe", "--seat", "ben")
        game_id, invitation = created["game"]["game_id"], created["credentials"][0]["token"]
        for command in (["play", game_id], ["move", game_id, "a1"]):
            code, _, errors = self.run_meeple(*command, credential=invitation)
            self.assertEqual(code, REFUSED, errors)
            self.assertIn("`meeple join", errors)
        self.assertEqual(self.done("moves", game_id), "no moves: the game has not started")
        self.done("join", game_id, credential=invitation)
        self.assertIn("a1", self.done("moves", game_id))

    def test_health(self):
        self.assertEqual(self.done("health"), "serving")
        code, _, errors = self.run_meeple("health", "--service", "meeple.v1.Nothing")
        self.assertEqual(code, REFUSED)
        self.assertIn("no service 'meeple.v1.Nothing'", errors)

    def test_plain_texts(self):
        game_id, tokens = self.played()
        shown = self.done("show", game_id)
        self.assertIn("X wins", shown)
        watched = self.done("watch", game_id, "--until-finish")
        for text in TEXTS:
            self.assertIn(text, watched)
        self.assertIn("undo", self.done("undo", game_id, credential=tokens["O"]))
        self.assertEqual(sorted(self.done("moves", game_id).split()),
                         sorted(["a2", "c2", "a3", "b3", "c3"]))
        self.assertIn("X wins", self.done("redo", game_id, credential=tokens["X"]))
        self.assertIn("redo: X plays X at (2,2)", self.done("events", game_id))
        self.assertEqual(self.done("replay", game_id).count("turn "), 6)
        self.assertIn("tic_tac_toe", self.done("kinds"))
        for output in (shown, watched):
            self.assertNotIn("\x1b", output, "no colours in a pipe")

    def test_create_tells_what_to_type(self):
        output = self.done("create", "tic_tac_toe", "--seat", "anna=A", "--seat", "ben")
        lines = [line.strip() for line in output.splitlines() if "meeple play" in line
                 or ("play" in line and "m1." in line)]
        self.assertGreaterEqual(len(lines), 2, output)
        self.assertIn("anna", output)

    def test_json(self):
        game_id, tokens = self.played()
        self.assertEqual(self.done_json("undo", game_id, credential=tokens["X"])["cursor"],
                         {"status": "GAME_STATUS_IN_PROGRESS", "turn_index": 0, "turns": 4})
        self.assertEqual(len(self.done_json("moves", game_id)["moves"]), 5)
        moved = self.done_json("move", game_id, "C3", credential=tokens["X"])
        self.assertEqual(moved["winner"], "X")
        self.assertEqual(self.done_json("undo", game_id, credential=tokens["O"])["winner"], "")
        self.assertEqual(self.done_json("redo", game_id, credential=tokens["X"])["winner"], "X")
        self.assertEqual(len(self.done_json("replay", game_id)["frames"]), 6)
        events = self.done_json("events", game_id)["events"]
        self.assertEqual([int(event["sequence"]) for event in events], list(range(1, 15)))
        kinds = self.done_json("kinds")["kinds"]
        self.assertIn("tic_tac_toe", [kind["kind"] for kind in kinds])


class Errors(CliTest):
    def expect(self, code, reason, *arguments, credential="", server=""):
        """Fails with this exit code and reason, told on stderr, as text and as JSON."""
        got, output, errors = self.run_meeple(*arguments, credential=credential, server=server)
        self.assertEqual(got, code, f"{arguments}: {output}{errors}")
        self.assertTrue(errors.startswith("meeple: "), errors)
        got, output, errors = self.run_meeple(*arguments, "--json", credential=credential,
                                              server=server)
        self.assertEqual(got, code, f"{arguments} --json: {output}{errors}")
        error = json.loads(errors or output)["error"]
        self.assertEqual((error["reason"], error["exit_code"]), (reason, code))
        self.assertTrue(error["message"])

    def test_refused(self):
        game_id, tokens = self.create()
        stranger = self.create()[1]["X"]
        x, o = tokens["X"], tokens["O"]
        self.expect(REFUSED, "NOT_YOUR_TURN", "move", game_id, "a1", credential=o)
        self.expect(REFUSED, "OUTSIDE_BOARD", "move", game_id, "d4", credential=x)
        self.expect(REFUSED, "INVALID_FIELD", "move", game_id, "nonsense", credential=x)
        self.expect(REFUSED, "WRONG_SEAT", "move", game_id, "a1", credential=stranger)
        self.expect(REFUSED, "CREDENTIAL_INVALID", "show", game_id, credential="m1.x")
        self.expect(REFUSED, "NOTHING_TO_UNDO", "undo", game_id, credential=x)
        self.expect(REFUSED, "NOTHING_TO_REDO", "redo", game_id, credential=x)
        self.expect(REFUSED, "GAME_NOT_FOUND", "show", "a" * 19 + "2")
        self.expect(REFUSED, "GAME_NOT_FOUND", "watch", "a" * 19 + "2")
        self.expect(REFUSED, "SEQUENCE_OUT_OF_RANGE", "watch", game_id, "--after", "99")
        self.expect(REFUSED, "INVALID_CONFIG", "create", "chess")
        self.expect(REFUSED, "INVALID_CONFIG", "create", "tic_tac_toe", "-p", "size=2")
        self.done("move", game_id, "a1", credential=x)
        self.expect(REFUSED, "CELL_TAKEN", "move", game_id, "a1", credential=o)

    def test_usage(self):
        for arguments in (["frobnicate"], ["show"], ["move", "abc"], ["show", "x", "--frobnicate"],
                          ["create"], ["create", "tic_tac_toe", "--seat", "a=bc"],
                          ["create", "tic_tac_toe", "-p", "size"],
                          ["watch", "a2", "--after", "-1"], []):
            code, output, errors = self.run_meeple(*arguments)
            self.assertEqual(code, USAGE, f"{arguments}: {output}{errors}")
            self.assertNotEqual(errors, "")

    def test_help(self):
        for command in ("", "create", "games", "join", "leave", "play", "watch", "show", "moves", "move", "undo", "redo",
                        "replay", "events", "kinds", "scores", "bot", "takeover"):
            output = self.done(*[command] * bool(command), "--help")
            self.assertGreater(len(output), 100)

    def test_unreachable(self):
        # Nobody listens on port 1 of the loopback.
        self.expect(UNREACHABLE, "", "show", "a" * 19 + "2", server="127.0.0.1:1")
        self.expect(UNREACHABLE, "", "watch", "a" * 19 + "2", server="127.0.0.1:1")


class LostConnections(CliTest):
    def test_a_watch_goes_on_where_it_was(self):
        game_id, x, _ = self.new_game()
        with Proxy(self.server.port) as proxy:
            spectator = self.start("watch", game_id, "--json", server=proxy.address)
            head = 2
            for _ in range(4):
                waiting.until(lambda: len(spectator.events()) >= head, "the spectator is up to date")
                proxy.cut()
                for _ in range(5):
                    x.mark(game_id, 0, 0)
                    head = x.undo(game_id).sequence
            x.abandon(game_id)  # O has not moved
            code, output, errors = spectator.finish()
            self.assertEqual(code, DONE, output + errors)
        sequences = [int(event["sequence"]) for event in spectator.events()]
        self.assertEqual(sequences, list(range(1, self.anyone.get(game_id).game.sequence + 1)))

    def test_a_player_plays_on(self):
        created = self.anyone.create()
        game_id = created.game.game_id
        x = self.seat(created, "X")
        with Proxy(self.server.port) as proxy:
            o = self.start("play", game_id, "--moves", "b1,c1", credential=token_of(created, "O"),
                           server=proxy.address)
            x.move(game_id, "a1")
            waiting.until(lambda: self.anyone.get(game_id).game.cursor.turns == 2, "O has moved")
            proxy.cut()
            x.move(game_id, "b2")
            waiting.until(lambda: self.anyone.get(game_id).game.cursor.turns == 4, "O moved again")
            x.move(game_id, "c3")
            code, output, errors = o.finish()
            self.assertEqual(code, DONE, output + errors)


if __name__ == "__main__":
    unittest.main(verbosity=2)
