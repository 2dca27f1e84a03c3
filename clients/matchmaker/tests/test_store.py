"""Tickets and matches under races and over the death of the process."""

import contextlib
import os
import sqlite3
import tempfile
import threading
import unittest

from meeple_matchmaker.store import AlreadyWaiting, QueueFull, Store


class StoreTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="matchmaker-")
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "store.db")
        self.store = self.open()

    def open(self, **options):
        store = Store(self.path, **options)
        self.addCleanup(store.close)
        return store

    def enter(self, player, **options):
        return self.store.add_ticket(player, "reversi", 1500.0, options.get("now", 0.0))

    def matched(self):
        first, second = self.enter("ann"), self.enter("ben")
        return first, second, self.store.match(first, second, 1.0)

    def test_a_player_waits_once(self):
        ticket = self.enter("ann")
        with self.assertRaises(AlreadyWaiting):
            self.enter("ann")
        self.assertTrue(self.store.cancel_ticket(ticket.id))
        self.enter("ann")

    def test_so_many_wait_and_no_more(self):
        self.store = self.open(most_waiting=2)
        self.enter("ann")
        ben = self.enter("ben")
        with self.assertRaises(QueueFull):
            self.enter("carl")
        self.store.cancel_ticket(ben.id)
        self.enter("carl")

    def test_a_ticket_that_was_matched_is_not_cancelled_nor_the_other_way(self):
        first, second, match = self.matched()
        self.assertIsNotNone(match)
        self.assertFalse(self.store.cancel_ticket(first.id))
        self.assertEqual(self.store.look(first.id), {"state": "allocating", "seat": 0})
        carl, dora = self.enter("carl"), self.enter("dora")
        self.store.cancel_ticket(dora.id)
        self.assertIsNone(self.store.match(carl, dora, 2.0))
        self.assertEqual(self.store.look(carl.id), {"state": "waiting"}, "it waits as before")
        self.assertEqual(self.store.look(dora.id), {"state": "cancelled"})
        self.assertIsNone(self.store.match(first, carl, 2.0))
        self.assertIsNone(self.store.look("no such ticket"))

    def test_of_a_match_and_a_cancel_that_race_one_wins(self):
        for _ in range(30):
            first, second = self.enter("ann"), self.enter("ben")
            barrier = threading.Barrier(3)
            outcome = {}

            def race(name, act):
                barrier.wait()
                outcome[name] = act()

            threads = [threading.Thread(target=race, args=each) for each in (
                ("match", lambda: self.store.match(first, second, 1.0)),
                ("again", lambda: self.store.match(second, first, 1.0)),
                ("cancel", lambda: self.store.cancel_ticket(second.id)))]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(sum(bool(each) for each in outcome.values()), 1, outcome)
            self.store.cancel_ticket(first.id)

    def test_everything_is_there_after_a_death(self):
        first, second, match = self.matched()
        self.enter("carl")
        self.store = self.open()  # the first one was never closed
        self.assertEqual([ticket.player for ticket in self.store.waiting()], ["carl"])
        self.assertEqual([(each.id, each.players) for each in self.store.allocating()],
                         [(match, ("ann", "ben"))])
        self.store.set_ready(match, "g1", ["m1.a", "m1.b"])
        self.store.set_ready(match, "g2", ["other", "other"])
        self.assertEqual(self.store.look(second.id), {"state": "ready", "seat": 1, "game_id": "g1",
                                                      "credential": "m1.b"})

    def test_a_result_is_taken_with_its_number(self):
        first, _, match = self.matched()
        self.store.set_ready(match, "g1", ["m1.a", "m1.b"])
        self.store.take_result(6, match, "a rematch with the same labels", "ben")
        self.assertEqual(self.store.look(first.id)["state"], "ready")
        self.store.take_result(7, match, "g1", "ann")
        self.assertEqual(self.open().results_read(), 7)
        self.assertEqual(self.store.look(first.id)["winner"], "ann")
        self.assertEqual(self.store.unread(), [])

    def test_of_a_match_that_is_refused_for_one_player_the_other_waits_again(self):
        ann, ben, match = self.matched()
        self.store.set_refused(match, {0}, "no name")
        self.assertEqual(self.store.look(ann.id), {"state": "failed", "seat": 0, "reason": "no name"})
        self.assertEqual(self.store.waiting(), [ben], "as long as before")
        self.assertEqual(self.store.allocating(), [])
        # Saying so again changes nothing, nor once the match has a game.
        self.store.set_refused(match, set(), "again")
        self.assertEqual(self.store.look(ann.id)["reason"], "no name")

    def test_who_entered_anew_before_a_refusal_waits_once(self):
        _, ben, match = self.matched()
        anew = self.enter("ben")
        self.store.set_refused(match, {0}, "no name")
        self.assertEqual(self.store.waiting(), [anew])
        self.assertEqual(self.store.look(ben.id)["state"], "failed")

    def test_a_game_whose_result_comes_before_itself_is_to_be_read(self):
        first, _, match = self.matched()
        self.store.take_result(7, match, "g1", "ann")
        self.assertEqual(self.store.unread(), [], "nobody knows its game")
        self.store.set_ready(match, "g1", ["m1.a", "m1.b"])
        self.assertEqual(self.open().unread(), [(match, "g1")])
        self.store.set_over(match, "ann")
        self.assertEqual(self.store.unread(), [])
        self.store.set_lost(match, "too late")
        self.assertEqual(self.store.look(first.id)["winner"], "ann")

    def test_games_whose_results_were_skipped_are_to_be_read(self):
        first, _, match = self.matched()
        self.store.set_ready(match, "g1", ["m1.a", "m1.b"])
        self.store.skip_results(40)
        self.assertEqual((self.open().results_read(), self.open().unread()), (40, [(match, "g1")]))
        self.store.set_read(match)
        self.assertEqual(self.store.unread(), [])
        self.store.doubt(1.0)
        self.assertEqual(self.store.unread(), [], "it began no earlier")
        self.store.doubt(2.0)
        self.assertEqual(self.store.unread(), [(match, "g1")])
        self.store.set_lost(match, "no such game")
        self.assertEqual(self.store.unread(), [])
        self.assertEqual(self.store.look(first.id)["reason"], "no such game")

    def test_it_goes_on_once_a_full_disk_has_room_again(self):
        for pages in ("10", "1000000"):
            self.store._file.execute(f"PRAGMA max_page_count = {pages}")
            with contextlib.ExitStack() as full:
                if pages == "10":
                    full.enter_context(self.assertRaisesRegex(sqlite3.OperationalError, "full"))
                for number in range(1000):
                    self.enter(f"{pages} {number}")
        self.assertGreaterEqual(len(self.store.waiting()), 1000)

    def test_what_is_over_is_forgotten_and_nothing_else(self):
        first, _, match = self.matched()
        waits = self.enter("carl")
        self.store.forget(100.0)
        self.assertIsNotNone(self.store.look(first.id), "its game is still to come")
        self.store.set_failed(match, "no such kind")
        self.assertEqual(self.store.look(first.id)["reason"], "no such kind")
        self.store.forget(100.0)
        self.assertIsNone(self.store.look(first.id))
        self.assertIsNotNone(self.store.look(waits.id))
        self.assertEqual(self.store.allocating(), [])


if __name__ == "__main__":
    unittest.main()
