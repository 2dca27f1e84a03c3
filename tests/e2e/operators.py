#!/usr/bin/env python3
"""What an operator does with a server that runs on a disk: a game looked at, a game sent out of memory,
a backup made while games go on, and a server started on it."""

import os
import pathlib
import tempfile
import unittest

import grpc

from harness import environment, waiting
from harness.client import Client, new_request_id, token_of
from harness.contract import admin_pb2, admin_pb2_grpc
from harness.refusal import read
from harness.server import Server


class OperatorsTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.data = self.folder / "data"
        self.backups = self.folder / "backups"
        self.backups.mkdir()

    def serve(self, *flags, data=None):
        server = self.enterContext(Server("--dev", *flags, data_dir=data or self.data))
        channel = self.enterContext(grpc.insecure_channel(server.address))
        self.admin = admin_pb2_grpc.AdminServiceStub(channel)
        return server

    def connect(self, server, token=""):
        client = Client(server.address, token)
        self.addCleanup(client.close)
        return client

    def verify(self, game_id):
        return self.admin.VerifyGame(admin_pb2.VerifyGameRequest(game_id=game_id),
                                     timeout=environment.patience())

    def evict(self, game_id):
        return self.admin.EvictGame(admin_pb2.EvictGameRequest(game_id=game_id),
                                    timeout=environment.patience())

    def leaves(self, game_id):
        try:
            return self.evict(game_id).evicted
        except grpc.RpcError as error:
            self.assertEqual(read(error).reason, "GAME_IN_USE")
            return False

    def back_up(self, name):
        return self.admin.CreateBackup(admin_pb2.CreateBackupRequest(name=name),
                                       timeout=3 * environment.patience())

    def reason(self, call):
        """Why it was refused."""
        with self.assertRaises(grpc.RpcError) as caught:
            call()
        return read(caught.exception).reason

    def test_a_server_starts_on_a_backup_that_was_made_while_games_went_on(self):
        server = self.serve(f"--backup-dir={self.backups}")
        creation = new_request_id()
        created = self.connect(server).create(request_id=creation)
        game_id = created.game.game_id
        x = self.connect(server, token_of(created, "X"))
        x.move(game_id, "b2")
        made = self.back_up("monday")
        self.assertEqual(made.path, str(self.backups / "monday"))
        self.assertGreater(made.change, 0)
        self.connect(server, token_of(created, "O")).move(game_id, "a1")
        self.assertEqual(self.reason(lambda: self.back_up("monday")), "BACKUP_EXISTS")
        self.assertEqual(self.reason(lambda: self.back_up("../monday")), "INVALID_FIELD")
        self.assertEqual(sorted(os.listdir(self.backups)), ["monday"])

        second = self.serve(data=self.backups / "monday")
        client = self.connect(second)
        self.assertEqual(client.create(request_id=creation), created)
        self.assertEqual(client.get(game_id).game.cursor.turns, 1, "as it was then")
        self.connect(second, token_of(created, "O")).move(game_id, "c3")
        self.assertEqual(self.connect(server).get(game_id).game.cursor.turns, 2)

    def test_where_there_is_no_directory_there_are_no_backups(self):
        self.serve()
        self.assertEqual(self.reason(lambda: self.back_up("monday")), "BACKUP_NOT_POSSIBLE")
        memory = self.enterContext(Server("--dev", f"--backup-dir={self.backups}"))
        channel = self.enterContext(grpc.insecure_channel(memory.address))
        self.admin = admin_pb2_grpc.AdminServiceStub(channel)
        self.assertEqual(self.reason(lambda: self.back_up("monday")), "BACKUP_NOT_POSSIBLE")

    def test_a_game_is_verified_and_leaves_memory(self):
        server = self.serve()
        client = self.connect(server)
        created = client.create()
        game_id = created.game.game_id
        self.connect(server, token_of(created, "X")).move(game_id, "b2")
        verified = self.verify(game_id)
        self.assertEqual((verified.events, verified.difference), (3, ""))
        # The call that was just answered may still be at it.
        waiting.until(lambda: self.leaves(game_id), "the game leaves memory")
        info = self.admin.GetServerInfo(admin_pb2.GetServerInfoRequest())
        self.assertEqual(info.games, 0)
        self.assertEqual(client.get(game_id).game.cursor.turns, 1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
