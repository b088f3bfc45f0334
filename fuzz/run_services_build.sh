#!/usr/bin/env bash
# Runs what fuzz/build.sh built as a service would: copied elsewhere, each target on its seeds.
set -euo pipefail
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cp -r "$1/." "$out/"
count=0
for target in "$out"/fuzz-*; do
  [ -x "$target" ] && [ -f "$target" ] || continue
  name=$(basename "$target")
  mkdir "$out/corpus"
  if [ -e "$target"_seed_corpus.zip ]; then
    (cd "$out/corpus" && cmake -E tar xf "$target"_seed_corpus.zip)
  fi
  options=(-runs=2000 -seed=1)
  [ -e "$target.dict" ] && options+=("-dict=$target.dict")
  if ! (cd "$out" && "$target" "${options[@]}" "$out/corpus" >"$out/log" 2>&1); then
    tail -30 "$out/log"
    echo "$name does not run on its seeds" >&2
    exit 1
  fi
  printf '%-42s %4d seeds: %s\n' "$name" "$([ -e "$target"_seed_corpus.zip ] &&
    cmake -E tar tf "$target"_seed_corpus.zip | wc -l || echo 0)" "$(tail -1 "$out/log")"
  rm -rf "$out/corpus"
  count=$((count + 1))
done
[ "$count" -ge 17 ] || { echo "only $count targets" >&2; exit 1; }
