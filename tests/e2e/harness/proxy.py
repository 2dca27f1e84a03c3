"""A TCP proxy on the loopback between a client and a server, whose connections a test can cut or hold.

    with Proxy(server.port) as proxy:
        client = Client(proxy.address)
        proxy.cut()
"""

import select
import socket
import threading

_CHUNK = 65536


class Proxy:
    """Forwards every connection until it is cut; new ones are accepted right after a cut, and dropped
    while the server is away."""

    def __init__(self, port):
        self._target = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self._listener.getsockname()[1]
        self._lock = threading.Lock()
        self._pairs = []
        self._flows = threading.Event()
        self._flows.set()
        self._loses_answers = False
        self.accepted = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self._listener.close()
        self.heal()
        self.cut()

    def cut(self):
        """Breaks every open connection in both directions, as an unplugged cable would show."""
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for side in pair:
                try:
                    side.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass  # the peer was quicker

    def stall(self):
        """Lets nothing through, in either direction, and breaks nothing: `heal` sends on what came."""
        self._flows.clear()

    def lose_answers(self):
        """Throws away what the server sends, so that such a connection is good for nothing but a cut."""
        self._loses_answers = True

    def heal(self):
        """Lets bytes through again, both ways."""
        self._loses_answers = False
        self._flows.set()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(self._target)
            except OSError:
                client.close()
                continue
            with self._lock:
                self._pairs.append((client, server))
                self.accepted += 1
            threading.Thread(target=self._forward, args=(client, server), daemon=True).start()

    def _forward(self, client, server):
        other = {client: server, server: client}
        with client, server:
            while True:
                readable, _, _ = select.select([client, server], [], [])
                for side in readable:
                    try:
                        data = side.recv(_CHUNK)
                        self._flows.wait()
                        if side is client or not self._loses_answers:
                            other[side].sendall(data)
                    except OSError:
                        return
                    if not data:
                        return
