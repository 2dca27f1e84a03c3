"""How the lives of a server end in a campaign.

    death = deaths.choose(random, names)
    life = lives.begin(death.program, death.environment)
    death.come(life, history, random)      # returns its name once the process is gone

DidNotStart where the server ended in a way that is not this death.
"""

import signal
import time

from lives import DidNotStart

# Where the way of a commit can be cut; see kill_point_file_system.h.
POINTS = ("before_write", "after_write", "after_sync", "after_mark")
KILL, POWER_CUT = "kill", "power_cut"
NAMES = (KILL, *POINTS, POWER_CUT)

# The exit code of a server whose power was cut.
_POWER_WAS_CUT = 3
# Seconds from the first answer to the kill.
_SHORTEST_LIFE, _LONGEST_LIFE = 0.1, 1.0
# This part of the starts is killed before the server listens, and this one before anyone is answered.
_KILLED_STARTS, _KILLED_UNUSED = 0.06, 0.06
# Seconds after which a server that answers nobody is killed all the same.
_LONGEST_SILENCE = 20
_PAUSE = 0.01
# The death comes at one of the first so many writes or syncs: at a kill point those of commits alone,
# at a cut also those of the start, of which there are about a hundred.
_WRITES, _ALL_WRITES = 60, 400
# Seconds after which a server that has no more to write is killed.
_LONGEST_WAIT = 5


def choose(random, names, forget_syncs=False):
    name = random.choice(names)
    if name == KILL:
        return Kill()
    return _Fault(name, random, forget_syncs)


class Kill:
    """kill -9 at a random moment, now and then before the server listens."""

    program = "meeple-server"
    environment = {}

    def come(self, life, history, random):
        when = random.random()
        if when < _KILLED_STARTS:
            life.wait(random.uniform(0, 0.2))
        else:
            life.wait_until_listening()
            if when > _KILLED_STARTS + _KILLED_UNUSED:
                self._wait_for_an_answer(life, history)
                self._live(life, random.uniform(_SHORTEST_LIFE, _LONGEST_LIFE))
        life.kill()
        return KILL

    def _wait_for_an_answer(self, life, history):
        before = history.answers()
        deadline = time.monotonic() + _LONGEST_SILENCE
        while history.answers() == before and time.monotonic() < deadline:
            self._live(life, _PAUSE)

    @staticmethod
    def _live(life, seconds):
        if (code := life.wait(seconds)) is not None:
            raise DidNotStart(code)


class _Fault:
    """The disk's: a kill at a named point, or a cut of the power."""

    program = "crash_server"

    def __init__(self, name, random, forget_syncs):
        self._name = name
        self._exit_code = _POWER_WAS_CUT if name == POWER_CUT else -signal.SIGKILL
        writes = _ALL_WRITES if name == POWER_CUT else _WRITES
        self.environment = {"MEEPLE_FAULT_AFTER": str(random.randint(1, writes)),
                            "MEEPLE_FAULT_SEED": str(random.getrandbits(32))}
        self.environment.update({"MEEPLE_POWER_CUT": "1"} if name == POWER_CUT
                                else {"MEEPLE_KILL_POINT": name})
        if forget_syncs:
            self.environment["MEEPLE_FORGET_SYNCS"] = "1"

    def come(self, life, _history, _random):
        try:
            life.wait_until_listening()
        except DidNotStart as error:
            if error.exit_code == self._exit_code:
                return self._name
            raise
        code = life.wait(_LONGEST_WAIT)
        life.kill()
        if code is None:
            return KILL
        if code != self._exit_code:
            raise DidNotStart(code)
        return self._name
