#!/usr/bin/env python3
"""The rules that all calls share, seen from a client: retries, credentials, where watches start."""

import unittest

import grpc

from harness.client import Client, new_request_id, tic_tac_toe
from harness.contract import game_pb2, service_pb2
from harness.server_test import ServerTest
from harness.watcher import Watcher


class Calls(ServerTest):
    def test_a_retry_gets_the_first_answer(self):
        game_id, x, o = self.new_game()
        request_id = new_request_id()
        first = x.mark(game_id, 0, 0, request_id=request_id)
        self.assertEqual(x.mark(game_id, 0, 0, request_id=request_id), first)
        o.mark(game_id, 1, 1)
        late = x.mark(game_id, 0, 0, request_id=request_id)
        self.assertEqual(late.head_sequence, 4)
        late.head_sequence = first.head_sequence
        self.assertEqual(late, first)
        self.expect_refusal(lambda: x.mark(game_id, 0, 1, request_id=request_id),
                            grpc.StatusCode.FAILED_PRECONDITION, "REQUEST_ID_REUSED")

    def test_a_retried_creation_is_the_same_game(self):
        request_id = new_request_id()
        first = self.anyone.create(request_id=request_id)
        self.assertEqual(self.anyone.create(request_id=request_id), first)
        self.expect_refusal(
            lambda: self.anyone.create(tic_tac_toe(turn_limit=9), request_id=request_id),
            grpc.StatusCode.FAILED_PRECONDITION, "REQUEST_ID_REUSED")

    def test_a_spectator_cannot_act(self):
        created = self.anyone.create(tic_tac_toe(visibility=game_pb2.VISIBILITY_PRIVATE))
        game_id = created.game.game_id
        self.expect_refusal(lambda: self.anyone.get(game_id), grpc.StatusCode.NOT_FOUND,
                            "GAME_NOT_FOUND")
        token = next(c.token for c in created.credentials
                     if c.kind == game_pb2.CREDENTIAL_KIND_WATCH)
        spectator = Client(self.server.address, token)
        self.addCleanup(spectator.close)
        self.assertEqual(spectator.get(game_id).game.game_id, game_id)
        for act in (lambda: spectator.mark(game_id, 0, 0), lambda: spectator.undo(game_id),
                    lambda: spectator.redo(game_id), lambda: spectator.resign(game_id),
                    lambda: spectator.abandon(game_id)):
            self.expect_refusal(act, grpc.StatusCode.PERMISSION_DENIED, "ROLE_REQUIRED")

    def test_nobody_acts_without_the_right_credential(self):
        game_id, x, _ = self.new_game()
        _, stranger, _ = self.new_game()
        self.expect_refusal(lambda: self.anyone.mark(game_id, 0, 0),
                            grpc.StatusCode.UNAUTHENTICATED, "CREDENTIAL_REQUIRED")
        self.expect_refusal(lambda: stranger.mark(game_id, 0, 0),
                            grpc.StatusCode.PERMISSION_DENIED, "WRONG_SEAT")
        own = x.metadata[0][1]
        for text in (own[:-1], own + "A", own.replace("m1.", "m2."), "Bearer m1.", "Bearer ", "x",
                     own.replace("Bearer", "Basic"), own[:20] + own[19] + own[21:]):
            forger = Client(self.server.address)
            self.addCleanup(forger.close)
            forger.metadata = [("authorization", text)]
            if text != own:
                self.expect_refusal(lambda client=forger: client.get(game_id),
                                    grpc.StatusCode.UNAUTHENTICATED, "CREDENTIAL_INVALID")
        x.mark(game_id, 0, 0)

    def test_watches_start_where_they_are_told(self):
        game_id, x, o = self.new_game()
        self.play_classic(x, o, game_id)
        for after in range(9):
            watcher = Watcher(self.anyone, game_id, after_sequence=after)
            watcher.wait_for_events(8 - after)
            self.assertEqual(watcher.sequences(), list(range(after + 1, 9)))
            watcher.cancel()
        beyond = Watcher(self.anyone, game_id, after_sequence=9).wait_for_end()
        self.assertEqual((beyond.code, beyond.reason, beyond.metadata["head"]),
                         (grpc.StatusCode.OUT_OF_RANGE, "SEQUENCE_OUT_OF_RANGE", "8"))
        snapshot = Watcher(self.anyone, game_id, snapshot=True, until_finish=True)
        self.assertIsNone(snapshot.wait_for_end())
        self.assertEqual(snapshot.snapshots[0].game, self.anyone.get(game_id).game)
        self.assertEqual(snapshot.events, [])


class Kinds(ServerTest):
    def test_tic_tac_toe_is_listed(self):
        kinds = self.anyone.call("ListGameKinds", service_pb2.ListGameKindsRequest()).kinds
        self.assertEqual([kind.kind for kind in kinds], sorted(kind.kind for kind in kinds))
        kind = next(kind for kind in kinds if kind.kind == "tic_tac_toe")
        self.assertEqual((kind.min_players, kind.max_players), (2, 8))
        self.assertEqual([(p.name, p.default_value, p.minimum, p.maximum)
                          for p in kind.parameters], [("size", "3", 3, 100)])
        self.assertLessEqual({"random", "perfect"}, {bot.kind for bot in kind.bots})


if __name__ == "__main__":
    unittest.main(verbosity=2)
