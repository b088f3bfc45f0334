// The mesh as it is converted: its vertices with their kept influences.
#ifndef ULNA_OPTIMIZED_SKIN_H
#define ULNA_OPTIMIZED_SKIN_H

#include "influences.h"

// A vertex with the influences that it keeps. Bones are numbers that the skin gave them: ulna's
// meshes may name few bones of very many.
struct Variant {
  uint32_t bone[kMaxInfluences]; // padded with kNoBone
  float weight[kMaxInfluences];
};

inline uint32_t count_of(const Variant& variant) {
  uint32_t count = 0;
  while (count < kMaxInfluences && variant.bone[count] != kNoBone) count++;
  return count;
}

// Variant v is vertex v with all its influences, or with the fewer that it has everywhere. Where
// faces of a vertex differ in what they keep of it, the others come behind.
struct Skin {
  std::vector<Variant> variants;
  std::vector<uint32_t> sources; // of the variants behind those of the vertices
  std::vector<uint32_t> own_corners;
  const uint32_t* corners;     // 3 * num_faces, variants: own_corners, or those of the mesh
  std::vector<uint32_t> bones; // what the mesh calls a bone
  uint32_t num_vertices;

  uint32_t source(uint32_t variant) const {
    return variant < num_vertices ? variant : sources[variant - num_vertices];
  }
};

// Every vertex with all its influences.
Skin read_skin(const ulna_skinned_mesh& mesh, InfluenceReader& reader);

// A variant with some of the influences: those whose bit is set.
Variant keep(const Variant& all, const Influences& influences, uint32_t mask);

#endif
