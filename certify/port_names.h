// Ports as users name them.
#pragma once

#include "judge/judge.h"

namespace ulna {

/// A built-in port's name, or a path, as the path of a library. Throws BadInput that lists the
/// names there are.
std::string port_path(const std::string& port, const Installation& installation);

/// The names of the built-in ports.
std::vector<std::string> builtin_ports(const Installation& installation);

/// What a port has, for people who asked for something else: "it has slerp_joints, lerp_joints".
std::string what_it_has(const PortInfo& port);

} // namespace ulna
