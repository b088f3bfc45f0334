// Numbers keys in the order in which they first come.
#ifndef ULNA_OPTIMIZED_ID_TABLE_H
#define ULNA_OPTIMIZED_ID_TABLE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

template <size_t Words>
class IdTable {
public:
  using Key = std::array<uint32_t, Words>;

  IdTable() : slots_(256, kFree) {}

  // The number of a key: a new one gets size().
  uint32_t id(const Key& key) {
    if (2 * keys_.size() >= slots_.size()) grow();
    uint32_t& number = slots_[slot(key)];
    if (number == kFree) {
      number = size();
      keys_.push_back(key);
    }
    return number;
  }

  // The number of a key, or UINT32_MAX if it never came.
  uint32_t find(const Key& key) const { return slots_[slot(key)]; }

  uint32_t size() const { return static_cast<uint32_t>(keys_.size()); }
  const Key& operator[](uint32_t id) const { return keys_[id]; }

private:
  static constexpr uint32_t kFree = UINT32_MAX;

  static uint64_t hash(const Key& key) {
    uint64_t h = 0;
    for (size_t i = 0; i < Words; i += 2) {
      const uint64_t second = i + 1 < Words ? key[i + 1] : 0;
      h = (h ^ key[i] ^ second << 32) * 0x9e3779b97f4a7c15; // 2^64 over the golden ratio
      h ^= h >> 32;
    }
    return h;
  }

  static bool are_equal(const Key& a, const Key& b) {
    uint32_t difference = 0;
    for (size_t i = 0; i < Words; i++) difference |= a[i] ^ b[i];
    return difference == 0;
  }

  // The slot that holds the key, or the free one that it would get.
  size_t slot(const Key& key) const {
    const size_t mask = slots_.size() - 1;
    size_t at = hash(key) & mask;
    while (slots_[at] != kFree && !are_equal(keys_[slots_[at]], key)) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    slots_.assign(4 * slots_.size(), kFree);
    for (uint32_t i = 0; i < size(); i++) slots_[slot(keys_[i])] = i;
  }

  std::vector<uint32_t> slots_; // a power of two of them, at most half in use
  std::vector<Key> keys_;
};

#endif
