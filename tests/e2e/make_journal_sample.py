#!/usr/bin/env python3
"""Makes a sample of the journal as this release writes it, for the tests of all later ones.

    with_python.sh make_journal_sample.py FOLDER

FOLDER, which is made, gets a data directory written by a real server (`data`), which was stopped once
and killed once, so that there are games in tables and in the write-ahead log; the same games as
`meeple-server journal export` writes them (`games.jsonl`); credentials with which they can be
played on (`credentials.txt`: game, player, token); and the ids of those games that tests ask for
(`names.txt`: name, game). Samples are kept below service/journal/testdata, one folder a format;
one that was released is never made again.

Some games are of an API key, `sample`, which is kept nowhere: its feeds are.
"""

import pathlib
import subprocess
import sys
import tempfile

from harness import environment, waiting
from harness.client import Client, tic_tac_toe
from harness.contract import game_pb2, lobby_pb2
from harness.server import Server

PLAYERS = "X", "O"
# Of RocksDB's files those that nobody reads to open a database.
NOT_KEPT = "LOG", "LOG.*", "LOCK", "OPTIONS-*"


def make_key():
    """An API key, and its line for the server's file."""
    command = [environment.program("meeple-server"), "make-key", "--role=matchmaker", "--name=sample"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


class Maker:
    def __init__(self, server, key):
        self.address = server.address
        self.key = key
        self.tokens = {}
        self.names = {}

    def create(self, config, request_id="", key=""):
        client = Client(self.address, key)
        created = client.create(config, request_id)
        client.close()
        for credential in created.credentials:
            if credential.player_id:
                self.tokens[created.game.game_id, credential.player_id] = credential.token
        return created.game.game_id

    def act(self, game_id, player, rpc, *arguments, **fields):
        """Returns the answer."""
        client = Client(self.address, self.tokens[game_id, player])
        answer = getattr(client, rpc)(game_id, *arguments, **fields)
        client.close()
        return answer

    def join(self, game_id, player, token=""):
        client = Client(self.address, token)
        request = lobby_pb2.JoinGameRequest(game_id=game_id)
        if not token:
            request.player_id = player
        self.tokens[game_id, player] = client.call("JoinGame", request).credential.token
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


    # --- Of format 4: offers, clocks, seats that change hands, results of a key ---

    def drawn_by_agreement(self):
        game_id = self.create(tic_tac_toe(), key=self.key)
        self.play(game_id, "a1", "b2")
        made = self.act(game_id, "X", "offer", game_pb2.OFFER_KIND_DRAW)
        self.act(game_id, "O", "answer", made.sequence, game_pb2.OFFER_ANSWER_ACCEPT)

    def undone_by_consent(self):
        """Under a clock, which runs on; an offer is open, too."""
        clock = game_pb2.ClockConfig()
        clock.initial.FromSeconds(7 * 86_400)
        clock.increment.FromSeconds(5)
        config = tic_tac_toe(undo=game_pb2.UNDO_POLICY_BY_CONSENT, clock=clock)
        self.names["clock"] = game_id = self.create(config)
        self.play(game_id, "a1", "b2")
        made = self.act(game_id, "O", "offer", game_pb2.OFFER_KIND_UNDO)
        self.act(game_id, "X", "answer", made.sequence, game_pb2.OFFER_ANSWER_ACCEPT)
        declined = self.act(game_id, "O", "offer", game_pb2.OFFER_KIND_DRAW, expire_seconds=60)
        self.act(game_id, "X", "answer", declined.sequence, game_pb2.OFFER_ANSWER_DECLINE)
        self.act(game_id, "X", "offer", game_pb2.OFFER_KIND_DRAW, expire_seconds=604_800)

    def out_of_time(self):
        clock = game_pb2.ClockConfig()
        clock.per_move.FromSeconds(1)
        game_id = self.create(tic_tac_toe(clock=clock), key=self.key)
        client = Client(self.address)
        waiting.until(lambda: client.get(game_id).game.winner == "O", "the flag has fallen")
        client.close()

    def taken_and_left(self):
        held, free = game_pb2.SeatConfig(player_id="anna"), game_pb2.SeatConfig(open=game_pb2.Open())
        self.names["open"] = game_id = self.create(tic_tac_toe(seats=[held, free, free]))
        self.join(game_id, "ben")
        self.act(game_id, "ben", "leave")
        del self.tokens[game_id, "ben"]
        self.join(game_id, "dora")

    def handed_over(self):
        game_id = self.create(game_pb2.GameConfig(kind="connect_four"))
        bot = game_pb2.Controller(bot=game_pb2.Bot(kind="random"))
        self.act(game_id, "O", "set_controller", 1, bot)
        self.act(game_id, "X", "move", "4")
        client = Client(self.address)
        waiting.until(lambda: client.get(game_id).game.cursor.turns == 2, "the bot has moved")
        client.close()
        self.act(game_id, "O", "set_controller", 1, game_pb2.Controller(held=game_pb2.Held()))

    def played_again(self):
        """Won, and a rematch in which one of two has a seat."""
        game_id = self.create(tic_tac_toe(), key=self.key)
        self.play(game_id, "a1", "b1", "b2", "c1", "c3")
        made = self.act(game_id, "O", "offer", game_pb2.OFFER_KIND_REMATCH, swap_seats=True)
        self.act(game_id, "X", "answer", made.sequence, game_pb2.OFFER_ANSWER_ACCEPT)
        client = Client(self.address)
        self.names["rematch"] = next_id = client.get(game_id).game.next_game_id
        client.close()
        self.join(next_id, "O", self.tokens[game_id, "O"])


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True)
    data = folder / "data"
    key, line = make_key()
    with tempfile.NamedTemporaryFile("w", encoding="ascii") as keys:
        keys.write(line + "\n")
        keys.flush()
        maker = write_journal(data, key, f"--api-key-file={keys.name}")
    export = [environment.program("meeple-server"), "journal", "export", f"--data-dir={data}"]
    (folder / "games.jsonl").write_bytes(subprocess.check_output(export))
    write_lines(folder / "credentials.txt", (f"{game_id} {player} {token}"
                                             for (game_id, player), token in maker.tokens.items()))
    write_lines(folder / "names.txt", map(" ".join, maker.names.items()))
    for pattern in NOT_KEPT:
        for path in (data / "journal").glob(pattern):
            path.unlink()


def write_lines(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def write_journal(data, key, key_file):
    with Server(key_file, data_dir=data) as server:
        maker = Maker(server, key)
        maker.final()
        maker.won_and_taken_back()
        maker.hidden()
        maker.dice()
        maker.undone_by_consent()
        maker.taken_and_left()
        server.terminate()
        server.wait(environment.patience())
    # Whoever resigns or draws has a result at once.
    with Server(key_file, "--final-after=0s", data_dir=data) as server:
        maker.address = server.address
        maker.resigned()
        maker.abandoned()
        maker.drawn_by_agreement()
        maker.out_of_time()
        server.terminate()
        server.wait(environment.patience())
    with Server(key_file, data_dir=data) as server:
        maker.address = server.address
        maker.with_a_bot()
        maker.handed_over()
        maker.played_again()
        maker.won_for_now()
        maker.going_on()
        server.kill()
    return maker


if __name__ == "__main__":
    main()
