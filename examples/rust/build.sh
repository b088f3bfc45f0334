#!/bin/sh
# Builds port.so.
# Needs: gcc rustc
# Operations: slerp_joints slerp
set -e
cd "$(dirname "$0")"
include=../../include # of ulna
rustc -O -C panic=abort --crate-type staticlib -o libslerp.a slerp.rs
cc -std=c11 -O2 -shared -fPIC -I "$include" -o port.so port.c libslerp.a -lm
