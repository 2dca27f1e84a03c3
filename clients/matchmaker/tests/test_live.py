"""The matchmaker with a real game server: by HTTP as players do, and over deaths of both."""

import json
import os
import socket
import sqlite3
import tempfile
import threading
import time
import unittest
import unittest.mock
import urllib.error
import urllib.request

import meeple
from live_server import LiveServer
from meeple.v1 import lobby_service_pb2 as lobby

from meeple_matchmaker import front
from meeple_matchmaker.matchmaker import Matchmaker
from meeple_matchmaker.store import Store

PATIENCE = 120.0


class LiveTest(unittest.TestCase):
    flags = ("--final-after=0s",)

    def setUp(self):
        self.server = LiveServer(*self.flags)
        self.addCleanup(self.server.stop)
        folder = tempfile.TemporaryDirectory(prefix="matchmaker-")
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "store.db")
        options = meeple.Options(timeout=30.0, patience=PATIENCE, first_delay=0.02, longest_delay=0.1)
        self.client = meeple.Client(self.server.address, token=self.server.key, options=options)
        self.addCleanup(self.client.close)

    def matchmaker(self, store_type=Store):
        """A matchmaker, as if by a process of its own, that is not started."""
        store = store_type(self.path)
        self.addCleanup(store.close)
        return Matchmaker(store, self.client, kinds=["tic_tac_toe", "reversi"], interval=0.05)

    def started(self, matchmaker):
        matchmaker.start()
        self.addCleanup(matchmaker.stop)
        return matchmaker

    def await_state(self, matchmaker, ticket, state):
        give_up = time.monotonic() + PATIENCE
        while (seen := matchmaker.look(ticket.id, wait=1.0))["state"] != state:
            self.assertLess(time.monotonic(), give_up, f"{seen} instead of {state}")
            time.sleep(0.02)
        return seen

    def games(self):
        return list(self.client.lobby.ListGames(lobby.ListGamesRequest()).games)

    def resign(self, seen):
        self.client.with_token(seen["credential"]).resign(seen["game_id"])


class MatchmakerTest(LiveTest):
    def test_two_players_get_a_game_and_its_result(self):
        matchmaker = self.started(self.matchmaker())
        tickets = [matchmaker.enter(player, "tic_tac_toe", 1500) for player in ("ann", "ben")]
        seen = [self.await_state(matchmaker, ticket, "ready") for ticket in tickets]
        self.assertEqual(seen[0]["game_id"], seen[1]["game_id"])
        self.assertEqual({each["seat"] for each in seen}, {0, 1})
        for player, each in zip(("ann", "ben"), seen, strict=True):
            answer = self.client.with_token(each["credential"]).get_game(each["game_id"])
            self.assertEqual((answer.player_id, answer.seat), (player, each["seat"]))
        self.resign(seen[0])
        self.assertEqual(self.await_state(matchmaker, tickets[1], "over")["winner"], "ben")

    def test_a_death_between_the_game_and_its_note_makes_no_second_game(self):
        class Dying(Store):
            def set_ready(self, *_):
                raise KeyboardInterrupt

        first = self.matchmaker(Dying)
        tickets = [first.enter(player, "reversi", 1500) for player in ("ann", "ben")]
        with self.assertRaises(KeyboardInterrupt):
            first.step()
        made = self.games()
        self.assertEqual(len(made), 1)
        self.assertEqual(first.look(tickets[0].id)["state"], "allocating")
        # The game may even have ended before the next process begins.
        second = self.started(self.matchmaker())
        seen = self.await_state(second, tickets[0], "ready")
        self.assertEqual(seen["game_id"], made[0].game_id)
        self.assertEqual(len(self.games()), 1)
        self.resign(seen)
        self.await_state(second, tickets[1], "over")

    def test_results_are_followed_over_deaths_of_the_server_and_of_the_matchmaker(self):
        matchmaker = self.matchmaker()
        matchmaker.start()
        tickets = [matchmaker.enter(player, "tic_tac_toe", 1500) for player in ("ann", "ben")]
        seen = self.await_state(matchmaker, tickets[0], "ready")
        self.server.kill()
        self.server.start()
        later = [matchmaker.enter(player, "reversi", 1500) for player in ("carl", "dora")]
        later_seen = self.await_state(matchmaker, later[0], "ready")
        matchmaker.stop()
        self.resign(seen)
        self.resign(later_seen)
        resumed = self.started(self.matchmaker())
        for ticket in (*tickets, *later):
            self.await_state(resumed, ticket, "over")

    def test_tickets_of_games_that_the_server_lost_fail_and_later_results_are_taken(self):
        matchmaker = self.matchmaker()
        first = [matchmaker.enter(player, "reversi", 1500) for player in ("ann", "ben")]
        lost = [matchmaker.enter(player, "tic_tac_toe", 1500) for player in ("carl", "dora")]
        matchmaker.step()
        self.resign(matchmaker.look(first[0].id))
        self.started(matchmaker)
        self.await_state(matchmaker, first[1], "over")
        self.server.kill()
        self.server.lose_games()
        self.server.start()
        self.assertIn("GAME_NOT_FOUND", self.await_state(matchmaker, lost[0], "failed")["reason"])
        later = [matchmaker.enter(player, "tic_tac_toe", 1500) for player in ("ann", "ben")]
        self.resign(self.await_state(matchmaker, later[0], "ready"))
        self.await_state(matchmaker, later[1], "over")

    def test_errors_of_the_store_end_no_work(self):
        class Failing(Store):
            failures = {"waiting": 3, "take_result": 2, "unread": 2}

            def fail(self, name, *arguments):
                if self.failures[name] > 0:
                    self.failures[name] -= 1
                    raise sqlite3.OperationalError("disk I/O error")
                return getattr(Store, name)(self, *arguments)

            def waiting(self):
                return self.fail("waiting")

            def take_result(self, *arguments):
                return self.fail("take_result", *arguments)

            def unread(self):
                return self.fail("unread")

        with self.assertLogs("meeple_matchmaker", "ERROR") as logs:
            matchmaker = self.started(self.matchmaker(Failing))
            tickets = [matchmaker.enter(player, "reversi", 1500) for player in ("ann", "ben")]
            self.resign(self.await_state(matchmaker, tickets[0], "ready"))
            self.await_state(matchmaker, tickets[1], "over")
            while Failing.failures["unread"]:
                time.sleep(0.02)
        self.assertEqual(len(logs.records), 7)

    def test_a_game_that_cannot_be_is_told(self):
        matchmaker = self.started(Matchmaker(Store(), self.client, kinds=["tic_tac_toe"], interval=0.05,
                                             make_config=lambda match: meeple.GameConfig(kind="chess")))
        tickets = [matchmaker.enter(player, "tic_tac_toe", 1500) for player in ("ann", "ben")]
        self.assertIn("INVALID_CONFIG", self.await_state(matchmaker, tickets[0], "failed")["reason"])


    def test_who_was_matched_with_a_name_that_the_server_refuses_waits_again(self):
        matchmaker = self.matchmaker()
        bad, ben = [matchmaker.enter(player, "reversi", 1500) for player in ("a\u0007b", "ben")]
        matchmaker.step()
        self.assertIn("INVALID_CONFIG", matchmaker.look(bad.id)["reason"])
        self.assertEqual(matchmaker.look(ben.id), {"state": "waiting"})
        matchmaker.enter("carl", "reversi", 1500)
        matchmaker.step()
        self.assertEqual(matchmaker.look(ben.id)["state"], "ready")


