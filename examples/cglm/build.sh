#!/bin/sh
# Builds port.so.
# Needs: gcc libcglm-dev
# Operations: transform_verts transform_verts_and_tangents slerp_joints lerp_joints combine_bones update_skinned_mesh slerp nlerp
set -e
cd "$(dirname "$0")"
include=../../include # of ulna
cc -std=c11 -O2 -shared -fPIC -I "$include" -o port.so port.c -lm
