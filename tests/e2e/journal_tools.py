#!/usr/bin/env python3
"""The data directory of a real server: what `meeple-server journal` makes of it, and directories that
a server refuses, with words that help and without touching them."""

import json
import pathlib
import subprocess
import tempfile
import unittest

from harness import environment
from harness.client import Client, new_request_id, token_of
from harness.server import Server, mortal

FINE, DAMAGED, UNUSABLE = 0, 1, 2


def run(*arguments):
    """Runs meeple-server with arguments for which it ends by itself."""
    return subprocess.run(mortal(environment.program("meeple-server"), *arguments),
                          capture_output=True, text=True, timeout=3 * environment.patience(),
                          check=False)


def journal(command, data, *arguments):
    return run("journal", command, f"--data-dir={data}", *arguments)


def picture(directory):
    """Everything below a directory: names, modes, times and bytes."""
    return {
        str(path): (path.stat().st_mode, path.stat().st_mtime_ns,
                    path.read_bytes() if path.is_file() else b"")
        for path in [directory, *directory.rglob("*")]
    }


class DataDirectoryTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.data = self.folder / "data"

    def serve(self):
        return Server(data_dir=self.data)

    def connect(self, server, token=""):
        client = Client(server.address, token)
        self.addCleanup(client.close)
        return client

    def play(self, server):
        """A game with one move; returns (game id, token of the other seat)."""
        created = self.connect(server).create(request_id=new_request_id())
        game_id = created.game.game_id
        self.connect(server, token_of(created, "X")).move(game_id, "b2")
        return game_id, token_of(created, "O")

    def expect_refused(self, *words):
        """A server does not start, says so, and has touched nothing."""
        is_directory = self.data.is_dir()
        before = picture(self.data) if is_directory else None
        result = run("--listen=127.0.0.1:0", f"--data-dir={self.data}")
        self.assertNotEqual(result.returncode, 0)
        for word in (str(self.data), *words):
            self.assertIn(word, result.stderr)
        if is_directory:
            self.assertEqual(picture(self.data), before)


class Tools(DataDirectoryTest):
    def test_a_directory_in_use_is_refused_and_free_after_a_kill(self):
        with self.serve() as server:
            game_id, _ = self.play(server)
            for command in "stats", "dump", "verify", "export", "salvage":
                result = journal(command, self.data)
                self.assertEqual(result.returncode, UNUSABLE)
                self.assertIn("in use by another server", result.stderr)
            server.kill()
        before = picture(self.data)
        stats = json.loads(journal("stats", self.data, "--json").stdout)
        self.assertEqual((stats["games"], stats["format_version"]), ("1", 4))
        dump = journal("dump", self.data, game_id)
        self.assertIn("X plays X at (1,1)", dump.stdout)
        verify = journal("verify", self.data)
        self.assertEqual(verify.returncode, FINE, verify.stdout + verify.stderr)
        self.assertEqual(picture(self.data), before)

    def test_a_backup_serves_with_the_same_credentials(self):
        with self.serve() as server:
            game_id, token = self.play(server)
            server.kill()
        backup = self.folder / "backup"
        self.assertEqual(journal("backup", self.data, str(backup)).returncode, FINE)
        with Server(data_dir=backup) as server:
            answer = self.connect(server, token).move(game_id, "a1")
            self.assertEqual(answer.sequence, 4)

    def test_games_go_to_another_server(self):
        with self.serve() as server:
            game_id, _ = self.play(server)
            server.kill()
        exported = self.folder / "games"
        self.assertEqual(journal("export", self.data, f"--output={exported}").returncode, FINE)
        other = self.folder / "other"
        self.assertEqual(journal("import", other, str(exported)).returncode, FINE)
        with Server(data_dir=other) as server:
            self.assertEqual(self.connect(server).get(game_id).game.sequence, 3)

    def test_salvage_is_the_way_on_after_damage(self):
        with self.serve() as server:
            games = [self.play(server)[0] for _ in range(20)]
            server.kill()
        log, = (path for path in (self.data / "journal").glob("*.log") if path.stat().st_size)
        content = bytearray(log.read_bytes())
        content[len(content) // 2] ^= 1
        log.write_bytes(content)
        self.expect_refused("are missing", "journal salvage")
        result = journal("salvage", self.data)
        self.assertEqual(result.returncode, FINE, result.stderr)
        self.assertIn("lost: the last", result.stdout)
        copy, = self.folder.glob("data.damaged-*")
        self.assertEqual((copy / "journal" / log.name).read_bytes(), content)
        with self.serve() as server:
            self.assertEqual(self.connect(server).get(games[0]).game.sequence, 3)


class Refused(DataDirectoryTest):
    """Directories on which no server starts."""

    def test_a_file(self):
        self.data.write_text("text")
        self.expect_refused("name a directory")
        self.assertEqual(self.data.read_text(), "text")

    def test_a_directory_with_other_things(self):
        self.data.mkdir()
        (self.data / "thesis.txt").write_text("text")
        self.expect_refused("thesis.txt", "name an empty directory")

    def test_a_directory_that_is_open_to_everybody(self):
        with self.serve() as server:
            server.terminate()
            server.wait(environment.patience())
        self.data.chmod(0o755)
        self.expect_refused("chmod o-rwx")

    def test_a_second_server(self):
        with self.serve() as server:
            game_id, token = self.play(server)
            self.expect_refused("in use by another server")
            self.connect(server, token).move(game_id, "a1")

    def test_a_journal_without_its_mark(self):
        with self.serve() as server:
            self.play(server)
            server.kill()
        (self.data / "COMMITTED").unlink()
        self.expect_refused("lost its file COMMITTED")


if __name__ == "__main__":
    unittest.main()