class MissedResultsTest(LiveTest):
    """The server keeps one result, so that others are missed."""

    flags = ("--final-after=1h", "--feed-entries=1")

    def two_play(self, matchmaker):
        tickets = [matchmaker.enter(player, "tic_tac_toe", 1500) for player in ("ann", "ben")]
        matchmaker.step()
        return tickets

    def miss_results(self):
        for _ in range(3):
            self.client.abandon(self.client.create_game("reversi").game.game_id)

    def test_are_read_from_the_games(self):
        matchmaker = self.matchmaker()
        tickets = self.two_play(matchmaker)
        self.client.abandon(matchmaker.look(tickets[0].id)["game_id"])
        self.miss_results()
        self.started(matchmaker)
        self.assertEqual(self.await_state(matchmaker, tickets[1], "over")["winner"], "")
        # From there on it follows.
        later = self.two_play(matchmaker)
        self.client.abandon(self.await_state(matchmaker, later[0], "ready")["game_id"])
        self.await_state(matchmaker, later[1], "over")

    def test_a_game_that_may_still_be_taken_up_again_is_not_over(self):
        matchmaker = self.matchmaker()
        tickets = self.two_play(matchmaker)
        seen = [matchmaker.look(ticket.id) for ticket in tickets]
        game_id = seen[0]["game_id"]
        players = [self.client.with_token(each["credential"])
                   for each in sorted(seen, key=lambda each: each["seat"])]
        for turn, cell in enumerate(("a1", "b1", "a2", "b2", "a3")):
            players[turn % 2].play(game_id, cell)
        self.assertTrue(self.client.get_game(game_id).game.winner)
        other = [matchmaker.enter(player, "reversi", 1500) for player in ("carl", "dora")]
        matchmaker.step()
        self.client.abandon(matchmaker.look(other[0].id)["game_id"])
        self.miss_results()
        self.started(matchmaker)
        self.await_state(matchmaker, other[0], "over")
        while matchmaker._store.unread():
            time.sleep(0.02)
        self.assertEqual(matchmaker.look(tickets[0].id)["state"], "ready")
        players[0].undo(game_id)
        self.client.abandon(game_id)
        self.assertEqual(self.await_state(matchmaker, tickets[0], "over")["winner"], "")

    def test_that_of_a_game_which_was_made_just_before_a_death_is_read(self):
        class Dying(Store):
            def set_ready(self, *_):
                raise KeyboardInterrupt

        first = self.matchmaker(Dying)
        tickets = [first.enter(player, "tic_tac_toe", 1500) for player in ("ann", "ben")]
        with self.assertRaises(KeyboardInterrupt):
            first.step()
        self.client.abandon(self.games()[0].game_id)
        self.miss_results()
        second = self.matchmaker()
        with self.assertLogs("meeple_matchmaker", "WARNING"):
            second._follow_results()
        self.assertEqual(second.look(tickets[0].id)["state"], "allocating")
        self.started(second)
        self.await_state(second, tickets[0], "over")


