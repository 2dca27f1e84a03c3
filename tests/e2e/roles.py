#!/usr/bin/env python3
"""API keys as an operator handles them: made by the program, added to and taken from a file while the
server runs, used by a matchmaker and by an operator."""

import os
import subprocess
import tempfile
import unittest

import grpc

from harness import environment, waiting
from harness.client import Client, new_request_id, tic_tac_toe
from harness.contract import (admin_pb2, admin_pb2_grpc, allocation_pb2, allocation_pb2_grpc)
from harness.refusal import read
from harness.server import Server


def run_server(*arguments):
    """The finished run of a server that should not stay."""
    return subprocess.run([environment.program("meeple-server"), *arguments], text=True,
                          capture_output=True, timeout=environment.patience())


def make_key(role, name):
    """Returns the key and its line, as the program prints them."""
    run = run_server("make-key", f"--role={role}", f"--name={name}")
    assert run.returncode == 0, run.stderr
    key, line = run.stdout.splitlines()
    return key, line


class RolesTest(unittest.TestCase):
    def setUp(self):
        self.file = os.path.join(self.enterContext(tempfile.TemporaryDirectory()), "keys")
        self.lobby, self.lobby_line = make_key("matchmaker", "lobby")
        self.ops, self.ops_line = make_key("admin", "ops")

    def write(self, *lines):
        """Replaces the file at once, as operators should."""
        with open(self.file + ".new", "w", encoding="ascii") as file:
            file.writelines(line + "\n" for line in lines)
        os.replace(self.file + ".new", self.file)

    def start(self, *flags):
        server = self.enterContext(Server(*flags))
        channel = self.enterContext(grpc.insecure_channel(server.address))
        self.allocation = allocation_pb2_grpc.AllocationServiceStub(channel)
        self.admin = admin_pb2_grpc.AdminServiceStub(channel)
        return server

    @staticmethod
    def call(rpc, request, key):
        metadata = [("authorization", f"Bearer {key}")] if key else []
        return rpc(request, metadata=metadata, timeout=environment.patience())

    def info(self, key):
        return self.call(self.admin.GetServerInfo, admin_pb2.GetServerInfoRequest(), key)

    def reason_of_info(self, key):
        """Why it was refused; empty if it was not."""
        try:
            self.info(key)
        except grpc.RpcError as error:
            return read(error).reason
        return ""

    def test_a_matchmaker_and_an_operator(self):
        self.write("# who may", self.lobby_line, self.ops_line)
        server = self.start(f"--api-key-file={self.file}")
        request = allocation_pb2.AllocateGamesRequest(games=[
            allocation_pb2.GameAllocation(request_id=new_request_id(), config=config)
            for config in (tic_tac_toe(), tic_tac_toe(turn_limit=-1), tic_tac_toe())])
        results = self.call(self.allocation.AllocateGames, request, self.lobby).results
        self.assertEqual([result.WhichOneof("outcome") for result in results],
                         ["allocated", "error", "allocated"])
        self.assertEqual(self.call(self.allocation.AllocateGames, request, self.lobby).results,
                         results)
        game = results[0].allocated
        players = [Client(server.address, credential.token) for credential in game.credentials]
        for player in players:
            self.addCleanup(player.close)
        players[0].move(game.game.game_id, "b2")
        players[1].move(game.game.game_id, "a1")
        lobby = Client(server.address, self.lobby)
        self.addCleanup(lobby.close)
        lobby.abandon(game.game.game_id)
        info = self.info(self.ops)
        self.assertEqual((info.games, info.journal, info.draining), (2, "memory", False))
        self.assertRegex(info.version, r"^\d+\.\d+\.\d+")
        self.call(self.admin.DrainServer, admin_pb2.DrainServerRequest(), self.ops)
        self.assertTrue(self.info(self.ops).draining)
        self.assertTrue(server.alive(), "it goes on until it is asked to end")
        log = server.log()
        for key in (self.lobby, self.ops):
            self.assertNotIn(key, log)
        server.terminate()
        self.assertEqual(server.wait(environment.patience()), 0)

    def test_the_file_counts_while_the_server_runs(self):
        self.write(self.lobby_line)
        server = self.start(f"--api-key-file={self.file}")
        self.assertEqual(self.reason_of_info(self.ops), "CREDENTIAL_INVALID")
        self.write(self.ops_line)
        waiting.until(lambda: self.reason_of_info(self.ops) == "", "the new key counts")
        self.assertEqual(self.reason_of_info(self.lobby), "CREDENTIAL_INVALID")
        self.write("nonsense")
        waiting.until(lambda: self.reason_of_info(self.ops) or "line 1" in server.log(),
                      "the log says what is wrong")
        self.assertEqual(self.reason_of_info(self.ops), "", "and the keys stay as they were")

    def test_closed_unless_opened(self):
        self.start()
        self.assertEqual(self.reason_of_info(""), "CREDENTIAL_REQUIRED")
        self.assertEqual(self.reason_of_info(self.ops), "CREDENTIAL_INVALID")
        self.start("--dev")
        self.assertEqual(self.reason_of_info(""), "")

    def test_what_cannot_be_served_is_said_at_once(self):
        self.write(self.ops_line, "nonsense")
        run = run_server("--listen=127.0.0.1:0", f"--api-key-file={self.file}")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn(f"{self.file}: line 2", run.stderr)
        run = run_server("--listen=0.0.0.0:0", "--dev")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("--dev", run.stderr)


if __name__ == "__main__":
    unittest.main()
