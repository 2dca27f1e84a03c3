#!/usr/bin/env python3
"""Bad input over the wire: every field of every request with hostile values, cut and broken bytes,
oversized requests, odd metadata. Every answer is typed, nothing changes, the server stays up."""

import random
import unittest

import grpc

from harness import environment, hostile
from harness.client import Client, new_request_id, tic_tac_toe, token_of
from harness.contract import error_pb2, game_pb2, service_pb2
from harness.refusal import read
from harness.server_test import ServerTest

SERVICE = service_pb2.DESCRIPTOR.services_by_name["GameService"]
REASONS = {name.removeprefix("ERROR_REASON_") for name in error_pb2.ErrorReason.keys()}
READS = {"GetGame", "ListLegalMoves", "Replay", "ListEvents", "ListGameKinds", "WatchGame"}
REQUEST_LIMIT = 64 * 1024


class BadInput(ServerTest):
    offer_id = 0

    def setUp(self):
        self.x = Client(self.server.address)
        self.addCleanup(self.x.close)
        self.new_game_for("GetGame")

    def new_game_for(self, rpc):
        """A game in which X may make that call."""
        created = self.anyone.create()
        self.game_id = created.game.game_id
        self.x.metadata = [("authorization", "Bearer " + token_of(created, "X"))]
        if rpc in ("Undo", "Redo"):
            self.x.mark(self.game_id, 0, 0)
        if rpc == "Redo":
            self.x.undo(self.game_id)
        if rpc == "AnswerOffer":
            o = Client(self.server.address, token_of(created, "O"))
            self.offer_id = o.call("MakeOffer", service_pb2.MakeOfferRequest(
                game_id=self.game_id, kind=game_pb2.OFFER_KIND_DRAW)).events[0].sequence
            o.close()
        self.head = self.state().sequence

    def request(self, rpc):
        """A request of that rpc with every field set, fit for the game."""
        seats = [game_pb2.SeatConfig(player_id="X", symbol="X", held=game_pb2.Held()),
                 game_pb2.SeatConfig(player_id="O", symbol="O",
                                     bot=game_pb2.Bot(kind="random", level=0, seed=1))]
        config = tic_tac_toe(parameters={"size": "3"}, seats=seats, turn_limit=9,
                             undo=game_pb2.UNDO_POLICY_FREE, labels={"k": "v"},
                             visibility=game_pb2.VISIBILITY_PUBLIC)
        move = game_pb2.Move(player_id="X", symbol="X", cell=game_pb2.Cell(row=1, column=1))
        # The kind of games of the catalogue, or of an offer.
        kind = game_pb2.OFFER_KIND_DRAW if rpc == "MakeOffer" else None
        controller = game_pb2.Controller(bot=game_pb2.Bot(kind="random"))
        values = {"controller": controller, "game_id": self.game_id, "request_id": new_request_id(), "config": config,
                  "move": move, "expected_sequence": self.head, "page_size": 10, "to_turn": 0, "kind": kind,
                  "offer_id": self.offer_id, "answer": game_pb2.OFFER_ANSWER_DECLINE}
        message = service_pb2.DESCRIPTOR.message_types_by_name[rpc + "Request"]
        known = {field.name for field in message.fields}
        return getattr(service_pb2, rpc + "Request")(
            **{name: value for name, value in values.items() if name in known})

    def send(self, rpc, data, metadata=None, client=None):
        """Sends bytes as the request of an rpc; returns the answer's bytes or a Refusal. Of a watch
        it is the first message."""
        client = client or self.x
        metadata = client.metadata if metadata is None else metadata
        path = f"/{SERVICE.full_name}/{rpc}"
        try:
            if rpc != "WatchGame":
                return client.channel.unary_unary(path)(data, metadata=metadata,
                                                        timeout=environment.patience())
            stream = client.channel.unary_stream(path)(data, metadata=metadata,
                                                       timeout=environment.patience())
            try:
                return next(stream)
            finally:
                stream.cancel()
        except grpc.RpcError as error:
            return read(error)

    def expect_typed(self, answer, what):
        """An answer, or a refusal that names one of our reasons and is small."""
        if isinstance(answer, bytes):
            return
        self.assertIn(answer.reason, REASONS, f"{what}: {answer}")
        self.assertEqual(answer.domain, "meeple.v1", what)
        self.assertLess(answer.size, 2048, what)
        self.assertNotIn(answer.code, (grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL), what)
        if answer.reason == "INVALID_FIELD":
            self.assertTrue(answer.fields, f"{what} names no field")

    def state(self):
        return self.anyone.get(self.game_id).game

    def check(self, rpc, what, data):
        """Sends bytes: the answer is typed, and a refusal or a read leaves no trace."""
        before = self.state()
        answer = self.send(rpc, data)
        self.expect_typed(answer, f"{rpc} {what}")
        if rpc in READS or not isinstance(answer, bytes):
            self.assertEqual(self.state(), before, f"{rpc} {what}")
        elif rpc != "CreateGame":
            self.new_game_for(rpc)
        return answer

    def renew_ids(self, request, varied):
        """Points a request to the game of now, as a call of its own; not where that was varied."""
        known = request.DESCRIPTOR.fields_by_name
        if "game_id" in known and not varied.startswith("game_id"):
            request.game_id = self.game_id
        if "request_id" in known and not varied.startswith("request_id"):
            request.request_id = new_request_id()

    def check_rpc(self, rpc):
        refused = accepted = 0
        for what, request in hostile.variations(self.request(rpc)):
            self.renew_ids(request, what)
            answer = self.check(rpc, what, request.SerializeToString())
            accepted += isinstance(answer, bytes)
            refused += not isinstance(answer, bytes)
        return refused, accepted

    def test_every_field_of_every_request(self):
        for rpc in SERVICE.methods_by_name:
            with self.subTest(rpc=rpc):
                self.new_game_for(rpc)
                refused, accepted = self.check_rpc(rpc)
                print(f"{rpc}: {refused} refused, {accepted} accepted")
                if rpc != "RevokeCredential":  # only for the API key of the game's creator
                    self.assertGreater(accepted, 0)
                if rpc != "ListGameKinds":
                    self.assertGreater(refused, 10)

    def test_texts_that_are_not_utf8(self):
        for rpc in SERVICE.methods_by_name:
            for field, data in hostile.strings_broken(self.request(rpc)):
                answer = self.check(rpc, f"{field} not UTF-8", data)
                self.assertEqual(getattr(answer, "reason", answer), "MALFORMED_REQUEST",
                                 f"{rpc} {field}")

    def test_cut_requests(self):
        for rpc in SERVICE.methods_by_name:
            for size in range(len(self.request(rpc).SerializeToString())):
                data = self.request(rpc).SerializeToString()[:size]
                self.check(rpc, f"cut to {size} bytes", data)

    def test_random_bytes(self):
        seed = random.SystemRandom().randrange(2**32)
        print(f"seed {seed}")
        numbers = random.Random(seed)
        methods = list(SERVICE.methods_by_name)
        for _ in range(1000):
            rpc = numbers.choice(methods)
            data = bytearray(self.request(rpc).SerializeToString() or b"\0")
            for _ in range(numbers.randrange(1, 5)):
                data[numbers.randrange(len(data))] = numbers.randrange(256)
            self.check(rpc, f"bytes {bytes(data).hex()}, seed {seed}", bytes(data))

    def test_bytes_that_are_no_message(self):
        for data in (b"\xff" * 100, b"\x0a\xff\xff\xff\xff\x0f", b"\x0b" * 1000, b"\x00",
                     b"\x0a\x05abc"):
            for rpc in SERVICE.methods_by_name:
                answer = self.check(rpc, f"bytes {data[:8]!r}", data)
                self.assertEqual((answer.code, answer.reason),
                                 (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED_REQUEST"), rpc)

    def test_unknown_fields_are_ignored(self):
        for rpc in READS:
            data = self.request(rpc).SerializeToString() + b"\xf8\x07\x01"
            self.assertIsInstance(self.send(rpc, data), bytes, rpc)

    def test_requests_over_64_kib(self):
        # Field 999, which nobody knows, pads the request to the size wanted.
        head = service_pb2.GetGameRequest(game_id=self.game_id).SerializeToString()
        for size, fits in ((REQUEST_LIMIT, True), (REQUEST_LIMIT + 1, False), (1 << 20, False)):
            tag = b"\xba\x3e"
            rest = size - len(head) - len(tag)
            padding = tag + self.varint(rest - 3) + b"\0" * (rest - 3)
            self.assertEqual(len(head + padding), size)
            answer = self.send("GetGame", head + padding)
            if fits:
                self.assertIsInstance(answer, bytes)
            else:
                self.assertEqual((answer.code, answer.reason),
                                 (grpc.StatusCode.RESOURCE_EXHAUSTED, ""))

    @staticmethod
    def varint(value):
        """Always three bytes, which 16 to 21 bits may take."""
        return bytes([value & 0x7f | 0x80, value >> 7 & 0x7f | 0x80, value >> 14 & 0x7f])

    def test_an_unknown_method(self):
        answer = self.send("LaunchRockets", b"")
        self.assertEqual((answer.code, answer.reason), (grpc.StatusCode.UNIMPLEMENTED, ""))

    def test_authorization_is_always_checked(self):
        good = self.x.metadata[0][1]
        for value in ("", " ", "Bearer", "bearer", "Bearer  ", "Basic eDp5", good + " ", good[:-1],
                      good[:20] + " " + good[20:], good + good, good.lower(), "x" * 4000,
                      "Bearer k1.abc", "Bearer m1." + "A" * 56, "Bearer m1." + "_" * 5000):
            answer = self.send("GetGame", self.request("GetGame").SerializeToString(),
                               [("authorization", value)])
            self.assertEqual(getattr(answer, "reason", answer), "CREDENTIAL_INVALID", repr(value))

    def test_two_authorizations_are_no_credential(self):
        good = self.x.metadata[0]
        answer = self.send("GetGame", self.request("GetGame").SerializeToString(),
                           [("authorization", "Bearer m1.x"), good])
        self.assertEqual(getattr(answer, "reason", answer), "CREDENTIAL_INVALID")

    def test_huge_metadata_ends_the_call_only(self):
        answer = self.send("GetGame", self.request("GetGame").SerializeToString(),
                           [(f"x-{i}", "v" * 1000) for i in range(40)])
        self.assertEqual((answer.code, answer.reason), (grpc.StatusCode.RESOURCE_EXHAUSTED, ""))
        self.assertEqual(self.state().game_id, self.game_id)

    def test_a_deadline_in_the_past(self):
        client = Client(self.server.address)
        self.addCleanup(client.close)
        with self.assertRaises(grpc.RpcError) as caught:
            client.stub.GetGame(self.request("GetGame"), timeout=-1)
        self.assertEqual(caught.exception.code(), grpc.StatusCode.DEADLINE_EXCEEDED)


if __name__ == "__main__":
    unittest.main(verbosity=2)
