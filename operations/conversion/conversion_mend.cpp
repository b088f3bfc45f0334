// Brings cases of the conversions into the rules, and to meshes that have to be converted.

#include "operations/conversion/conversion.h"
#include "operations/shared/mend.h"
#include "reference/conversion/influences.h"

#include <algorithm>
#include <cmath>

namespace ulna::conversion {
namespace {

using reference::kNone;

/// An output array of so many words, which shows what the call does not write.
void make_output(Array& array, size_t words) {
  const size_t had = array.words();
  if (had == words) return;
  const uint32_t fill = had ? array.word(0) : kUnwritten;
  array.resize(4 * words);
  for (size_t i = had; i < words; ++i) array.set_word(i, fill);
}

void make_limits_right(Case& c, bool indexed) {
  const auto set = [&](int integer, int32_t least, int32_t most) {
    int32_t& x = c.integers[size_t(integer)];
    x = mend::within(x, least, most);
  };
  set(kMaxInfluences, 1, 4);
  indexed ? set(kMaxBones, 1, 256) : set(kMaxBones, 2, 4);
  auto& rigid = c.integers[kRigidBone];
  if (static_cast<uint32_t>(rigid) >= static_cast<uint32_t>(c.integers[kNumBones])) rigid = -1;
}

void make_faces_right(Case& c) {
  const auto faces = static_cast<uint32_t>(c.arrays[kAttributes].words());
  const uint32_t vertices = mesh_of(c).num_vertices();
  for (uint32_t& v : c.arrays[kIndices].as<uint32_t>())
    if (vertices > 0) v = mend::below(v, vertices);
  for (uint32_t& f : c.arrays[kAdjacency].as<uint32_t>())
    if (f != kNone) f = mend::below(f, faces);
}

void make_influences_right(Case& c) {
  const auto influences = c.arrays[kInfluences].as<ulna_influence>();
  int32_t& bones = c.integers[kNumBones];
  if (!influences.empty()) bones = std::max(bones, 1);
  for (ulna_influence& i : influences) {
    i.bone = mend::below(i.bone, size_t(bones));
    i.weight = mend::tamed(i.weight, mend::kFinite);
    if (i.weight < 0) i.weight = -i.weight;
    if (c.flush && std::fpclassify(i.weight) == FP_SUBNORMAL) i.weight = 0;
  }
}

/// Vertices that nothing moves get a bone.
void bind_all(Case& c) {
  if (c.integers[kRigidBone] >= 0) return;
  const auto first = c.arrays[kFirstInfluence].as<uint32_t>();
  const auto influences = c.arrays[kInfluences].as<ulna_influence>();
  for (size_t v = 0; v + 1 < first.size(); ++v) {
    const auto own = influences.subspan(first[v], first[v + 1] - first[v]);
    if (own.empty()) {
      c.integers[kNumBones] = std::max(c.integers[kNumBones], 1);
      c.integers[kRigidBone] = 0;
    } else if (std::none_of(own.begin(), own.end(), [](auto& i) { return i.weight > 0; })) {
      own.front().weight = 1;
    }
  }
}

/// Faces whose corners have no bones that go together get room for three.
void make_feasible(Case& c, bool indexed) {
  constexpr int32_t kAlwaysEnough = 3;
  if (c.integers[kMaxBones] >= kAlwaysEnough) return;
  const reference::SkinnedMesh mesh = mesh_of(c);
  const ulna_conversion_limits limits = limits_of(c);
  if (reference::input_error(mesh, limits, indexed).code != ULNA_CONVERTED) return;
  const reference::Influences influences(mesh, limits);
  if (reference::wrong_feasibility(mesh, influences, limits.max_bones, {}).empty()) return;
  c.integers[kMaxBones] = kAlwaysEnough;
}

} // namespace

void make_valid(Case& c) {
  const size_t faces = mend::count_of(c, kAttributes);
  mend::set_count(c, kIndices, faces);
  if (c.arrays[kAdjacency].size() > 0) mend::set_count(c, kAdjacency, faces);
  const auto influences = static_cast<uint32_t>(mend::count_of(c, kInfluences));
  const size_t least = influences > 0 ? 2 : 1;
  if (mend::count_of(c, kFirstInfluence) < least) mend::set_count(c, kFirstInfluence, least);
  const auto first = c.arrays[kFirstInfluence].as<uint32_t>();
  mend::make_rising(first, influences);
  first.front() = 0;
  first.back() = influences;
  c.integers[kNumBones] &= INT32_MAX;
  for (const auto& [array, words] : output_words(c)) make_output(c.arrays[size_t(array)], words);
}

void enter_domain(Case& c, bool indexed) {
  make_influences_right(c);
  make_limits_right(c, indexed);
  make_faces_right(c);
  bind_all(c);
  make_feasible(c, indexed);
  make_valid(c); // a palette of another size
}

} // namespace ulna::conversion
