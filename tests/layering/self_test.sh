#!/usr/bin/env bash
# Shows that check_includes.sh can fail: breaks each rule in turn in a small tree and expects it caught.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0
rules=0

complain() {
  echo "self_test: $*" >&2
  failures=$((failures + 1))
}

# Makes the tree anew, with allowed includes only.
make_clean_tree() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree"/engine/{core,games,players,testing} "$tree"/service/{base,core,journal,metrics,rpc,tools} "$tree"/clients/{cli,cpp}
  echo '#include "engine/core/move.h"' >"$tree/engine/games/game.cc"
  echo '#include <random>' >"$tree/engine/core/board_test.cc"
  echo '#include "meeple/v1/game.pb.h"' >"$tree/service/core/session.cc"
  echo '#include "service/base/mutex.h"' >"$tree/service/journal/journal.cc"
  echo '#include "service/journal/journal.h"' >"$tree/service/tools/stats.cc"
  echo '#include "engine/testing/conformance.h"' >"$tree/engine/games/game_oracle.cc"
  echo '#include <grpcpp/grpcpp.h>' >"$tree/service/rpc/server.cc"
  echo '#include "meeple/v1/game_service.grpc.pb.h"' >"$tree/clients/cli/client.cc"
}

expect_clean() {
  local output
  output=$("$here/check_includes.sh" "$tree") || complain "a clean tree is refused ($1): $output"
}

# expect_caught FILE INCLUDE REASON
expect_caught() {
  local output
  printf '// A comment.\n  #  include "%s"\n' "$2" >"$tree/$1"
  if output=$("$here/check_includes.sh" "$tree"); then
    complain "$1 may include $2, though: $3"
  elif [[ $output != *"$1:2: includes $2: $3"* ]]; then
    complain "$1 includes $2, but the check says: $output"
  fi
  rm "$tree/$1"
}

make_clean_tree
expect_clean "at the start"
while IFS= read -r line; do
  if [[ -z $line || $line == '#'* ]]; then continue; fi
  IFS=$'\t' read -r folder files _ example reason <<<"${line// | /$'\t'}"
  expect_caught "$folder/sample.h" "$example" "$reason"
  if [[ $files == all ]]; then
    expect_caught "$folder/sample_test.cc" "$example" "$reason"
  else
    echo "#include <$example>" >"$tree/$folder/sample_test.cc"
    expect_clean "a test in $folder that includes $example"
    rm "$tree/$folder/sample_test.cc"
  fi
  rules=$((rules + 1))
done <"$here/rules.txt"

if ((rules == 0)); then complain "there are no rules"; fi
if ((failures)); then exit 1; fi
echo "self_test: each of $rules rules catches its violation"
