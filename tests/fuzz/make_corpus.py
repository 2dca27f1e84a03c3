#!/usr/bin/env python3
"""Writes the seeds of the fuzz targets to tests/fuzz/corpus: small, valid inputs that lead libFuzzer
into the code, one file each, named for what it is.

Run it by hand, with the Python of scripts/bootstrap clients, after the contract or the form of an
input has changed. Inputs that once found a bug are files of their own and are left alone.
"""

import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))

from harness.contract import (allocation_pb2, game_pb2, lobby_pb2, scoreboard_pb2,  # noqa: E402
                              service_pb2)

# As in rpcs.h.
RPCS = ["CreateGame", "SubmitMove", "Undo", "Redo", "Resign", "Abandon", "GetGame",
        "ListLegalMoves", "Replay", "ListEvents", "ListGameKinds", "WatchGame", "AllocateGames",
        "JoinGame", "LeaveGame", "RotateCredential", "RevokeCredential", "ListGames", "ForkGame",
        "GetScore", "ListScores", "SetController",
        "WatchLobby", "WatchResults", "MakeOffer", "AnswerOffer"]
# As in service_fuzzer.cc.
GAME, REQUEST_ID, AWAIT_FINAL = 1, 2, 4
# Nobody, then the seats of the first game.
NOBODY, X, O = 0, 1, 2


def request(rpc, **fields):
    for contract in (service_pb2, lobby_pb2, allocation_pb2, scoreboard_pb2):
        if hasattr(contract, rpc + "Request"):
            return getattr(contract, rpc + "Request")(**fields)
    raise ValueError(rpc)


def step(rpc, caller=NOBODY, edits=GAME, which_game=0, which_id=0, **fields):
    data = request(rpc, **fields).SerializeToString(deterministic=True)
    edits |= which_game << 4 | which_id << 6
    return struct.pack(">BBBH", RPCS.index(rpc), caller, edits, len(data)) + data


def create(which_id=0, **config):
    return step("CreateGame", edits=REQUEST_ID, which_id=which_id,
                config=game_pb2.GameConfig(kind="tic_tac_toe", **config))


def mark(caller, row, column, edits=GAME, **fields):
    cell = game_pb2.Cell(row=row, column=column)
    return step("SubmitMove", caller, edits, move=game_pb2.Move(cell=cell), **fields)


def offer(caller, kind, **fields):
    return step("MakeOffer", caller, kind=kind, **fields)


def answer(caller, offer_id, given):
    return step("AnswerOffer", caller, offer_id=offer_id, answer=given)


def notation(caller, text):
    return step("SubmitMove", caller, move=game_pb2.Move(notation=text))


CLASSIC = (create() + mark(X, 0, 0) + mark(O, 0, 1) + mark(X, 1, 1) + mark(O, 0, 2) + mark(X, 2, 2))
BOT = [game_pb2.SeatConfig(), game_pb2.SeatConfig(bot=game_pb2.Bot(kind="perfect"))]
BOTS = [game_pb2.SeatConfig(bot=game_pb2.Bot(kind="random", seed=seed)) for seed in (1, 2, 3)]

