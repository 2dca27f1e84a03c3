#!/usr/bin/env python3
"""The history checker finds what it is there for: each test breaks a history that is sound."""

import dataclasses
import unittest

import checker
from history import (CREATE, FOLLOWS, MOVE, SPECTATOR, UNDO, Answer, Attempt, Call, Event, History,
                     Watch)
from violation import Kind

GAME = "g"


def event(sequence, actor, deed, content=None):
    return Event(sequence, actor, deed, content or f"{sequence} {actor} {deed}".encode())


class SoundHistory:
    """A game of two: created and started, two moves, one taken back, played again by another call."""

    def __init__(self):
        self.log = [event(1, "", FOLLOWS), event(2, "", FOLLOWS), event(3, "X", MOVE),
                    event(4, "O", MOVE), event(5, "O", UNDO), event(6, "O", MOVE)]
        self.history = History()
        self.history.logs[GAME, SPECTATOR] = self.log
        self.history.logs[GAME, "X"] = self.history.logs[GAME, "O"] = self.log
        self.create = Call("create", SPECTATOR, SPECTATOR, CREATE)
        self.create.attempts.append(Attempt(0, 1, Answer(GAME, 1, 2, (), b"created")))
        self.calls = [self.made(e, start=10 * e.sequence) for e in self.log[2:]]
        self.history.calls = [self.create, *self.calls]
        self.watch = Watch(GAME, SPECTATOR, 0, list(self.log))
        self.history.watches.append(self.watch)

    def made(self, of, start):
        call = Call(f"call {of.sequence}", of.actor, of.actor, of.deed, GAME)
        call.attempts.append(Attempt(start, start + 1, self.answer(of)))
        return call

    @staticmethod
    def answer(of):
        return Answer(GAME, of.sequence, of.sequence, (of,), of.content)

    def refused(self, reason="NOT_YOUR_TURN", actor="X", deed=MOVE):
        call = Call("refused", actor, actor, deed, GAME)
        call.attempts.append(Attempt(90, 91, refusal=reason))
        self.history.calls.append(call)
        return call

    def happen(self, actor, deed):
        """An event more that the server has, whoever asked for it."""
        self.log.append(event(len(self.log) + 1, actor, deed))


