#!/usr/bin/env python3
"""Encrypted connections as an operator sets them up: a certificate made by openssl, the server with it,
clients that trust it, clients that do not."""

import shutil
import subprocess
import sys
import tempfile
import unittest

import grpc

from harness import environment
from harness.certificates import make_certificate
from harness.client import Client, tic_tac_toe
from harness.contract import service_pb2, service_pb2_grpc
from harness.server import Server


class TlsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        made = make_certificate(cls.folder, "server")
        cls.certificate, cls.key = made.path, made.key
        cls.server = cls.enterClassContext(
            Server(f"--tls-cert={cls.certificate}", f"--tls-key={cls.key}"))

    def meeple(self, *arguments, server=""):
        """The terminal client, with the server of this test unless another is named."""
        return subprocess.run(
            [environment.program("meeple"), f"--server={server or self.server.address}", "--timeout=5",
             *arguments], text=True, capture_output=True, timeout=2 * environment.patience())

    def test_another_language(self):
        with open(self.certificate, "rb") as file:
            credentials = grpc.ssl_channel_credentials(file.read())
        with grpc.secure_channel(self.server.address, credentials) as channel:
            stub = service_pb2_grpc.GameServiceStub(channel)
            created = stub.CreateGame(service_pb2.CreateGameRequest(config=tic_tac_toe()),
                                      timeout=environment.patience())
            self.assertEqual(len(created.credentials), 2)

    def test_the_terminal_client(self):
        run = self.meeple(f"--tls-ca={self.certificate}", "create", "tic_tac_toe")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn(f"--tls-ca={self.certificate}", run.stdout, "lines to type work as they are")

    def test_clients_that_do_not_trust_it(self):
        other = make_certificate(self.folder, "other").path
        for arguments, advice in (([f"--tls-ca={other}"], "its certificate is not trusted"),
                                  (["--tls"], "its certificate is not trusted"),
                                  ([], "if the server speaks TLS, add --tls")):
            run = self.meeple(*arguments, "kinds")
            self.assertEqual(run.returncode, 3, run.stderr)
            self.assertIn(advice, run.stderr)
            self.assert_in_own_words(run.stderr)

    def test_a_server_that_does_not_encrypt(self):
        with Server() as plain:
            run = self.meeple("--tls", "kinds", server=plain.address)
        self.assertEqual(run.returncode, 3, run.stderr)
        self.assertIn("leave --tls and --tls-ca out", run.stderr)
        self.assert_in_own_words(run.stderr)

    def test_health(self):
        run = self.meeple(f"--tls-ca={self.certificate}", "health", "--service=meeple.v1.GameService")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "serving\n", ""))

    def assert_in_own_words(self, errors):
        """Nothing but what went wrong and what to do: no line of gRPC's log."""
        first, advice = errors.splitlines()
        self.assertTrue(first.startswith("meeple: cannot reach the server"), errors)
        self.assertTrue(advice.startswith("        "), errors)

    def test_a_connection_that_is_not_encrypted(self):
        client = Client(self.server.address)
        self.addCleanup(client.close)
        with self.assertRaises(grpc.RpcError) as refused:
            client.create()
        self.assertEqual(refused.exception.code(), grpc.StatusCode.UNAVAILABLE)

    def test_a_file_of_trust_that_is_none(self):
        for path in ("/nonexistent.pem", self.key, self.folder):
            run = self.meeple(f"--tls-ca={path}", "kinds")
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(path, run.stderr)

    def test_files_that_cannot_be_served_with(self):
        other_key = make_certificate(self.folder, "third").key
        for certificate, key in ((self.certificate, other_key), ("/nonexistent.pem", self.key),
                                 (self.certificate, self.certificate)):
            run = subprocess.run(
                [environment.program("meeple-server"), "--listen=127.0.0.1:0",
                 f"--tls-cert={certificate}", f"--tls-key={key}"],
                text=True, capture_output=True, timeout=environment.patience())
            self.assertNotEqual(run.returncode, 0)
            self.assertIn("cannot serve TLS with", run.stderr)


if __name__ == "__main__":
    if shutil.which("openssl") is None:
        print("SKIPPED: the openssl command is missing")
        sys.exit(77)
    unittest.main()
