// Skeletons: rigid bones, each on one of the last few before it.

#include "bench/workloads/workload.h"
#include "cases/values.h"
#include "operations/bones/bone_judging.h"
#include "operations/list.h"
#include "operations/shared/place.h"

namespace ulna::bench {
namespace {

/// Limbs begin at the root again and again, so that no chain is longer than a character's: of the
/// lengths that add up on the way depends how near to its bound an inverse may come.
constexpr size_t kLongestChain = 16;

Case make(const Operation& op, size_t bones, Random& random) {
  using namespace bones::layout;
  Case c = make_case(op);
  for (const int array : {kCombined, kOffset, kLocals})
    c.arrays[size_t(array)].resize(bones * sizeof(ulna_mat44));
  c.arrays[kParents].resize(bones * sizeof(int32_t));
  const auto parents = c.arrays[kParents].as<int32_t>();
  const auto locals = c.arrays[kLocals].as<ulna_mat44>();
  for (size_t b = 0; b < bones; ++b) {
    parents[b] = b == 0 ? -1 : b % kLongestChain == 0 ? 0 : int32_t(b) - 1;
    const std::array<double, 9> rotation = random_rotation(random);
    locals[b] = {};
    for (size_t row = 0; row < 3; ++row)
      for (size_t column = 0; column < 3; ++column)
        locals[b].m[4 * row + column] = float(rotation[3 * row + column]);
    for (size_t column = 0; column < 3; ++column)
      locals[b].m[12 + column] = float(random.uniform(-0.5, 0.5));
    locals[b].m[15] = 1;
  }
  place(c, random);
  return c;
}

/// The product with the parent's matrix, which is in L1: three dot products of three for each row,
/// and the parent's translation. Then the minors, the determinant and its reciprocal, and the
/// translation taken back.
Cost cost(bool whole_lines) {
  constexpr double kProduct = 9 * kDot3 + 3 * (kDot3 + 1);
  constexpr double kMinors = 9 * 3, kDeterminant = kDot3 + 1, kScaled = 9;
  return {.bytes = kMat44 + sizeof(int32_t) + (whole_lines ? 2 : 1) * 2 * kMat44,
          .flops = kProduct + kMinors + kDeterminant + kScaled + 3 * kDot3};
}

/// Of inverses the hard ones are where the hunter looks for them.
constexpr Family kFamilies[] = {{"combined", characters, "combined"},
                                {"offsets", characters, "offset"},
                                {"hard offsets", hard_sums, "offset"}};

} // namespace

std::vector<Workload> bone_workloads() {
  return {{&bone_offset_matrices(), make, cost, kFamilies}};
}

} // namespace ulna::bench
