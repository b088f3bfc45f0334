// The contract of transform_verts_and_tangents.

#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/skinning/skinned_vectors.h"

namespace ulna {
namespace {

using namespace skinning;

constexpr Contract kContract{
    .version = 1,
    .summary = "A = sum over the influences of weight * M; position, normal and tangent.xyz = "
               "A * their base vectors",
    .domain = "any number of vertices and influences, any weights; skinning data has normal.w = "
              "tangent.w = 0, the arithmetic is defined for any value; the sums of |w||m||b|, "
              "|w||m|, |m||b| and |w||b| below FLT_MAX/4 for each component",
    .footprint = "reads joints (16-byte aligned), base (16), weights (4); writes the 12 bytes of "
                 "position.xyz, normal.xyz and tangent.xyz of each vertex (4-byte aligned) and "
                 "nothing else; verts overlaps nothing",
    .bound = "gamma_(4k+1) * sum |w||m||b| for k influences, gamma_n = n u / (1 - n u), u = 2^-24; "
             "plus (sum of |w|+|m|+|b|, plus 4k) * 2^-150 for underflow, or twice as many times "
             "2^-126 and the terms with a denormal factor where the caller flushes; any order of "
             "summation, any association, with or without FMA",
    .source = "J.M.P. van Waveren, Fast Skinning, 2005, section 4; Higham, Accuracy and Stability "
              "of Numerical Algorithms, 2nd ed., section 3.1",
};

} // namespace

const Operation& transform_verts_and_tangents() {
  static const Operation op{
      .name = "transform_verts_and_tangents",
      .member = offsetof(ulna_port, transform_verts_and_tangents),
      .arrays = arrays(),
      .output = kVerts,
      .element = "vertex",
      .quantities = {"vertex", "vertex in underflow"},
      .contract = kContract,
      .arguments = arguments,
      .may_write = [](const Case&) { return true; },
      .validate = [](const Case& c) { validate(c, kBasePerVertex); },
      .make_valid = [](Case& c) { make_valid(c, kBasePerVertex); },
      .enter_domain = [](Case& c) { enter_domain(c, kBasePerVertex); },
      .evaluate = [](const Case& c) { return evaluate_vectors(c, Influences::all); },
      .computes = [](const Case&) { return true; },
      .generate = generate_transform_verts_and_tangents,
      .num_edge_cases = num_skinning_edge_cases(),
      .keep = [](const Case& c, std::span<const size_t> v) { return keep(c, v, kBasePerVertex); },
      .size = num_vertices,
      .place_of = [](const Case&, size_t vertex) { return vertex; },
      .reductions = [](const Case& c) { return reductions(c, kBasePerVertex); },
      .objective = &kObjective,
      .moves = kMoves,
      .weights = WeightColumns{kWeights, 0, 1},
      .with_influences =
          [](std::span<const size_t> counts, uint64_t seed, uint64_t i) {
            return generate_skinning_of(transform_verts_and_tangents(), counts, seed, i);
          },
      .limit_influences = [](Case& c, size_t most) { limit_influences(c, most, kBasePerVertex); },
      .vertex_weights = vertex_weights,
      .set_usual_w = set_usual_w,
  };
  return op;
}

} // namespace ulna
