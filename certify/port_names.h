// Ports as users name them.
#pragma once

#include "judge/judge.h"

namespace ulna {

/// A built-in port's name, or a path, as the path of a library; "aarch64/scalar" is one for another
/// machine. Throws BadInput that lists the names there are.
std::string port_path(const std::string& port, const Installation& installation);

/// The names of the built-in ports for this machine, and, behind it, for another: "aarch64".
std::vector<std::string> builtin_ports(const Installation& installation,
                                       const std::string& machine = {});

/// What a port has, for people who asked for something else: "it has slerp_joints, lerp_joints".
std::string what_it_has(const PortInfo& port);

} // namespace ulna
