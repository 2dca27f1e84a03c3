# shellcheck shell=bash
# How each client is built and tested: missing_for_NAME prints what its toolchain lacks, build_NAME builds
# it, its conformance runner and the quick start of its README, test_NAME runs its tests. Sourced at the root of the repository; the
# last two go elsewhere, so they are to be run in a shell of their own, as `quietly` does.

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

# first_code README FENCE: the first code of that language in a README.
first_code() {
  awk -v fence='```'"$2" '
    $0 == fence { inside = 1; next }
    inside && $0 == "```" { exit }
    inside { print }' "$1"
}

# quick_start README FENCE ADDRESS: the same with an expression of the language in place of the address. Fails
# where there is no such code.
quick_start() {
  first_code "$1" "$2" | awk -v address="$3" '
    { found += gsub(/"localhost:50051"/, address); print }
    END { exit found != 1 }'
}

missing_for_cpp() { first_missing cmake ninja g++; }

# A part of the release build; the quick start is a project of its own, once one that finds the client installed
# and once one that has it within, with stubs of its own.
build_cpp() {
  local folder=$PWD/build/clients/cpp source=$PWD/clients/cpp
  cmake --preset release && cmake --build build/release --target cpp_client || return
  cmake --install build/release --component client --prefix "$folder/prefix" || return
  mkdir -p "$folder/quick_start"
  first_code "$source/README.md" cmake >"$folder/quick_start/CMakeLists.txt" &&
    quick_start "$source/README.md" cpp 'std::getenv("MEEPLE_SERVER")' >"$folder/quick_start/first_game.cc" ||
    return
  cmake -G Ninja -S "$folder/quick_start" -B "$folder/build" -DCMAKE_PREFIX_PATH="$folder/prefix" &&
    cmake --build "$folder/build" || return
  mkdir -p "$folder/within"
  cp "$folder/quick_start/first_game.cc" "$folder/within/"
  sed "s|^find_package(MeepleClient .*|add_subdirectory($source meeple)|" "$folder/quick_start/CMakeLists.txt" \
    >"$folder/within/CMakeLists.txt"
  cmake -G Ninja -S "$folder/within" -B "$folder/within/build" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache &&
    cmake --build "$folder/within/build" --target first_game
}

test_cpp() { build/release/bin/cpp_client_test; }

missing_for_python() {
  if [[ ! -x $TOOLS/python/bin/python ]]; then echo "$TOOLS/python (scripts/bootstrap clients)"; fi
}

build_python() {
  local folder=build/clients/python address='__import__("os").environ["MEEPLE_SERVER"]'
  mkdir -p "$folder"
  quick_start clients/python/README.md python "$address" >"$folder/quick_start.py" || return
  quick_start README.md python "$address" >"$folder/quick_start_of_all.py" || return
  cd clients/python || return
  "../../$TOOLS/python/bin/python" -c 'import setup; setup.generate_stubs()'
}

test_python() {
  PYTHONPATH=clients/python/src:clients/python/tests "$TOOLS/python/bin/python" -m unittest discover \
    -s clients/python/tests
}

# On the Python client, whose stubs it needs.
missing_for_matchmaker() { missing_for_python; }

build_matchmaker() { build_python; }

test_matchmaker() {
  MEEPLE_BIN=${MEEPLE_BIN:-$PWD/build/release/bin} \
    PYTHONPATH=clients/python/src:clients/matchmaker/src:clients/matchmaker/tests \
    "$TOOLS/python/bin/python" -m unittest discover -s clients/matchmaker/tests
}

# Without a Go, or with one that is older than the module asks for.
missing_for_go() {
  local needed
  needed=$(sed -n 's/^go //p' clients/go/go.mod)
  if ! command -v go >/dev/null; then
    echo go
  elif ! printf 'go%s\n%s\n' "$needed" "$(GOTOOLCHAIN=local go env GOVERSION)" | sort -VC; then
    echo "Go $needed"
  fi
}

