#!/usr/bin/env python3
"""Makes a sample of the journal as this release writes it, for the tests of all later ones.

    with_python.sh make_journal_sample.py FOLDER

FOLDER, which is made, gets a data directory written by a real server (`data`), which was stopped once
and killed once, so that there are games in tables and in the write-ahead log; the same games as
`meeple-server journal export` writes them (`games.jsonl`); and credentials with which they can be
played on (`credentials.txt`: game, player, token). Samples are kept below service/journal/testdata, one folder a format;
one that was released is never made again.
"""

import pathlib
import subprocess
import sys

from harness import environment, waiting
from harness.client import Client, tic_tac_toe
from harness.contract import game_pb2
from harness.server import Server

PLAYERS = "X", "O"
# Of RocksDB's files those that nobody reads to open a database.
NOT_KEPT = "LOG", "LOG.*", "LOCK", "OPTIONS-*"


class Maker:
    def __init__(self, server):
        self.address = server.address
        self.tokens = {}

    def create(self, config, request_id=""):
        client = Client(self.address)
        created = client.create(config, request_id)
        client.close()
        for credential in created.credentials:
            if credential.player_id:
                self.tokens[created.game.game_id, credential.player_id] = credential.token
        return created.game.game_id

    def act(self, game_id, player, rpc, *arguments, **fields):
        client = Client(self.address, self.tokens[game_id, player])
        getattr(client, rpc)(game_id, *arguments, **fields)
        client.close()

    def play(self, game_id, *moves):
        for turn, move in enumerate(moves):
            self.act(game_id, PLAYERS[turn % 2], "move", move)

    # --- Games of different kinds, in different states ---

    def final(self):
        game_id = self.create(tic_tac_toe(undo=game_pb2.UNDO_POLICY_NEVER))
        self.play(game_id, "a1", "b1", "b2", "c1", "c3")

    def won_and_taken_back(self):
        game_id = self.create(tic_tac_toe(undo=game_pb2.UNDO_POLICY_FREE))
        self.play(game_id, "a1", "b1", "b2", "c1", "c3")
        self.act(game_id, "O", "undo")
        self.act(game_id, "X", "redo")
        self.act(game_id, "X", "undo")

    def won_for_now(self):
        game_id = self.create(tic_tac_toe(undo=game_pb2.UNDO_POLICY_FREE))
        self.play(game_id, "a1", "b1", "b2", "c1", "c3")

    def hidden(self):
        game_id = self.create(game_pb2.GameConfig(kind="battleship"))
        self.act(game_id, "X", "move", "carrier a1 right")

    def dice(self):
        game_id = self.create(game_pb2.GameConfig(kind="snakes_and_ladders", seed=7))
        self.play(game_id, "roll", "roll", "roll")

    def resigned(self):
        game_id = self.create(game_pb2.GameConfig(kind="connect_four"))
        self.play(game_id, "4", "4", "3")
        self.act(game_id, "O", "resign")

    def abandoned(self):
        game_id = self.create(game_pb2.GameConfig(
            kind="reversi", visibility=game_pb2.VISIBILITY_PRIVATE, labels={"event": "sample"}))
        self.act(game_id, "O", "abandon")

    def with_a_bot(self):
        bot = game_pb2.SeatConfig(bot=game_pb2.Bot(kind="perfect", seed=7))
        config = tic_tac_toe(seats=[game_pb2.SeatConfig(player_id="Zoë"), bot])
        game_id = self.create(config)
        self.act(game_id, "Zoë", "move", "b2", request_id="11111111-aaaa-4bbb-8ccc-000000000002")
        client = Client(self.address)
        waiting.until(lambda: client.get(game_id).game.cursor.turns == 2, "the bot has moved")
        client.close()

    def going_on(self):
        game_id = self.create(tic_tac_toe(), request_id="11111111-aaaa-4bbb-8ccc-000000000001")
        self.act(game_id, "X", "move", "b2", request_id="11111111-aaaa-4bbb-8ccc-000000000003")


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True)
    data = folder / "data"
    with Server(data_dir=data) as server:
        maker = Maker(server)
        maker.final()
        maker.won_and_taken_back()
        maker.hidden()
        maker.dice()
        server.terminate()
        server.wait(environment.patience())
    with Server(data_dir=data) as server:
        maker.address = server.address
        maker.resigned()
        maker.abandoned()
        maker.with_a_bot()
        maker.won_for_now()
        maker.going_on()
        server.kill()
    export = [environment.program("meeple-server"), "journal", "export", f"--data-dir={data}"]
    (folder / "games.jsonl").write_bytes(subprocess.check_output(export))
    lines = [f"{game_id} {player} {token}\n" for (game_id, player), token in maker.tokens.items()]
    (folder / "credentials.txt").write_text("".join(lines), encoding="utf-8")
    for pattern in NOT_KEPT:
        for path in (data / "journal").glob(pattern):
            path.unlink()


if __name__ == "__main__":
    main()
