#!/usr/bin/env bash
# Builds all fuzz targets as OSS-Fuzz and ClusterFuzzLite expect them: into $OUT, with the engine
# $LIB_FUZZING_ENGINE, each with its seeds, dictionary and options.
#
# CFLAGS and CXXFLAGS of those services are left aside on purpose: they instrument everything, and
# the coverage of the references would drown what the fuzzer is to climb. CMake would take them from
# the environment.
set -euo pipefail
src=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
: "${OUT:=$src/build/service/out}" "${WORK:=$src/build/service/work}"
OUT=$(realpath -m -- "$OUT") WORK=$(realpath -m -- "$WORK")
: "${CC:=clang-14}" "${CXX:=clang++-14}" "${LIB_FUZZING_ENGINE:=-fsanitize=fuzzer}"
if [ "${SANITIZER:-address}" != address ]; then
  echo "fuzz/build.sh: SANITIZER=$SANITIZER: only address is built; unset it" >&2
  exit 2
fi

# $OUT is emptied, so it must be ours. OSS-Fuzz puts a symbolizer there before we are called.
mark=$OUT/.ulna-fuzz-build
case $(realpath -m -- "$src")/ in "${OUT%/}"/*) theirs=1 ;; *) theirs= ;; esac
if [ "$OUT" = "$(realpath -m -- "${HOME:-/}")" ] || [ -n "$theirs" ] ||
  { [ ! -e "$mark" ] && [ -e "$OUT" ] &&
    [ -n "$(find "$OUT/" -mindepth 1 -maxdepth 1 ! -name llvm-symbolizer -print -quit)" ]; }; then
  echo "fuzz/build.sh: OUT=$OUT would be emptied, and was not made by an earlier build; name a new folder" >&2
  exit 2
fi

env -u CFLAGS -u CXXFLAGS -u CPPFLAGS -u LDFLAGS cmake -S "$src" -B "$WORK" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DULNA_FUZZ=ON -DULNA_TESTS=OFF -DULNA_BENCH=OFF -DULNA_FUZZ_ENGINE="$LIB_FUZZING_ENGINE" \
  -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX"
ninja -C "$WORK" fuzz_targets

# Programs at the top, what they load beside them: the services copy $OUT to another machine.
mkdir -p "$OUT"
find "$OUT/" -mindepth 1 ! -name llvm-symbolizer -delete
touch "$mark"
mkdir -p "$OUT/lib/ulna"
cp "$WORK"/bin/fuzz-* "$OUT/"
cp -r "$WORK/lib/ulna/ports" "$OUT/lib/ulna/"
rm -f "$OUT"/*.dict
for program in "$OUT"/fuzz-*; do
  ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }'
done | sort -u | grep -vE '/(libc|libm|ld-linux[^/]*|libpthread|libdl|librt|libresolv)\.so' |
  xargs -r cp -t "$OUT/lib" --dereference
for beside in "$src"/fuzz/targets/*.dict "$src"/fuzz/targets/*.options; do
  cp "$beside" "$OUT/fuzz-$(basename "$beside")"
done

seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
for folder in "$src"/corpus/*/; do
  operation=$(basename "$folder")
  [ -x "$OUT/fuzz-$operation" ] || continue
  rm -rf "${seeds:?}"/*
  for file in "$folder"*/*.case; do
    "$OUT/fuzz-$operation" --ulna-bytes "$file" >"$seeds/$(basename "$file" .case)" 2>/dev/null ||
      rm -f "$seeds/$(basename "$file" .case)" # too large for the fuzzer
  done
  (cd "$seeds" && cmake -E tar cf "$OUT/fuzz-${operation}_seed_corpus.zip" --format=zip -- *)
done
if [ -x "$OUT/fuzz-case_file" ]; then
  (cd "$src/corpus" && cmake -E tar cf "$OUT/fuzz-case_file_seed_corpus.zip" --format=zip -- */*/*.case)
fi
