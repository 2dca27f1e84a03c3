"""The program: python -m meeple_matchmaker."""

import argparse
import contextlib
import logging
import os
import signal
import sqlite3
import sys
import threading

import meeple

from meeple_matchmaker import front
from meeple_matchmaker.matchmaker import Matchmaker
from meeple_matchmaker.pairing import Ranges
from meeple_matchmaker.store import Store


def arguments(argv=None):
    parser = argparse.ArgumentParser(
        prog="meeple-matchmaker",
        description="Pairs players who wait by their ratings, has a Meeple server make their games, and keeps "
                    "the results.",
        epilog="MEEPLE_API_KEY is the key to ask the server with, of role matchmaker, as `meeple-server "
               "make-key` prints it; it is required, and no option, so that no list of processes shows it.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--server", default=os.environ.get("MEEPLE_SERVER", "localhost:50051"),
                        help="where the game server listens; also MEEPLE_SERVER")
    parser.add_argument("--listen", default="127.0.0.1:8080", metavar="HOST:PORT",
                        help="where players ask, by HTTP; port 0 is any free port")
    parser.add_argument("--store", default="matchmaker.db", metavar="FILE",
                        help="where tickets and matches are kept")
    parser.add_argument("--kinds", default="", metavar="KIND,...",
                        help="the kinds that can be played; if empty, all of the server's for two")
    parser.add_argument("--first-range", type=float, default=Ranges.first, metavar="POINTS",
                        help="how far ratings may lie apart at first")
    parser.add_argument("--range-per-second", type=float, default=Ranges.per_second, metavar="POINTS",
                        help="how much farther for each second of waiting")
    parser.add_argument("--range-most", type=float, default=Ranges.most, metavar="POINTS",
                        help="how far at most")
    return parser.parse_args(argv)


def main(argv=None):
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    options = arguments(argv)
    key = os.environ.get("MEEPLE_API_KEY", "")
    if not key:
        print("meeple-matchmaker: set MEEPLE_API_KEY to a key of role matchmaker, as `meeple-server "
              "make-key` prints it", file=sys.stderr)
        return 2
    try:
        run(options, key)
    except (meeple.MeepleError, sqlite3.Error, OSError, OverflowError, ValueError) as error:
        print(f"meeple-matchmaker: {error}", file=sys.stderr)
        return 1
    return 0


def run(options, key):
    """Serves until it is told to end. Raises what keeps it from that."""
    host, _, port = options.listen.rpartition(":")
    with contextlib.closing(Store(options.store)) as store, \
            meeple.Client(options.server, token=key) as client:
        matchmaker = Matchmaker(store, client, kinds=[kind for kind in options.kinds.split(",") if kind],
                                ranges=Ranges(options.first_range, options.range_per_second,
                                              options.range_most))
        server = front.serve(matchmaker, host, int(port))
        matchmaker.start()
        print(f"matchmaker on http://{host}:{server.server_port}", flush=True)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: threading.Thread(target=server.shutdown).start())
        server.serve_forever()
        server.server_close()
        matchmaker.stop()


if __name__ == "__main__":
    sys.exit(main())
