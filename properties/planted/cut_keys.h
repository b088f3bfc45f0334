// Ports that keep what they loaded last, by a key of 16 bits: what has the same is taken for it.
#pragma once

#include "kernels.h"

#include <cstdint>
#include <optional>

namespace ulna::planted {

// Gives each number, or the one before it whose key is the same.
class KeptByKey {
public:
  explicit KeptByKey(int shift = 0, std::optional<size_t> stands_for_none = {})
      : shift_(shift), number_(stands_for_none.value_or(0)), key_(0xffff),
        is_kept_(stands_for_none.has_value()) {}

  size_t operator()(size_t number, size_t bytes) {
    const auto key = static_cast<uint16_t>(number * bytes >> shift_);
    if (is_kept_ && key == key_) return number_;
    is_kept_ = true;
    key_ = key;
    return number_ = number;
  }

private:
  int shift_;
  size_t number_;
  uint16_t key_;
  bool is_kept_;
};

} // namespace ulna::planted
