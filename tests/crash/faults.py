#!/usr/bin/env python3
"""One fault of the disk at a time: a server on a disk that is torn, damaged, full or not writable starts
with everything that it acknowledged, or says why it does not and touches nothing."""

import contextlib
import glob
import os
import random
import shutil
import struct
import subprocess
import tempfile
import unittest

import end_to_end  # noqa: F401, makes the harness known
from harness import environment
from harness.client import Client, new_request_id, tic_tac_toe, token_of
from harness.refusal import refusal_of
from harness.server import Server

_NOT_SERVING = b"\x08\x02"
# Bytes after which the disk of the test is full; more than an empty journal takes.
_ROOM = 400_000
_NOBODY = "65534"


def content(folder):
    """All files below a folder, with their bytes and when they were changed."""
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            file = os.path.join(path, name)
            with open(file, "rb") as opened:
                found[file] = (opened.read(), os.stat(file).st_mtime_ns)
    return found


class Faults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="meeple-faults-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.data_dir = os.path.join(self.folder, "data")
        self.events = {}

    def play_and_kill(self, games=5):
        """Plays some games, remembers what was acknowledged, and kills the server."""
        with Server(data_dir=self.data_dir) as server:
            client = Client(server.address)
            for _ in range(games):
                self.play(server, client)
            server.kill()

    def play(self, server, client):
        created = client.create(request_id=new_request_id())
        game_id = created.game.game_id
        players = [Client(server.address, token_of(created, name)) for name in ("X", "O")]
        for turn, notation in enumerate(("a1", "b2", "a2", "b3")):
            players[turn % 2].move(game_id, notation, request_id=new_request_id())
        self.events[game_id] = list(client.events(game_id).events)

    def expect_all_kept(self):
        with Server(data_dir=self.data_dir) as server:
            client = Client(server.address)
            for game_id, events in self.events.items():
                self.assertEqual(list(client.events(game_id).events), events)

    def start_in_vain(self, *prefix, program=None):
        """Starts a server that must refuse; returns what it says."""
        ended = subprocess.run(
            [*prefix, program or environment.program("meeple-server"), "--listen=127.0.0.1:0",
             f"--data-dir={self.data_dir}"],
            capture_output=True, text=True, timeout=environment.patience())
        self.assertNotEqual(ended.returncode, 0)
        self.assertGreater(ended.returncode, 0, "it was ended by a signal")
        return ended.stderr

    def expect_refused_untouched(self, *says):
        before = content(self.data_dir)
        said = self.start_in_vain()
        for text in says:
            self.assertIn(text, said)
        self.assertEqual(content(self.data_dir), before)

    def newest_log(self):
        """The write-ahead log that was written last: it holds what was just played."""
        logs = glob.glob(os.path.join(self.data_dir, "journal", "*.log"))
        return max((log for log in logs if os.path.getsize(log) > 0), key=os.path.getmtime)

    def change(self, path, change):
        with open(path, "rb") as file:
            data = file.read()
        with open(path, "wb") as file:
            file.write(change(data))

    # --- What a crash leaves ---

    def test_a_torn_end_is_cut_off(self):
        noise = random.Random(1).randbytes(3000)
        tails = {
            # Checksum, length, type of a whole record; then less than its length.
            "half a record": struct.pack("<IHB", 0x12345678, 500, 1) + noise[:200],
            "zeros": bytes(5000),
            "noise": noise,
        }
        for name, tail in tails.items():
            with self.subTest(name):
                self.play_and_kill(games=2)
                self.change(self.newest_log(), lambda log: log + tail)
                self.expect_all_kept()

    # --- What no crash leaves ---

    def test_a_missing_end_is_refused(self):
        self.play_and_kill()
        self.change(self.newest_log(), lambda log: log[:-20])
        self.expect_refused_untouched("missing", "salvage")

    def test_flipped_bytes_in_the_middle_of_the_log_are_refused(self):
        self.play_and_kill()
        log_path = self.newest_log()
        with open(log_path, "rb") as file:
            sound = file.read()
        for place in (len(sound) // 4, len(sound) // 2, 3 * len(sound) // 4):
            with self.subTest(place=place):
                damaged = bytearray(sound)
                damaged[place] ^= 0x40
                self.change(log_path, lambda _: bytes(damaged))
                self.expect_refused_untouched("missing", "salvage")
        self.change(log_path, lambda _: sound)
        self.expect_all_kept()

    def test_a_lost_mark_is_refused(self):
        self.play_and_kill()
        os.remove(os.path.join(self.data_dir, "COMMITTED"))
        self.expect_refused_untouched("COMMITTED", "salvage")

    # --- A disk that takes nothing more ---

    def test_a_full_disk_ends_the_server_and_loses_nothing(self):
        server = self.enterContext(_OnSmallDisk(self.data_dir))
        client = Client(server.address)
        health = client.channel.unary_stream("/grpc.health.v1.Health/Watch")(b"")
        next(health)
        self.play(server, client)
        config = tic_tac_toe(labels={f"label {i}": "x" * 1000 for i in range(16)})
        request_id = new_request_id()
        while (refused := refusal_of_create(client, config, request_id)) is None:
            request_id = new_request_id()
        self.assertEqual(refused.reason, "JOURNAL_UNAVAILABLE", refused)
        self.assertEqual(next(health), _NOT_SERVING)
        self.assertEqual(server.wait(environment.patience()), 1)
        self.assertIn("the journal failed", server.log())
        self.assertIn("File too large", server.log())
        self.expect_all_kept()
        with Server(data_dir=self.data_dir) as again:
            created = Client(again.address).create(config, request_id=request_id)
            self.assertEqual(Client(again.address).create(config, request_id=request_id), created)

    @unittest.skipIf(os.geteuid() != 0, "root alone can make a small disk")
    def test_a_start_on_a_full_disk_is_refused_untouched(self):
        disk = os.path.join(self.folder, "disk")
        os.mkdir(disk)
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk],
                              capture_output=True, text=True, check=False)
        if made.returncode != 0:
            self.skipTest(made.stderr)
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        self.data_dir = os.path.join(disk, "data")
        self.play_and_kill()
        filler = os.path.join(disk, "filler")
        fill(filler)
        for _ in range(2):
            self.expect_refused_untouched("no space left", disk, "make room, then start again")
        os.remove(filler)
        self.expect_all_kept()
        # Nor is a journal begun there.
        fill(filler)
        self.data_dir = os.path.join(disk, "new")
        self.assertIn("no space left", self.start_in_vain())
        os.remove(filler)
        self.events = {}
        self.expect_all_kept()

    # --- Directories ---

    def test_a_directory_that_cannot_be_written_is_refused(self):
        self.play_and_kill(games=1)
        os.chmod(self.folder, 0o755)
        os.chmod(self.data_dir, 0o500)
        self.addCleanup(os.chmod, self.data_dir, 0o700)
        prefix = []
        if os.geteuid() == 0:
            # Root may do everything.
            subprocess.run(["chown", "-R", _NOBODY, self.data_dir], check=True)
            prefix = ["setpriv", f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups"]
        # Where whoever runs it may read it.
        program = shutil.copy(environment.program("meeple-server"), self.folder)
        before = content(self.data_dir)
        said = self.start_in_vain(*prefix, program=program)
        self.assertIn(self.data_dir, said)
        self.assertIn("give it to the user of the server", said)
        self.assertEqual(content(self.data_dir), before)


def fill(path):
    """Writes a file until its disk is full."""
    with open(path, "wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))


def refusal_of_create(client, config, request_id):
    """None where the game was created."""
    try:
        return refusal_of(lambda: client.create(config, request_id=request_id))
    except AssertionError:
        return None


class _OnSmallDisk(Server):
    """A server whose files cannot grow beyond _ROOM, which it meets as it would a full disk. It may end
    by itself."""

    def __init__(self, data_dir):
        super().__init__(data_dir=data_dir,
                         prefix=("env", "--ignore-signal=XFSZ", "prlimit", f"--fsize={_ROOM}"))

    def __exit__(self, kind, value, trace):
        self._stopped = True
        super().__exit__(kind, value, trace)


if __name__ == "__main__":
    unittest.main(verbosity=2)
