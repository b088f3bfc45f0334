#include "id_table.h"
#include "reduce.h"

namespace {

struct Corner {
  uint32_t vertex;
  Influences influences;
  uint32_t bone[kMaxInfluences]; // as the skin numbers them

  // A bit for each influence by one of two bones.
  uint32_t kept(uint32_t a, uint32_t b) const {
    uint32_t mask = 0;
    for (uint32_t i = 0; i < influences.count; i++) {
      if (bone[i] == a || bone[i] == b) mask |= 1u << i;
    }
    return mask;
  }

  // What of the vertex's weight these influences are.
  double share(uint32_t mask) const {
    double weight = 0.0;
    for (uint32_t i = 0; i < influences.count; i++) {
      if (mask >> i & 1) weight += influences.weight[i];
    }
    return weight / influences.whole;
  }
};

struct Face {
  Corner corner[3];

  // The share of the weight that two bones keep, or less than 0 if a corner has neither.
  double kept_share(uint32_t a, uint32_t b) const {
    double share = 0.0;
    for (int k = 0; k < 3; k++) {
      const uint32_t mask = corner[k].kept(a, b);
      if (!mask) return -1.0;
      const bool again = (k > 0 && corner[k].vertex == corner[0].vertex) ||
                         (k > 1 && corner[k].vertex == corner[1].vertex);
      if (!again) share += corner[k].share(mask);
    }
    return share;
  }
};

} // namespace

uint32_t reduce_each(const ulna_skinned_mesh& mesh, const Patterns& patterns, uint32_t max_bones,
                     InfluenceReader& reader, Skin& skin) {
  IdTable<2> others; // the variants behind those of the vertices, by vertex and kept influences
  skin.own_corners.assign(mesh.indices, mesh.indices + 3 * size_t{mesh.num_faces});
  for (uint32_t face = 0; face < mesh.num_faces; face++) {
    const Pattern& pattern = patterns.patterns[patterns.of_face[face]];
    if (pattern.num_bones <= max_bones) continue;
    uint32_t* corner = skin.own_corners.data() + 3 * size_t{face};
    Face wide;
    for (int k = 0; k < 3; k++) {
      wide.corner[k] = {corner[k], reader.read(corner[k]), {}};
      for (uint32_t i = 0; i < kMaxInfluences; i++)
        wide.corner[k].bone[i] = skin.variants[corner[k]].bone[i];
    }
    double most = -1.0;
    uint32_t first = kNoBone, second = kNoBone;
    for (uint32_t a = 0; a < pattern.num_bones; a++) {
      for (uint32_t b = a; b < (max_bones == 1 ? a + 1 : pattern.num_bones); b++) {
        const double share = wide.kept_share(pattern.bone[a], pattern.bone[b]);
        if (!(share > most)) continue;
        most = share;
        first = pattern.bone[a];
        second = pattern.bone[b];
      }
    }
    if (first == kNoBone) return face;
    for (int k = 0; k < 3; k++) {
      const Corner& reduced = wide.corner[k];
      const uint32_t mask = reduced.kept(first, second);
      if (mask == (1u << reduced.influences.count) - 1) continue;
      const uint32_t id = others.id({reduced.vertex, mask});
      corner[k] = mesh.num_vertices + id;
      if (id < skin.sources.size()) continue;
      skin.sources.push_back(reduced.vertex);
      skin.variants.push_back(keep(skin.variants[reduced.vertex], reduced.influences, mask));
    }
  }
  skin.corners = skin.own_corners.data();
  return UINT32_MAX;
}
