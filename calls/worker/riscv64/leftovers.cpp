#include "calls/shared/leftover_words.h"
#include "calls/worker/riscv64/call.h"

#include <sys/auxv.h>

#include <cstring>
#include <iterator>
#include <vector>

namespace ulna {
namespace {

/// Of a vector register; 0 where the processor has none.
size_t vector_bytes() {
  if (!(getauxval(AT_HWCAP) >> ('V' - 'A') & 1)) return 0;
  size_t bytes;
  asm(".option push\n .option arch, +v\n csrr %0, vlenb\n .option pop" : "=r"(bytes));
  return bytes;
}

/// A call with such leftovers, and the vectors that it points to.
struct Image {
  WatchedCall call{};
  std::vector<uint32_t> vectors;

  explicit Image(Leftovers leftovers) {
    for (size_t i = 0; i < std::size(call.floats); ++i)
      call.floats[i] =
          uint64_t{vector_lane(leftovers, 2 * i + 1)} << 32 | vector_lane(leftovers, 2 * i);
    uint64_t number = 0;
    const auto next = [&] { return general_register(leftovers, number++); };
    for (uint64_t& x : call.integers) x = next();
    for (uint64_t& x : call.stack_integers) x = next();
    for (uint64_t& x : call.scratch) x = next();
    // Never a value that is there anyway where the frame is not written: what clobbers is seen.
    call.mark = next() ^ 0xc0ff'ee5a'17ed'0000;
    for (size_t i = 0; i < std::size(call.saved); ++i)
      call.saved[i] = saved_as_others(leftovers) ? next() : call.mark + i;
    call.below = call.floats[0];
    call.words_below = kBytesBelow / sizeof(uint64_t);
    call.frame = frame_bytes(leftovers);
    constexpr uint64_t kSticky = 0x1f;
    call.fcsr = call.scratch[0] & kSticky;
    fill_vectors(leftovers);
  }

  void fill_vectors(Leftovers leftovers) {
    constexpr size_t kVectors = 32;
    const size_t bytes = vector_bytes();
    if (bytes == 0) return;
    vectors.resize(kVectors * bytes / sizeof(uint32_t));
    for (size_t i = 0; i < vectors.size(); ++i) vectors[i] = vector_lane(leftovers, i);
    call.vectors = vectors.data();
    // A type that there is not, or one of floats, eight registers together, of some length.
    constexpr uint64_t kFloatsOfEight = 0b010'011;
    const bool is_a_type = call.scratch[1] >> 1 & 1;
    call.vtype = is_a_type ? kFloatsOfEight : ~uint64_t{0};
    call.vl = 1 + (call.scratch[2] & 7);
    call.vxrm = call.scratch[3] & 3;
  }
};

} // namespace

void leave(Leftovers leftovers, WatchedCall& call) {
  static const auto images = [] {
    std::vector<Image> all;
    all.reserve(kNumLeftovers);
    for (unsigned i = 0; i < kNumLeftovers; ++i) all.emplace_back(static_cast<Leftovers>(i));
    return all;
  }();
  call = images[static_cast<unsigned>(leftovers) % kNumLeftovers].call;
}

} // namespace ulna
