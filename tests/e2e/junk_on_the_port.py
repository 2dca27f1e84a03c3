#!/usr/bin/env python3
"""Junk on the port: bytes that are no HTTP/2, HTTP/2 that breaks its rules, connections that never
say anything. The server goes on serving others, and neither memory nor connections stay behind."""

import random
import struct
import time
import unittest

from harness import environment, http2, waiting
from harness.contract import service_pb2
from harness.server_test import ServerTest

MIB = 1 << 20
GET_GAME = "/meeple.v1.GameService/GetGame"
WATCH_GAME = "/meeple.v1.GameService/WatchGame"

FIRST_WORDS = {
    "HTTP/1.1": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "HTTP/1.1 upgrade": b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                        b"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
    "TLS": bytes.fromhex("16030100c8010000c40303") + b"\x5a" * 190,
    "SSH": b"SSH-2.0-OpenSSH_9.2\r\n",
    "newlines": b"\r\n" * 1000,
    "zeros": b"\0" * 100_000,
    "half a preface": http2.PREFACE[:12],
    "a preface alone": http2.PREFACE,
    "two prefaces": http2.PREFACE * 2,
}

BROKEN_FRAMES = {
    "a frame of 16 MiB": http2.frame(http2.DATA, 0, 1, b"x" * 100, length=(1 << 24) - 1),
    "settings of odd length": http2.frame(http2.SETTINGS, payload=b"12345"),
    "settings on a stream": http2.frame(http2.SETTINGS, stream=3, payload=b"\0" * 6),
    "a window that is too big": http2.settings(initial_window_size=(1 << 32) - 1),
    "a window update of 0": http2.frame(http2.WINDOW_UPDATE, payload=b"\0\0\0\0"),
    "a window overflow": http2.frame(http2.WINDOW_UPDATE, payload=b"\x7f\xff\xff\xff") * 3,
    "a short ping": http2.frame(http2.PING, payload=b"123"),
    "a push promise": http2.frame(http2.PUSH_PROMISE, http2.END_HEADERS, 1, b"\0\0\0\2"),
    "data on no stream": http2.frame(http2.DATA, 0, 0, b"hello"),
    "data on a closed stream": http2.frame(http2.DATA, 0, 99, b"hello"),
    "a continuation of nothing": http2.frame(http2.CONTINUATION, 0, 1, b"x"),
    "headers on an even stream": http2.headers(2, http2.request_headers(GET_GAME)),
    "headers that do not decode": http2.frame(http2.HEADERS, http2.END_HEADERS, 1, b"\xff" * 64),
    "an index beyond the table": http2.frame(http2.HEADERS, http2.END_HEADERS, 1, b"\xfe\x7f"),
    "an unknown frame": http2.frame(0xee, 0xff, 7, b"?" * 1000),
    "a goaway": http2.frame(http2.GOAWAY, payload=struct.pack(">II", 0, 2)),
}

BROKEN_CALLS = {
    "no path": http2.headers(1, http2.request_headers("")),
    "a path of nobody": http2.headers(1, http2.request_headers("/" * 3000)),
    "a path with a line break": http2.headers(1, http2.request_headers("/a\nb")),
    "no method": http2.headers(1, http2.request_headers(GET_GAME)[1:]),
    "GET": http2.headers(1, [(b":method", b"GET"), *http2.request_headers(GET_GAME)[1:]]),
    "another content type": http2.headers(1, [*http2.request_headers(GET_GAME)[:-1],
                                              (b"content-type", b"text/html")]),
    "upper-case names": http2.headers(1, http2.request_headers(GET_GAME, (b"X-Upper", b"1"))),
    "an encoding of nobody": http2.headers(1, http2.request_headers(
        GET_GAME, (b"grpc-encoding", b"rot13"))) + http2.frame(
            http2.DATA, http2.END_STREAM, 1, http2.message(b"junk", compressed=1)),
    "a gzip that is none": http2.headers(1, http2.request_headers(
        GET_GAME, (b"grpc-encoding", b"gzip"))) + http2.frame(
            http2.DATA, http2.END_STREAM, 1, http2.message(b"junk", compressed=1)),
    "a timeout that is none": http2.headers(1, http2.request_headers(
        GET_GAME, (b"grpc-timeout", b"soon"))),
    "binary metadata that is none": http2.headers(1, http2.request_headers(
        GET_GAME, (b"x-bin", b"!!!!"))),
    "a message of 4 GiB": http2.headers(1, http2.request_headers(GET_GAME)) + http2.frame(
        http2.DATA, 0, 1, http2.message(b"x", length=0xffffffff)),
    "half a message": http2.headers(1, http2.request_headers(GET_GAME)) + http2.frame(
        http2.DATA, http2.END_STREAM, 1, http2.message(b"x", length=100)),
    "two messages": http2.headers(1, http2.request_headers(GET_GAME)) + http2.frame(
        http2.DATA, http2.END_STREAM, 1, http2.message(b"") * 2),
    "no message": http2.headers(1, http2.request_headers(GET_GAME),
                                http2.END_HEADERS | http2.END_STREAM),
}


class PortTest(ServerTest):
    def setUp(self):
        self.game_id, self.x, _ = self.new_game()
        self.expect_service()
        self.sockets = self.server.sockets()

    def expect_service(self):
        """The server answers others, and soon."""
        start = time.monotonic()
        self.x.mark(self.game_id, 0, 0)
        self.x.undo(self.game_id)
        self.assertLess(time.monotonic() - start, environment.patience() / 4)

    def expect_nothing_left(self, seconds=None):
        """The connections of all that was thrown at it are closed."""
        waiting.until(lambda: self.server.sockets() <= self.sockets,
                      "the server closes what its peers closed", seconds)


