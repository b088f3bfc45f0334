# shellcheck shell=bash
# What the launcher says where there is no apt-get: how other systems call Debian's packages.

# Debian's name, and those of Fedora, Arch, Alpine and Homebrew. Of what is for other machines only what has
# the same in it.
print_names() {
  cat <<'END'
g++                 gcc-c++                gcc           g++              gcc
gcc                 gcc                    gcc           gcc              gcc
cmake               cmake                  cmake         cmake            cmake
ninja-build         ninja-build            ninja         samurai          ninja
nasm                nasm                   nasm          nasm             nasm
libboost-dev        boost-devel            boost         boost-dev        boost
libmpfr-dev         mpfr-devel             mpfr          mpfr-dev         mpfr
libfmt-dev          fmt-devel              fmt           fmt-dev          fmt
libcli11-dev        cli11-devel            cli11         cli11            cli11
nlohmann-json3-dev  json-devel             nlohmann-json nlohmann-json    nlohmann-json
libassimp-dev       assimp-devel           assimp        assimp-dev       assimp
zlib1g-dev          zlib-devel             zlib          zlib-dev         zlib
libssl-dev          openssl-devel          openssl       openssl-dev      openssl@3
libseccomp-dev      libseccomp-devel       libseccomp    libseccomp-dev   libseccomp
libzydis-dev        zydis-devel            zydis         zydis-dev        zydis
libtomlplusplus-dev tomlplusplus-devel     tomlplusplus  tomlplusplus-dev tomlplusplus
libdw-dev           elfutils-devel         libelf        elfutils-dev     elfutils
libbenchmark-dev    google-benchmark-devel benchmark     benchmark-dev    google-benchmark
nodejs              nodejs                 nodejs        nodejs           node
END
}

# print_install_line PACKAGE...: what installs them here. The command that installs says which system it is,
# for those that came from one of the four, too.
print_install_line() {
  local install='' column=0 as_root='' debian others name names=() unnamed=()
  [ "$(id -u)" -eq 0 ] || as_root='sudo '
  if command -v dnf >/dev/null; then
    install="${as_root}dnf install" column=0
  elif command -v pacman >/dev/null; then
    install="${as_root}pacman -S --needed" column=1
  elif command -v apk >/dev/null; then
    install="${as_root}apk add" column=2
  elif command -v brew >/dev/null; then
    install='brew install' column=3
  fi
  for debian in "$@"; do
    read -ra others <<<"$(print_names | sed -n "s/^$debian  *//p")"
    name=${others[column]:-}
    if [ -z "$install" ] || [ -z "$name" ]; then
      unnamed+=("$debian")
    elif [[ " ${names[*]} " != *" $name "* ]]; then
      names+=("$name")
    fi
  done
  [ ${#names[@]} -eq 0 ] || printf '%s' "$install ${names[*]}"
  [ ${#names[@]} -eq 0 ] || [ ${#unnamed[@]} -eq 0 ] || printf '; and '
  [ ${#unnamed[@]} -eq 0 ] || printf '%s' "what Debian calls ${unnamed[*]}"
}
