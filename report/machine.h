// The machine on which a certificate was obtained, and what ports may ask of it.
#pragma once

#include "calls/caller.h"
#include "cases/verdict.h"
#include "report/feature_names.h"

namespace ulna {

/// Reads /proc/cpuinfo, and adds the approximation tables. Throws BadInput if /proc is not there.
Machine this_machine();

/// The features of a list, spelled as in /proc/cpuinfo and separated by commas or spaces.
std::vector<std::string> listed_features(std::string_view cpu_features);

/// Which of the features of such a list are not among `present`. The empty string asks for the
/// baseline and never misses anything. Throws BadInput with one line for what is neither present
/// nor known.
std::vector<std::string>
missing_features(std::string_view cpu_features, std::span<const std::string> present,
                 std::span<const std::string_view> known = feature_names());

/// The same for this machine. Throws BadInput also if /proc is not there.
std::vector<std::string> missing_features(std::string_view cpu_features);

/// The same for what a port declares, and the machine that its worker ran on.
std::vector<std::string> missing_features(const PortInfo& port);

} // namespace ulna
