#!/usr/bin/env bash
# The steps of action.yml and of contrib/gitlab. What they are to do stands in the environment, which
# docs/continuous-integration.md describes: a shell never reads it as a command.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
command="${ULNA_COMMAND:-$root/ulna}"
out="${ULNA_OUT:-ulna-out}"
out="${out%/}"
log="$out.log" # beside the folder, which a run may have to refuse

error() {
  local text="$*"
  if [ "${GITHUB_ACTIONS:-}" = true ]; then
    text=${text//%/%25}
    echo "::error title=ulna::${text//$'\r'/%0D}"
  else
    echo "ulna: $*" >&2
  fi
}

fail() {
  error "$*"
  exit 2
}

# Outputs of a step of an action; elsewhere nobody asks for them.
output() { echo "$1=${2//$'\n'/ }" >>"${GITHUB_OUTPUT:-/dev/null}"; }

last_words() { tail -n 1 "$log" | sed 's/^ulna: //'; }

is_on() {
  case "${!1:-false}" in
  true) return 0 ;;
  false) return 1 ;;
  *) fail "$1 is \"${!1}\"; say true or false" ;;
  esac
}

items() { sed 's/^[[:space:]]*//; s/[[:space:]]*$//; /^$/d' <<<"$1"; }

# add BEGIN LIST: an argument for each line of the list.
add() {
  local item
  while IFS= read -r item; do arguments+=("$1$item"); done < <(items "$2")
}

find_arguments() {
  # Without a port ulna judges its own ones, which are right.
  [ -n "$(items "${ULNA_PORTS:-}")" ] || fail "no port to certify; name one a line"
  arguments=(certify --budget "${ULNA_BUDGET:-quick}" --seed "${ULNA_SEED:-1}" --out "$out"
    --html "$out/page.html" --junit "$out/junit.xml" --markdown "$out/summary.md")
  ! is_on ULNA_SARIF || arguments+=(--sarif "$out/ulna.sarif")
  ! is_on ULNA_REQUIRE_FULL || arguments+=(--require full)
  add --port= "$ULNA_PORTS"
  add --op= "${ULNA_OPERATIONS:-}"
  add '' "${ULNA_ARGS:-}"
}

# Of all that is built: a tag may move, and an action does not know its commit.
fingerprint() {
  (cd "$root" && find . \( -path ./build -o -path ./.git \) -prune -o -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-32)
}

# A system on which nothing can be built is told so before anything is installed.
prepare() {
  find_arguments
  if [ -n "${ULNA_COMMAND:-}" ]; then
    command -v -- "$command" >/dev/null || fail "there is no command $command"
  else
    local ID='' VERSION_ID='' PRETTY_NAME='this system'
    # shellcheck source=/dev/null
    [ ! -r /etc/os-release ] || . /etc/os-release
    [ "$ID $VERSION_ID" = 'debian 12' ] ||
      fail "ulna is built on Debian 12, and this is $PRETTY_NAME; let the job run in the image" \
        "debian:12, or name an installed ulna"
    output build "$root/build"
    output key "ulna-$(uname -m)-$(fingerprint)"
  fi
  output command "$command"
}

build() {
  [ -z "${ULNA_COMMAND:-}" ] || return 0
  find_arguments
  "$command" "${arguments[@]}" --help >/dev/null # the launcher builds what these ports need
}

certify() {
  find_arguments
  local code=0
  # A run that is refused leaves what an earlier one wrote.
  rm -f "$out"/{certificate.json,page.html,junit.xml,summary.md,ulna.sarif}
  mkdir -p "$(dirname "$log")"
  # What a port prints is quoted, and must not be taken for a command of the runner's.
  local token
  token=$(od -An -tx8 -N16 /dev/urandom | tr -d ' \n')
  [ "${GITHUB_ACTIONS:-}" != true ] || echo "::stop-commands::$token"
  "$command" "${arguments[@]}" 2>&1 | tee "$log" || code=${PIPESTATUS[0]}
  [ "${GITHUB_ACTIONS:-}" != true ] || echo "::$token::"
  if [ "$code" -eq 0 ] && [ ! -f "$out/certificate.json" ]; then
    echo 'ulna: it ended without a certificate' | tee -a "$log"
    code=4
  fi
  output exit-code "$code"
  output log "$log"
  output verdict "$(word_for "$code")"
  [ ! -f "$out/certificate.json" ] || output certificate "$out/certificate.json"
  [ ! -f "$out/ulna.sarif" ] || output sarif "$out/ulna.sarif"
  [ -n "${GITHUB_OUTPUT:-}" ] || verdict "$code"
}

word_for() {
  case $1 in
  0) echo certified ;;
  1) echo refuted ;;
  2) echo bad-input ;;
  3) echo not-run ;;
  *) echo fault ;;
  esac
}

# For the page of a run, which takes a mebibyte.
summary() {
  if [ -s "$out/summary.md" ]; then
    head -c 1000000 "$out/summary.md"
  else
    printf '**ulna: no verdict**\n\n'
    tail -n 20 "$log" | sed 's/^/    /'
  fi
}

# verdict CODE: says what ulna's exit code means, and ends with it.
verdict() {
  case $1 in
  0) echo "ulna: certified" ;;
  1) error "refuted: a clause is broken; summary and page say which, and $out/witnesses show it" ;;
  2) error "bad input: $(last_words)" ;;
  3) error "not run: something was not judged, which is no success; the table says what and why" ;;
  4) error "a fault of ulna itself: $(last_words)" ;;
  *) error "ulna ended with exit code $1, which it has no meaning for: killed, or out of memory?" ;;
  esac
  exit "$1"
}

case "${1:-}" in
prepare | build | certify | summary | verdict) "$@" ;;
*) fail "say prepare, build, certify, summary or verdict CODE" ;;
esac
