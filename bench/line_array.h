// An array of a case as a port gets it.
#pragma once

#include "cases/operation.h"

#include <boost/align/aligned_allocator.hpp>

namespace ulna::bench {

/// Begins with a cache line, as engines allocate. By chance a palette would lie so that each wide
/// load of a matrix touches two lines in one run, and one in the next, and ports with wide
/// registers be up to 1.4 times as slow.
class LineArray {
public:
  LineArray() = default;
  LineArray(const ArraySpec& spec, const Array& words) : bytes_(spec.size_in_memory(words.size())) {
    const size_t each = spec.word_in_memory(); // the low bytes of a word
    for (size_t i = 0; i < words.words(); ++i)
      std::memcpy(bytes_.data() + each * i, words.data() + 4 * i, each);
  }

  size_t size() const { return bytes_.size(); }
  template <class T>
  T* as() {
    return reinterpret_cast<T*>(bytes_.data());
  }

private:
  static constexpr size_t kLine = 64;
  std::vector<std::byte, boost::alignment::aligned_allocator<std::byte, kLine>> bytes_;
};

} // namespace ulna::bench
