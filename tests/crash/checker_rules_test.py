#!/usr/bin/env python3
"""The checker finds what is wrong with offers, rematches, clocks, scores and feeds: each test breaks a
history that is sound."""

import dataclasses
import unittest

import checker
import doctoring
from history import (ACCEPTED, ANSWER, CREATE, FOLLOWS, HAND_OVER, JOIN, LEAVE, LOBBY, MADE, MOVE, OFFER,
                     PENDING, REMATCH, RESIGN, RESULTS, SERVER, SPECTATOR, Answer, Attempt, Call, Clock,
                     Event, History, OfferStep, Watch)
from violation import Kind

GAME, NEXT = "g", "next"
WAITING, PLAYING, OVER = (1, ""), (2, ""), (5, "O")


class Evening:
    """A game with a clock, an offer of a draw that is declined, a resignation, and a rematch. The server
    ran until 105 s and again from 107 s on."""

    def __init__(self):
        self.history = History()
        self.history.lives = [(99.0, 105.0), (107.0, 200.0)]
        self._add_games()
        self._add_feeds()
        self.history.bots = {GAME: (), NEXT: ()}
        self.history.keyed = {GAME, NEXT}
        self.history.rematches = {NEXT: GAME}
        self.history.outcomes = {GAME: (("shared", "mnk"), {"O": "wins", "X": "losses"})}
        for kind in ("mnk", ""):
            self.history.scores["shared", kind] = {"O": {"wins": 1, "draws": 0, "losses": 0},
                                                   "X": {"wins": 0, "draws": 0, "losses": 1}}

    def _add_games(self):
        self.log = self.history.logs[GAME, SPECTATOR] = []
        x_moves, o_moves = (True, False), (False, True)
        self.happen(SERVER, FOLLOWS, "game_created")
        self.happen(SERVER, FOLLOWS, "game_started", 100, self.clocks(5000, 5000, x_moves))
        self.call("create", SERVER, CREATE, 1, 2)
        self.happen("X", MOVE, "", 101, self.clocks(4000, 5000, o_moves))
        self.happen("X", OFFER, "", 101.5, self.clocks(4000, 4500, o_moves),
                    offer=OfferStep(4, "draw", MADE))
        # In between the server was down for two seconds.
        self.happen("O", ANSWER, "", 108, self.clocks(4000, 500, o_moves),
                    offer=OfferStep(4, "draw", "declined"))
        self.happen("O", MOVE, "", 108.2, self.clocks(4000, 300, x_moves))
        for sequence in range(3, 7):
            self.call_of(sequence)
        stopped = self.clocks(3000, 300, (False, False))
        self.happen("X", RESIGN, "seat_left", 109.2, stopped, standing=OVER)
        self.happen("X", FOLLOWS, "game_finished", 109.2, stopped, standing=OVER)
        self.call("resign", "X", RESIGN, 7, 8)
        self.happen("O", OFFER, "", 110, stopped, standing=OVER, offer=OfferStep(9, REMATCH, MADE))
        self.happen("X", ANSWER, "", 110, stopped, standing=OVER, offer=OfferStep(9, REMATCH, PENDING))
        self.call_of(9)
        self.call_of(10)
        self.happen(SERVER, ANSWER, "", 111, stopped, standing=OVER,
                    offer=OfferStep(9, REMATCH, ACCEPTED, NEXT))
        self.happen(SERVER, FOLLOWS, "game_final", 111, stopped, standing=OVER)
        following = self.history.logs[NEXT, SPECTATOR] = []
        for actor, deed, detail, standing in (
                (SERVER, FOLLOWS, "game_created", WAITING), ("X", JOIN, "", WAITING),
                ("O", JOIN, "", PLAYING), (SERVER, FOLLOWS, "game_started", PLAYING)):
            self.happen(actor, deed, detail, 112, standing=standing, log=following)
        self.call("X joins", "X", JOIN, 2, 2, NEXT)
        self.call("O joins", "O", JOIN, 3, 4, NEXT)

    def _add_feeds(self):
        lobby = self.history.logs[LOBBY, SPECTATOR] = []
        for game, change, standing in ((GAME, "created", PLAYING), (GAME, "ended", OVER),
                                       (NEXT, "created", WAITING), (NEXT, "seats", WAITING),
                                       (NEXT, "started", PLAYING)):
            self.happen(game, FOLLOWS, change, standing=standing, log=lobby)
        results = self.history.logs[RESULTS, SPECTATOR] = []
        self.happen(GAME, FOLLOWS, "game_final", standing=OVER, log=results)
        for feed, log in ((LOBBY, lobby), (RESULTS, results)):
            self.history.watches.append(Watch(feed, SPECTATOR, 0, list(log)))

    @staticmethod
    def clocks(of_x, of_o, running):
        return Clock(of_x, running[0]), Clock(of_o, running[1])

    def happen(self, actor, deed, detail, time=100.0, clocks=(), standing=PLAYING, log=None, **facts):
        log = self.log if log is None else log
        sequence = len(log) + 1
        log.append(Event(sequence, actor, deed, f"{sequence} {actor} {deed} {detail}".encode(), detail,
                         time, standing, clocks, **facts))

    def call(self, name, actor, deed, first, last, game=GAME):
        call = Call(name, SPECTATOR, actor, deed, game)
        events = tuple(self.history.logs[game, SPECTATOR][first - 1:last])
        call.attempts.append(Attempt(10 * first, 10 * first + 1, Answer(game, first, last, events)))
        self.history.calls.append(call)

    def call_of(self, sequence):
        event = self.log[sequence - 1]
        self.call(f"call {sequence}", event.actor, event.deed, sequence, sequence)


