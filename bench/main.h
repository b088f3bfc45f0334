// What every benchmark program is: main.cpp reads the arguments, and one file has the rest.
#pragma once

namespace ulna::bench {

/// Registers the benchmarks, runs those that were asked for, prints the table. Returns the exit
/// code: 1 if one failed.
int run();

} // namespace ulna::bench