class Checker(unittest.TestCase):
    def setUp(self):
        self.sound = SoundHistory()
        self.log = self.sound.log

    def expect(self, *kinds):
        violations = checker.check(self.sound.history)
        self.assertEqual({v.kind for v in violations}, set(kinds), list(map(str, violations)))

    def retry(self, call, **changes):
        """A second answer to a call, which differs from the first by `changes`."""
        answer = dataclasses.replace(call.attempts[0].answer, **changes)
        call.attempts.append(Attempt(100, 101, answer))

    def test_a_sound_history_passes(self):
        self.expect()

    def test_equal_answers_to_retries_pass(self):
        for call in self.sound.history.calls:
            self.retry(call)
        self.expect()

    def test_explained_refusals_pass(self):
        self.sound.refused("GAME_OVER")
        self.expect()

    def test_an_unknown_outcome_that_a_retry_settled_passes(self):
        self.sound.calls[1].attempts.insert(0, Attempt(30, 35))
        call = self.sound.refused()
        call.attempts.insert(0, Attempt(80, 85))
        self.expect()

    def test_what_bots_and_the_server_do_passes(self):
        self.sound.history.bots[GAME] = {"B"}
        self.sound.happen("B", MOVE)
        self.sound.happen("B", FOLLOWS)
        self.sound.happen("", FOLLOWS)
        self.expect()

    def test_an_acknowledged_event_at_the_end_is_lost(self):
        self.log.pop()
        self.sound.watch.events.pop()
        self.expect(Kind.LOST)

    def test_a_seen_event_at_the_end_is_lost(self):
        self.sound.watch.events.append(event(7, "X", MOVE))
        self.expect(Kind.LOST)

    def test_an_acknowledged_event_is_lost_where_another_stands_in_its_place(self):
        other = self.sound.made(event(6, "O", MOVE), start=60)
        other.request_id = "another"
        self.sound.history.calls.append(other)
        self.expect(Kind.LOST)

    def test_a_lost_game(self):
        for viewer in (SPECTATOR, "X", "O"):
            self.sound.history.logs[GAME, viewer] = []
        self.sound.history.watches.clear()
        self.expect(Kind.LOST)

    def test_a_watch_that_is_told_of_the_future_has_lost_the_past(self):
        self.sound.watch.refusal = "SEQUENCE_OUT_OF_RANGE"
        self.expect(Kind.LOST)

    def test_a_refusal_that_only_a_loss_explains(self):
        self.sound.refused("GAME_NOT_FOUND")
        self.expect(Kind.IMPOSSIBLE)

    def test_a_call_that_was_done_twice(self):
        self.sound.happen("O", UNDO)
        self.expect(Kind.DOUBLED)

    def test_a_call_that_was_done_twice_in_a_row(self):
        self.log[5] = event(6, "O", UNDO)
        self.sound.watch.events[5] = self.log[5]
        self.sound.history.calls.pop()
        self.expect(Kind.DOUBLED)

    def test_a_retry_that_was_done_again(self):
        self.sound.happen("O", MOVE)
        self.sound.calls[-1].attempts.append(Attempt(100, 101, self.sound.answer(self.log[-1])))
        self.expect(Kind.CHANGED, Kind.DOUBLED)

    def test_a_refused_call_that_was_done(self):
        self.sound.refused()
        self.sound.happen("X", MOVE)
        self.expect(Kind.DOUBLED)

    def test_an_end_of_the_game_that_nobody_was_told_of(self):
        self.sound.happen("O", FOLLOWS)
        self.expect(Kind.DOUBLED)

    def test_an_unknown_call_is_done_at_most_once(self):
        call = self.sound.refused(deed=UNDO)
        call.attempts = [Attempt(90, 91)]
        self.sound.happen("X", UNDO)
        self.expect(Kind.UNSETTLED)
        self.sound.happen("O", FOLLOWS)
        self.sound.happen("", FOLLOWS)
        self.sound.happen("X", UNDO)
        self.expect(Kind.UNSETTLED, Kind.DOUBLED)

    def test_a_changed_answer_to_a_retry(self):
        self.retry(self.sound.calls[0], content=b"something else")
        self.expect(Kind.CHANGED)

    def test_a_changed_answer_to_the_retry_of_a_creation(self):
        self.retry(self.sound.create, content=b"other credentials")
        self.expect(Kind.CHANGED)

    def test_the_retry_of_a_creation_that_made_another_game(self):
        self.retry(self.sound.create, game="another")
        self.expect(Kind.CHANGED)

    def test_a_refused_retry_of_what_was_done(self):
        self.sound.calls[0].attempts.append(Attempt(100, 101, refusal="NOT_YOUR_TURN"))
        self.expect(Kind.CHANGED)

    def test_an_event_that_looks_otherwise_today(self):
        self.sound.watch.events[3] = event(4, "O", MOVE, b"another move")
        self.expect(Kind.CHANGED)

    def test_viewers_that_are_told_different_things(self):
        other = list(self.log)
        other[4] = event(5, "X", UNDO)
        self.sound.history.logs[GAME, "X"] = other
        self.expect(Kind.CHANGED)

    def test_a_gap_in_a_watch(self):
        del self.sound.watch.events[2]
        self.expect(Kind.GAP)

    def test_a_gap_at_the_resumption_of_a_watch(self):
        self.sound.watch.after = 2
        self.sound.watch.events = self.log[3:]
        self.expect(Kind.GAP)

    def test_a_watch_that_ended_too_early(self):
        self.sound.watch.complete = True
        self.expect()
        self.sound.watch.events.pop()
        self.expect(Kind.GAP)

    def test_a_gap_in_the_log(self):
        del self.log[2]
        self.sound.history.calls = [self.sound.create]
        self.sound.watch.events = self.log[:1]
        self.assertIn(Kind.GAP, {v.kind for v in checker.check(self.sound.history)})

    def test_a_repeat_in_a_watch(self):
        self.sound.watch.events.insert(3, self.log[2])
        self.expect(Kind.REPEATED)

    def test_a_reordering_in_a_watch(self):
        events = self.sound.watch.events
        events[2], events[3] = events[3], events[2]
        self.expect(Kind.GAP, Kind.REORDERED)

    def test_calls_that_took_effect_in_another_order_than_they_were_made(self):
        first, second = self.sound.calls[0], self.sound.calls[1]
        first.attempts[0] = dataclasses.replace(first.attempts[0], start=50, end=51)
        second.attempts[0] = dataclasses.replace(second.attempts[0], start=40, end=41)
        self.expect(Kind.REORDERED)

    def test_calls_at_the_same_time_may_take_effect_in_any_order(self):
        first, second = self.sound.calls[0], self.sound.calls[1]
        first.attempts[0] = dataclasses.replace(first.attempts[0], start=40, end=49)
        second.attempts[0] = dataclasses.replace(second.attempts[0], start=40, end=41)
        self.expect()


if __name__ == "__main__":
    unittest.main()