class QuotaTest(LiveTest):
    flags = ("--final-after=0s", "--max-games-per-key=1")

    def test_a_match_beyond_the_quota_waits_for_its_game(self):
        matchmaker = self.started(self.matchmaker())
        first = [matchmaker.enter(player, "reversi", 1500) for player in ("ann", "ben")]
        seen = self.await_state(matchmaker, first[0], "ready")
        second = [matchmaker.enter(player, "reversi", 1500) for player in ("carl", "dora")]
        self.await_state(matchmaker, second[0], "allocating")
        self.assertEqual(len(self.games()), 1)
        self.resign(seen)
        self.await_state(matchmaker, second[1], "ready")


class FrontTest(LiveTest):
    def setUp(self):
        super().setUp()
        self.door = front.serve(self.started(self.matchmaker()), "127.0.0.1", 0)
        threading.Thread(target=self.door.serve_forever, daemon=True).start()
        self.addCleanup(self.door.server_close)
        self.addCleanup(self.door.shutdown)

    def ask(self, method, path, body=None, raw=None):
        data = raw if raw is not None else json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.door.server_port}{path}", data,
                                         method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def enter(self, player, **fields):
        return self.ask("POST", "/tickets", {"player": player, "kind": "tic_tac_toe", **fields})

    def test_players_enter_wait_and_leave(self):
        code, ann = self.enter(" ann ", rating=1400)
        self.assertEqual(code, 201)
        self.assertEqual(self.ask("GET", f"/tickets/{ann['ticket']}"), (200, {"state": "waiting"}))
        self.assertEqual(self.enter("ann")[0], 409)
        self.assertEqual(self.ask("DELETE", f"/tickets/{ann['ticket']}"), (200, {"state": "cancelled"}))
        tickets = [self.enter(player)[1]["ticket"] for player in ("ann", "ben")]
        code, seen = self.ask("GET", f"/tickets/{tickets[0]}?wait=60")
        self.assertEqual((code, seen["state"]), (200, "ready"))
        self.assertEqual(self.ask("DELETE", f"/tickets/{tickets[0]}")[1]["state"], "ready", "too late")

    def test_two_spellings_of_a_name_are_one_player(self):
        self.assertEqual(self.enter("Jos\u00e9")[0], 201)
        self.assertEqual(self.enter("Jose\u0301")[0], 409)

    def test_what_makes_no_sense_is_refused(self):
        for fields in ({"kind": "chess"}, {"kind": ["reversi"]}, {"rating": "high"}, {"rating": True},
                       {"rating": float("nan")},
                       {"rating": float("-inf")}, {"rating": 10 ** 400}, {"rating": 1e6 + 1},
                       {"player": "\ud800"}, {"kind": "\ud800"}, {"player": ""},
                       {"player": 7}, {"player": "x" * 65},
                       {"player": "a\u0007b"}, {"player": "x\u200by"}, {"player": "a\u00a0b"}):
            code, answer = self.ask("POST", "/tickets", {"player": "ann", "kind": "reversi", **fields})
            self.assertEqual(code, 400, fields)
            self.assertIn("error", answer)
        for raw in (b"{", b"[]", b'"x"', b"\xff", b"{" + b" " * 5000 + b"}", b"[" * 4000,
                    b'{"player":' * 400, b'{"rating": 1' + b"0" * 4050 + b"}"):
            code, answer = self.ask("POST", "/tickets", raw=raw)
            self.assertEqual(code, 400, raw[:10])
            self.assertIn("error", answer)
        self.assertEqual(self.ask("POST", "/elsewhere", {})[0], 404)
        self.assertEqual(self.ask("GET", "/tickets/none")[0], 404)
        self.assertEqual(self.ask("GET", "/")[0], 404)
        for wait in ("-1", "61", "nan", "soon"):
            self.assertEqual(self.ask("GET", f"/tickets/none?wait={wait}")[0], 400, wait)

    def test_a_failure_of_the_matchmaker_is_answered(self):
        broken = unittest.mock.patch.object(Store, "add_ticket", side_effect=sqlite3.OperationalError("full"))
        with self.assertLogs("meeple_matchmaker", "ERROR"), broken:
            code, answer = self.enter("ann")
        self.assertEqual(code, 500)
        self.assertIn("error", answer)
        self.assertEqual(self.enter("ann")[0], 201)

    def test_a_path_that_is_no_url_is_refused(self):
        with socket.create_connection(("127.0.0.1", self.door.server_port), PATIENCE) as raw:
            raw.sendall(b"GET http://[::1/tickets/x HTTP/1.1\r\n\r\n")
            self.assertIn(b" 400 ", raw.makefile("rb").readline())


if __name__ == "__main__":
    unittest.main()
