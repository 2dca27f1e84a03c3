"""The harness of tests/e2e, for the programs in this folder.

    from end_to_end import environment, game_pb2
"""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

from harness import environment, refusal  # noqa: E402, F401, for those who import us
from harness.contract import (  # noqa: E402, F401, for those who import us
    allocation_pb2, allocation_pb2_grpc, event_pb2, game_pb2, lobby_pb2, lobby_pb2_grpc,
    scoreboard_pb2, scoreboard_pb2_grpc, service_pb2, service_pb2_grpc)
