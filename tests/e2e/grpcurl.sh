#!/usr/bin/env bash
# Plays the classic game with grpcurl, which knows the contract only from the server's reflection.
#
# Usage: grpcurl.sh
#
# MEEPLE_BIN is the folder of meeple-server, MEEPLE_GRPCURL another grpcurl than that of
# scripts/bootstrap. Without grpcurl or jq the test counts as skipped (exit code 77), or as failed where
# MEEPLE_ALL_CLIENTS=1.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
grpcurl=${MEEPLE_GRPCURL:-$root/build/tools/bin/grpcurl}
server_binary=${MEEPLE_BIN:-$root/build/release/bin}/meeple-server
service=meeple.v1.GameService
work=$(mktemp -d)
server=''
watch=''

finish() {
  local status=$?
  if [[ -n "$watch" ]]; then kill "$watch" 2>/dev/null || true; fi
  if [[ -n "$server" ]]; then kill -KILL "$server" 2>/dev/null || true; fi
  if ((status != 0 && status != 77)); then cat "$work/server.err" 2>/dev/null || true; fi
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT

fail() {
  echo "FAILED: $1"
  exit 1
}

require() {
  if command -v "$1" >/dev/null; then return; fi
  if [[ "${MEEPLE_ALL_CLIENTS:-0}" == 1 ]]; then
    fail "$(basename "$1") is missing and MEEPLE_ALL_CLIENTS=1 asks for it; run scripts/bootstrap clients"
  fi
  echo "SKIPPED: $(basename "$1") is missing; run scripts/bootstrap clients"
  exit 77
}

# expect WHAT ACTUAL EXPECTED
expect() {
  if [[ "$2" != "$3" ]]; then fail "$1: expected '$3', got '$2'"; fi
  echo "ok: $1"
}

# await WHAT FILE PATTERN: until the file has a line that matches.
await() {
  local deadline=$((SECONDS + 30))
  until grep -q -- "$3" "$2" 2>/dev/null; do
    if ((SECONDS > deadline)); then fail "$1 never came"; fi
    sleep 0.05
  done
}

start_server() {
  "$server_binary" --listen=127.0.0.1:0 --journal=memory >"$work/server.out" 2>"$work/server.err" &
  server=$!
  await "the server" "$work/server.out" '^listening on '
  address=$(sed -n 's/^listening on //p' "$work/server.out")
}

# call RPC JSON [TOKEN]: prints the answer. As one line of input, so that quoting is jq's affair.
call() {
  local arguments=(-plaintext -format-error -d "$2")
  if (($# > 2)); then arguments+=(-H "authorization: Bearer $3"); fi
  "$grpcurl" "${arguments[@]}" "$address" "$service/$1"
}

# refuse WHAT REASON RPC JSON [TOKEN]: makes a call that must be refused, with details that can be read.
refuse() {
  local what=$1 reason=$2
  shift 2
  if call "$@" >"$work/answer" 2>"$work/error"; then fail "$what was accepted"; fi
  # The error is JSON once grpcurl's first line is gone.
  expect "$what is refused" \
    "$(sed -n '/^{/,$p' "$work/error" | jq -r '.details[] | select(.reason) | .domain + " " + .reason')" \
    "meeple.v1 $reason"
}

move() { jq -cn --arg game "$game" --arg move "$1" '{game_id: $game, move: {notation: $move}}'; }
only_game() { jq -cn --arg game "$game" '{game_id: $game}'; }

describe_everything() {
  local services one methods types
  services=$("$grpcurl" -plaintext "$address" list)
  expect "services" "$(tr '\n' ' ' <<<"$services")" \
    "grpc.health.v1.Health grpc.reflection.v1alpha.ServerReflection meeple.v1.AdminService \
meeple.v1.AllocationService $service meeple.v1.LobbyService meeple.v1.ScoreboardService "
  methods=$("$grpcurl" -plaintext "$address" list "$service")
  expect "number of methods" "$(wc -l <<<"$methods")" 18
  for one in $services $methods; do
    "$grpcurl" -plaintext "$address" describe "$one" >>"$work/described" || fail "cannot describe $one"
  done
  # Every type that the methods name, and every type that those name, until there is none left.
  types=$(types_in "$work/described")
  : >"$work/known"
  while [[ -n "$types" ]]; do
    for one in $types; do
      "$grpcurl" -plaintext "$address" describe "$one" >>"$work/described" || fail "cannot describe $one"
      echo "$one" >>"$work/known"
    done
    types=$(types_in "$work/described" | grep -vxFf "$work/known" || true)
  done
  for one in Board Cell GameEvent GameStatus Move TurnCursor WatchGameResponse; do
    grep -qx "meeple.v1.$one" "$work/known" || fail "reflection does not lead to meeple.v1.$one"
  done
  echo "ok: $(wc -l <"$work/known") types are described"
}

types_in() { grep -oE '\.(meeple|google|grpc)(\.[a-z0-9]+)*(\.[A-Z][A-Za-z]*)+' "$1" | sed 's/^\.//' | sort -u; }

health() {
  expect "health of '$1'" \
    "$("$grpcurl" -plaintext -d "{\"service\": \"$1\"}" "$address" grpc.health.v1.Health/Check | jq -r .status)" \
    SERVING
}

create_game() {
  call CreateGame '{"config": {"kind": "tic_tac_toe"}}' >"$work/created"
  game=$(jq -r .game.game_id "$work/created")
  x=$(jq -r '.credentials[] | select(.player_id == "X") | .token' "$work/created")
  o=$(jq -r '.credentials[] | select(.player_id == "O") | .token' "$work/created")
}

play() {
  call SubmitMove "$(move a1)" "$x" >"$work/answer"
  expect "events of the first move" "$(jq -r '.events[].text' "$work/answer")" "X plays X at (0,0)"
  expect "64-bit numbers are texts in JSON" "$(jq -c .sequence "$work/answer")" '"3"'
  call SubmitMove "$(move b1)" "$o" >"$work/answer"
  call SubmitMove "$(move B2)" "$x" >"$work/answer"
  call SubmitMove "$(move c1)" "$o" >"$work/answer"
  call SubmitMove "$(jq -cn --arg game "$game" \
    '{gameId: $game, move: {cell: {row: 2, column: 2}}, expectedSequence: "6"}')" "$x" >"$work/answer"
  expect "the winner" "$(jq -r .winner "$work/answer")" X
  expect "the move is complete" "$(jq -c .move "$work/answer")" \
    '{"number":5,"player_id":"X","symbol":"X","notation":"c3","cell":{"row":2,"column":2}}'
}

start_watch() {
  call WatchGame "$(jq -cn --arg game "$game" '{game_id: $game, until_finish: true}')" \
    >"$work/watched" 2>&1 &
  watch=$!
  await "the first event" "$work/watched" "game started"
}

check_watch() {
  wait "$watch" || fail "the watch ended with an error: $(cat "$work/watched")"
  watch=''
  expect "what the spectator saw" \
    "$(jq -rs '[.[].events.events[] | "\(.turn // 0) \(.text)"] | join(", ")' "$work/watched")" \
    "0 game created, 0 game started, 1 X plays X at (0,0), 2 O plays O at (0,1), 3 X plays X at (1,1), 4 O plays O at (0,2), 5 X plays X at (2,2), 5 X wins"
}

check_refusals() {
  refuse "a move after the end" GAME_OVER SubmitMove "$(move a3)" "$o"
  refuse "a move without a credential" CREDENTIAL_REQUIRED SubmitMove "$(move a3)"
  refuse "a forged credential" CREDENTIAL_INVALID SubmitMove "$(move a3)" "${x}A"
  refuse "a game that is not there" GAME_NOT_FOUND GetGame '{"game_id": "aaaaaaaaaaaaaaaaaaaa"}'
  refuse "a kind that is not there" INVALID_CONFIG CreateGame '{"config": {"kind": "chess"}}'
  refuse "a watch from beyond" SEQUENCE_OUT_OF_RANGE WatchGame \
    "$(jq -cn --arg game "$game" '{game_id: $game, after_sequence: 99}')"
}

undo_and_win_again() {
  call Undo "$(only_game)" "$x" >"$work/answer"
  expect "the cursor after undo" "$(jq -c .cursor "$work/answer")" \
    '{"status":"GAME_STATUS_IN_PROGRESS","turns":4}'
  refuse "a move out of turn" NOT_YOUR_TURN SubmitMove "$(move a3)" "$o"
  refuse "a taken cell" CELL_TAKEN SubmitMove "$(move a1)" "$x"
  refuse "a cell off the board" OUTSIDE_BOARD SubmitMove "$(move d4)" "$x"
  call SubmitMove "$(move c3)" "$x" >"$work/answer"
  expect "the winner again" "$(jq -r .winner "$work/answer")" X
  call Undo "$(only_game)" "$o" >"$work/answer"
  call Redo "$(only_game)" "$x" >"$work/answer"
  expect "the winner by redo" "$(jq -r .winner "$work/answer")" X
}

check_reads() {
  expect "the board" "$(call GetGame "$(only_game)" | jq -r .game.rendered | tail -n +2 | sed '/^$/d')" \
    "$(printf 'X|O|O\n.|X|.\n.|.|X')"
  expect "frames of the replay" "$(call Replay "$(only_game)" | jq '.frames | length')" 6
  expect "events" "$(call ListEvents "$(only_game)" | jq '.events | length')" 14
  expect "legal moves" "$(call ListLegalMoves "$(only_game)" | jq -c '.moves // []')" '[]'
  expect "kinds" "$(call ListGameKinds '{}' | jq -r '.kinds[].kind' | grep -x tic_tac_toe)" tic_tac_toe
}

# ask QUESTION...: what scripts/debug answers; without a credential unless MEEPLE_CREDENTIAL is set.
ask() { MEEPLE_SERVER=$address MEEPLE_GRPCURL=$grpcurl "$root/scripts/debug" "$@" 2>"$work/asked"; }

# The questions of docs/debugging.md.
debug_questions() {
  expect "debug services" "$(ask services | grep -x "$service")" "$service"
  expect "debug describe" "$(ask describe meeple.v1.Cell | grep -c int32)" 2
  expect "debug health" "$(ask health | jq -r .status)" SERVING
  expect "debug kinds" "$(ask kinds | jq -r '.kinds[].kind' | grep -x battleship)" battleship
  ask create tic_tac_toe >"$work/created"
  game=$(jq -r .game.game_id "$work/created")
  x=$(jq -r '.credentials[0].token' "$work/created")
  expect "debug moves" "$(ask moves "$game" | jq '.moves | length')" 9
  expect "debug move" "$(MEEPLE_CREDENTIAL=$x ask move "$game" b2 | jq -r '.events[].text')" "X plays X at (1,1)"
  if grep -q "$x" "$work/asked"; then fail "scripts/debug prints the credential"; fi
  expect "debug move, refused" \
    "$(MEEPLE_CREDENTIAL=$x ask move "$game" a1 2>/dev/null || echo "exit code $?")" "exit code 73"
  expect "the refusal" "$(sed -n '/^{/,$p' "$work/asked" | jq -r '.details[0].reason')" NOT_YOUR_TURN
  expect "debug game" "$(ask game "$game" | jq -r .game.current_player)" O
  expect "debug events" "$(ask events "$game" 2 | jq -r '.events[].sequence')" 3
  expect "debug events after no event" "$(ask events "$game" x || echo "exit code $?")" "exit code 2"
  expect "debug, too many arguments" "$(ask game "$game" 2 || echo "exit code $?")" "exit code 2"
  expect "debug with MEEPLE_TLS=file" "$(MEEPLE_TLS=/no/file ask kinds || echo "exit code $?")" "exit code 2"
  expect "debug with MEEPLE_TLS=0" "$(MEEPLE_TLS=0 ask health | jq -r .status)" SERVING
  MEEPLE_CREDENTIAL=$x ask call GameService/Abandon "$(only_game)" >"$work/answer"
  expect "debug call" "$(jq -r .cursor.status "$work/answer")" GAME_STATUS_ABANDONED
  expect "debug watch" "$(ask watch "$game" 3 | jq -rs '.[].events.events[].text' | tr '\n' ' ')" "abandoned game final "
}

main() {
  require "$grpcurl"
  require jq
  start_server
  describe_everything
  health ''
  health "$service"
  create_game
  start_watch
  play
  check_watch
  check_refusals
  undo_and_win_again
  check_reads
  debug_questions
  kill -TERM "$server"
  wait "$server" || fail "the server did not end well"
  server=''
  echo "the classic game was played with grpcurl"
}

main "$@"
