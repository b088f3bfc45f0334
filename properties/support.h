// Where tests find what the build made.
#pragma once

#include "judge/judge.h"

namespace ulna {

/// The worker, the importer and the built-in ports of this build tree.
inline Installation test_installation() {
  const std::string dir = ULNA_BUILD_PRIVATE_DIR;
  return {dir + "/ulna-worker", dir + "/ulna-import", dir + "/ports"};
}

} // namespace ulna
