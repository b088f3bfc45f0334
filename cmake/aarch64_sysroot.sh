#!/usr/bin/env bash
# aarch64_sysroot.sh DIR [PACKAGE...]: Debian 12's packages for AArch64 that ulna is built with, and
# others, unpacked there for cmake/aarch64.cmake. Needs mmdebstrap.
set -euo pipefail
sysroot=${1:?say where the sysroot goes}
shift
launcher="$(dirname "${BASH_SOURCE[0]}")/../ulna"
eval "$(sed -n '/^build_packages=/,/)/p' "$launcher")"
packages=(libc6-dev libstdc++-12-dev "$@")
for package in "${build_packages[@]}"; do
  [[ ! $package =~ -dev$ ]] || packages+=("$package")
done
mmdebstrap --variant=extract --arch=arm64 --include="$(IFS=,; echo "${packages[*]}")" \
  bookworm "$sysroot"

# What names a place by its whole path means one in the sysroot.
find "$sysroot" -type l -lname '/*' -printf '%P %l\n' | while read -r link target; do
  ln -snrf "$sysroot$target" "$sysroot/$link"
done
find "$sysroot/usr/lib/aarch64-linux-gnu/cmake" -name '*.cmake' -exec \
  sed -i -E 's#([";:])/usr/(lib|include)#\1${CMAKE_SYSROOT}/usr/\2#g' {} +
