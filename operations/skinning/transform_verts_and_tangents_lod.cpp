// The contract of transform_verts_and_tangents_lod.

#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/skinning/skinned_vectors.h"

namespace ulna {
namespace {

using namespace skinning;

constexpr Contract kContract{
    .version = 1,
    .summary = "position, normal and tangent.xyz = M * their base vectors, M the matrix of the "
               "vertex's first influence, as if its weight were 1",
    .domain = "any number of vertices and influences; skinning data has normal.w = tangent.w = 0, "
              "the arithmetic is defined for any value; the sum of |m||b| below FLT_MAX/4 for each "
              "component; all weights, and the matrices that no first influence names, may hold "
              "anything",
    .footprint = "reads joints (16-byte aligned), base (16), weights (4); writes the 12 bytes of "
                 "position.xyz, normal.xyz and tangent.xyz of each vertex (4-byte aligned) and "
                 "nothing else; verts overlaps nothing",
    .bound = "gamma_4 * sum |m||b|, gamma_n = n u / (1 - n u), u = 2^-24; plus 4 * 2^-150 for "
             "underflow, or 8 * 2^-126 and the terms with a denormal factor where the caller "
             "flushes; any order of summation, with or without FMA",
    .source = "J.M.P. van Waveren, Fast Skinning, 2005, section 2; Higham, Accuracy and Stability "
              "of Numerical Algorithms, 2nd ed., section 3.1",
};

} // namespace

const Operation& transform_verts_and_tangents_lod() {
  static const Operation op = [] {
    Operation o = transform_verts_and_tangents();
    o.name = "transform_verts_and_tangents_lod";
    o.member = offsetof(ulna_port, transform_verts_and_tangents_lod);
    o.contract = kContract;
    o.enter_domain = [](Case& c) { enter_domain(c, kBasePerVertex, Influences::first); };
    o.evaluate = [](const Case& c) { return evaluate_vectors(c, Influences::first); };
    o.generate = generate_transform_verts_and_tangents_lod;
    o.num_edge_cases = num_distant_edge_cases();
    o.with_influences = [](std::span<const size_t> counts, uint64_t seed, uint64_t i) {
      return generate_skinning_of(transform_verts_and_tangents_lod(), counts, seed, i);
    };
    o.vertex_weights = nullptr; // they take no part
    return o;
  }();
  return op;
}

} // namespace ulna
