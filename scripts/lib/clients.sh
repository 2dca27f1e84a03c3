# shellcheck shell=bash
# How each client is built and tested: missing_for_NAME prints what its toolchain lacks, build_NAME builds
# it and its conformance runner, test_NAME runs its tests. Sourced at the root of the repository.

# Prints the first of the programs that is not installed.
first_missing() {
  local program
  for program in "$@"; do
    if ! command -v "$program" >/dev/null; then
      echo "$program"
      return
    fi
  done
}

missing_for_python() {
  if [[ ! -x $TOOLS/python/bin/python ]]; then echo "$TOOLS/python (scripts/bootstrap clients)"; fi
}

build_python() { (cd clients/python && "../../$TOOLS/python/bin/python" -c 'import setup; setup.generate_stubs()'); }

test_python() {
  PYTHONPATH=clients/python/src:clients/python/tests "$TOOLS/python/bin/python" -m unittest discover \
    -s clients/python/tests
}
