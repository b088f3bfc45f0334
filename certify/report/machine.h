// The machine on which a certificate was obtained, and what ports may ask of it.
#pragma once

#include "certify/verdict.h"

namespace ulna {

/// Reads /proc/cpuinfo and runs rsqrtps and rcpps on every float of [1, 4): two binades, because
/// rsqrtps tells even from odd exponents. The hashes are of the raw results as they lie in memory,
/// in increasing order of the arguments. Throws BadInput if /proc is not there.
Machine this_machine();

/// Which of the features, spelled as in /proc/cpuinfo and separated by commas or spaces, are not
/// among `present`. The empty string asks for the x86-64 baseline and never misses anything.
std::vector<std::string> missing_features(std::string_view cpu_features,
                                          std::span<const std::string> present);

/// The same for this machine. Throws BadInput if /proc is not there.
std::vector<std::string> missing_features(std::string_view cpu_features);

} // namespace ulna
