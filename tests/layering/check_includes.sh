#!/usr/bin/env bash
# Checks the includes of the C++ files below a folder against rules.txt.
#
# Usage: tests/layering/check_includes.sh [FOLDER]
#
# The headers of all packages lie in one system folder, so a wrong include would compile.
# Prints each violation as file:line: reason, and exits 1 if there is one.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "${1:-$here/../..}"

folders=()
for folder in engine service clients tests; do
  if [[ -d $folder ]]; then folders+=("$folder"); fi
done
if ((${#folders[@]} == 0)); then
  echo "check_includes: nothing to check in $PWD" >&2
  exit 2
fi

# Prints file:line:include of every include line.
list_includes() {
  grep -rnE --include='*.h' --include='*.cc' --include='*.inc' \
    '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]' "${folders[@]}" || true
}

list_includes | awk '
  FILENAME != "-" {
    if ($0 ~ /^#/ || $0 ~ /^[ \t]*$/) next
    if (split($0, field, / \| /) != 5) { print "rules.txt: not five fields: " $0; bad = 1; next }
    ++rules
    folder[rules] = field[1]; files[rules] = field[2]; forbidden[rules] = field[3]; reason[rules] = field[5]
    next
  }
  {
    split($0, part, ":")
    path = part[1]
    match($0, /[<"][^>"]*/)
    included = substr($0, RSTART + 1, RLENGTH - 1)
    test = path ~ /_(test|oracle)\.(cc|h)$/ || path ~ /\/testing\// || path ~ /^tests\//
    for (rule = 1; rule <= rules; ++rule) {
      if (index(path, folder[rule] "/") != 1) continue
      if (files[rule] == "product" && test) continue
      if (included !~ "^(" forbidden[rule] ")") continue
      print path ":" part[2] ": includes " included ": " reason[rule]
      bad = 1
    }
  }
  END { exit bad }
' "$here/rules.txt" -
