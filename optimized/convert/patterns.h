// Faces that are alike in what matters to a partition: attribute and bones.
#ifndef ULNA_OPTIMIZED_PATTERNS_H
#define ULNA_OPTIMIZED_PATTERNS_H

#include "skin.h"

constexpr uint32_t kMaxFaceBones = 3 * kMaxInfluences;

// Some faces of one attribute with the same bones.
struct Pattern {
  uint32_t attribute; // its rank
  uint32_t num_faces;
  uint32_t num_influences; // of its vertices, at most
  uint32_t num_bones;
  uint32_t bone[kMaxFaceBones]; // distinct, in the order in which the first of the faces names them
};

struct Patterns {
  std::vector<uint32_t> attributes; // distinct, by rank
  std::vector<Pattern> patterns;    // in the order of their first faces
  std::vector<uint32_t> of_face;
};

Patterns find_patterns(const ulna_skinned_mesh& mesh, const Skin& skin);

#endif
