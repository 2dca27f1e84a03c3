# shellcheck shell=bash
# The programs of tests/bench/peers/go: the plain server, and the load that makes games of a given number of
# moves. Sourced at the root of the repository; to be run in a shell of its own, as `quietly` does.

# Into build/peers/go.
build_bench_go() {
  local into=$PWD/build/peers/go/
  cd tests/bench/peers/go && GOTOOLCHAIN=local go build -o "$into" ./...
}
