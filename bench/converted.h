// A conversion in memory of its own, and how good it is.
#pragma once

#include "bench/meshes.h"
#include "reference/conversion/check.h"

namespace ulna::bench {

using Convert = decltype(ulna_port::convert_to_blended_mesh);

/// Room for a conversion, and what it left there.
class Conversion {
public:
  Conversion(const Mesh& mesh, uint32_t max_bones);

  /// Throws InternalError if the port refuses the mesh.
  void run(Convert convert);

  /// Judged as `ulna convert` does, with the lower bound that it proves. Throws InternalError if
  /// the conversion is not valid.
  reference::Quality quality(bool palette) const;

private:
  const Mesh& mesh_;
  ulna_conversion_limits limits_;
  std::vector<ulna_blended_vertex> vertices_;
  std::vector<uint32_t> indices_, bones_, face_remap_, vertex_remap_;
  std::vector<ulna_subset> subsets_;
  ulna_conversion_counts counts_{};
};

} // namespace ulna::bench
