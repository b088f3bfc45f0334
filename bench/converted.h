// A conversion in memory of its own, and how good it is. Whether it is valid is the judge's
// business.
#pragma once

#include "bench/meshes.h"

namespace ulna::bench {

using Convert = decltype(ulna_port::convert_to_blended_mesh);

/// Room for a conversion, and what it left there.
class Conversion {
public:
  Conversion(const Mesh& mesh, uint32_t max_bones);

  /// Throws InternalError if the port refuses the mesh.
  void run(Convert convert);

  struct Quality {
    uint32_t subsets;
    uint32_t bound;            ///< no partition of the same influences has fewer subsets
    double lost, lost_at_most; ///< weight, as a share of each vertex's: the sum, the worst vertex
    double vertices;           ///< out for each in
  };
  Quality quality(bool palette) const;

private:
  std::vector<uint32_t> kept_bones(uint32_t vertex, uint32_t subset, bool palette) const;

  const Mesh& mesh_;
  ulna_conversion_limits limits_;
  std::vector<ulna_blended_vertex> vertices_;
  std::vector<uint32_t> indices_, bones_, face_remap_, vertex_remap_;
  std::vector<ulna_subset> subsets_;
  ulna_conversion_counts counts_{};
};

} // namespace ulna::bench
