// Tests of built-in ports that not every CPU runs.
#pragma once

#include "calls/session.h"
#include "properties/support.h"
#include "report/machine.h"

#include <gtest/gtest.h>

namespace ulna {

/// For SetUp(): skips the test, and says why, if this CPU lacks what the port needs.
inline void skip_if_lacking(const std::string& port) {
  const Installation installation = test_installation();
  const Session session(installation.ports_dir + "/" + port + ".so", installation.worker);
  const auto missing = missing_features(session.port().cpu_features);
  if (!missing.empty()) GTEST_SKIP() << port << ": this CPU lacks " << missing.front();
}

} // namespace ulna
