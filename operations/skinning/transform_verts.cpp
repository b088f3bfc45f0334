// The contract of transform_verts.

#include "operations/list.h"
#include "operations/shared/bounds.h"
#include "operations/shared/generate.h"
#include "operations/skinning/skinning.h"

namespace ulna {
namespace {

using namespace skinning;
using reference::Rung;
using reference::SkinSum;
using reference::WeightedRow;

constexpr Contract kContract{
    .version = 1,
    .summary = "position.xyz = sum over the influences of M * base",
    .domain = "any number of vertices and influences; the sum of |m||b| below FLT_MAX/4 for each "
              "component",
    .footprint = "reads joints (16-byte aligned), base (16), weights (4); writes the 12 bytes of "
                 "position.xyz of each vertex (4-byte aligned) and nothing else; verts overlaps "
                 "nothing",
    .bound = "gamma_4k * sum |m||b| for k influences, gamma_n = n u / (1 - n u), u = 2^-24; plus "
             "4k * 2^-150 for underflow, or 8k * 2^-126 and the terms with a denormal factor "
             "where the caller flushes; any order of summation, with or without FMA",
    .source = "J.M.P. van Waveren, Fast Skinning, 2005, section 3; Higham, Accuracy and Stability "
              "of Numerical Algorithms, 2nd ed., section 3.1",
};

class Positions : public Evaluator {
public:
  explicit Positions(const Case& c)
      : joints_(c.arrays[kJoints].as<ulna_joint_mat>()), base_(c.arrays[kBase].as<ulna_vec4>()),
        weights_(c.arrays[kWeights].as<ulna_joint_weight>()), flush_(c.flush), w_(clause_of_w(c)),
        first_(first_influences(c)) {}

  void expect(size_t /*array*/, size_t vertex, Rung rung, Expectation& e) const override {
    e.clause.fill(Clause::untouched);
    e.clause[3] = w_;
    e.two_branches = false;
    for (size_t row = 0; row < 3; ++row) {
      const SkinSum s = rung == Rung::fast   ? sum<reference::Fast>(vertex, row)
                        : rung == Rung::wide ? sum<reference::Wide>(vertex, row)
                                             : sum<reference::Top>(vertex, row);
      e.clause[row] = s.terms < kSumLimit ? Clause::bounded : Clause::unjudged;
      e.exact[row] = s.value;
      const Bound bound = bound_of_products(s, first_[vertex + 1] - first_[vertex], flush_);
      e.bound[row] = bound.value;
      e.quantity[row] = bound.underflow;
    }
  }

private:
  template <class Real>
  SkinSum sum(size_t vertex, size_t row) const {
    const uint32_t first = first_[vertex];
    const auto row_of = [&](size_t k) -> WeightedRow {
      const size_t i = first + k;
      const auto joint = size_t(weights_[i].joint_mat_offset) / sizeof(ulna_joint_mat);
      return {1, joints_[joint].m + 4 * row, &base_[i].x};
    };
    return reference::skin_sum<Real>(first_[vertex + 1] - first, row_of);
  }

  std::span<const ulna_joint_mat> joints_;
  std::span<const ulna_vec4> base_;
  std::span<const ulna_joint_weight> weights_;
  bool flush_;
  Clause w_;
  std::vector<uint32_t> first_;
};

} // namespace

const Operation& transform_verts() {
  static const Operation op{
      .name = "transform_verts",
      .member = offsetof(ulna_port, transform_verts),
      .arrays = arrays(),
      .output = kVerts,
      .element = "vertex",
      .quantities = {"vertex", "vertex in underflow"},
      .contract = kContract,
      .arguments = arguments,
      .may_write = [](const Case&) { return true; },
      .validate = [](const Case& c) { validate(c, 0); },
      .make_valid = [](Case& c) { make_valid(c, 0); },
      .enter_domain = [](Case& c) { enter_domain(c, 0); },
      .evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
        return std::make_unique<Positions>(c);
      },
      .computes = [](const Case&) { return true; },
      .generate = generate_transform_verts,
      .num_edge_cases = num_skinning_edge_cases(),
      .keep = [](const Case& c, std::span<const size_t> v) { return keep(c, v, 0); },
      .size = num_vertices,
      .place_of = [](const Case&, size_t vertex) { return vertex; },
      .reductions = [](const Case& c) { return reductions(c, 0); },
      .objective = &kObjective,
      .moves = kMoves,
      .with_influences =
          [](std::span<const size_t> counts, uint64_t seed, uint64_t i) {
            return generate_skinning_of(transform_verts(), counts, seed, i);
          },
      .profiles = Profile::w_is_padding,
      .limit_influences = [](Case& c, size_t most) { limit_influences(c, most, 0); },
  };
  return op;
}

} // namespace ulna
