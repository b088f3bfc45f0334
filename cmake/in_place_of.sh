#!/bin/sh
# in_place_of.sh COMPILER OTHER ARGUMENT...: COMPILER with the arguments that OTHER would have had.
compiler=$1
shift 2
exec "$compiler" "$@"
