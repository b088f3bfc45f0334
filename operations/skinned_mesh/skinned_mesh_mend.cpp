// Brings cases of update_skinned_mesh into the rules and the domain.

#include "operations/shared/mend.h"
#include "operations/skinned_mesh/skinned_mesh.h"
#include "operations/vertex_blending/vertex_blending.h"

#include <algorithm>
#include <cmath>

namespace ulna::skinned_mesh {
namespace {

using reference::kNormalRows;
using reference::kPositionRows;

/// As the call sees it: DAZ makes zeros of denormals.
float seen(const Case& c, float x) {
  return c.flush && reference::is_denormal(x) ? 0 : x;
}

bool has_normal_palette(const Case& c) {
  return c.arrays[kNormalPalette].size() > 0;
}

} // namespace

void make_valid(Case& c) {
  c.integers[kHasNormals] = mend::within(c.integers[kHasNormals], 0, 1);
  for (const size_t stride : {kDstStride, kSrcStride})
    c.integers[stride] = std::max(c.integers[stride], static_cast<int32_t>(used_bytes(c)));
  // A long stride may be new, and the elements of the other array many.
  constexpr size_t kMostNewBytes = size_t{64} << 10;
  const size_t vertices =
      std::min(num_vertices(c),
               std::max(mend::count_of(c, kDst), kMostNewBytes / size_t(c.integers[kDstStride])));
  mend::set_count(c, kSrc, vertices); // whole elements of a stride that may be new
  mend::set_count(c, kDst, vertices);
  if (vertices > 0 || mend::count_of(c, kFirstInfluence) > 1)
    mend::set_count(c, kFirstInfluence, vertices + 1);
  const auto influences = c.arrays[kInfluences].as<ulna_influence>();
  mend::make_rising(c.arrays[kFirstInfluence].as<uint32_t>(),
                    static_cast<uint32_t>(influences.size()));
  if (!influences.empty() && mend::count_of(c, kPalette) == 0) mend::set_count(c, kPalette, 1);
  const size_t bones = mend::count_of(c, kPalette);
  if (has_normal_palette(c)) mend::set_count(c, kNormalPalette, bones);
  for (ulna_influence& i : influences) i.bone = mend::below(i.bone, bones);
}

void enter_domain(Case& c) {
  if (std::isnan(c.real) && num_vertices(c) > 0) c.real = 0;
  const auto first = c.arrays[kFirstInfluence].as<uint32_t>();
  const bool normals = c.integers[kHasNormals] != 0;
  mend::repair_unjudged(c, [&](size_t vertex) {
    const size_t count = first[vertex + 1] - first[vertex];
    const int exponent = mend::safe_exponent(kPositionRows * count, 3);
    std::byte* const v = c.arrays[kSrc].data() + vertex * size_t(c.integers[kSrcStride]);
    mend::tame({reinterpret_cast<float*>(v), used_bytes(c) / sizeof(float)}, exponent);
    for (ulna_influence& influence :
         c.arrays[kInfluences].as<ulna_influence>().subspan(first[vertex], count)) {
      // What does not count may hold anything.
      if (!reference::counts(seen(c, influence.weight), seen(c, c.real))) continue;
      influence.weight = mend::tamed(influence.weight, exponent);
      vertex_blending::tame_matrix(c.arrays[kPalette].as<ulna_mat44>()[influence.bone],
                                   kPositionRows, exponent);
      if (normals && has_normal_palette(c))
        vertex_blending::tame_matrix(c.arrays[kNormalPalette].as<ulna_mat44>()[influence.bone],
                                     kNormalRows, exponent);
    }
  });
}

} // namespace ulna::skinned_mesh
