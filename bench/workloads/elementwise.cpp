// Palettes that are made and reordered, key meshes, bitangents.

#include "bench/workloads/workload.h"
#include "operations/list.h"
#include "operations/shared/matrices.h"
#include "operations/shared/place.h"

namespace ulna::bench {
namespace {

/// An array for each of the operation's, of so many elements.
Case make_arrays(const Operation& op, size_t elements) {
  Case c = make_case(op);
  for (size_t a = 0; a < c.arrays.size(); ++a)
    c.arrays[a].resize(elements * op.arrays[a].element_size(c));
  return c;
}

Case make_matrices(const Operation& op, size_t joints, Random& random) {
  Case c = make_arrays(op, joints);
  for (size_t a = 1; a < c.arrays.size(); ++a)
    for (ulna_mat44& m : c.arrays[a].as<ulna_mat44>()) m = rigid_matrix(random);
  place(c, random);
  return c;
}

/// Vertices or key meshes of human size.
Case make_verts(const Operation& op, size_t vertices, Random& random) {
  Case c = make_arrays(op, vertices);
  c.real = 0.3f; // of the operations that have a t
  for (size_t a = 1; a < c.arrays.size(); ++a)
    for (float& x : c.arrays[a].as<float>()) x = float(random.uniform(-2, 2));
  place(c, random);
  return c;
}

/// Bytes that are read, written, and flops.
Cost cost_of(bool whole_lines, double read, double written, double flops) {
  return {.bytes = read + (whole_lines ? 2 : 1) * written, .flops = flops};
}

Cost of_products(bool whole_lines) {
  return cost_of(whole_lines, 2 * sizeof(ulna_mat44), sizeof(ulna_mat44), 16 * kDot);
}
Cost of_reordering(bool whole_lines) { // column 3 takes no part, and its lines move all the same
  return cost_of(whole_lines, whole_lines ? sizeof(ulna_mat44) : sizeof(ulna_joint_mat),
                 sizeof(ulna_joint_mat), 0);
}
Cost of_tweening(bool whole_lines) { // a (1 - t) + b t
  return cost_of(whole_lines, 2 * sizeof(ulna_mesh_vertex), sizeof(ulna_mesh_vertex), 6 * 3);
}
Cost of_bitangents(bool whole_lines) { // normal and tangent; components of two products, times w
  return cost_of(whole_lines, whole_lines ? sizeof(ulna_vertex) : kVec3 + kVec4,
                 whole_lines ? kVec4 : kVec3, 3 * (3 + 1));
}

} // namespace

std::vector<Workload> elementwise_workloads() {
  return {{&combine_bones(), make_matrices, of_products, kCharactersAndSums},
          {&reorder_palette(), make_matrices, of_reordering, kCharacters},
          {&tween_verts(), make_verts, of_tweening, kCharactersAndSums},
          {&derive_bitangents(), make_verts, of_bitangents, kCharactersAndSums}};
}

} // namespace ulna::bench
