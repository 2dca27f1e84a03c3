"""Who plays whom."""

import random
import unittest

from meeple_matchmaker.pairing import Ranges, Ticket, pair

STEADY = Ranges(first=100.0, per_second=0.0, most=100.0)


def ticket(name, rating=1500.0, *, since=0.0, kind="reversi", player=None):
    return Ticket(id=name, player=player or name, kind=kind, rating=rating, since=since)


def names(pairs):
    return [(first.id, second.id) for first, second in pairs]


class PairingTest(unittest.TestCase):
    def test_the_closest_rating_is_taken(self):
        waiting = [ticket("a", 1500), ticket("b", 1590, since=1.0), ticket("c", 1510, since=2.0)]
        self.assertEqual(names(pair(waiting, 5.0, STEADY)), [("a", "c")])

    def test_who_waits_longest_chooses_first(self):
        waiting = [ticket("late", 1500, since=9.0), ticket("early", 1510), ticket("middle", 1505, since=4.0)]
        self.assertEqual(names(pair(waiting, 9.0, STEADY)), [("early", "middle")])

    def test_kinds_do_not_mix(self):
        self.assertEqual(pair([ticket("a"), ticket("b", kind="gomoku")], 0.0, STEADY), [])

    def test_nobody_meets_themselves(self):
        twice = [ticket("a", player="ann"), ticket("b", player="ann", since=1.0)]
        self.assertEqual(pair(twice, 5.0, STEADY), [])
        self.assertEqual(names(pair([*twice, ticket("c", since=2.0)], 5.0, STEADY)), [("a", "c")])

    def test_the_range_widens_with_waiting_and_both_must_agree(self):
        ranges = Ranges(first=100.0, per_second=10.0, most=250.0)
        far = [ticket("a", 1500), ticket("b", 1700)]
        self.assertEqual(pair(far, 9.0, ranges), [])
        self.assertEqual(names(pair(far, 10.0, ranges)), [("a", "b")])
        new = [ticket("a", 1500), ticket("b", 1700, since=5.0)]
        self.assertEqual(pair(new, 10.0, ranges), [], "b has not waited long enough")
        self.assertEqual(pair([ticket("a", 1500), ticket("b", 1751)], 1e6, ranges), [])

    def test_each_ticket_is_in_one_pair_at_most(self):
        draw = random.Random(7)
        for _ in range(50):
            waiting = [ticket(str(i), draw.uniform(1000, 2000), since=draw.uniform(0, 30),
                              kind=draw.choice(["reversi", "gomoku"]), player=f"p{draw.randrange(30)}")
                       for i in range(60)]
            pairs = pair(waiting, 30.0)
            used = [each.id for both in pairs for each in both]
            self.assertEqual(len(used), len(set(used)))
            for first, second in pairs:
                self.assertEqual(first.kind, second.kind)
                self.assertNotEqual(first.player, second.player)
            self.assertEqual(pair([each for each in waiting if each.id not in used], 30.0), [],
                             "nobody is left who could play")


if __name__ == "__main__":
    unittest.main()
