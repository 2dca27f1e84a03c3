#!/usr/bin/env python3
"""What `deploy/` holds, checked as far as that goes without building an image: each file by the schema or
the linter of its kind, names and numbers against the server itself, and the proxy at work before a server
where nginx is installed."""

import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

import grpc
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
sys.path.insert(0, str(ROOT / "tests" / "e2e"))

from harness import environment, waiting  # noqa: E402
from harness.server import Server, mortal  # noqa: E402


def run(*command):
    return subprocess.run([str(part) for part in command], text=True, capture_output=True,
                          check=False)


def tool(name):
    """A program that came with this interpreter's packages."""
    return pathlib.Path(sys.executable).parent / name


def flags_of_server():
    """Each flag of the server in the form that its environment has."""
    help_text = run(environment.program("meeple-server"), "--help").stdout
    return set(re.findall(r"Env:(MEEPLE_[A-Z_]+)", help_text))


def variables_in(text):
    return set(re.findall(r"\bMEEPLE_[A-Z_]+", text))


class Files(unittest.TestCase):
    def expect_ok(self, *command):
        result = run(*command)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_the_image_by_its_linter(self):
        # DL3008 wants versions of Debian's packages pinned; its security updates would then be missed.
        self.expect_ok(tool("hadolint"), "--ignore=DL3008", DEPLOY / "docker" / "Dockerfile")

    def test_compose_by_its_schema(self):
        self.expect_ok(tool("check-jsonschema"), "--builtin-schema", "vendor.compose-spec",
                       DEPLOY / "docker" / "compose.yaml")

    def test_kubernetes_by_its_schema(self):
        for path in (DEPLOY / "kubernetes").iterdir():
            self.expect_ok(tool("kubernetes-validate"), "--strict", path)

    def test_an_image_is_built_without_what_git_does_not_keep(self):
        kept_out = [(ROOT / name).read_text(encoding="utf-8").split("\n")
                    for name in (".gitignore", ".dockerignore")]
        of_git, of_docker = ({line.strip("/").removeprefix("**/") for line in lines if line}
                             for lines in kept_out)
        self.assertLessEqual(of_git | {".git"}, of_docker)

    def test_the_unit_by_systemd(self):
        if shutil.which("systemd-analyze") is None:
            self.skipTest("systemd is not installed")
        unit = (DEPLOY / "systemd" / "meeple-server.service").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "meeple-server.service")
            path.write_text(unit.replace("/usr/local/bin/meeple-server",
                                         environment.program("meeple-server")), encoding="utf-8")
            self.expect_ok("systemd-analyze", "verify", path)

    def test_every_variable_is_a_flag(self):
        flags = flags_of_server()
        self.assertIn("MEEPLE_LISTEN", flags)
        for path in DEPLOY.rglob("*"):
            if path.is_file():
                unknown = variables_in(path.read_text(encoding="utf-8")) - flags
                self.assertFalse(unknown, path)

    def test_a_drain_ends_before_it_would_be_killed(self):
        manifests = list(yaml.safe_load_all(
            (DEPLOY / "kubernetes" / "meeple.yaml").read_text(encoding="utf-8")))
        by_kind = {manifest["kind"]: manifest for manifest in manifests}
        grace = int(by_kind["ConfigMap"]["data"]["MEEPLE_DRAIN_GRACE"].removesuffix("s"))
        pod = by_kind["StatefulSet"]["spec"]["template"]["spec"]
        self.assertGreater(pod["terminationGracePeriodSeconds"], grace)

    def test_the_image_has_the_libraries_that_the_server_needs(self):
        if shutil.which("dpkg") is None:
            self.skipTest("this is not Debian")
        dockerfile = (DEPLOY / "docker" / "Dockerfile").read_text(encoding="utf-8")
        server = environment.program("meeple-server")
        needed = set(re.findall(r"NEEDED\s+(\S+)", run("objdump", "-p", server).stdout))
        paths = dict(re.findall(r"(\S+) => (/\S+)", run("ldd", server).stdout))
        for library in sorted(needed & paths.keys()):
            owner = run("dpkg", "-S", os.path.realpath(paths[library])).stdout.split(":")[0]
            # The C and C++ runtimes are in every image, gRPC brings its own libraries.
            if owner not in ("libc6", "libstdc++6", "libgcc-s1", "libgrpc29"):
                self.assertIn(owner, dockerfile, library)


@unittest.skipIf(shutil.which("nginx") is None, "nginx is not installed")
class Proxy(unittest.TestCase):
    def start_proxy(self, folder, server):
        certificate = run(DEPLOY / "docker" / "make-certificate", folder, "localhost")
        self.assertEqual(certificate.returncode, 0, certificate.stderr)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        text = (DEPLOY / "nginx" / "meeple.conf").read_text(encoding="utf-8")
        for old, new in (("server server:50051", f"server {server.address}"),
                         ("listen 443", f"listen 127.0.0.1:{port}"),
                         ("/etc/nginx/tls", str(folder))):
            self.assertIn(old, text)
            text = text.replace(old, new)
        configuration = pathlib.Path(folder, "nginx.conf")
        configuration.write_text(f"pid {folder}/nginx.pid; daemon off; error_log stderr;\n" + text,
                                 encoding="utf-8")
        proxy = subprocess.Popen(mortal("nginx", "-c", str(configuration)),
                                 stderr=subprocess.DEVNULL)
        self.addCleanup(proxy.wait)
        self.addCleanup(proxy.terminate)
        return port

    def test_a_game_is_played_and_watched_through_it(self):
        with tempfile.TemporaryDirectory() as folder, Server() as server:
            os.chmod(folder, 0o755)
            port = self.start_proxy(folder, server)

            def meeple(*arguments):
                return run(environment.program("meeple"), f"--server=localhost:{port}",
                           f"--tls-ca={folder}/fullchain.pem", "--timeout=10", *arguments)

            waiting.until(lambda: meeple("kinds").returncode == 0, "the proxy serves")
            played = meeple("play", "tic_tac_toe", "--bot", "perfect", "--moves", "b2,a1")
            self.assertIn("X plays X at (1,1)", played.stdout, played.stderr)


    def test_what_the_proxy_itself_answers_is_grpc(self):
        with tempfile.TemporaryDirectory() as folder, Server() as server:
            os.chmod(folder, 0o755)
            port = self.start_proxy(folder, server)
            authority = pathlib.Path(folder, "fullchain.pem").read_bytes()
            channel = grpc.secure_channel(f"localhost:{port}",
                                          grpc.ssl_channel_credentials(authority))
            self.addCleanup(channel.close)
            kinds = channel.unary_unary("/meeple.v1.GameService/ListGameKinds")

            def outcome(request=b""):
                try:
                    return kinds(request, timeout=environment.patience()) and None
                except grpc.RpcError as error:
                    return error.code(), error.details()

            waiting.until(lambda: outcome() is None, "the proxy serves")
            code, details = outcome(b"x" * 70_000)
            self.assertEqual(code, grpc.StatusCode.RESOURCE_EXHAUSTED, details)
            self.assertIn("64 KiB", details)
            server.kill()
            code, details = outcome()
            self.assertEqual(code, grpc.StatusCode.UNAVAILABLE, details)
            self.assertIn("cannot be reached", details)


if __name__ == "__main__":
    unittest.main(verbosity=2)
