#include "influences.h"

#include "sort_few.h"

#include <algorithm>
#include <cmath>

static bool limits_are_bad(Form form, const ulna_skinned_mesh& mesh,
                           const ulna_conversion_limits& limits) {
  const bool palette = form == Form::palette;
  return limits.max_influences < 1 || limits.max_influences > kMaxInfluences ||
         limits.max_bones < (palette ? 1u : 2u) || limits.max_bones > (palette ? 256u : 4u) ||
         (limits.rigid_bone != kNoBone && limits.rigid_bone >= mesh.num_bones);
}

static bool face_is_bad(const ulna_skinned_mesh& mesh, size_t face) {
  for (size_t i = 3 * face; i < 3 * face + 3; i++) {
    if (mesh.indices[i] >= mesh.num_vertices) return true;
    if (mesh.adjacency && mesh.adjacency[i] != UINT32_MAX && mesh.adjacency[i] >= mesh.num_faces)
      return true;
  }
  return false;
}

static bool has_influence(const ulna_skinned_mesh& mesh, size_t vertex) {
  for (size_t i = mesh.first_influence[vertex]; i < mesh.first_influence[vertex + 1]; i++) {
    if (mesh.influences[i].weight > 0.0f) return true;
  }
  return false;
}

Outcome check(Form form, const ulna_skinned_mesh& mesh, const ulna_conversion_limits& limits) {
  if (limits_are_bad(form, mesh, limits)) return {ULNA_BAD_LIMITS, 0};
  for (uint32_t face = 0; face < mesh.num_faces; face++) {
    if (face_is_bad(mesh, face)) return {ULNA_BAD_INDEX, face};
  }
  const uint32_t num_entries = mesh.num_vertices ? mesh.first_influence[mesh.num_vertices] : 0;
  for (uint32_t i = 0; i < num_entries; i++) {
    if (mesh.influences[i].bone >= mesh.num_bones) return {ULNA_BAD_BONE, i};
  }
  for (uint32_t i = 0; i < num_entries; i++) {
    const float weight = mesh.influences[i].weight;
    if (!(weight >= 0.0f && weight < INFINITY)) return {ULNA_BAD_WEIGHT, i};
  }
  if (limits.rigid_bone != kNoBone) return {ULNA_CONVERTED, 0};
  for (uint32_t vertex = 0; vertex < mesh.num_vertices; vertex++) {
    if (!has_influence(mesh, vertex)) return {ULNA_NO_INFLUENCE, vertex};
  }
  return {ULNA_CONVERTED, 0};
}

void InfluenceReader::merge_few(uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; i++) {
    const ulna_influence& entry = mesh_.influences[i];
    if (!(entry.weight > 0.0f)) continue;
    const auto same = std::find_if(merged_.begin(), merged_.end(),
                                   [&](const Merged& m) { return m.bone == entry.bone; });
    const double weight = static_cast<double>(entry.weight);
    if (same != merged_.end()) {
      same->weight += weight;
    } else {
      merged_.push_back({entry.bone, i, weight});
    }
  }
}

// The same in time n log n.
void InfluenceReader::merge_many(uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; i++) {
    const ulna_influence& entry = mesh_.influences[i];
    if (entry.weight > 0.0f) merged_.push_back({entry.bone, i, static_cast<double>(entry.weight)});
  }
  std::sort(merged_.begin(), merged_.end(), [](const Merged& a, const Merged& b) {
    return a.bone != b.bone ? a.bone < b.bone : a.first < b.first;
  });
  size_t count = 0;
  for (const Merged& m : merged_) {
    if (count && merged_[count - 1].bone == m.bone) {
      merged_[count - 1].weight += m.weight;
    } else {
      merged_[count++] = m;
    }
  }
  merged_.resize(count);
}

Influences InfluenceReader::read(uint32_t vertex) {
  const uint32_t begin = mesh_.first_influence[vertex];
  const uint32_t end = mesh_.first_influence[vertex + 1];
  merged_.clear();
  constexpr uint32_t kFew = 16;
  if (end - begin <= kFew) {
    merge_few(begin, end);
  } else {
    merge_many(begin, end);
  }
  if (merged_.empty()) merged_.push_back({limits_.rigid_bone, begin, 1.0});
  return largest();
}

// Takes the largest again and again, of those as large within 2^-40 the lowest bone.
Influences InfluenceReader::largest() const {
  const Merged* kept[kMaxInfluences];
  Influences influences;
  const auto is_kept = [&](const Merged& m) {
    return std::find(kept, kept + influences.count, &m) != kept + influences.count;
  };
  if (merged_.size() <= limits_.max_influences) {
    for (const Merged& m : merged_) kept[influences.count++] = &m;
  }
  while (influences.count < std::min<size_t>(limits_.max_influences, merged_.size())) {
    double most = 0.0;
    for (const Merged& m : merged_) {
      if (!is_kept(m)) most = std::max(most, m.weight);
    }
    const Merged* best = nullptr;
    for (const Merged& m : merged_) {
      if (is_kept(m) || m.weight < most * (1.0 - 0x1p-40)) continue;
      if (!best || m.bone < best->bone) best = &m;
    }
    kept[influences.count++] = best;
  }
  for (const Merged& m : merged_) influences.whole += m.weight;
  sort_few(kept, kept + influences.count,
           [](const Merged* a, const Merged* b) { return a->first < b->first; });
  for (uint32_t i = 0; i < influences.count; i++) {
    influences.bone[i] = kept[i]->bone;
    influences.weight[i] = kept[i]->weight;
  }
  return influences;
}
