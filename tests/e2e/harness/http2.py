"""HTTP/2 by hand, as little as it takes to be a rude client: frames, and headers without Huffman.

    connection = Connection(server.port)
    connection.send(PREFACE, settings(), headers(1, request_headers("/meeple.v1...")))
"""

import socket
import struct

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, \
    CONTINUATION = range(10)
END_STREAM = 0x1
ACK = 0x1
END_HEADERS = 0x4

INITIAL_WINDOW_SIZE = 4


def frame(kind, flags=0, stream=0, payload=b"", length=None):
    """One frame; `length` lies about the payload's."""
    size = len(payload) if length is None else length
    return struct.pack(">I", size)[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def settings(**values):
    """A SETTINGS frame; names as in this module, in lower case."""
    numbers = {"initial_window_size": INITIAL_WINDOW_SIZE}
    return frame(SETTINGS, payload=b"".join(
        struct.pack(">HI", numbers[name], value) for name, value in values.items()))


def _length(size):
    """An HPACK integer with a prefix of 7 bits."""
    if size < 127:
        return bytes([size])
    size, out = size - 127, [127]
    while size >= 128:
        out.append(size % 128 + 128)
        size //= 128
    return bytes([*out, size])


def encode(fields):
    """A header block: every field a literal that is not indexed."""
    block = b""
    for name, value in fields:
        block += b"\x00" + _length(len(name)) + name + _length(len(value)) + value
    return block


def request_headers(path, *more):
    """The fields of a gRPC call; `more` are further (name, value) pairs of bytes."""
    return [(b":method", b"POST"), (b":scheme", b"http"), (b":path", path.encode()),
            (b":authority", b"localhost"), (b"te", b"trailers"),
            (b"content-type", b"application/grpc"), *more]


def headers(stream, fields, flags=END_HEADERS):
    return frame(HEADERS, flags, stream, encode(fields))


def message(payload, length=None, compressed=0):
    """A gRPC message; `length` lies about the payload's."""
    return struct.pack(">BI", compressed, len(payload) if length is None else length) + payload


class Connection:
    """A socket that remembers nothing and forgives everything."""

    def __init__(self, port, receive_buffer=None):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(10)
        self.socket.connect(("127.0.0.1", port))

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.socket.close()

    def send(self, *parts):
        """Sends it all; False once the server has closed the connection."""
        try:
            self.socket.sendall(b"".join(parts))
        except OSError:
            return False
        return True

    def read_until_closed(self, limit=1 << 20):
        """What the server says until it hangs up or falls silent, at most `limit` bytes."""
        data = b""
        try:
            while len(data) < limit:
                part = self.socket.recv(65536)
                if not part:
                    break
                data += part
        except OSError:
            pass
        return data
