"""How a client behaves: deadlines, patience, encryption."""

import dataclasses
import ipaddress
import random

import grpc


@dataclasses.dataclass(frozen=True)
class Options:
    """What all calls of a client have in common.

    Attributes:
        timeout: seconds that a call may take, its repetitions included. Calls can be given their own.
        patience: seconds that a watch tries to come back, from the loss of its connection to its next
            message.
        first_delay: seconds before the first repetition; it doubles with each, up to
            `longest_delay`, and varies by a fifth so that clients do not come back all at once.
        longest_delay: see there. A delay that the server asks for is kept where it is longer.
        credentials: encrypts the connection, such as grpc.ssl_channel_credentials(); without it the
            connection is plain.
        channel_arguments: further arguments of the gRPC channel, as pairs.
    """

    timeout: float = 10.0
    patience: float = 300.0
    first_delay: float = 0.1
    longest_delay: float = 2.0
    credentials: grpc.ChannelCredentials | None = None
    channel_arguments: tuple = ()

    def arguments(self, address):
        """The arguments of the channel to an address. A peer that vanished without a word is noticed within 40 s, also
        on a quiet watch; repetitions are ours, so the channel must not pause longer than they do."""
        return [("grpc.keepalive_time_ms", 30_000), ("grpc.keepalive_timeout_ms", 10_000),
                ("grpc.http2.max_pings_without_data", 0), ("grpc.enable_retries", 0),
                ("grpc.initial_reconnect_backoff_ms", 100), ("grpc.min_reconnect_backoff_ms", 2_000),
                ("grpc.max_reconnect_backoff_ms", 1_000),
                ("grpc.enable_http_proxy", int(not _is_here(address))), *self.channel_arguments]


def with_port(address):
    """The address, with port 50051 where it names a host alone. One of another form, such as unix:/socket, is
    gRPC's to read."""
    if _is_ipv6(address):
        return f"[{address}]:50051"
    names_host_alone = address.endswith("]") if address.startswith("[") else ":" not in address
    return f"{address}:50051" if names_host_alone else address


def _is_ipv6(address):
    try:
        ipaddress.IPv6Address(address)
    except ValueError:
        return False
    return True


def _is_here(address):
    """True for an address of this machine, which no proxy of the environment leads to."""
    return address.startswith(("localhost:", "127.", "[::1]", "unix:"))


class Backoff:
    """Delays between tries: longer each time, a little random, never shorter than what the server asks
    for."""

    def __init__(self, options, uniform=random.uniform):
        self._options = options
        self._uniform = uniform
        self.reset()

    def reset(self):
        """Begins anew, after a success."""
        self._next = self._options.first_delay

    def next(self, asked=None):
        """Seconds to wait before the next try."""
        delay = self._next * self._uniform(0.8, 1.2)
        self._next = min(2 * self._next, self._options.longest_delay)
        return max(delay, asked or 0.0)
