#!/bin/sh
# Runs a test in Python with the interpreter and packages that scripts/bootstrap installed.
#
# Usage: with_python.sh SCRIPT [ARGUMENT...]
#
# Without them the test counts as skipped (exit code 77), or as failed where MEEPLE_ALL_CLIENTS=1.
# MEEPLE_PYTHON names another interpreter.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
python=${MEEPLE_PYTHON:-$here/../../build/tools/python/bin/python}
if ! "$python" -c 'import google.rpc.error_details_pb2, grpc, grpc_tools, prometheus_client' 2>/dev/null; then
  if [ "${MEEPLE_ALL_CLIENTS:-0}" = 1 ]; then
    echo "FAILED: the Python packages are missing and MEEPLE_ALL_CLIENTS=1 asks for them; run scripts/bootstrap clients"
    exit 1
  fi
  echo "SKIPPED: the Python packages are missing; run scripts/bootstrap clients"
  exit 77
fi
script=$1
shift
exec "$python" "$here/$script" "$@"
