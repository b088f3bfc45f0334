// A case: one concrete input of one operation, with where its arrays lie and in which environment
// the port is called. The generator, the corpus, the fuzzers, a witness, a replay and a real model
// all make this one type.
#pragma once

#include "cases/leftovers.h"
#include "cases/profile.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulna {

struct Operation; // cases/operation.h

/// The contents of one array: bytes, read and written as the types of ulna/port.h.
class Array {
public:
  Array() = default;
  explicit Array(size_t bytes) : bytes_(bytes) {}

  size_t size() const { return bytes_.size(); }
  void resize(size_t bytes) { bytes_.resize(bytes); }
  std::byte* data() { return bytes_.data(); }
  const std::byte* data() const { return bytes_.data(); }

  /// The array as elements of T. The allocation is aligned for every T of ulna/port.h.
  template <class T>
  std::span<T> as() {
    return {reinterpret_cast<T*>(bytes_.data()), bytes_.size() / sizeof(T)};
  }
  template <class T>
  std::span<const T> as() const {
    return {reinterpret_cast<const T*>(bytes_.data()), bytes_.size() / sizeof(T)};
  }

  /// The i-th 32-bit word, whatever its type.
  uint32_t word(size_t i) const {
    uint32_t w;
    std::memcpy(&w, bytes_.data() + 4 * i, 4);
    return w;
  }
  void set_word(size_t i, uint32_t w) { std::memcpy(bytes_.data() + 4 * i, &w, 4); }
  size_t words() const { return bytes_.size() / 4; }

  /// Of std::byte the standard library compares one after the other.
  bool operator==(const Array& other) const {
    return size() == other.size() &&
           (size() == 0 || std::memcmp(data(), other.data(), size()) == 0);
  }

private:
  std::vector<std::byte> bytes_;
};

/// Which end of an array touches the inaccessible page, and how many bytes lie between.
enum class Side : uint8_t { before, behind };
struct Placement {
  Side side = Side::behind;
  uint8_t shift = 0; ///< a multiple of the array's alignment, below 64
  bool operator==(const Placement&) const = default;
};

/// The most that Case::processors may be.
inline constexpr uint32_t kMostProcessors = 1024;

/// Orders of addresses: ascending, descending, and four that have the first three arrays in every
/// other order.
inline constexpr uint8_t kNumOrders = 6;

struct Case {
  const Operation* operation = nullptr;
  float real = 0;                ///< the float argument that Operation::real names, else 0
  std::vector<int32_t> integers; ///< those that Operation::integers names
  bool flush = false;            ///< the caller has set FTZ and DAZ
  Leftovers leftovers{};         ///< what the call finds in all that is undefined
  uint32_t processors = 0;       ///< that the port is told of; 0: those that there are
  uint8_t order = 0;             ///< of the arrays' addresses, below kNumOrders
  bool same_array = false;   ///< joints and blend_joints are one array (the arrays are then equal)
  std::vector<Array> arrays; ///< in the order of Operation::arrays
  std::vector<Placement> places; ///< one for each array
  Profiles profiles;             ///< under which it is judged; in no file
  std::string note;              ///< provenance: one line for people, no meaning
};

/// Of cases that lie one behind the other.
inline std::vector<const Case*> pointers_to(std::span<const Case> cases) {
  std::vector<const Case*> all;
  for (const Case& c : cases) all.push_back(&c);
  return all;
}

/// Bit equality of everything but the note.
bool same_input(const Case& a, const Case& b);

/// The same but for the leftovers too: whoever is called for either owes the same bits.
bool same_but_leftovers(const Case& a, const Case& b);

} // namespace ulna
