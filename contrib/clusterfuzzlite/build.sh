#!/usr/bin/env bash
# What the services run in the image. Their Clang is newer than ours, and warns of more: a warning is
# no reason not to fuzz.
set -eu
exec "$SRC/ulna/fuzz/build.sh" -DCMAKE_C_FLAGS=-w -DCMAKE_CXX_FLAGS=-w
