// The contract of blend_vertices_indexed.

#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/vertex_blending/vertex_blending.h"

namespace ulna {
namespace {

constexpr Contract kContract{
    .version = 1,
    .summary = "position = sum over k of w_k * (position, 1) * M_indices[k], normal likewise "
               "without row 3 of the matrices; w_k = weights[k] for k below num_weights, and last "
               "1 - (w0 + w1 + ...) in float from left to right",
    .domain = "num_weights from 0 to 3, weights of any size and sign; up to 256 matrices, of which "
              "a vertex may name one twice; the sums of |w||m||v|, |w||m|, |m||v| and |w||v| below "
              "FLT_MAX/4 for each component; column 3, the weights and indices that are not used, "
              "and row 3 for normals may hold anything",
    .footprint = "reads src (4-byte aligned) and, of palette (16), matrices that the first "
                 "num_weights + 1 indices can name; writes the 24 bytes of each vertex of dst (4); "
                 "no two arrays overlap",
    .bound = vertex_blending::kBound,
    .source = "indexed vertex blending of Direct3D 9; Higham, Accuracy and Stability of Numerical "
              "Algorithms, 2nd ed., section 3.1",
};

} // namespace

const Operation& blend_vertices_indexed() {
  static const Operation op = [] {
    Operation o = vertex_blending::operation(true);
    o.name = "blend_vertices_indexed";
    o.member = offsetof(ulna_port, blend_vertices_indexed);
    o.contract = kContract;
    o.generate = generate_blend_vertices_indexed;
    o.num_edge_cases = num_vertex_blending_edge_cases();
    return o;
  }();
  return op;
}

} // namespace ulna
