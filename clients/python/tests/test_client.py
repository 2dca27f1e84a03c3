"""The blocking client and the one for asyncio against a fake service."""

import asyncio
import time
import unittest
import uuid

import grpc
from google.rpc import error_details_pb2, status_pb2

import meeple
from fake_service import FakeService, events, refusal
from meeple import aio
from meeple.cursor import FeedCursor, GapError, WatchCursor
from meeple.options import Backoff, with_port
from meeple.requests import with_request_ids
from meeple.v1 import (allocation_service_pb2 as allocation, error_pb2, game_pb2,
                       game_service_pb2 as api, lobby_service_pb2 as lobby)

# Short delays: a test does not wait for what it does not look at.
QUICK = meeple.Options(timeout=5.0, patience=5.0, first_delay=0.01, longest_delay=0.02)
MOVED = api.SubmitMoveResponse(sequence=3)


def unavailable(context):
    refusal(context, grpc.StatusCode.UNAVAILABLE, "draining", reason="SERVER_DRAINING",
            retry_seconds=0.05)


def unavailable_for_a_minute(context):
    refusal(context, grpc.StatusCode.UNAVAILABLE, "draining", reason="SERVER_DRAINING",
            retry_seconds=60.0)


def taken(context):
    refusal(context, grpc.StatusCode.FAILED_PRECONDITION, "the cell is taken", reason="CELL_TAKEN",
            metadata={"by": "O"})


def of_a_later_release(context):
    refusal(context, grpc.StatusCode.FAILED_PRECONDITION, "checkmate", reason="CHECKMATE")


def broken(context):
    context.abort(grpc.StatusCode.INTERNAL, "the connection broke")


class AddressTest(unittest.TestCase):
    def test_a_host_alone_has_the_port_of_meeple(self):
        for address, target in (("localhost", "localhost:50051"), ("10.0.0.7", "10.0.0.7:50051"),
                                ("::1", "[::1]:50051"), ("[::1]", "[::1]:50051"),
                                ("fe80::1%eth0", "[fe80::1%eth0]:50051")):
            self.assertEqual(with_port(address), target)

    def test_other_addresses_stay_as_they_are(self):
        for address in ("localhost:443", "[::1]:443", "unix:/run/meeple.socket", "dns:///games.example:443"):
            self.assertEqual(with_port(address), address)


class WithService(unittest.TestCase):
    def setUp(self):
        self.service = FakeService()
        self.addCleanup(self.service.stop)
        self.client = meeple.Client(self.service.address, token="m1.x", options=QUICK)
        self.addCleanup(self.client.close)


class CallsTest(WithService):
    def test_a_call_carries_the_credential_and_a_fresh_request_id(self):
        self.service.answers = [MOVED, MOVED]
        self.client.play("g", "b2", expected_sequence=2)
        self.client.play("g", "b2")
        first, second = self.service.requests
        self.assertEqual(self.service.metadata[0]["authorization"], "Bearer m1.x")
        self.assertEqual(uuid.UUID(first.request_id).version, 4)
        self.assertNotEqual(first.request_id, second.request_id)
        self.assertEqual(first.expected_sequence, 2)
        self.assertFalse(second.HasField("expected_sequence"))

    def test_a_spectator_sends_no_credential(self):
        self.service.answers = [MOVED]
        self.client.with_token("").play("g", "b2")
        self.assertNotIn("authorization", self.service.metadata[0])

    def test_a_call_is_repeated_with_the_same_request_id_after_the_delay_that_was_asked_for(self):
        self.service.answers = [unavailable, broken, MOVED]
        started = time.monotonic()
        self.assertEqual(self.client.play("g", "b2").sequence, 3)
        self.assertGreaterEqual(time.monotonic() - started, 0.05)
        self.assertEqual(len({request.request_id for request in self.service.requests}), 1)
        self.assertEqual(len(self.service.requests), 3)

    def test_a_request_id_of_the_caller_stays_and_the_request_is_not_changed(self):
        self.service.answers = [MOVED, MOVED]
        self.client.play("g", "b2", request_id="mine")
        self.assertEqual(self.service.requests[0].request_id, "mine")
        request = api.SubmitMoveRequest(game_id="g")
        self.client.games.SubmitMove(request)
        self.assertEqual(request.request_id, "")

    def test_a_refusal_is_typed_and_not_repeated(self):
        self.service.answers = [taken]
        with self.assertRaises(meeple.MeepleError) as caught:
            self.client.play("g", "a1")
        error = caught.exception
        self.assertEqual(error.code, grpc.StatusCode.FAILED_PRECONDITION)
        self.assertEqual(error.reason, error_pb2.ERROR_REASON_CELL_TAKEN)
        self.assertEqual(error.reason_name, "CELL_TAKEN")
        self.assertEqual(error.metadata, {"by": "O"})
        self.assertEqual(len(self.service.requests), 1)

    def test_a_reason_of_a_later_release_keeps_its_name(self):
        self.service.answers = [of_a_later_release]
        with self.assertRaises(meeple.MeepleError) as caught:
            self.client.play("g", "a1")
        self.assertEqual(caught.exception.reason, error_pb2.ERROR_REASON_UNSPECIFIED)
        self.assertEqual(caught.exception.reason_name, "CHECKMATE")

    def test_repetition_ends_where_the_next_try_would_come_after_the_deadline(self):
        self.service.answers = [unavailable, unavailable_for_a_minute]
        started = time.monotonic()
        with self.assertRaises(meeple.MeepleError) as caught:
            self.client.play("g", "b2")
        self.assertLess(time.monotonic() - started, QUICK.timeout)
        self.assertEqual(caught.exception.reason_name, "SERVER_DRAINING")
        self.assertEqual(len(self.service.requests), 2)

    def test_pages_are_one_sequence(self):
        self.service.answers = [
            api.ListEventsResponse(events=events(1, 2).events.events, next_page_token="more"),
            api.ListEventsResponse(events=events(3).events.events)]
        self.assertEqual([event.sequence for event in self.client.events("g")], [1, 2, 3])
        self.assertEqual(self.service.requests[1].page_token, "more")