SERVICE = {
    "classic": CLASSIC,
    "undo_and_win_again": CLASSIC + step("Undo", X) + mark(O, 2, 0) + mark(X, 0, 0)
                          + mark(X, 2, 2) + step("Undo", O) + step("Redo", X),
    "all_back_and_again": CLASSIC + step("Undo", O) * 6 + step("Redo", X) + step("Redo", O),
    "final": CLASSIC + step("Undo", X, GAME | AWAIT_FINAL) + step("GetGame", edits=GAME | AWAIT_FINAL),
    "retries": create() + mark(X, 0, 0, GAME | REQUEST_ID) * 2 + mark(X, 0, 1, GAME | REQUEST_ID),
    "expected_sequence": create() + mark(X, 0, 0, expected_sequence=2)
                         + mark(O, 1, 1, expected_sequence=2) + mark(O, 1, 1, expected_sequence=9),
    "bot": create(seats=BOT) + mark(X, 1, 1) + step("Undo", X) + step("Redo", X) + mark(X, 0, 0),
    "bots_only": create(seats=BOTS, parameters={"size": "5"}),
    "three_seats": create(seats=[game_pb2.SeatConfig()] * 3, parameters={"size": "4"})
                   + mark(1, 0, 0) + step("Resign", 2) + mark(3, 0, 1) + step("Undo", 1)
                   + step("Resign", 3),
    "draw": create() + offer(X, game_pb2.OFFER_KIND_DRAW) + answer(O, 3, game_pb2.OFFER_ANSWER_DECLINE)
            + mark(X, 0, 0) + offer(X, game_pb2.OFFER_KIND_DRAW) + answer(O, 6, game_pb2.OFFER_ANSWER_ACCEPT),
    "undo_by_consent": create(undo=game_pb2.UNDO_POLICY_BY_CONSENT) + mark(X, 0, 0) + step("Undo", X)
                       + offer(X, game_pb2.OFFER_KIND_UNDO) + answer(X, 4, game_pb2.OFFER_ANSWER_WITHDRAW)
                       + mark(O, 1, 1) + offer(O, game_pb2.OFFER_KIND_UNDO)
                       + answer(X, 7, game_pb2.OFFER_ANSWER_ACCEPT),
    "rematch": create() + step("Resign", X) + offer(O, game_pb2.OFFER_KIND_REMATCH, swap_seats=True)
               + answer(X, 5, game_pb2.OFFER_ANSWER_ACCEPT),
    "offers_of_bots": create(seats=BOT, undo=game_pb2.UNDO_POLICY_BY_CONSENT)
                      + offer(X, game_pb2.OFFER_KIND_DRAW) + mark(X, 1, 1)
                      + offer(X, game_pb2.OFFER_KIND_UNDO),
    "abandon": create() + step("Abandon", X) + step("Undo", X),
    "turn_limit": create(turn_limit=2) + mark(X, 0, 0) + mark(O, 0, 1) + step("Undo", X),
    "private": create(visibility=game_pb2.VISIBILITY_PRIVATE) + step("GetGame")
               + step("WatchGame", 3, snapshot=True) + step("Undo", 3),
    "reads": CLASSIC + step("Replay", from_turn=2, to_turn=4, page_size=2)
             + step("ListEvents", after_sequence=3, page_size=3) + step("ListLegalMoves")
             + step("WatchGame", after_sequence=8, until_finish=True) + step("ListGameKinds")
             + step("WatchGame", after_sequence=9),
    "notation": create() + notation(X, "B2") + notation(O, "a1 ") + notation(O, "zz9")
                + notation(O, "pass") + notation(O, "4"),
    "too_many_games": create(0) + create(1) + create(2) + create(3) + create(0)
                      + create(0, turn_limit=5)
                      + step("CreateGame", edits=0, config=game_pb2.GameConfig(kind="tic_tac_toe")),
    "opening": create(opening=["b2", "A1"]) + mark(X, 0, 0) + mark(X, 0, 1) + step("Undo", X)
               + step("Undo", X) + step("Replay") + step("Abandon", O),
    "bad_openings": create(opening=["b2", "b2"]) + create(1, opening=["a1", "b1", "a2", "b2", "a3"])
                    + create(2, opening=["", "4"]),
    "forks": CLASSIC + step("ForkGame", turn=4) + step("ForkGame", turn=5)
             + step("ForkGame", turn=9) + step("Undo", O)
             + step("ForkGame", edits=GAME | REQUEST_ID, which_id=1, turn=4)
             + step("ForkGame", edits=GAME | REQUEST_ID, which_id=1, turn=4)
             + step("ForkGame", edits=GAME | REQUEST_ID, which_id=1, turn=0),
    "fork_of_dice": step("CreateGame", edits=0, config=game_pb2.GameConfig(
        kind="snakes_and_ladders", seed=7)) + notation(X, "roll") + step("ForkGame", turn=1)
        + step("Resign", X) + step("ForkGame", turn=1) + step("ForkGame", turn=0, which_game=1),
    "controllers": create() + mark(X, 0, 0)
                   + step("SetController", O, seat=1, controller=game_pb2.Controller(
                       bot=game_pb2.Bot(kind="random"))) + mark(O, 0, 1) + mark(X, 1, 1)
                   + step("SetController", O, seat=1, controller=game_pb2.Controller(
                       held=game_pb2.Held())) + step("Undo", X) + mark(O, 2, 2)
                   + step("SetController", O, seat=0) + step("Redo", O),
    "scores": CLASSIC + step("GetScore", edits=0, player_id="X", board=2) + step("Undo", O)
              + step("ListScores", edits=0, kind="tic_tac_toe", board=2, page_size=1)
              + step("Resign", O) + step("ListScores", edits=0, board=2),
    "lobby": create() + step("WatchLobby", edits=0) + step("WatchLobby", edits=0, after_sequence=1)
             + step("WatchLobby", edits=0, after_sequence=9) + step("Resign", X)
             + step("WatchLobby", edits=0, status=3, kind="gomoku", player_id="X")
             + step("WatchResults", edits=0),
    "names": create(seats=[game_pb2.SeatConfig(player_id=" \u00c5sa ", symbol="#"),
                           game_pb2.SeatConfig(player_id="e\u0301", symbol="7")],
                    labels={"a": "b"}) + mark(X, 0, 0),
}

