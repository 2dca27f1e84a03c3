"""Where the programs under test are, and how patient a test is with them.

    SERVER = environment.program("meeple-server")
"""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]


def program(name):
    """The path of a program of ours in MEEPLE_BIN, which CMake sets; by default the release build."""
    folder = pathlib.Path(os.environ.get("MEEPLE_BIN", ROOT / "build" / "release" / "bin"))
    path = folder / name
    if not path.exists():
        print(f"FAILED: {path} does not exist; build it, or set MEEPLE_BIN to its folder")
        sys.exit(1)
    return str(path)


def sanitized():
    """True where the programs carry a sanitizer: slower, and their memory says little."""
    return os.environ.get("MEEPLE_SANITIZE", "") != ""


def patience():
    """Seconds after which something that should happen soon counts as never happening."""
    return 60.0 if sanitized() else 20.0