class Junk(PortTest):
    def throw(self, *parts):
        with http2.Connection(self.server.port) as connection:
            connection.socket.settimeout(0.05)
            connection.send(*parts)
            connection.read_until_closed(4096)

    def test_what_is_no_http2(self):
        for name, data in FIRST_WORDS.items():
            with self.subTest(name):
                self.throw(data)
                self.expect_service()
        self.expect_nothing_left()

    def test_frames_that_break_the_rules(self):
        for name, data in BROKEN_FRAMES.items():
            with self.subTest(name):
                self.throw(http2.PREFACE, http2.settings(), data)
                self.expect_service()
        self.expect_nothing_left()

    def test_calls_that_break_the_rules(self):
        for name, data in BROKEN_CALLS.items():
            with self.subTest(name):
                self.throw(http2.PREFACE, http2.settings(), data)
                self.expect_service()
        self.expect_nothing_left()

    def test_random_bytes(self):
        seed = random.SystemRandom().randrange(2**32)
        print(f"seed {seed}")
        numbers = random.Random(seed)
        for i in range(300):
            head = (b"", http2.PREFACE, http2.PREFACE + http2.settings())[i % 3]
            with http2.Connection(self.server.port) as connection:
                connection.send(head, numbers.randbytes(numbers.randrange(1, 3000)))
        self.expect_service()
        self.expect_nothing_left()

    def test_silent_connections(self):
        silent = [http2.Connection(self.server.port) for _ in range(300)]
        for i, connection in enumerate(silent):
            connection.send((b"", http2.PREFACE[:5], http2.PREFACE)[i % 3])
        self.expect_service()
        for connection in silent:
            connection.socket.close()
        self.expect_nothing_left()

    def test_calls_that_never_end(self):
        """Headers, half a message, and then nothing."""
        request = http2.message(b"\x0a\x14", length=22)
        unfinished = [http2.Connection(self.server.port) for _ in range(20)]
        for connection in unfinished:
            connection.send(http2.PREFACE, http2.settings())
            for stream in range(1, 201, 2):
                connection.send(http2.headers(stream, http2.request_headers(GET_GAME)),
                                http2.frame(http2.DATA, 0, stream, request))
        self.expect_service()
        for connection in unfinished:
            connection.socket.close()
        self.expect_nothing_left()

    def test_watches_that_read_nothing(self):
        """A window of 0: the server may send headers and not one event."""
        request = service_pb2.WatchGameRequest(game_id=self.game_id).SerializeToString()
        with http2.Connection(self.server.port) as connection:
            connection.send(http2.PREFACE, http2.settings(initial_window_size=0))
            for stream in range(1, 101, 2):
                connection.send(
                    http2.headers(stream, http2.request_headers(WATCH_GAME)),
                    http2.frame(http2.DATA, http2.END_STREAM, stream, http2.message(request)))
            waiting.until(lambda: self.anyone.watchers(self.game_id) == 50, "50 watches are open")
            for _ in range(200):
                self.expect_service()
        waiting.until(lambda: self.anyone.watchers(self.game_id) == 0, "no watch is open")
        self.expect_nothing_left()


class Floods(PortTest):
    """The same kind of frame again and again. Memory does not grow with the number of floods."""

    def flood(self, data, times):
        with http2.Connection(self.server.port) as connection:
            connection.send(http2.PREFACE, http2.settings())
            for _ in range(times):
                if not connection.send(data):
                    return

    def expect_bounded(self, flood):
        """Memory after many floods is about that after the first ones."""
        for _ in range(3):
            self.flood_once(flood)
        before = self.server.resident_bytes()
        for _ in range(9):
            self.flood_once(flood)
        grown = self.server.resident_bytes() - before
        if not environment.sanitized():
            self.assertLess(grown, 96 * MIB)

    def flood_once(self, flood):
        flood()
        self.expect_service()
        self.expect_nothing_left()

    def test_pings(self):
        ping = http2.frame(http2.PING, payload=b"12345678") * 100
        self.expect_bounded(lambda: self.flood(ping, 100))

    def test_settings(self):
        self.expect_bounded(lambda: self.flood(http2.settings(initial_window_size=1000) * 100, 100))

    def test_headers_without_end(self):
        start = http2.headers(1, http2.request_headers(GET_GAME), flags=0)
        more = http2.frame(http2.CONTINUATION, 0, 1, http2.encode([(b"x-more", b"v" * 1000)]) * 10)
        self.expect_bounded(lambda: self.flood(start + more * 500, 1))

    def test_calls_reset_at_once(self):
        def flood():
            with http2.Connection(self.server.port) as connection:
                connection.send(http2.PREFACE, http2.settings())
                for stream in range(1, 4001, 2):
                    if not connection.send(
                            http2.headers(stream, http2.request_headers(WATCH_GAME)),
                            http2.frame(http2.RST_STREAM, 0, stream, b"\0\0\0\x08")):
                        return
        before = self.server.resident_bytes()
        for _ in range(12):
            flood()
            self.expect_service()
        # On a busy machine gRPC notices the end of such a connection by its keepalive alone.
        self.expect_nothing_left(seconds=120)
        if not environment.sanitized():
            self.assertLess(self.server.resident_bytes() - before, 256 * MIB)

    def test_messages_of_many_mebibytes(self):
        data = http2.frame(http2.DATA, 0, 1, b"x" * 16384)
        start = http2.headers(1, http2.request_headers(GET_GAME)) + http2.frame(
            http2.DATA, 0, 1, http2.message(b"", length=100 * MIB))
        self.expect_bounded(lambda: self.flood(start + data * 640, 1))


if __name__ == "__main__":
    unittest.main(verbosity=2)
