#!/bin/sh
# Builds port.so.
# Needs: g++ libbullet-dev
# Operations: slerp_joints slerp
set -e
cd "$(dirname "$0")"
include=../../include # of ulna
c++ -std=c++17 -O2 -shared -fPIC -I "$include" -I /usr/include/bullet -o port.so port.cpp
