"""Waiting for conditions, each with a deadline: no test sleeps and hopes.

    waiting.until(lambda: client.watchers(game) == 0, "the watches are gone")
"""

import time

from harness import environment

# Between two looks at a condition that nobody announces.
_PAUSE = 0.01


def until(condition, what, seconds=None):
    """Returns the first true value of `condition()`; AssertionError once the time is over."""
    deadline = time.monotonic() + (seconds or environment.patience())
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"never happened: {what}")
        time.sleep(_PAUSE)