class CheckerRules(unittest.TestCase):
    def setUp(self):
        self.evening = Evening()

    def kinds(self):
        return {violation.kind for violation in checker.check(self.evening.history)}

    def expect(self, *kinds):
        violations = checker.check(self.evening.history)
        self.assertEqual({v.kind for v in violations}, set(kinds), list(map(str, violations)))

    def test_a_sound_history_passes(self):
        self.expect()

    def test_each_doctored_history_is_found(self):
        for wrong in doctoring.ALL:
            with self.subTest(wrong.name):
                self.evening = Evening()
                wrong.apply(self.evening.history)
                self.assertIn(wrong.kind, self.kinds())

    def test_the_time_of_a_server_that_is_down_is_nobodys(self):
        self.evening.history.lives = [(99.0, 105.0), (108.0, 200.0)]
        self.expect(Kind.CHARGED)

    def test_what_the_disk_took_is_given_back_and_may_be_charged_later(self):
        log = self.evening.log
        self.evening.history.calls = []
        log[4] = dataclasses.replace(log[4], clocks=self.evening.clocks(4000, 1000, (False, True)))
        self.assertNotIn(Kind.CHARGED, self.kinds())

    def test_an_undo_may_bring_back_any_clocks(self):
        log = self.evening.log
        log[5] = Event(6, "O", "undo", b"6", clocks=log[5].clocks, time=102)
        self.evening.history.calls = []
        self.assertNotIn(Kind.CHARGED, self.kinds())

    def hand_over(self, to_bot):
        following = self.evening.history.logs[NEXT, SPECTATOR]
        self.evening.happen("X", HAND_OVER, "", log=following, to_bot=to_bot, seat_of="X")
        sequence = len(following)
        self.evening.call(f"hand over {to_bot}", "X", HAND_OVER, sequence, sequence, NEXT)
        self.evening.happen("X", MOVE, "", log=following)

    def test_a_bot_moves_for_the_player_whose_seat_it_has(self):
        self.hand_over(to_bot=True)
        self.expect()

    def test_a_bot_that_gave_the_seat_back_moves_no_more(self):
        self.hand_over(to_bot=True)
        self.hand_over(to_bot=False)
        self.expect(Kind.DOUBLED)

    def test_who_has_left_is_shut_out(self):
        history = self.evening.history
        history.calls.append(Call("leave", SPECTATOR, "Y", LEAVE, NEXT))
        history.calls.append(Call("join", SPECTATOR, "Y", JOIN, NEXT,
                                  [Attempt(90, 91, refusal="CREDENTIAL_INVALID")]))
        history.calls[-2].attempts.append(Attempt(80, 81, refusal="NOT_STARTED"))
        self.expect(Kind.IMPOSSIBLE)
        following = history.logs[NEXT, SPECTATOR]
        self.evening.happen("Y", LEAVE, "", log=following)
        history.calls[-2].attempts.clear()
        history.calls[-2].attempts.append(Attempt(80, 81, Answer(NEXT, 5, 5, tuple(following[4:]))))
        self.expect()


if __name__ == "__main__":
    unittest.main(verbosity=2)
