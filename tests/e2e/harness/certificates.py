"""Certificates for servers of this machine, made by openssl. They are good for a day."""

import dataclasses
import os
import subprocess


@dataclasses.dataclass(frozen=True)
class Certificate:
    """The paths of a certificate and of its key, in PEM."""

    path: str
    key: str


def make_authority(folder, name):
    """One that signs others, and that clients may trust."""
    return _make(folder, name, "/CN=meeple test authority")


def make_certificate(folder, name, authority=None):
    """For localhost and 127.0.0.1, signed by the authority, or by itself without one."""
    names = ("-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    if authority is None:
        return _make(folder, name, "/CN=meeple test", *names)
    # Some clients take no authority for a server.
    return _make(folder, name, "/CN=meeple test", *names, "-addext", "basicConstraints=critical,CA:FALSE",
                 "-CA", authority.path, "-CAkey", authority.key)


def _make(folder, name, subject, *arguments):
    certificate = Certificate(os.path.join(folder, name + ".pem"), os.path.join(folder, name + ".key"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
         "-subj", subject, *arguments, "-out", certificate.path, "-keyout", certificate.key],
        check=True, capture_output=True)
    return certificate
