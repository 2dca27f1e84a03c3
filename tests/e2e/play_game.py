#!/usr/bin/env python3
"""The classic game over the wire: two players and a spectator, each a process of its own; then
undo, refusals, the same win again, redo and replay."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

import grpc

from harness import environment
from harness.client import token_of
from harness.contract import game_pb2
from harness.server import mortal
from harness.server_test import ServerTest
from harness.watcher import Watcher

HERE = pathlib.Path(__file__).resolve().parent

X_MOVES = ["0,0", "1,1", "2,2"]
O_MOVES = ["0,1", "0,2"]
# turn and text of every event of the classic game
TRANSCRIPT = [
    (0, "game created"),
    (0, "game started"),
    (1, "X plays X at (0,0)"),
    (2, "O plays O at (0,1)"),
    (3, "X plays X at (1,1)"),
    (4, "O plays O at (0,2)"),
    (5, "X plays X at (2,2)"),
    (5, "X wins"),
]
FINAL_BOARD = "X|O|O\n.|X|.\n.|.|X"


def start_program(name, *arguments, token=""):
    """Starts player.py or spectator.py."""
    variables = dict(os.environ, MEEPLE_CREDENTIAL=token)
    return subprocess.Popen(mortal(sys.executable, str(HERE / name), *arguments), env=variables,
                            stdout=subprocess.PIPE, text=True)


def lines_of(process):
    """What a client process printed; it must have ended well."""
    # Not communicate(): it would lose what readline() has read ahead.
    output = process.stdout.read()
    if process.wait(timeout=2 * environment.patience()) != 0:
        raise AssertionError(f"{process.args} ended with {process.returncode}")
    return [json.loads(line) for line in output.splitlines()]


class ClassicGame(ServerTest):
    def test_two_player_processes_and_a_spectator_process(self):
        created = self.anyone.create()
        game_id = created.game.game_id
        address = self.server.address
        spectator = start_program("spectator.py", address, game_id)
        self.assertEqual(spectator.stdout.readline(), "watching\n")
        x = start_program("player.py", address, game_id, "0", *X_MOVES, token=token_of(created, "X"))
        o = start_program("player.py", address, game_id, "1", *O_MOVES, token=token_of(created, "O"))

        x_lines, o_lines = lines_of(x), lines_of(o)
        events = lines_of(spectator)

        self.assertEqual([(event["turn"], event["text"]) for event in events], TRANSCRIPT)
        self.assertEqual([event["sequence"] for event in events], list(range(1, 9)))
        self.assertEqual([event["actor"] for event in events[2:7]], ["X", "O", "X", "O", "X"])
        self.assertEqual([line["sequence"] for line in x_lines], [3, 5, 8])
        self.assertEqual([line["sequence"] for line in o_lines], [4, 6])
        self.assertEqual([line["winner"] for line in x_lines], ["", "", "X"])
        game = self.anyone.get(game_id).game
        self.assertEqual(game.rendered.split("\n", 1)[1].strip(), FINAL_BOARD)
        self.assertEqual(game.rendered.split("\n", 1)[0], "X wins")
        self.assertEqual(game.winner, "X")
        self.assertEqual(game.end_reason, game_pb2.END_REASON_BOARD)
        self.assertEqual(list(game.board.cells), ["X", "O", "O", ".", "X", ".", ".", ".", "X"])

    def test_a_win_is_taken_back_and_won_again(self):
        game_id, x, o = self.new_game()
        self.play_classic(x, o, game_id)
        watcher = Watcher(self.anyone, game_id)

        undone = x.undo(game_id)
        self.assertEqual(undone.cursor, game_pb2.TurnCursor(
            status=game_pb2.GAME_STATUS_IN_PROGRESS, turn_index=0, turns=4))
        self.assertEqual(undone.winner, "")
        self.assertEqual(undone.events[0].text, "undo: X takes back (2,2)")
        self.assertEqual(self.anyone.get(game_id).game.current_player, "X")

        not_met = grpc.StatusCode.FAILED_PRECONDITION
        self.expect_unchanged(game_id, lambda: self.expect_refusal(
            lambda: o.mark(game_id, 2, 0), not_met, "NOT_YOUR_TURN"))
        self.expect_unchanged(game_id, lambda: self.expect_refusal(
            lambda: x.mark(game_id, 0, 0), not_met, "CELL_TAKEN"))
        self.expect_unchanged(game_id, lambda: self.expect_refusal(
            lambda: x.mark(game_id, 3, 0), grpc.StatusCode.INVALID_ARGUMENT, "OUTSIDE_BOARD"))

        again = x.mark(game_id, 2, 2)
        self.assertEqual(again.winner, "X")
        self.assertEqual([event.text for event in again.events], ["X plays X at (2,2)", "X wins"])
        self.expect_refusal(lambda: o.mark(game_id, 2, 0), not_met, "GAME_OVER")
        watcher.wait_for_events(11)
        self.assertEqual(watcher.texts()[8:11],
                         ["undo: X takes back (2,2)", "X plays X at (2,2)", "X wins"])

    def test_redo_brings_the_win_back(self):
        game_id, x, o = self.new_game()
        self.play_classic(x, o, game_id)
        not_met = grpc.StatusCode.FAILED_PRECONDITION
        self.expect_refusal(lambda: x.redo(game_id), not_met, "NOTHING_TO_REDO")
        x.undo(game_id)
        self.expect_refusal(lambda: o.redo(game_id), not_met, "UNDO_NOT_ALLOWED")
        redone = x.redo(game_id)
        self.assertEqual(redone.winner, "X")
        self.assertEqual(redone.cursor.status, game_pb2.GAME_STATUS_WON)
        self.assertEqual([event.text for event in redone.events],
                         ["redo: X plays X at (2,2)", "X wins"])

    def test_all_moves_go_back_and_come_again(self):
        game_id, x, o = self.new_game()
        self.play_classic(x, o, game_id)
        end = self.anyone.get(game_id).game
        for _ in range(5):
            o.undo(game_id)
        start = self.anyone.get(game_id).game
        self.assertEqual(list(start.board.cells), ["."] * 9)
        self.assertEqual(start.current_player, "X")
        self.expect_refusal(lambda: o.undo(game_id), grpc.StatusCode.FAILED_PRECONDITION,
                            "NOTHING_TO_UNDO")
        for turn in range(5):
            (x, o)[turn % 2].redo(game_id)
        again = self.anyone.get(game_id).game
        again.sequence = end.sequence
        self.assertEqual(again, end)

    def test_replay_shows_every_position(self):
        game_id, x, o = self.new_game()
        self.play_classic(x, o, game_id)
        frames = self.anyone.replay(game_id).frames
        self.assertEqual([frame.turn for frame in frames], list(range(6)))
        self.assertFalse(frames[0].HasField("move"))
        self.assertEqual(list(frames[0].board.cells), ["."] * 9)
        self.assertEqual([frame.move.notation for frame in frames[1:]],
                         ["a1", "b1", "b2", "c1", "c3"])
        self.assertTrue(frames[5].rendered.rstrip().endswith(FINAL_BOARD))
        self.assertEqual(frames[5].cursor.status, game_pb2.GAME_STATUS_WON)
        pages = [self.anyone.replay(game_id, page_size=4)]
        pages.append(self.anyone.replay(game_id, page_size=4,
                                        page_token=pages[0].next_page_token))
        self.assertEqual([frame for page in pages for frame in page.frames], list(frames))


if __name__ == "__main__":
    unittest.main(verbosity=2)
