"""Who plays whom."""

import random
import unittest

from meeple_matchmaker.pairing import Ranges, Ticket, pair

STEADY = Ranges(first=100.0, per_second=0.0, most=100.0)


def ticket(name, rating=1500.0, *, since=0.0, kind="reversi", player=None):
    return Ticket(id=name, player=player or name, kind=kind, rating=rating, since=since)


def names(pairs):
    return [(first.id, second.id) for first, second in pairs]


class CountingRanges(Ranges):
    """Counts how often somebody was asked how far they would go."""

    asked = 0

    def of(self, ticket, now):
        CountingRanges.asked += 1
        return super().of(ticket, now)


def pair_one_by_one(tickets, now, ranges):
    """What pair promises, in its plainest form: everybody is compared with everybody."""
    free = sorted(tickets, key=lambda each: (each.since, each.id))
    pairs = []
    while free:
        first = free.pop(0)
        fitting = [other for other in free
                   if other.kind == first.kind and other.player != first.player
                   and abs(other.rating - first.rating) <= min(ranges.of(first, now), ranges.of(other, now))]
        if fitting:
            second = min(fitting, key=lambda each: (abs(each.rating - first.rating), each.since, each.id))
            free.remove(second)
            pairs.append((first, second))
    return pairs


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

    def test_it_gives_what_comparing_everybody_with_everybody_gives(self):
        draw = random.Random(11)
        for round_ in range(300):
            step = draw.choice([1.0, 50.0, 300.0])  # many on one rating, or few
            ranges = Ranges(first=draw.choice([0.0, 100.0]), per_second=draw.choice([0.0, 20.0]),
                            most=draw.choice([100.0, 2000.0]))
            waiting = [ticket(f"{i:02}", step * draw.randrange(-20, 20), since=float(draw.randrange(40)),
                              kind=draw.choice(["reversi", "gomoku"]), player=f"p{draw.randrange(40)}")
                       for i in range(draw.randrange(60))]
            self.assertEqual(names(pair(waiting, 30.0, ranges)),
                             names(pair_one_by_one(waiting, 30.0, ranges)), f"round {round_}")

    def test_a_full_queue_takes_few_comparisons(self):
        count = 10_000
        draw = random.Random(5)
        old_among_new = [ticket(str(i), 100.0 * i, since=0.0 if i % 7 == 0 else 1000.0) for i in range(count)]
        crowd = [ticket(f"n{i}", 1000.0 + i / count, since=1000.0) for i in range(count // 2)]
        queues = {
            "nobody fits": [ticket(str(i), 1e5 * i) for i in range(count)],
            "just too far": [ticket(str(i), 101.0 * i, since=1000.0) for i in range(count)],
            "all alike": [ticket(str(i), since=float(i)) for i in range(count)],
            "all of one age": [ticket(str(i)) for i in range(count)],
            "ratings as they come": [ticket(str(i), draw.gauss(1500, 300), since=draw.uniform(0, 1000))
                                     for i in range(count)],
            "few ratings": [ticket(str(i), 200.0 * draw.randrange(15), since=draw.uniform(0, 1000))
                            for i in range(count)],
            "the old among the new": old_among_new,
            # Who waits long on both sides of many that nobody may play.
            "a crowd between": crowd + [ticket(f"o{i}", 1000.0 + 1900.0 * (-1) ** i)
                                        for i in range(count // 2)],
            "far ones reach for a crowd": crowd + [
                ticket(f"o{i}", 1000.0 - 2000.0 * 0.99 ** i, since=float(i)) for i in range(count // 2)],
        }
        for name, waiting in queues.items():
            with self.subTest(name):
                CountingRanges.asked = 0
                pair(waiting, 1000.0, CountingRanges())
                self.assertLess(CountingRanges.asked, 5 * count)


if __name__ == "__main__":
    unittest.main()
