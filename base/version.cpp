#include "base/version.h"

#include "ulna_commit.h" // written by the build

#include <fmt/format.h>

#if !defined(ULNA_VERSION) || !defined(ULNA_BUILD_TYPE)
#error "the build gives ULNA_VERSION and ULNA_BUILD_TYPE as strings"
#endif

namespace ulna {

const char* version() {
  return ULNA_VERSION;
}
const char* commit() {
  return ULNA_COMMIT;
}
const char* build_type() {
  return ULNA_BUILD_TYPE;
}

std::string version_and_commit(const std::string& version, const std::string& commit) {
  return commit.empty() ? version : fmt::format("{}, commit {}", version, commit);
}

std::string version_line() {
  return fmt::format("{}, {}", version_and_commit(version(), commit()), build_type());
}

} // namespace ulna
