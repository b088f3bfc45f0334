// The data of a port's own library, in which it can keep something from call to call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

struct dl_phdr_info;

namespace ulna {

/// Where the library of a function is mapped; nowhere, if it is in none.
struct MappedLibrary {
  uint64_t begin = 0, end = 0;

  explicit MappedLibrary(const void* function);
  bool hold(uint64_t address) const { return address >= begin && address < end; }
};

/// What the library may store in at any time. Of much data the first part.
class OwnData {
public:
  explicit OwnData(const MappedLibrary& library);

  /// Of what is there now. Another sum: it has changed.
  uint64_t sum() const;

  /// The pages of all that the library may store in.
  std::span<std::byte> pages() const;

private:
  void look_at(const dl_phdr_info& info);

  uint64_t begin_;
  const uint64_t* words_ = nullptr;
  size_t count_ = 0;
  uint64_t first_page_ = 0, pages_end_ = 0;
};

} // namespace ulna
