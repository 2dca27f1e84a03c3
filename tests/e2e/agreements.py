#!/usr/bin/env python3
"""Offers and a clock in one game, over the wire: what is agreed on while time runs, and what an undo by
consent gives back."""

import os
import tempfile
import unittest

from harness.client import Client, tic_tac_toe, token_of
from harness.contract import event_pb2, game_pb2, scoreboard_pb2, scoreboard_pb2_grpc
from harness.refusal import refusal_of
from harness.server import Server
from harness.watcher import Watcher

DRAW, UNDO = game_pb2.OFFER_KIND_DRAW, game_pb2.OFFER_KIND_UNDO
YES, NO = game_pb2.OFFER_ANSWER_ACCEPT, game_pb2.OFFER_ANSWER_DECLINE


def milliseconds(duration):
    return duration.seconds * 1000 + duration.nanos // 1_000_000


def left(clocks):
    return [milliseconds(clock.remaining) for clock in clocks]


def running(clocks):
    return [clock.running for clock in clocks]


class Table:
    """A game of two by consent and by the clock."""

    def __init__(self, address, seconds=60, increment=2, per_move=0, names=("X", "O")):
        config = tic_tac_toe(undo=game_pb2.UNDO_POLICY_BY_CONSENT,
                             seats=[game_pb2.SeatConfig(player_id=name) for name in names])
        if per_move:
            config.clock.per_move.FromSeconds(per_move)
        else:
            config.clock.initial.FromSeconds(seconds)
            config.clock.increment.FromSeconds(increment)
        created = Client(address).create(config)
        self.game_id = created.game.game_id
        self.players = [Client(address, token_of(created, name)) for name in names]
        self.watcher = Client(address)

    def play(self, *moves):
        """Returns the event of the last one."""
        turn = self.game().cursor.turn_index
        for number, move in enumerate(moves):
            answer = self.players[(turn + number) % 2].move(self.game_id, move)
        return answer.events[0]

    def offer(self, seat, kind, **fields):
        return self.players[seat].offer(self.game_id, kind, **fields).sequence

    def answer(self, seat, offer, how=YES):
        return self.players[seat].answer(self.game_id, offer, how)

    def game(self):
        return self.watcher.get(self.game_id).game

    def events(self):
        return list(self.watcher.events(self.game_id).events)


