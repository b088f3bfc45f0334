// The file of a shared library as the loader sees it: what becomes code, and what code it can reach
// besides.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ulna::approximations {

/// Bytes of the file, and where they are loaded.
struct Range {
  uint64_t offset = 0;
  uint64_t address = 0;
  uint64_t size = 0;

  bool holds(uint64_t a) const { return a >= address && a - address < size; }
};

struct Library {
  std::vector<Range> executable;   ///< what is mapped executable, by whole pages
  std::vector<Range> sections;     ///< the executable sections, where there is a table of them
  std::vector<uint64_t> functions; ///< addresses of function symbols in those
  std::vector<uint64_t> pointers;  ///< addresses that the loader writes into its data
  std::vector<std::string> needed;
  std::vector<std::string> symbols; ///< that it imports or exports
  /// What makes the file say less than all about the code that runs; empty if nothing does.
  std::string obstacle;
};

/// Reads an ELF file. Never throws: what is malformed is an obstacle.
Library read_library(std::string_view file);

} // namespace ulna::approximations
