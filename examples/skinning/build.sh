#!/bin/sh
# Builds port.so.
# Needs: g++
# Operations: blend_vertices_indexed
set -e
cd "$(dirname "$0")"
include=../../include # of ulna
c++ -std=c++17 -O2 -shared -fPIC -I "$include" -o port.so port.cpp
