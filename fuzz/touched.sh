#!/usr/bin/env bash
# Which operations a change touches: paths on standard input, options for `ulna fuzz` on standard
# output; nothing if no fuzzed code changed, and `all` if it is code that all share or how it is built.
#   git diff --name-only origin/main... | fuzz/touched.sh
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
operations=$(sed -n 's/^  with(\([a-z_0-9]*\)).*/\1/p' "$here/../operations/list.h")
touched=
while IFS= read -r path || [ -n "$path" ]; do # the last line may have no end
  # git puts a path with unusual letters in quotes.
  path=${path#\"}
  path=${path%\"}
  case $path in
  CMakeLists.txt | */CMakeLists.txt | *.cmake | cmake/* | CMakePresets.json | ulna)
    echo all
    exit
    ;;
  *.md) continue ;;
  optimized/published/*) continue ;; # is there to be refuted: `ulna fuzz` leaves it out
  optimized/* | reference/* | include/* | fuzz/* | base/* | cases/* | operations/* | calls/* | \
    code/* | judge/* | search/* | approximations/* | certify/* | models/* | report/*) ;;
  *) continue ;;
  esac
  file=$(basename "$path")
  name=${file%%.*}
  if ! grep -qxF -- "$name" <<<"$operations"; then
    echo all
    exit
  fi
  touched+="$name"$'\n'
done
sort -u <<<"$touched" | sed -n 's/^\(..*\)$/--op \1/p'