class Agreements(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--final-after=1s")
        cls.addClassCleanup(cls.server.kill)

    def table(self, **clock):
        return Table(self.server.address, **clock)

    # --- Undo by consent: every seat has what it had when the position arose that is gone to, and who
    # --- is to move thinks anew.

    def test_one_move_back_gives_back_the_times_before_it(self):
        table = self.table()
        start = table.events()[1]
        table.play("a1")
        undone = table.answer(1, table.offer(0, UNDO))
        self.assertEqual(undone.cursor.turns, 0)
        self.assertEqual([event.WhichOneof("detail") for event in undone.events],
                         ["offer_answered", "move_undone"])
        for event in undone.events:
            self.assertEqual(left(event.clocks), left(start.clocks))
            self.assertEqual(running(event.clocks), [True, False])
        self.assertEqual(left(start.clocks), [60_000, 60_000])

    def test_two_moves_back_give_back_the_times_of_both(self):
        table = self.table()
        first = table.play("a1")
        table.play("b2", "c3")
        # It is O's turn, who asks for the own move back, and with it what followed.
        undone = table.answer(0, table.offer(1, UNDO))
        self.assertEqual(undone.cursor.turns, 1)
        last = undone.events[-1]
        self.assertEqual(left(last.clocks), left(first.clocks))
        self.assertEqual(running(last.clocks), [False, True])
        # X keeps the increment of the move that stands, and none of the one that does not.
        self.assertGreater(left(last.clocks)[0], 60_000)
        self.assertLessEqual(left(last.clocks)[0], 62_000)
        again = table.play("b1")
        self.assertEqual(left(again.clocks)[0], left(first.clocks)[0])
        self.assertLessEqual(left(again.clocks)[1], 62_000)

    def test_a_declined_undo_gives_nothing_back(self):
        table = self.table()
        moved = table.play("a1")
        answered = table.answer(1, table.offer(0, UNDO), NO)
        clocks = answered.events[0].clocks
        self.assertEqual(left(clocks)[0], left(moved.clocks)[0])
        self.assertLessEqual(left(clocks)[1], left(moved.clocks)[1])
        self.assertEqual(running(clocks), [False, True])

    def test_a_win_that_is_taken_back_runs_on_and_counts_no_more(self):
        names = "ada", "bea"
        table = self.table(names=names)
        before = table.play("a1", "b1", "b2", "c1")
        won = table.play("c3")
        self.assertEqual(running(won.clocks), [False, False])
        scores = scoreboard_pb2_grpc.ScoreboardServiceStub(table.watcher.channel)
        request = scoreboard_pb2.GetScoreRequest(player_id="ada",
                                                 board=scoreboard_pb2.SCORE_BOARD_CASUAL)
        self.assertEqual(scores.GetScore(request).score.wins, 1)
        undone = table.answer(1, table.offer(0, UNDO))
        self.assertEqual(undone.cursor.status, game_pb2.GAME_STATUS_IN_PROGRESS)
        self.assertEqual(left(undone.events[-1].clocks), left(before.clocks))
        self.assertEqual(running(undone.events[-1].clocks), [True, False])
        self.assertEqual(scores.GetScore(request).score.wins, 0)
        table.play("c3")
        self.assertEqual(scores.GetScore(request).score.wins, 1)

    # --- A draw while time runs ---

    def test_a_draw_stops_the_clock(self):
        table = self.table()
        moved = table.play("a1")
        offered = table.offer(0, DRAW)
        self.assertEqual(running(table.game().clocks), [False, True], "an offer stops no clock")
        agreed = table.answer(1, offered)
        self.assertEqual(agreed.cursor.status, game_pb2.GAME_STATUS_DRAWN)
        clocks = agreed.events[-1].clocks
        self.assertEqual(running(clocks), [False, False])
        self.assertEqual(left(clocks)[0], left(moved.clocks)[0])
        self.assertLessEqual(left(clocks)[1], 60_000)
        watcher = Watcher(table.watcher, table.game_id)
        self.assertIsNone(watcher.wait_for_end())
        self.assertEqual(left(table.game().clocks), left(clocks), "no time is used any more")
        self.assertEqual(watcher.texts()[-2:], ["draw by agreement", "game final"])

    def test_a_flag_falls_though_an_offer_is_open(self):
        table = self.table(per_move=1)
        offered = table.offer(1, DRAW)
        watcher = Watcher(table.watcher, table.game_id)
        self.assertIsNone(watcher.wait_for_end())
        self.assertEqual(watcher.texts()[2:], ["O offers a draw", "X runs out of time",
                                               "the draw that O offered is void", "O wins on time",
                                               "game final"])
        self.assertEqual(watcher.events[4].offer_answered.outcome, event_pb2.OFFER_OUTCOME_VOID)
        refused = refusal_of(lambda: table.answer(0, offered))
        self.assertEqual(refused.reason, "OFFER_NOT_OPEN")


class AgreementsAcrossRestarts(unittest.TestCase):
    def test_an_open_offer_and_a_running_clock_outlive_the_server(self):
        folder = self.enterContext(tempfile.TemporaryDirectory(prefix="meeple-agreements-"))
        data_dir = os.path.join(folder, "data")
        with Server(data_dir=data_dir) as server:
            address = server.address
            table = Table(address)
            start = table.events()[1]
            table.play("a1")
            undo, draw = table.offer(0, UNDO), table.offer(0, DRAW)
            server.kill()
        with Server(listen=address, data_dir=data_dir):
            game = table.game()
            self.assertEqual([offer.offer_id for offer in game.offers], [undo, draw])
            self.assertEqual(running(game.clocks), [False, True])
            undone = table.answer(1, undo)
            self.assertEqual(left(undone.events[-1].clocks), left(start.clocks))
            self.assertEqual(refusal_of(lambda: table.answer(1, draw)).reason, "OFFER_NOT_OPEN",
                             "what was offered in a position that is gone")
            self.assertEqual(running(table.game().clocks), [True, False])


if __name__ == "__main__":
    unittest.main(verbosity=2)
