#!/usr/bin/env bash
# Builds all fuzz targets as OSS-Fuzz and ClusterFuzzLite expect them: into $OUT, for $SANITIZER
# (address, undefined, coverage), with the engine $LIB_FUZZING_ENGINE, each with its seeds, dictionary
# and options. Arguments go to CMake.
#
# CFLAGS and CXXFLAGS of those services are left aside on purpose: they instrument everything, and
# the coverage of the references would drown what the fuzzer is to climb. CMake would take them from
# the environment.
set -euo pipefail
src=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
: "${OUT:=$src/build/service/out}" "${WORK:=$src/build/service/work}"
OUT=$(realpath -m -- "$OUT") WORK=$(realpath -m -- "$WORK")
: "${CC:=clang-14}" "${CXX:=clang++-14}" "${LIB_FUZZING_ENGINE:=-fsanitize=fuzzer}"
refuse() {
  echo "fuzz/build.sh: $*" >&2
  exit 2
}
case ${SANITIZER:-address} in # what stands in place of the address sanitizer
address) instead='' ;;
undefined) instead='-fsanitize=undefined;-fno-sanitize-recover=all' ;;
coverage) instead='-fprofile-instr-generate;-fcoverage-mapping' ;;
*) refuse "SANITIZER=$SANITIZER: only address, undefined and coverage are built" ;;
esac
command -v patchelf >/dev/null || refuse "there is no patchelf: install it"

# $OUT is emptied, so it must be ours. OSS-Fuzz puts a symbolizer there before we are called.
mark=$OUT/.ulna-fuzz-build
case $(realpath -m -- "$src")/ in "${OUT%/}"/*) theirs=1 ;; *) theirs= ;; esac
if [ "$OUT" = "$(realpath -m -- "${HOME:-/}")" ] || [ -n "$theirs" ] ||
  { [ ! -e "$mark" ] && [ -e "$OUT" ] &&
    [ -n "$(find "$OUT/" -mindepth 1 -maxdepth 1 ! -name llvm-symbolizer -print -quit)" ]; }; then
  refuse "OUT=$OUT would be emptied, and was not made by an earlier build; name a new folder"
fi

# Everything but the ports takes its flags from ulna_instrumented (cmake/UlnaOptions.cmake).
sanitizer=(-UCMAKE_PROJECT_ulna_INCLUDE)
if [ -n "$instead" ]; then
  sanitizer=(-DCMAKE_PROJECT_ulna_INCLUDE="$WORK/sanitizer.cmake" -DULNA_FUZZ_INSTEAD="$instead")
  mkdir -p "$WORK"
  cat >"$WORK/sanitizer.cmake" <<'END'
function(ulna_sanitize_otherwise)
  foreach(property INTERFACE_COMPILE_OPTIONS INTERFACE_LINK_OPTIONS)
    get_target_property(options ulna_instrumented ${property})
    if(NOT options MATCHES "-fsanitize=address")
      message(FATAL_ERROR "fuzz/build.sh: ulna_instrumented has no address sanitizer to replace")
    endif()
    string(REPLACE "-fsanitize=address" "${ULNA_FUZZ_INSTEAD}" options "${options}")
    set_target_properties(ulna_instrumented PROPERTIES ${property} "${options}")
  endforeach()
endfunction()
cmake_language(DEFER CALL ulna_sanitize_otherwise)
END
fi

env -u CFLAGS -u CXXFLAGS -u CPPFLAGS -u LDFLAGS cmake -S "$src" -B "$WORK" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DULNA_FUZZ=ON -DULNA_TESTS=OFF -DULNA_BENCH=OFF -DULNA_FUZZ_ENGINE="$LIB_FUZZING_ENGINE" \
  -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" "${sanitizer[@]}" "$@"
ninja -C "$WORK" fuzz_targets

# Programs at the top, what they load beside them: the services copy $OUT to another machine.
mkdir -p "$OUT"
find "$OUT/" -mindepth 1 ! -name llvm-symbolizer -delete
touch "$mark"
mkdir -p "$OUT/lib/ulna"
cp "$WORK"/bin/fuzz-* "$OUT/"
cp -r "$WORK/lib/ulna/ports" "$OUT/lib/ulna/"
rm -f "$OUT"/*.dict # beside the programs, for nights
for file in "$OUT"/fuzz-* "$OUT"/lib/ulna/ports/*.so; do
  ldd "$file" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }'
done | sort -u | grep -vE '/(libc|libm|ld-linux[^/]*|libpthread|libdl|librt|libresolv)\.so' |
  xargs -r cp -t "$OUT/lib" --dereference
# Where the loader looks for what a library needs is said by that library alone.
for file in "$OUT"/lib/*.so*; do patchelf --set-rpath "\$ORIGIN" "$file"; done
for file in "$OUT"/lib/ulna/ports/*.so; do patchelf --set-rpath "\$ORIGIN/../.." "$file"; done

# A target has the options of its own name, and an operation else those of all operations. It has no
# dictionary: its mutator makes cases, and never asks for one.
for beside in "$src"/fuzz/targets/*.dict "$src"/fuzz/targets/*.options; do
  [ "$(basename "$beside")" = operation.options ] || cp "$beside" "$OUT/fuzz-$(basename "$beside")"
done

# For the targets that make seeds: a container may refuse ptrace, by which leaks are found, and ours are
# no profiles of what is fuzzed.
export ASAN_OPTIONS=detect_leaks=0 LLVM_PROFILE_FILE=/dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
seeds=$work/seeds
# pack TARGET: the seeds become its corpus.
pack() { (cd "$seeds" && cmake -E tar cf "$OUT/fuzz-$1_seed_corpus.zip" --format=zip -- *); }
anew() { rm -rf "$seeds" && mkdir "$seeds"; }

for folder in "$src"/corpus/*/; do
  operation=$(basename "$folder")
  [ -x "$OUT/fuzz-$operation" ] || continue
  [ -e "$OUT/fuzz-$operation.options" ] ||
    cp "$src/fuzz/targets/operation.options" "$OUT/fuzz-$operation.options"
  anew
  for file in "$folder"*/*.case; do
    "$OUT/fuzz-$operation" --ulna-bytes "$file" >"$seeds/$(basename "$file" .case)" 2>/dev/null ||
      rm -f "$seeds/$(basename "$file" .case)" # too large for the fuzzer
  done
  pack "$operation"
done
if [ -x "$OUT/fuzz-case_file" ]; then
  anew
  cp "$src"/corpus/*/*/*.case "$seeds"
  pack case_file
fi
if [ -x "$OUT/fuzz-certificate" ]; then
  anew
  cp "$src"/properties/report/certificates/*.json "$seeds"
  pack certificate
fi
# Nothing that these two read is stored here: they begin with what they made of nothing.
for target in model skin_info; do
  if [ ! -x "$OUT/fuzz-$target" ] || [ "$LIB_FUZZING_ENGINE" != -fsanitize=fuzzer ]; then continue; fi
  anew
  "$OUT/fuzz-$target" -seed=1 -runs=20000 -max_len=16384 -artifact_prefix="$work/" "$seeds" \
    >"$work/log" 2>&1 || { tail -20 "$work/log" && echo "fuzz-$target: found that while it made seeds"; } >&2
  pack "$target"
done
