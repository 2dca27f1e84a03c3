#!/usr/bin/env python3
"""Kills a server again and again while many clients play and watch, and checks that nothing that it ever
acknowledged or showed was lost, done twice or told differently.

Usage: campaign.py [--kills N] [--seconds N] [--seed S] [--deaths NAME,NAME] [--keep]

The last line is the verdict; exit code 0 where every rule held. checker.py has the rules.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import shutil
import socket
import sys
import tempfile
import threading
import time
import traceback

import aftermath
import checker
import deaths
from connection import Connection
from feed_watcher import FeedWatcher
from history import CREATE, LOBBY, RESULTS, History
from lives import DidNotStart, Lives, make_api_key
from player import Player
from spectator import Spectator
from tables import Tables
from violation import Kind, Violation

_PLAYERS = 16
_SPECTATORS = 12
# Of each feed.
_FEED_WATCHERS = 2
# Calls that are made once more after everything: so many for each kill, and so many at most.
_REPEATS_FOR_A_KILL, _REPEATS = 20, 3000
# Results become final and games leave memory while the campaign runs.
_FLAGS = ("--final-after=2s", "--idle-after=1s")
# This part of the deaths is followed by so many seconds without a server, so that there are times that
# every clock of the campaign would have run out in.
_NAPS, _NAP = 0.06, (1.5, 2.5)
# Not among those that the system gives to outgoing connections, one of which could otherwise take the
# port while no server listens.
_PORTS = range(20000, 30000)


def free_port():
    while True:
        port = random.choice(_PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class ClientFailed(Exception):
    """A client of the campaign ended before it should."""


class Progress:
    """One line that says how far it is: in place on a terminal, now and then elsewhere."""

    def __init__(self):
        self._terminal = sys.stdout.isatty()
        self._told = time.monotonic()

    def show(self, text):
        if self._terminal:
            print(f"\r\033[K    {text}", end="", flush=True)
        elif time.monotonic() - self._told >= 20:
            self._told = time.monotonic()
            print(f"    ... {text}", flush=True)

    def clear(self):
        if self._terminal:
            print("\r\033[K", end="", flush=True)


class Campaign:
    def __init__(self, folder, options):
        self._options = options
        self._random = random.Random(f"{options.seed} kills")
        self._progress = Progress()
        self._tables = Tables()
        self._stopping = threading.Event()
        self._workers = []
        self.history = History()
        key_file = os.path.join(folder, "api-keys")
        self._api_key = make_api_key(key_file)
        self.lives = Lives(folder, free_port(),
                           [*_FLAGS, f"--api-key-file={key_file}", *options.server_flag])
        self.players = [Player(*self._with(f"Player {number}"), self._api_key)
                        for number in range(_PLAYERS)]
        self.spectators = [Spectator(*self._with(f"Spectator {number}"))
                           for number in range(_SPECTATORS)]
        self.feed_watchers = [
            FeedWatcher(self.lives.address, self.history, feed, self._choices(f"{feed} {number}"),
                        self._api_key)
            for feed in (LOBBY, RESULTS) for number in range(_FEED_WATCHERS)]
        # Why a client of ours gave up, which says nothing good of the campaign.
        self._broken = []
        # What is wrong with the stored games after everything.
        self.damage = ""
        # How often the server died, by the name of the death.
        self.deaths = collections.Counter()

    @property
    def kills(self):
        return sum(self.deaths.values())

    def _choices(self, name):
        return random.Random(f"{self._options.seed} {name}")

    def _with(self, name):
        return self.lives.address, self.history, self._tables, self._choices(name)

    def run(self):
        """Everything up to the logs after the last restart. DidNotStart where a server does not."""
        self._start_workers()
        started = time.monotonic()
        try:
            while not self._enough(time.monotonic() - started):
                self._live_and_die()
                self._progress.show(f"{self.kills} kills, {len(self.history.calls)} calls, "
                                    f"{len(self._tables.all())} games")
            life = self.lives.begin()
            life.wait_until_listening()
        finally:
            self._stopping.set()
        for worker in self._workers:
            worker.join()
        if self._broken:
            raise ClientFailed(self._broken[0])
        self._repeat_calls()
        self._together(self._tables.all(), "came to rest", aftermath.wait_until_at_rest)
        life.kill()
        self.deaths[deaths.KILL] += 1
        life = self.lives.begin()
        life.wait_until_listening()
        self._read_all()
        life.kill()
        self.history.lives = self.lives.spans()
        self.damage = self.lives.verify()
        self._progress.clear()

    def judge(self):
        """All violations of what `run` has seen."""
        violations = checker.check(self.history)
        if self.damage:
            violations.append(Violation(Kind.DAMAGED, "", self.damage))
        return violations

    def _enough(self, seconds):
        if self._options.seconds and seconds >= self._options.seconds:
            return True
        return bool(self._options.kills) and self.kills >= self._options.kills - 1

    def _start_workers(self):
        for client, work in [(p, p.play_until) for p in self.players] + [
                (s, s.watch_until) for s in self.spectators + self.feed_watchers]:
            worker = threading.Thread(target=self._run_client, args=(work,), daemon=True,
                                      name=type(client).__name__)
            worker.start()
            self._workers.append(worker)

    def _run_client(self, work):
        try:
            work(self._stopping)
        except Exception:
            self._broken.append(traceback.format_exc())

    def _live_and_die(self):
        if self._broken:
            raise ClientFailed(self._broken[0])
        names = self._options.deaths if self.kills else (deaths.KILL,)
        death = deaths.choose(self._random, names, self._options.forget_syncs)
        life = self.lives.begin(death.program, death.environment)
        self.deaths[death.come(life, self.history, self._random)] += 1
        if self._random.random() < _NAPS:
            time.sleep(self._random.uniform(*_NAP))

    def _repeat_calls(self):
        """Every game that was ever made, and some of all other calls, are asked for once more."""
        creations, others = [], []
        for player in self.players:
            for intention in player.intentions:
                (creations if intention.call.deed == CREATE else others).append(intention)
        self._random.shuffle(others)
        repeats = min(_REPEATS, _REPEATS_FOR_A_KILL * self.kills)
        self._together(creations + others[:repeats], "repeated",
                       lambda connection, intention: connection.repeat(intention))

    def _read_all(self):
        """What there is in the end."""
        for table in aftermath.unknown_rematches(Connection(self.lives.address, self.history),
                                                 self._tables.all()):
            self.history.add_game(table.game_id, table.bots, table.keyed)
            self._tables.add(table)
        views = [(table, viewer) for table in self._tables.all() for viewer in table.viewers()]
        self._together(views, "logs read", lambda connection, view: aftermath.read_log(
            connection, self.history, *view))
        aftermath.read_feeds_and_scores(Connection(self.lives.address, self.history), self.history,
                                        self._api_key)

    def _together(self, items, what, work):
        """Does the work for each of the items, on several connections."""
        threads = 8
        connections = [Connection(self.lives.address, self.history) for _ in range(threads)]
        done = collections.Counter()

        def work_on(number):
            for item in items[number::threads]:
                work(connections[number], item)
                done[number] += 1
                if number == 0:
                    self._progress.show(f"{sum(done.values())} of {len(items)} {what}")

        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            list(pool.map(work_on, range(threads)))
        for connection in connections:
            connection.close()


def count(number, noun, nouns=None):
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"


def report(campaign, violations):
    """Prints what was done and what was wrong; returns the verdict."""
    history = campaign.history
    kinds = collections.Counter(violation.kind for violation in violations)
    attempts = [attempt for call in history.calls for attempt in call.attempts]
    acknowledged = sum(attempt.answer is not None for attempt in attempts)
    print("    deaths: " + ", ".join(f"{number} {name}" for name, number in
                                      sorted(campaign.deaths.items())))
    print(f"    {count(len(history.bots), 'game')}, {count(len(history.calls), 'call')} made "
          f"{len(attempts):,} times: {acknowledged:,} acknowledged, "
          f"{sum(attempt.unknown for attempt in attempts):,} cut off")
    print(f"    {count(len(history.watches), 'watch', 'watches')} with "
          f"{count(sum(len(watch.events) for watch in history.watches), 'event')}, "
          f"{count(sum(map(len, history.logs.values())), 'event')} in the logs")
    deeds = collections.Counter(call.deed for call in history.calls if call.answered())
    print("    answered: " + ", ".join(f"{number:,} {deed}" for deed, number in deeds.most_common()))
    print("    " + aftermath.summary(history))
    for violation in violations[:20]:
        print(f"    {violation}")
    lost, doubled = kinds.pop(Kind.LOST, 0), kinds.pop(Kind.DOUBLED, 0)
    others = "".join(f", {number} {kind.name.lower()}" for kind, number in kinds.items())
    return (f"{count(campaign.kills, 'kill')}, {acknowledged:,} calls acknowledged, "
            f"{lost} lost, {doubled} doubled{others}")


def read_deaths(text):
    names = tuple(text.split(","))
    if not set(names) <= set(deaths.NAMES):
        raise argparse.ArgumentTypeError(f"known are {', '.join(deaths.NAMES)}")
    return names


def read_options(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--kills", type=int, default=0, help="end after so many kills")
    parser.add_argument("--seconds", type=float, default=0, help="end after so many seconds")
    parser.add_argument("--seed", type=int, default=None,
                        help="of what the clients do and of when the server is killed; how threads "
                             "and processes interleave differs all the same")
    parser.add_argument("--deaths", type=read_deaths, default=deaths.NAMES,
                        help=f"how the server dies, of: {','.join(deaths.NAMES)}; all by default")
    parser.add_argument("--forget-syncs", action="store_true",
                        help="with power_cut: syncs do nothing, so that the campaign must fail")
    parser.add_argument("--keep", action="store_true",
                        help="keep the data directory also where all is well")
    parser.add_argument("--server-flag", action="append", default=[], metavar="FLAG",
                        help="one more flag of the server, such as --server-flag=--bot-threads=1")
    parser.add_argument("--verdict-file", help="write the verdict there, for a script that prints it")
    options = parser.parse_args(arguments)
    if not options.kills and not options.seconds:
        options.seconds = 60
    if options.seed is None:
        options.seed = random.randrange(1 << 32)
    return options


def main():
    options = read_options()
    folder = tempfile.mkdtemp(prefix="meeple-crash-")
    print(f"    seed {options.seed}", flush=True)
    campaign = Campaign(folder, options)
    try:
        campaign.run()
        violations = campaign.judge()
        verdict, failed = report(campaign, violations), bool(violations)
    except DidNotStart as error:
        print(f"    the server did not start: {error}\n{campaign.lives.log_end()}")
        verdict, failed = f"after {count(campaign.kills, 'kill')} the server did not start", True
    except ClientFailed as error:
        print(error)
        verdict, failed = f"after {count(campaign.kills, 'kill')} a client of ours gave up", True
    if failed or options.keep:
        print(f"    kept: {folder}")
    else:
        shutil.rmtree(folder)
    verdict += f", seed {options.seed}"
    if options.verdict_file:
        with open(options.verdict_file, "w", encoding="utf-8") as file:
            file.write(verdict)
    else:
        print(f"crash campaign: {'FAILED' if failed else 'OK'}, {verdict}", flush=True)
    # Clients that still wait for a server would keep the process.
    os._exit(1 if failed else 0)


if __name__ == "__main__":
    main()
