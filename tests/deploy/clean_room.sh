#!/usr/bin/env bash
# Runs the README's two commands on a Debian 12 that has git and a C++ compiler and nothing else of what Meeple
# needs: a folder that debootstrap fills, with a clone of the last commit in it.
#
# Usage: tests/deploy/clean_room.sh [--keep] [COMMAND...]
#
#   COMMAND  what to run in the clone, one argument each; default: 'scripts/run --once' 'scripts/test --quick'
#   --keep   leaves the folder as it is at the end; else it is removed
#
# Needs root, debootstrap, and the room of some 4 GB. Takes minutes, so no test runs it. Its mounts are seen by its
# own processes only. To end it early interrupt its terminal's group by Ctrl-C: it waits for what runs inside.
#
# CLEAN_ROOM         the folder; default a new one below TMPDIR
# CLEAN_ROOM_MIRROR  where debootstrap gets Debian; default http://deb.debian.org/debian
# CLEAN_ROOM_FILES   files and folders of this machine that the inside needs to reach package registries, such as
#                    /usr/local/share/ca-certificates; copied to the same place. Variables for proxies and
#                    PIP_* are passed on by themselves.
# CCACHE_DIR         a compiler's cache of this machine to use inside, for a quick build
set -euo pipefail
# shellcheck source=scripts/lib/say.sh
source "$(dirname "$0")/../../scripts/lib/say.sh"
# shellcheck source=scripts/lib/root.sh
source "$(dirname "$0")/../../scripts/lib/root.sh"

SUITE=bookworm
room=''
keep=0
commands=()

parse_arguments() {
  local argument
  for argument in "$@"; do
    case $argument in
      -h | --help)
        help_from_head "$0"
        exit 0
        ;;
      --keep) keep=1 ;;
      -*)
        echo "clean_room: unknown argument '$argument'; see --help" >&2
        exit 2
        ;;
      *) commands+=("$argument") ;;
    esac
  done
  if ((${#commands[@]} == 0)); then commands=('scripts/run --once' 'scripts/test --quick'); fi
}

make_room() {
  step "Debian $SUITE with git and a C++ compiler"
  if ((EUID != 0)); then fail "this needs root"; fi
  if ! command -v debootstrap >/dev/null; then fail "debootstrap is missing: apt-get install debootstrap"; fi
  room=${CLEAN_ROOM:-$(mktemp -d)/room}
  if [[ -e $room ]]; then fail "$room is there already"; fi
  mkdir -p "$room"
  quietly build/clean-room/debootstrap.log debootstrap --variant=minbase --include=git,g++ \
    "$SUITE" "$room" "${CLEAN_ROOM_MIRROR:-http://deb.debian.org/debian}"
}

furnish() {
  step "A clone of $(git rev-parse --short HEAD)"
  git clone --quiet --depth 1 "file://$PWD" "$room/meeple"
  local file
  cp --dereference /etc/resolv.conf /etc/hosts "$room/etc/"
  for file in ${CLEAN_ROOM_FILES:-}; do
    mkdir -p "$room$(dirname "$file")"
    cp -r "$file" "$room$(dirname "$file")/"
  done
  mkdir -p "$room/ccache"
}

# The variables of this machine that hold inside, too.
settings() {
  env | grep -E '^([a-z]+_proxy|[A-Z]+_PROXY|PIP_[A-Z_]+)=' || true
  if [[ -n "${CCACHE_DIR:-}" ]]; then echo CCACHE_DIR=/ccache; fi
}

# inside COMMAND: runs it in the clone, among processes and mounts of its own, as root.
inside() {
  local variables
  mapfile -t variables < <(settings)
  # shellcheck disable=SC2016 # the inner shell puts the values in.
  unshare --mount --propagation private --pid --fork --kill-child sh -euc '
    mount -t proc proc "$1/proc"
    # As on any machine: without it malloc, which asks there for the processors, leaves an errno that gRPC takes for
    # the one of its connect.
    mount -t sysfs -o ro sys "$1/sys"
    mount --rbind /dev "$1/dev"
    if [ -n "$2" ]; then mount --bind "$2" "$1/ccache"; fi
    room=$1 command=$3
    shift 3
    exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@" \
      chroot "$room" bash -euc "cd /meeple && $command"' \
    sh "$room" "${CCACHE_DIR:-}" "$1" "${variables[@]}"
}

clean_up() {
  if [[ -z $room || ! -d $room ]]; then return; fi
  if ((keep)); then
    note "the folder: $room"
  else
    # Never into something that is mounted.
    rm -rf --one-file-system "$room"
  fi
}

main() {
  parse_arguments "$@"
  verdict_for clean_room
  make_room
  furnish
  local command
  for command in "${commands[@]}"; do
    step "Inside: $command"
    inside "$command" || fail "$command"
  done
  verdict_detail "$(git rev-parse --short HEAD), ${#commands[@]} commands"
}

main "$@"
