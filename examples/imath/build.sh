#!/bin/sh
# Builds port.so.
# Needs: g++ libimath-dev
# Operations: transform_verts transform_verts_and_tangents slerp_joints combine_bones update_skinned_mesh slerp
set -e
cd "$(dirname "$0")"
include=../../include # of ulna
c++ -std=c++17 -O2 -shared -fPIC -I "$include" -I /usr/include/Imath -o port.so port.cpp
