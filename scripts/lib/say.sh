# shellcheck shell=bash
# How our scripts talk: headings, notes, one verdict line at the end. Sourced, after `set -euo pipefail`.
#
#   verdict_for run                                  at exit calls clean_up, if the script defines it, then
#                                                    prints "run: OK ..." or "run: FAILED ..."
#   step "Building"                                  a heading, with the time the last step took
#   quietly LOG command...                           runs it with progress; shows the log's end if it fails
#   fail "what is wrong"                             ends the script

if [[ -t 1 && "${TERM:-dumb}" != dumb && -z "${NO_COLOR:-}" ]]; then
  BOLD=$'\e[1m' DIM=$'\e[2m' RED=$'\e[31m' GREEN=$'\e[32m' YELLOW=$'\e[33m' BLUE=$'\e[34m' CYAN=$'\e[36m' RESET=$'\e[0m'
else
  BOLD='' DIM='' RED='' GREEN='' YELLOW='' BLUE='' CYAN='' RESET=''
fi
export BOLD DIM RED GREEN YELLOW BLUE CYAN RESET

say_name=''
say_detail=''
say_step=''

step() {
  say_step=$1
  printf '%s==> %s%s\n' "$BOLD$BLUE" "$1" "$RESET"
}

note() { printf '    %s\n' "$*"; }
warn() { printf '    %s%s%s\n' "$YELLOW" "$*" "$RESET"; }

fail() {
  printf '    %s%s%s\n' "$RED" "$*" "$RESET" >&2
  say_detail=$1
  exit 1
}

# Prints e.g. "3 s" or "2 min 5 s".
duration() {
  if (($1 < 60)); then printf '%d s' "$1"; else printf '%d min %d s' $(($1 / 60)) $(($1 % 60)); fi
}

# What the verdict line adds after OK.
verdict_detail() { say_detail=$1; }

say_verdict() {
  local status=$?
  stop_quiet_command
  if declare -F clean_up >/dev/null; then clean_up || true; fi
  if ((status == 0)); then
    printf '%s%s: OK%s%s, %s\n' "$BOLD$GREEN" "$say_name" "$RESET" "${say_detail:+, $say_detail}" \
      "$(duration "$SECONDS")"
  else
    printf '%s%s: FAILED%s%s\n' "$BOLD$RED" "$say_name" "$RESET" \
      "${say_step:+ in \"$say_step\"}${say_detail:+: $say_detail}"
  fi
  return "$status"
}

verdict_for() {
  say_name=$1
  trap say_verdict EXIT
  trap 'interrupted INT 130' INT
  trap 'interrupted TERM 143' TERM
}

interrupted() {
  say_detail="interrupted by SIG$1"
  exit "$2"
}

# Prints the comment block at the head of a script as its help.
help_from_head() {
  sed -n '2,/^[^#]/{/^#/!q;s/^# \{0,1\}//;p}' "$1"
}

# Shows the newest line of a log while a command runs: in place on a terminal, now and then elsewhere.
show_progress() {
  local pid=$1 log=$2 started=$SECONDS told=$SECONDS line
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.2
    line=$(tail -n 1 "$log" 2>/dev/null | tr -d '\r' | cut -c1-100) || true
    if [[ -t 1 ]]; then
      printf '\r\e[K    %s%s%s' "$DIM" "$line" "$RESET"
    elif ((SECONDS - told >= 20)); then
      told=$SECONDS
      printf '    ... %s: %s\n' "$(duration $((SECONDS - started)))" "$line"
    fi
  done
  if [[ -t 1 ]]; then printf '\r\e[K'; fi
}

quiet_command=''

stop_quiet_command() {
  if [[ -n $quiet_command ]]; then kill -TERM -- "-$quiet_command" 2>/dev/null || true; fi
  quiet_command=''
}

quietly() {
  local log=$1 status=0
  shift
  mkdir -p "$(dirname "$log")"
  # Job control gives it a process group of its own, so that an interruption can end all of it.
  set -m
  "$@" >"$log" 2>&1 </dev/null &
  set +m
  quiet_command=$!
  show_progress "$quiet_command" "$log"
  wait "$quiet_command" || status=$?
  quiet_command=''
  if ((status != 0)); then
    tail -n 60 "$log" >&2
    warn "the whole log: $log"
  fi
  return "$status"
}
