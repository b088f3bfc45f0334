// Where in the source an instruction comes from.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ulna::code {

struct Place {
  std::string function; ///< demangled; empty where no symbol is near
  uint64_t offset = 0;  ///< from its beginning
  /// The function that was inlined there, without its scope and arguments; a lambda's is the one
  /// that it was written in. Empty where none was, or where that is not known.
  std::string inlined;
  /// Beside the folder that the compiler ran in, if it says which; empty without debug information.
  std::string file;
  int line = 0;

  /// "skin (skin.cpp:12)", or "blend in skin (blend.h:7)", or "skin+0x1f", or "0x11f0".
  std::string text(uint64_t address) const;
};

/// A function as it is declared.
struct Declared {
  std::string function; ///< without its scope and arguments
  std::string file;     ///< beside the folder that the compiler ran in, if it says which
  int line = 0;
  auto operator<=>(const Declared&) const = default;
};

/// "blend" of "int ns::blend<4>(float const*)", and of a lambda in it.
std::string base_name(std::string demangled);

/// Whether a file is a header of the compiler or of the system, which no author of a port writes.
bool is_of_the_system(const std::string& file);

/// The debug information of a library.
class SourceLines {
public:
  /// Never throws: of what cannot be read nothing is known.
  explicit SourceLines(const std::string& path);
  ~SourceLines();
  SourceLines(const SourceLines&) = delete;
  SourceLines& operator=(const SourceLines&) = delete;

  /// The place of an address that the linker gave. Headers of the compiler and of the system are no
  /// place: an intrinsic is where it was called.
  Place at(uint64_t address) const;

  /// The functions that the instruction at an address belongs to, those that are inlined there and
  /// last the one that they are inlined into. Empty without debug information.
  std::vector<Declared> functions_at(uint64_t address) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ulna::code