# The Go client's stubs, which are committed, as Go expects.
generate_go() {
  local plugins=$PWD/$TOOLS/bin google=google/rpc/status.proto
  local map="M$google=google.golang.org/genproto/googleapis/rpc/status"
  local options="module=github.com/meeple/meeple/clients/go,$map"
  protoc -I proto -I "$TOOLS/googleapis" \
    --plugin="$plugins/protoc-gen-go" --go_out=clients/go --go_opt="$options" \
    --plugin="$plugins/protoc-gen-go-grpc" --go-grpc_out=clients/go --go-grpc_opt="$options" \
    proto/meeple/v1/*.proto
}

# Fails where the committed stubs are not those of today's contract.
check_go_stubs() {
  local before after
  before=$(cat clients/go/meeplev1/*.go | sha256sum)
  generate_go
  after=$(cat clients/go/meeplev1/*.go | sha256sum)
  if [[ $before != "$after" ]]; then
    echo "clients/go/meeplev1 was not what proto/ says; it is now, commit it"
    return 1
  fi
}

build_go() {
  local folder=$PWD/build/clients/go
  check_go_stubs || return
  mkdir -p "$folder/quick_start"
  quick_start clients/go/README.md go 'address()' >"$folder/quick_start/main.go" || return
  printf 'package main\n\nimport "os"\n\nfunc address() string { return os.Getenv("MEEPLE_SERVER") }\n' \
    >"$folder/quick_start/address.go"
  cd clients/go || return
  GOTOOLCHAIN=local go build -o "$folder/" ./conformance/runner ./examples/playbot &&
    GOTOOLCHAIN=local go build -o "$folder/quickstart" "$folder"/quick_start/*.go
}

test_go() {
  cd clients/go || return
  GOTOOLCHAIN=local go test ./...
}

missing_for_typescript() {
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "Node.js with npm"
  elif [[ $(node -p 'process.versions.node.split(".")[0] >= 20') != true ]]; then
    echo "Node.js 20"
  fi
}

build_typescript() {
  cd clients/typescript || return
  # npm writes its own list last, so a newer one says that all is installed.
  if [[ ! node_modules/.package-lock.json -nt package-lock.json ]]; then
    npm ci --no-audit --no-fund || return
  fi
  npm run build && quick_start README.md ts process.env.MEEPLE_SERVER >dist/quick_start.mjs
}

test_typescript() {
  cd clients/typescript || return
  npm test
}

# A JDK that compiles is asked for: javac, not only java.
missing_for_java() { first_missing javac mvn; }

# With a file of arguments that starts a program of the client's tests: the runner, the example.
build_java() {
  local arguments=$PWD/build/clients/java/classpath quick=$PWD/build/clients/java/QuickStart.java
  cd clients/java || return
  mvn --batch-mode --quiet --no-transfer-progress test-compile dependency:build-classpath \
    -Dmdep.outputFile=target/classpath || return
  mkdir -p "$(dirname "$arguments")"
  echo "-cp $PWD/target/classes:$PWD/target/test-classes:$(cat target/classpath)" >"$arguments"
  {
    echo 'import dev.meeple.client.*; import dev.meeple.v1.*;'
    echo 'class QuickStart { public static void main(String[] arguments) throws Exception {'
    quick_start README.md java 'System.getenv("MEEPLE_SERVER")' || return
    echo '}}'
  } >"$quick"
  javac "@$arguments" -d target/test-classes "$quick"
}

test_java() {
  cd clients/java || return
  mvn --batch-mode --no-transfer-progress surefire:test
}

missing_for_rust() {
  local needed
  needed=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' clients/rust/Cargo.toml)
  if ! command -v cargo >/dev/null || ! command -v rustc >/dev/null; then
    echo "cargo and rustc"
  elif ! printf '%s\n%s\n' "$needed" "$(rustc --version | cut -d ' ' -f 2)" | sort -VC; then
    echo "Rust $needed"
  fi
}

# cargo_rust COMMAND...: with what it builds below build/, and without what only a debugger needs.
cargo_rust() {
  CARGO_TARGET_DIR=$PWD/build/clients/rust CARGO_PROFILE_DEV_DEBUG=none CARGO_PROFILE_TEST_DEBUG=none \
    CARGO_INCREMENTAL=0 cargo "$1" --manifest-path clients/rust/Cargo.toml "${@:2}"
}

build_rust() {
  quick_start clients/rust/README.md rust 'std::env::var("MEEPLE_SERVER")?.as_str()' \
    >clients/rust/examples/quick_start.rs || return
  cargo_rust build --examples
}

test_rust() { cargo_rust test; }
