"""Generates the stubs of the contract into src/meeple/v1 whenever the package is built."""

import pathlib
import sys

from setuptools import setup
from setuptools.command.build_py import build_py

_HERE = pathlib.Path(__file__).resolve().parent


def generate_stubs(proto=_HERE / "proto", target=_HERE / "src"):
    """Writes messages, types for type checkers and gRPC stubs of meeple.v1 below `target`."""
    import grpc_tools
    from grpc_tools import protoc

    well_known = pathlib.Path(grpc_tools.__file__).parent / "_proto"
    files = sorted(str(path.relative_to(proto)) for path in (proto / "meeple" / "v1").glob("*.proto"))
    arguments = [f"-I{proto}", f"-I{_google_protos()}", f"-I{well_known}", f"--python_out={target}",
                 f"--pyi_out={target}", f"--grpc_python_out={target}", *files]
    if protoc.main(["protoc", *arguments]) != 0:
        sys.exit("the stubs could not be generated")


def _google_protos():
    """The folder below which google/rpc/*.proto lie: they come with googleapis-common-protos."""
    from google.rpc import status_pb2

    return pathlib.Path(status_pb2.__file__).parents[2]


class BuildWithStubs(build_py):
    """The usual build, after the stubs are there."""

    def run(self):
        generate_stubs()
        super().run()


if __name__ == "__main__":
    setup(cmdclass={"build_py": BuildWithStubs})
