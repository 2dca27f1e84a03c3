"""The contract as Python code, generated from proto/ when this module is imported.

The code lands in a temporary folder that goes away with the process; client processes that a test
starts use the same folder by way of MEEPLE_STUBS.

    from harness.contract import game_pb2, service_pb2
"""

import atexit
import importlib
import os
import pathlib
import shutil
import sys
import tempfile

from harness import environment

# Tests start processes, and gRPC would warn of each.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "false")

import grpc_tools.protoc  # noqa: E402
from google.rpc import error_details_pb2, status_pb2  # noqa: E402, F401, for those who import us


def _generate(folder):
    proto = environment.ROOT / "proto"
    well_known = pathlib.Path(grpc_tools.__file__).parent / "_proto"
    google = pathlib.Path(status_pb2.__file__).parents[2]
    arguments = [f"-I{proto}", f"-I{well_known}", f"-I{google}", f"--python_out={folder}",
                 f"--grpc_python_out={folder}"]
    arguments += sorted(str(path.relative_to(proto)) for path in proto.rglob("*.proto"))
    if grpc_tools.protoc.main(["protoc", *arguments]) != 0:
        raise RuntimeError("protoc could not generate the stubs")


def _folder():
    inherited = os.environ.get("MEEPLE_STUBS")
    if inherited:
        return inherited
    folder = tempfile.mkdtemp(prefix="meeple-stubs-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    _generate(folder)
    os.environ["MEEPLE_STUBS"] = folder
    return folder


sys.path.insert(0, _folder())
admin_pb2 = importlib.import_module("meeple.v1.admin_service_pb2")
admin_pb2_grpc = importlib.import_module("meeple.v1.admin_service_pb2_grpc")
allocation_pb2 = importlib.import_module("meeple.v1.allocation_service_pb2")
allocation_pb2_grpc = importlib.import_module("meeple.v1.allocation_service_pb2_grpc")
error_pb2 = importlib.import_module("meeple.v1.error_pb2")
event_pb2 = importlib.import_module("meeple.v1.event_pb2")
game_pb2 = importlib.import_module("meeple.v1.game_pb2")
lobby_pb2 = importlib.import_module("meeple.v1.lobby_service_pb2")
lobby_pb2_grpc = importlib.import_module("meeple.v1.lobby_service_pb2_grpc")
scoreboard_pb2 = importlib.import_module("meeple.v1.scoreboard_service_pb2")
scoreboard_pb2_grpc = importlib.import_module("meeple.v1.scoreboard_service_pb2_grpc")
service_pb2 = importlib.import_module("meeple.v1.game_service_pb2")
service_pb2_grpc = importlib.import_module("meeple.v1.game_service_pb2_grpc")
