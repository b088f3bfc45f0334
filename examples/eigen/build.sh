#!/bin/sh
# Builds port.so.
# Needs: g++ libeigen3-dev
# Operations: slerp_joints update_skinned_mesh slerp
set -e
cd "$(dirname "$0")"
include=../../include # of ulna
c++ -std=c++17 -O2 -shared -fPIC -I "$include" -I /usr/include/eigen3 -o port.so port.cpp
