// How a target says that ulna is wrong.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace ulna::fuzz {

/// Names the law that does not hold and aborts, so that the fuzzer keeps its input.
[[noreturn]] inline void broken(const std::string& law) {
  std::fprintf(stderr, "ulna is wrong: %s\n", law.c_str());
  std::abort();
}

inline void require(bool holds, const char* law) {
  if (!holds) broken(law);
}

} // namespace ulna::fuzz
