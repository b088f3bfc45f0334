// The data of a port's own library, in which it can keep something from call to call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ulna {

/// Where the library of a function is mapped; nowhere, if it is in none.
struct MappedLibrary {
  uintptr_t begin = 0, end = 0;

  explicit MappedLibrary(const void* function);
  bool hold(uintptr_t address) const { return address >= begin && address < end; }
};

/// What the library may store in at any time. Of much data the first part.
class OwnData {
public:
  explicit OwnData(const MappedLibrary& library);

  /// Of what is there now. Another sum: it has changed.
  uint64_t sum() const;

  /// The pages of all that the library may store in.
  std::span<const std::span<std::byte>> pages() const { return pages_; }

private:
  /// Of a segment or section that may be written.
  void add(uintptr_t begin, uintptr_t end);

  std::vector<std::span<const uint64_t>> words_;
  std::vector<std::span<std::byte>> pages_;
};

} // namespace ulna
