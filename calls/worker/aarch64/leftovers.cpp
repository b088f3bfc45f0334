#include "calls/shared/leftover_words.h"
#include "calls/worker/aarch64/call.h"

#include <asm/hwcap.h>
#include <sys/auxv.h>

#include <array>
#include <cstring>
#include <iterator>
#include <vector>

namespace ulna {
namespace {

/// Of a scalable vector; 0 where the processor has none.
size_t scalable_bytes() {
  if (!(getauxval(AT_HWCAP) & HWCAP_SVE)) return 0;
  size_t bytes;
  asm(".arch_extension sve\n rdvl %0, 1" : "=r"(bytes));
  return bytes;
}

/// A call with such leftovers, and the longer registers that it points to.
struct Image {
  WatchedCall call{};
  std::vector<uint32_t> scalable;
  std::vector<uint8_t> predicates;

  explicit Image(Leftovers leftovers) {
    fill_vectors(leftovers);
    uint64_t number = 0;
    const auto next = [&] { return general_register(leftovers, number++); };
    for (uint64_t& x : call.integers) x = next();
    for (uint64_t& x : call.stack_integers) x = next();
    for (uint64_t& x : call.scratch) x = next();
    // Never a value that is there anyway where the frame is not written: what clobbers is seen.
    call.mark = next() ^ 0xc0ff'ee5a'17ed'0000;
    for (size_t i = 0; i < std::size(call.saved); ++i)
      call.saved[i] = saved_as_others(leftovers) ? next() : call.mark + i;
    call.below = uint64_t{call.vectors[0][1]} << 32 | call.vectors[0][0];
    call.words_below = kBytesBelow / sizeof(uint64_t);
    call.frame = frame_bytes(leftovers);
    constexpr uint64_t kConditions = 0xf000'0000;
    constexpr uint64_t kSticky = 0x0800'009f;
    call.nzcv = call.scratch[0] & kConditions;
    call.fpsr = call.scratch[1] & kSticky;
  }

  /// The lowest lanes of a scalable register are those of the vector register.
  void fill_vectors(Leftovers leftovers) {
    const size_t bytes = scalable_bytes();
    const size_t lanes = bytes > 0 ? bytes / sizeof(uint32_t) : std::size(call.vectors[0]);
    scalable.resize(lanes * std::size(call.vectors));
    for (size_t i = 0; i < scalable.size(); ++i) scalable[i] = vector_lane(leftovers, i);
    for (size_t v = 0; v < std::size(call.vectors); ++v)
      std::memcpy(call.vectors[v], &scalable[v * lanes], sizeof call.vectors[v]);
    if (bytes == 0) return;
    constexpr size_t kPredicates = 17; // with FFR
    predicates.resize(kPredicates * bytes / 8);
    for (size_t i = 0; i < predicates.size(); ++i)
      predicates[i] = static_cast<uint8_t>(general_register(leftovers, i / 8) >> (i % 8 * 8));
    // Of FFR only a row of ones from the first on is defined: all, here.
    std::memset(predicates.data() + (kPredicates - 1) * bytes / 8, 0xff, bytes / 8);
    call.scalable = scalable.data();
    call.predicates = predicates.data();
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
