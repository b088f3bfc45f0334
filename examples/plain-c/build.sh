#!/bin/sh
# Builds port.so.
# Needs: gcc
# Operations: slerp_joints slerp
set -e
cd "$(dirname "$0")"
include=../../include # of ulna
cc -std=c11 -O2 -shared -fPIC -I "$include" -o port.so port.c -lm
