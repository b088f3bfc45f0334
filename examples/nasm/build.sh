#!/bin/sh
# Builds port.so.
# Needs: gcc nasm
# Operations: lerp_joints nlerp
set -e
cd "$(dirname "$0")"
include=../../include # of ulna
nasm -f elf64 -o nlerp.o nlerp.asm
cc -std=c11 -O2 -shared -fPIC -I "$include" -o port.so port.c nlerp.o
