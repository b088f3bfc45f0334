// Where tests find what the build made.
#pragma once

#include "judge/judge.h"

namespace ulna {

/// What this build tree has.
inline Installation test_installation() {
  const std::string dir = ULNA_BUILD_PRIVATE_DIR;
  return {dir + "/ulna-worker", dir + "/ulna-import", dir + "/ports", dir + "/ulna-tools"};
}

} // namespace ulna
