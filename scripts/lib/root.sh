# shellcheck shell=bash
# Goes to the root of the repository, so that paths below are relative to it.

cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
TOOLS=build/tools
export TOOLS
