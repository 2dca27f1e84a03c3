#!/usr/bin/env python3
"""A crowd that uses up what the server has: file descriptors, threads, memory. Others are served as
soon as there is something left, and the crowd gets no more than its share."""

import gzip
import resource
import socket
import unittest

import grpc
from harness import http2, waiting
from harness.client import Client
from harness.contract import service_pb2
from harness.server_test import ServerTest

REFLECTION = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
MIB = 1 << 20


class Shortage(ServerTest):
    def test_descriptors(self):
        game_id = self.anyone.create().game.game_id
        resource.prlimit(self.server.pid, resource.RLIMIT_NOFILE, (256, 256))
        crowd = [socket.create_connection(("127.0.0.1", self.server.port)) for _ in range(400)]
        waiting.until(lambda: "turned away" in self.server.log(), "some of the crowd turned away")
        self.assertEqual(self.anyone.get(game_id).game.game_id, game_id, "who was there is served")
        for connection in crowd:
            connection.close()
        newcomer = Client(self.server.address)
        self.addCleanup(newcomer.close)
        waiting.until(lambda: can_get(newcomer, game_id), "newcomers are served again")

    def test_reflection_streams(self):
        before = self.server.threads()
        game_id = self.anyone.create().game.game_id
        headers = http2.request_headers(REFLECTION)
        connections = [http2.Connection(self.server.port) for _ in range(5)]
        for connection in connections:
            connection.send(http2.PREFACE, http2.settings(),
                            *(http2.headers(stream, headers) for stream in range(1, 401, 2)))
        waiting.until(lambda: self.server.threads() > before, "streams are served")
        self.assertEqual(self.anyone.get(game_id).game.game_id, game_id)
        self.assertLess(self.server.threads(), before + 40)
        for connection in connections:
            connection.socket.close()

    def test_compressed_requests(self):
        before = self.server.resident_bytes()
        game_id = self.anyone.create().game.game_id
        request = service_pb2.GetGameRequest(game_id=game_id).SerializeToString()
        # An unknown field of 60 MiB, which compresses to almost nothing.
        bomb = gzip.compress(request + b"\xba\x3e" + varint(60 * MIB) + bytes(60 * MIB))
        body = http2.message(bomb, compressed=1)
        with http2.Connection(self.server.port) as connection:
            connection.send(http2.PREFACE, http2.settings(), http2.headers(
                1, http2.request_headers("/meeple.v1.GameService/GetGame",
                                         (b"grpc-encoding", b"gzip"))))
            for start in range(0, len(body), 16_384):
                last = start + 16_384 >= len(body)
                connection.send(http2.frame(http2.DATA, http2.END_STREAM if last else 0, 1,
                                            body[start:start + 16_384]))
            self.assertIn(b"grpc-status\x0212", connection.read_until_closed(limit=200))
        self.assertLess(self.server.peak_resident_bytes(), before + 40 * MIB)


def can_get(client, game_id):
    try:
        return client.get(game_id).game.game_id == game_id
    except grpc.RpcError:
        return False


def varint(number):
    """A number as protobuf writes it."""
    out = b""
    while number >= 128:
        out += bytes([number % 128 + 128])
        number //= 128
    return out + bytes([number])


if __name__ == "__main__":
    unittest.main()
