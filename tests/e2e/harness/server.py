"""A real meeple-server on a port of its own.

    with Server() as server:
        client = Client(server.address)
"""

import os
import queue
import re
import signal
import subprocess
import tempfile
import threading

from harness import environment

_LISTENING = re.compile(r"listening on (\S+:\d+)")
_METRICS = re.compile(r"metrics on (http://\S+:\d+/metrics)")


def mortal(*command):
    """A command whose process does not outlive a test that was killed."""
    return ["setpriv", "--pdeathsig", "KILL", *command]


class Server:
    """Starts in the constructor and is ready once that returns. Leaving the `with` block ends it,
    and fails if it had ended by itself. Games are kept in `data_dir`, or in memory without one.
    `prefix` is a command that runs the server, such as ("nice",). With the flag --metrics-listen,
    `metrics_url` is where it is scraped. `program` is another server of ours that says where it
    listens; it gets `flags` alone."""

    def __init__(self, *flags, listen="127.0.0.1:0", data_dir=None, prefix=(), program=None):
        journal = f"--data-dir={data_dir}" if data_dir else "--journal=memory"
        command = ([environment.program(program), *flags] if program else
                   [environment.program("meeple-server"), f"--listen={listen}", journal, *flags])
        self._log = tempfile.TemporaryFile(mode="w+", prefix="meeple-server-")
        self._process = subprocess.Popen(
            mortal(*prefix, *command),
            stdout=subprocess.PIPE, stderr=self._log, text=True)
        self.metrics_url = None
        self._addresses = queue.Queue()
        self._reader = threading.Thread(target=self._read_output, daemon=True)
        self._reader.start()
        self._stopped = False
        try:
            self.address = self._addresses.get(timeout=environment.patience())
        except queue.Empty:
            self.address = None
        if self.address is None:
            self.kill()
            raise AssertionError(f"the server did not start:\n{self.log()}")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        ended_by_itself = not self._stopped and not self.alive()
        self.kill()
        self._reader.join()
        if kind is not None or ended_by_itself:
            print(f"--- the server's log, exit code {self._process.returncode}\n{self.log()}---")
        self._log.close()
        self._process.stdout.close()
        if ended_by_itself:
            raise AssertionError(f"the server died with exit code {self._process.returncode}")

    @property
    def pid(self):
        return self._process.pid

    @property
    def port(self):
        return int(self.address.rsplit(":", 1)[1])

    def alive(self):
        return self._process.poll() is None

    def log(self):
        """What it wrote to stderr so far."""
        self._log.seek(0)
        return self._log.read()

    def send(self, number):
        """Sends it a signal."""
        self._process.send_signal(number)

    def terminate(self, number=signal.SIGTERM):
        """Asks it to drain and end; `wait` says how that went."""
        self._stopped = True
        self._process.send_signal(number)

    def wait(self, seconds):
        """Its exit code; AssertionError if it runs for longer."""
        try:
            return self._process.wait(timeout=seconds)
        except subprocess.TimeoutExpired as error:
            raise AssertionError(f"the server still runs after {seconds} s") from error

    def kill(self):
        """Kills it as a crash would."""
        self._stopped = True
        self._process.kill()
        self._process.wait()

    def resident_bytes(self):
        """The memory that it occupies."""
        return self._status("VmRSS") * 1024

    def peak_resident_bytes(self):
        """The most memory that it ever occupied."""
        return self._status("VmHWM") * 1024

    def cpu_seconds(self):
        """The processor time that it used."""
        with open(f"/proc/{self.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def threads(self):
        """How many threads it has."""
        return self._status("Threads")

    def sockets(self):
        """How many sockets it holds: each connection is one."""
        folder = f"/proc/{self.pid}/fd"
        return sum(self._is_socket(f"{folder}/{name}") for name in os.listdir(folder))

    @staticmethod
    def _is_socket(path):
        try:
            return os.readlink(path).startswith("socket:")
        except FileNotFoundError:
            return False  # closed since it was listed

    def _status(self, name):
        with open(f"/proc/{self.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith(name + ":"):
                    return int(line.split()[1])
        raise AssertionError(f"the server has no {name}")

    def _read_output(self):
        for line in self._process.stdout:
            metrics = _METRICS.search(line)
            if metrics:
                self.metrics_url = metrics.group(1)
            match = _LISTENING.search(line)
            if match:
                self._addresses.put(match.group(1))
        self._addresses.put(None)