REQUEST_CHECKS = {name: bytes([RPCS.index("CreateGame" if name == "opening" else name)]) + data
                  for name, data in {
    "CreateGame": request("CreateGame", request_id="00000000-0000-4000-8000-000000000000",
                          config=game_pb2.GameConfig(
                              kind="tic_tac_toe", parameters={"size": "3"}, labels={"k": "v"},
                              seats=BOT, turn_limit=9)).SerializeToString(deterministic=True),
    "opening": request("CreateGame", config=game_pb2.GameConfig(
        kind="snakes_and_ladders", opening=["roll"] * 3,
        opening_seeds=[game_pb2.OpeningSeed(turns=3, seed=7)])).SerializeToString(),
    "ForkGame": request("ForkGame", game_id="a" * 20, turn=3).SerializeToString(),
    "SubmitMove": request("SubmitMove", game_id="a" * 20, expected_sequence=1,
                          move=game_pb2.Move(notation="b2")).SerializeToString(),
    "Replay": request("Replay", game_id="a" * 20, from_turn=1, to_turn=2, page_size=3,
                      page_token="t").SerializeToString(),
    "ListEvents": request("ListEvents", game_id="a" * 20, after_sequence=1,
                          page_size=3).SerializeToString(),
    "WatchLobby": request("WatchLobby", after_sequence=1, kind="reversi", open_seats=True,
                          player_id="ann", labels={"room": "1"}).SerializeToString(),
    "WatchGame": request("WatchGame", game_id="a" * 20, after_sequence=1,
                         snapshot=True).SerializeToString(),
}.items()}

# The first byte chooses forms: cell, column, roll, pins, ship, pass.
NOTATION = {name: bytes([bits]) + text for name, bits, text in [
    ("cell", 1, b"b2"), ("cell_aa", 1, b"AA100"), ("column", 2, b"4"), ("roll", 4, b"Roll"),
    ("pins", 8, b"7"), ("ship", 16, b"carrier a1 right"), ("pass", 32, b"pass"),
    ("all", 63, b"ship6 c3 down"), ("number", 10, b"0"),
    ("largest_cell", 1, b"fxshrxx2147483648"), ("off_by_one", 1, b"fxshrxy1"),
]}

CREDENTIAL = {
    "prefix": b"m1.", "another_version": b"m2." + b"A" * 56, "letters": b"m1." + b"A" * 56,
    "padding": b"m1." + b"A" * 55 + b"=", "last_character": b"\x3b\x3a",
}


def write(target, inputs):
    folder = HERE / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in inputs.items():
        (folder / name).write_bytes(data)


def main():
    write("service", SERVICE)
    write("request_checks", REQUEST_CHECKS)
    write("notation", NOTATION)
    write("credential", CREDENTIAL)


if __name__ == "__main__":
    main()
