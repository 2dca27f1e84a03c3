"""Work that goes on in a thread until it is stopped, whatever happens to it.

    threading.Thread(target=forever, args=(work, stopped, 0.2)).start()
"""

import logging
import time

import meeple

_LOG = logging.getLogger("meeple_matchmaker")


def forever(work, stopped, interval, longest=30.0):
    """Calls `work` until the event `stopped` is set, `interval` seconds after each other. What it raises is
    logged; then it is called again, after twice as long for each failure in a row, up to `longest`."""
    pause = interval
    while not stopped.is_set():
        began = time.monotonic()
        try:
            work()
            pause = interval
        except Exception as error:  # noqa: BLE001, a thread that ended would be missed by nobody
            expected = isinstance(error, meeple.MeepleError)
            _LOG.log(logging.WARNING if expected else logging.ERROR, "%s: %s", work.__name__, error,
                     exc_info=not expected)
            # What went well for long is no failure in a row.
            pause = interval if time.monotonic() - began > longest else min(2.0 * pause, longest)
        stopped.wait(pause)
