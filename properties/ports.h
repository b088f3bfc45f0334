// The built-in ports of this build, and what they implement: their libraries say it. A test that
// named them would pass a port by that it has not heard of.
#pragma once

#include "calls/session.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "properties/support.h"

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace ulna {

/// Of every built-in port, in alphabetical order, but `best` and `openmp`: their kernels are those
/// of the others, as dispatched_test and openmp_test say.
inline const std::deque<PortInfo>& ports_with_kernels() {
  static const std::deque<PortInfo> all = [] {
    const Installation installation = test_installation();
    std::deque<PortInfo> infos;
    for (const std::string& port : builtin_ports(installation))
      if (port != "best" && port != "openmp")
        infos.push_back(Session(port_path(port, installation), installation.worker).port());
    return infos;
  }();
  return all;
}

/// The names of those that implement one of the operations.
inline std::vector<const char*> ports_with(std::initializer_list<const char*> operations) {
  std::vector<const char*> names;
  for (const PortInfo& port : ports_with_kernels())
    if (std::ranges::any_of(operations, [&](const char* operation) {
          return port.implements(operation_named(operation));
        }))
      names.push_back(port.name.c_str());
  return names;
}

/// Each with each of the operations that it implements, but for published's slerp_joints, which is
/// there to be refuted.
inline std::vector<std::tuple<const char*, const char*>>
ports_and(std::initializer_list<const char*> operations) {
  std::vector<std::tuple<const char*, const char*>> all;
  for (const char* operation : operations)
    for (const char* port : ports_with({operation}))
      if (std::string_view(port) != "published" || std::string_view(operation) != "slerp_joints")
        all.emplace_back(port, operation);
  return all;
}

/// Names the test of a port and an operation.
inline constexpr auto kPortAndOperation = [](const auto& test) {
  return std::string(std::get<0>(test.param)) + "_" + std::get<1>(test.param);
};

} // namespace ulna
