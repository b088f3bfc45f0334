#!/usr/bin/env bash
# trial.sh PACKAGES ROOTS: the packages in that folder, on bare Debian 12 and 13. Both Debians are made in ROOTS by
# debootstrap where they are not there yet. Needs root, debootstrap, g++ and assimp-testmodels.
#
# Each certifies a port of ours and one that was built here as a stranger's, refutes one, and reads a model.
# The .tar.gz runs in both as debootstrap leaves them; ulna's own package is for Debian 12, and is installed
# and removed there.
set -euo pipefail
packages=$(realpath "${1:?say where the packages are}")
roots=$(realpath -m "${2:?say where the Debians go}")
top="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
mkdir -p "$roots"

mounted=()
unmount() {
  local place
  for place in ${mounted[@]+"${mounted[@]}"}; do umount "$place"; done
}
trap unmount EXIT

# expect CODE COMMAND...: runs it in the Debian, in a folder of its own.
expect() {
  local code=$1 status=0
  shift
  chroot "$root" /usr/bin/env -i -C /tmp PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp "$@" \
    >"$roots/said" 2>&1 || status=$?
  if [ $status -ne "$code" ]; then
    cat "$roots/said"
    echo "$suite: exit code $status and not $code: $*"
    exit 1
  fi
  echo "$suite: exit code $status: $*"
}

try() {
  local ulna=$1
  expect 0 "$ulna" list
  expect 0 "$ulna" certify --port sse --op derive_bitangents
  expect 0 "$ulna" certify --port openmp --op skin_aos_verts
  expect 0 "$ulna" certify --port /tmp/port.so --op blend_vertices_indexed
  expect 1 "$ulna" certify --port published --op slerp_joints
  expect 0 "$ulna" inspect /tmp/model.X
}

g++ -std=c++17 -O2 -shared -fPIC -I"$top/include" -o "$roots/port.so" "$top/examples/skinning/port.cpp"
for suite in bookworm trixie; do
  root="$roots/$suite"
  [ -d "$root/usr" ] || debootstrap --variant=minbase "$suite" "$root" >"$roots/debootstrap.log"
  if ! mountpoint -q "$root/proc"; then
    mount -t proc proc "$root/proc"
    mounted+=("$root/proc")
  fi
  cp "$roots/port.so" "$root/tmp/port.so"
  cp /usr/share/assimp/models/X/Testwuson.X "$root/tmp/model.X"
  rm -rf "$root/srv/unpacked"
  mkdir "$root/srv/unpacked"
  tar xf "$packages"/ulna-*.tar.gz -C "$root/srv/unpacked" --strip-components=1
  try /srv/unpacked/bin/ulna
  if [ "$suite" = bookworm ]; then
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    cp "$packages"/*.deb "$root/tmp"
    expect 0 apt-get update
    expect 0 sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends /tmp/*.deb'
    try ulna
    expect 0 test -f /usr/share/man/man1/ulna-certify.1.gz -a -f /usr/include/ulna/port.h
    expect 0 sh -c 'DEBIAN_FRONTEND=noninteractive apt-get purge -y ulna libulna-dev && test ! -e /usr/lib/ulna'
  fi
done
