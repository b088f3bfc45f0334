// The contract of transform_verts_and_tangents.

#include "certify/contracts/bounds.h"
#include "certify/contracts/contracts.h"
#include "certify/contracts/skinning.h"
#include "certify/generate/generate.h"

namespace ulna {
namespace {

using namespace skinning;
using reference::Rung;
using reference::SkinSum;
using reference::WeightedRow;

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

constexpr size_t kBasePerVertex = 3;

class Vectors : public Evaluator {
public:
  explicit Vectors(const Case& c)
      : joints_(c.arrays[kJoints].as<ulna_joint_mat>()), base_(c.arrays[kBase].as<ulna_vec4>()),
        weights_(c.arrays[kWeights].as<ulna_joint_weight>()), flush_(c.flush),
        first_(first_influences(c)) {}

  void expect(size_t /*array*/, size_t vertex, Rung rung, Expectation& e) const override {
    e.clause.fill(Clause::untouched);
    e.two_branches = false;
    for (size_t vector = 0; vector < kBasePerVertex; ++vector) {
      for (size_t row = 0; row < 3; ++row) {
        const SkinSum s = rung == Rung::fast   ? sum<reference::Fast>(vertex, vector, row)
                          : rung == Rung::wide ? sum<reference::Wide>(vertex, vector, row)
                                               : sum<reference::Top>(vertex, vector, row);
        const bool inside =
            s.terms < kSumLimit && s.wm < kSumLimit && s.mb < kSumLimit && s.wb < kSumLimit;
        const size_t word = 4 * vector + row;
        e.clause[word] = inside ? Clause::bounded : Clause::unjudged;
        e.exact[word] = s.value;
        const Bound bound = bound_of_weighted_products(
            s, size_t{4} * (first_[vertex + 1] - first_[vertex]), flush_);
        e.bound[word] = bound.value;
        e.quantity[word] = bound.underflow;
      }
    }
  }

private:
  template <class Real>
  SkinSum sum(size_t vertex, size_t vector, size_t row) const {
    const ulna_vec4& b = base_[vertex * kBasePerVertex + vector];
    const uint32_t first = first_[vertex];
    const auto row_of = [&](size_t k) -> WeightedRow {
      const size_t i = first + k;
      const auto joint = size_t(weights_[i].joint_mat_offset) / sizeof(ulna_joint_mat);
      return {weights_[i].weight, joints_[joint].m + 4 * row, &b.x};
    };
    return reference::skin_sum<Real>(first_[vertex + 1] - first, row_of);
  }

  std::span<const ulna_joint_mat> joints_;
  std::span<const ulna_vec4> base_;
  std::span<const ulna_joint_weight> weights_;
  bool flush_;
  std::vector<uint32_t> first_;
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
      .evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
        return std::make_unique<Vectors>(c);
      },
      .computes = [](const Case&) { return true; },
      .generate = generate_transform_verts_and_tangents,
      .num_edge_cases = num_skinning_edge_cases(),
      .keep = [](const Case& c, std::span<const size_t> v) { return keep(c, v, kBasePerVertex); },
      .size = num_vertices,
      .place_of = [](const Case&, size_t vertex) { return vertex; },
      .reductions = [](const Case& c) { return reductions(c, kBasePerVertex); },
  };
  return op;
}

} // namespace ulna
