#include "fuzz/bytes.h"

#include "base/random.h"
#include "calls/layout.h"
#include "cases/make_case.h"
#include "cases/mend.h"
#include "cases/operation.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>

namespace ulna {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are stored as in memory");

enum : uint8_t { kFlush = 1, kSameArray = 2, kLeftovers = 4 }; // the last times a number
enum : uint8_t { kShift = 63, kBefore = 64, kInFull = 128 };   ///< of places

/// A filled array is at most so many times as large as all that is stored word for word: the bones
/// of a conversion take up to 256 words for the four that a face has.
constexpr size_t kMostFill = 64;
constexpr size_t kFillAnyway = 64; ///< bytes that an array may always have

constexpr size_t kMostArrays = 16;

class Reader {
public:
  explicit Reader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  template <class T>
  T take() {
    T value{};
    take(reinterpret_cast<std::byte*>(&value), sizeof value);
    return value;
  }
  void take(std::byte* to, size_t size) {
    const size_t there = std::min(size, bytes_.size());
    if (there > 0) std::memcpy(to, bytes_.data(), there);
    bytes_ = bytes_.subspan(there);
  }
  size_t left() const { return bytes_.size(); }

private:
  std::span<const uint8_t> bytes_;
};

class Writer {
public:
  explicit Writer(std::span<uint8_t> bytes) : bytes_(bytes) {}

  template <class T>
  void put(T value) {
    put(reinterpret_cast<const std::byte*>(&value), sizeof value);
  }
  void put(const std::byte* from, size_t size) {
    fits_ = fits_ && size <= bytes_.size() - length_;
    if (fits_ && size > 0) std::memcpy(bytes_.data() + length_, from, size);
    length_ += fits_ ? size : 0;
  }
  /// 0 if not everything did fit.
  size_t length() const { return fits_ ? length_ : 0; }

private:
  std::span<uint8_t> bytes_;
  size_t length_ = 0;
  bool fits_ = true;
};

/// Whether one word fills the whole array.
bool is_filled(const Array& array) {
  // Every word is that before it.
  return array.size() >= 4 && std::memcmp(array.data(), array.data() + 4, array.size() - 4) == 0;
}

/// The bytes of the arrays that are always written element by element.
size_t bytes_of_inputs(const Case& c) {
  size_t bytes = 0;
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (!c.operation->arrays[a].output) bytes += c.arrays[a].size();
  return bytes;
}

/// Whether the elements of an array are written one by one. The output array that another is the
/// same as is the only one that those elements are in.
bool in_full(const Case& c, size_t array) {
  const Array& a = c.arrays[array];
  return !c.operation->arrays[array].output || c.same_array || !is_filled(a) ||
         a.size() > bytes_of_inputs(c) * kMostFill + kFillAnyway;
}

/// Whether the array is the output array under another name.
bool is_shared(const Case& c, size_t array) {
  return c.same_array && static_cast<int>(array) == c.operation->same_array;
}

bool is_small_count(int32_t x) {
  return std::abs(int64_t{x}) < int64_t{kSmallCounts};
}

/// A random case of the generator: its first elements, as many as fit. Some do not fit at all, for
/// what their elements share is too large.
Case generated(const Operation& op, uint64_t seed) {
  constexpr uint64_t kRandomCases = uint64_t{1} << 20;
  constexpr int kTries = 16;
  Random random(seed, 0);
  for (int i = 0; i < kTries; ++i) {
    const uint64_t number = op.num_edge_cases + random.below(kRandomCases);
    Case c = op.generate(random.next(), number);
    while (!is_small(c) && op.size(c) > 0) {
      std::vector<size_t> kept(op.size(c) / 2);
      std::iota(kept.begin(), kept.end(), size_t{0});
      c = op.keep(c, kept);
    }
    c.note.clear();
    if (is_small(c)) return c;
  }
  return case_from_bytes(op, {});
}

} // namespace

Case case_from_bytes(const Operation& operation, std::span<const uint8_t> bytes) {
  Reader in(bytes);
  const auto flags = in.take<uint8_t>();
  if (flags == kGenerated) return generated(operation, in.take<uint64_t>());
  Case c = make_case(operation);
  c.flush = flags & kFlush;
  c.same_array = flags & kSameArray;
  c.leftovers = static_cast<Leftovers>(flags / kLeftovers % kNumLeftovers);
  if (operation.real) c.real = in.take<float>();
  for (int32_t& x : c.integers) {
    x = in.take<int32_t>();
    if (!is_small_count(x)) x = static_cast<int16_t>(x);
  }
  make_strides_valid(c);

  struct Stored {
    size_t bytes = 0;
    bool in_full = false;
  };
  std::array<Stored, kMostArrays> stored;
  size_t wanted = 0;
  size_t elements = 0; // bytes
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const ArraySpec& spec = operation.arrays[a];
    const size_t count = in.take<uint16_t>();
    const auto place = in.take<uint8_t>();
    c.places[a].side = place & kBefore ? Side::before : Side::behind;
    c.places[a].shift = static_cast<uint8_t>(place & kShift);
    stored[a] = {count * spec.element_size(c), !spec.output || (place & kInFull) != 0};
    if (stored[a].in_full) elements += stored[a].bytes;
    wanted += stored[a].in_full ? stored[a].bytes : 4;
  }
  // What is stored as one word is little; it counts as if it took its share too.
  const size_t left = in.left();
  const bool all_there = wanted <= left;
  const size_t room = std::min(elements, left) * kMostFill + kFillAnyway;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    size_t size = stored[a].bytes;
    if (!all_there) size = static_cast<size_t>(__uint128_t{size} * left / wanted);
    if (!stored[a].in_full) size = std::min(size, room);
    const size_t element = operation.arrays[a].element_size(c);
    c.arrays[a].resize(size / element * element);
    if (stored[a].in_full) {
      in.take(c.arrays[a].data(), c.arrays[a].size());
    } else {
      const auto word = in.take<uint32_t>();
      for (size_t i = 0; i < c.arrays[a].words(); ++i) c.arrays[a].set_word(i, word);
    }
  }
  make_valid(c);
  return c;
}

size_t bytes_from_case(const Case& c, std::span<uint8_t> bytes) {
  const Operation& op = *c.operation;
  Writer out(bytes);
  out.put(static_cast<uint8_t>((c.flush ? kFlush : 0) | (c.same_array ? kSameArray : 0) |
                               static_cast<uint8_t>(c.leftovers) * kLeftovers));
  if (op.real) out.put(c.real);
  for (const int32_t x : c.integers) {
    if (!is_small_count(x)) return 0;
    out.put(x);
  }
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const size_t count = is_shared(c, a) ? 0 : c.arrays[a].size() / op.arrays[a].element_size(c);
    if (count >= kSmallCounts) return 0;
    out.put(static_cast<uint16_t>(count));
    out.put(static_cast<uint8_t>(c.places[a].shift |
                                 (c.places[a].side == Side::before ? kBefore : 0) |
                                 (in_full(c, a) ? kInFull : 0)));
  }
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    if (is_shared(c, a)) continue;
    out.put(c.arrays[a].data(), in_full(c, a) ? c.arrays[a].size() : 4);
  }
  return out.length();
}

void put_generated(uint64_t seed, std::span<uint8_t> bytes) {
  Writer out(bytes);
  out.put(kGenerated);
  out.put(seed);
  std::fill(bytes.begin() + ptrdiff_t(out.length()), bytes.end(), uint8_t{0});
}

} // namespace ulna
