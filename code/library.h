// The file of a shared library as the loader sees it: what becomes code, and what code it can reach
// besides.
#pragma once

#include <cstdint>
#include <optional>
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

/// What is mapped of the file.
struct Segment : Range {
  bool writable = false; ///< for the library itself; the loader may write all the same
};

/// A symbol that is defined in the library.
struct Symbol {
  uint64_t address = 0;
  uint64_t size = 0; ///< 0: not said
  enum class Type : uint8_t { function, object, other } type = Type::other;
  std::string_view name; ///< of the bytes that were read
};

/// Eight bytes, or fewer, that the loader writes.
struct Relocation {
  uint64_t place = 0;
  /// What it writes is this address of the library, if nobody else defines the symbol.
  std::optional<uint64_t> target;
  std::string symbol; ///< empty: none
};

struct Library {
  std::vector<Range> executable;   ///< what is mapped executable, by whole pages
  std::vector<Range> sections;     ///< the executable sections, where there is a table of them
  std::vector<uint64_t> functions; ///< addresses of function symbols in those
  std::vector<uint64_t> pointers;  ///< addresses that the loader writes into its data
  std::vector<Segment> segments;
  std::vector<Range> protected_after;  ///< what the loader makes read-only when it is done (RELRO)
  std::vector<Symbol> defined;         ///< by address
  std::vector<Relocation> relocations; ///< by place
  std::vector<uint64_t> unwound; ///< where functions begin by the table for exceptions; sorted
  /// Those of them that exceptions may come back into, at places that no jump leads to; sorted.
  std::vector<uint64_t> landed_in;
  std::vector<std::string> needed;
  std::vector<std::string> symbols; ///< that it imports or exports
  /// What makes the file say less than all about the code that runs; empty if nothing does.
  std::string obstacle;
  /// The one because of which the code in memory is not what is in the file; empty if there is
  /// none.
  std::string damage;
};

/// Reads an ELF file. Never throws: what is malformed is an obstacle.
Library read_library(std::string_view file);

/// The function symbol that the address belongs to, or null. One without a size reaches up to the
/// next.
const Symbol* function_at(const Library& library, uint64_t address);

} // namespace ulna::approximations