class WatchTest(WithService):
    def test_a_watch_resumes_after_the_last_event_without_gap_or_repeat(self):
        self.service.streams = [[events(1, 2), broken], [unavailable],
                                [events(2, 3), events(3), events(4)]]
        with self.client.watch("g") as watch:
            self.assertEqual([event.sequence for event in watch], [1, 2, 3, 4])
        self.assertEqual([request.after_sequence for request in self.service.requests], [0, 2, 2])

    def test_a_gap_is_asked_for_again(self):
        self.service.streams = [[events(1), events(3)], [events(2, 3)]]
        self.assertEqual([event.sequence for event in self.client.watch("g")], [1, 2, 3])

    def test_a_watch_that_is_refused_ends_with_the_refusal(self):
        self.service.streams = [[events(1), taken]]
        watch = iter(self.client.watch("g"))
        self.assertEqual(next(watch).sequence, 1)
        with self.assertRaises(meeple.MeepleError) as caught:
            next(watch)
        self.assertEqual(caught.exception.reason_name, "CELL_TAKEN")

    def test_patience_ends(self):
        self.service.streams = [[events(1), broken]] + [[broken]] * 200
        hasty = meeple.Client(self.service.address,
                              options=meeple.Options(patience=0.2, first_delay=0.01))
        self.addCleanup(hasty.close)
        with self.assertRaises(meeple.MeepleError) as caught:
            list(hasty.watch("g"))
        self.assertEqual(caught.exception.code, grpc.StatusCode.INTERNAL)

    def test_a_snapshot_is_the_start_and_is_asked_for_once(self):
        state = api.WatchGameResponse(snapshot=api.GameSnapshot(game=game_pb2.Game(sequence=7)))
        self.service.streams = [[state, broken], [events(8)]]
        updates = list(self.client.watch("g", snapshot=True).updates())
        self.assertEqual(updates[0].snapshot.game.sequence, 7)
        self.assertEqual(updates[1].events.events[0].sequence, 8)
        self.assertEqual([request.snapshot for request in self.service.requests], [True, False])
        self.assertEqual(self.service.requests[1].after_sequence, 7)

    def test_a_closed_watch_stops(self):
        self.service.streams = [[events(1), events(2)]]
        watch = self.client.watch("g")
        numbers = []
        for event in watch:
            numbers.append(event.sequence)
            watch.close()
        self.assertEqual(numbers, [1])


class AioTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.service = FakeService()
        self.addCleanup(self.service.stop)
        self.client = aio.Client(self.service.address, token="m1.x", options=QUICK)
        self.addAsyncCleanup(self.client.close)

    async def test_a_call_is_repeated_with_the_same_request_id(self):
        self.service.answers = [unavailable, MOVED]
        self.assertEqual((await self.client.play("g", "b2")).sequence, 3)
        self.assertEqual(len({request.request_id for request in self.service.requests}), 1)
        self.assertEqual(self.service.metadata[1]["authorization"], "Bearer m1.x")

    async def test_a_refusal_is_typed(self):
        self.service.answers = [taken]
        with self.assertRaises(meeple.MeepleError) as caught:
            await self.client.play("g", "a1")
        self.assertEqual(caught.exception.reason, error_pb2.ERROR_REASON_CELL_TAKEN)

    async def test_a_watch_resumes(self):
        self.service.streams = [[events(1, 2), broken], [events(2, 3)]]
        self.assertEqual([event.sequence async for event in self.client.watch("g")], [1, 2, 3])

    async def test_pages_are_one_sequence(self):
        self.service.answers = [
            api.ListEventsResponse(events=events(1).events.events, next_page_token="more"),
            api.ListEventsResponse(events=events(2).events.events)]
        self.assertEqual([event.sequence async for event in self.client.events("g")], [1, 2])

    async def test_a_watch_can_be_cancelled_while_it_waits(self):
        self.service.streams = [[events(1), lambda context: time.sleep(0.2)]]
        seen = asyncio.Event()

        async def follow():
            async for _ in self.client.watch("g"):
                seen.set()

        task = asyncio.create_task(follow())
        await asyncio.wait_for(seen.wait(), 5)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task


class PartsTest(unittest.TestCase):
    def test_each_game_of_an_allocation_gets_a_request_id(self):
        request = allocation.AllocateGamesRequest(
            games=[allocation.GameAllocation(request_id="mine"), allocation.GameAllocation()])
        complete = with_request_ids(request)
        self.assertEqual(complete.games[0].request_id, "mine")
        self.assertEqual(uuid.UUID(complete.games[1].request_id).version, 4)

    def test_the_status_of_one_game_of_an_allocation_is_an_error(self):
        status = status_pb2.Status(code=8, message="as many as it may")
        status.details.add().Pack(error_details_pb2.ErrorInfo(
            reason="LIMIT_REACHED", domain="meeple.v1", metadata={"limit": "games_per_key"}))
        error = meeple.MeepleError.from_status(status)
        self.assertEqual(error.code, grpc.StatusCode.RESOURCE_EXHAUSTED)
        self.assertEqual(error.reason, error_pb2.ERROR_REASON_LIMIT_REACHED)
        self.assertEqual(error.metadata, {"limit": "games_per_key"})

    def test_delays_grow_to_a_limit_and_vary_by_a_fifth(self):
        options = meeple.Options(first_delay=1.0, longest_delay=4.0)
        steady = Backoff(options, uniform=lambda low, high: 1.0)
        self.assertEqual([steady.next() for _ in range(4)], [1.0, 2.0, 4.0, 4.0])
        self.assertEqual(steady.next(asked=9.0), 9.0)
        random = Backoff(options)
        delays = [(random.reset(), random.next())[1] for _ in range(100)]
        self.assertTrue(all(0.8 <= delay <= 1.2 for delay in delays))
        self.assertGreater(len(set(delays)), 50)

    def test_a_bookmark_beyond_what_was_read_is_a_gap(self):
        cursor = WatchCursor("g", after_sequence=5)
        here = api.WatchGameResponse(bookmark=api.Bookmark(sequence=5))
        self.assertIs(cursor.admit(here), here)
        with self.assertRaises(GapError):
            cursor.admit(api.WatchGameResponse(bookmark=api.Bookmark(sequence=6)))

    def test_a_watch_of_the_lobby_goes_on_behind_what_it_was_told(self):
        def told(*sequences):
            return lobby.WatchLobbyResponse(events=lobby.LobbyEventBatch(
                events=[lobby.LobbyEvent(sequence=number) for number in sequences]))

        cursor = FeedCursor(lobby.WatchLobbyRequest(after_sequence=3, kind="reversi"), "events")
        self.assertEqual([event.sequence for event in cursor.items(cursor.admit(told(4, 7)))], [4, 7])
        self.assertIsNone(cursor.admit(told(4, 7)))
        self.assertEqual([event.sequence for event in cursor.items(cursor.admit(told(7, 9)))], [9])
        self.assertIsNotNone(cursor.admit(lobby.WatchLobbyResponse(bookmark=api.Bookmark(sequence=12))))
        self.assertEqual(cursor.request(),
                         lobby.WatchLobbyRequest(after_sequence=12, kind="reversi"))

    def test_a_watch_of_results_goes_on_behind_what_it_was_told(self):
        cursor = FeedCursor(allocation.WatchResultsRequest(), "results")
        update = allocation.WatchResultsResponse(results=allocation.GameResultBatch(
            results=[allocation.GameResult(sequence=1)]))
        self.assertEqual(cursor.admit(update), update)
        self.assertIsNone(cursor.admit(update))
        self.assertEqual(cursor.request().after_sequence, 1)

    def test_an_update_of_a_later_release_is_left_out(self):
        later = api.WatchGameResponse.FromString(b"\xa2\x06\x02\x08\x05")
        self.assertIsNone(WatchCursor("g").admit(later))


if __name__ == "__main__":
    unittest.main()
