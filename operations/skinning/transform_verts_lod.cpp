// The contract of transform_verts_lod.

#include "operations/list.h"
#include "operations/shared/bounds.h"
#include "operations/shared/generate.h"
#include "operations/shared/mend.h"
#include "operations/skinning/skinning.h"

namespace ulna {
namespace {

using namespace skinning;
using reference::Rung;
using reference::SkinSum;
using reference::WeightedRow;

/// Reciprocals and quotients of weights between them, and its own, stay finite and normal.
constexpr double kLeastWeight = 0x1p-64;
constexpr double kMostWeight = 0x1p64;

/// Four products and their sum; the product with a reciprocal; six units for the reciprocal: rcpps
/// with a Newton step is off by 5.3 (proofs/prove.py newton-rcp).
constexpr double kRoundings = 4 + 1 + 6;

constexpr Contract kContract{
    .version = 1,
    .summary = "position.xyz = (M * base) / base.w, of the first influence of the vertex",
    .domain = "any number of vertices and influences; |base.w| of a first influence from 2^-64 to "
              "2^64; the sums of |m||b|, |m||b| / |w|, |m| / |w| and |b| / |w| below FLT_MAX/4 for "
              "each component; the other base vectors, all weights, and the matrices that no first "
              "influence names, may hold anything",
    .footprint = "reads joints (16-byte aligned), base (16), weights (4); writes the 12 bytes of "
                 "position.xyz of each vertex (4-byte aligned) and nothing else; verts overlaps "
                 "nothing",
    .bound = "gamma_11 * sum |m||b| / |w|, gamma_n = n u / (1 - n u), u = 2^-24; plus 2^-150 for "
             "underflow (4 + 4 / |w| + sum |m| + |b|), or 2^-125 and the terms with a denormal "
             "factor, over |w|, where the caller flushes; the division first, last or by a "
             "reciprocal, which may be an approximation with a Newton step; any order of "
             "summation, with or without FMA",
    .source = "J.M.P. van Waveren, Fast Skinning, 2005, sections 2 and 3; docs/bounds.md",
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
    const double by = std::fabs(double(base_[first_[vertex]].w));
    for (size_t row = 0; row < 3; ++row) {
      const SkinSum s = rung == Rung::fast   ? sum<reference::Fast>(vertex, row)
                        : rung == Rung::wide ? sum<reference::Wide>(vertex, row)
                                             : sum<reference::Top>(vertex, row);
      e.clause[row] = is_inside(s, by) ? Clause::bounded : Clause::unjudged;
      if (e.clause[row] == Clause::unjudged) continue;
      e.exact[row] = s.value;
      const Bound bound = bound_of(s, by);
      e.bound[row] = bound.value;
      e.quantity[row] = bound.underflow;
    }
  }

private:
  /// wm and wb are sums of |m| and of |b|: a weight of 1 multiplies them.
  static bool is_inside(const SkinSum& s, double by) {
    return by >= kLeastWeight && by <= kMostWeight && s.terms < kSumLimit &&
           s.terms < kSumLimit * by && s.wm < kSumLimit * by && s.wb < kSumLimit * by;
  }

  /// A product that underflows before the division loses the unit over |w|, a quotient before its
  /// product the unit times the other factor, and what comes last the unit.
  Bound bound_of(const SkinSum& s, double by) const {
    const double operations = s.factors + 4 / by;
    const double underflow =
        (flush_ ? 2 : 1) * operations * underflow_unit(flush_) + (flush_ ? s.denormal / by : 0);
    return add_up(gamma(kRoundings) * (s.terms / by), underflow, kRoundings);
  }

  template <class Real>
  SkinSum sum(size_t vertex, size_t row) const {
    const size_t first = first_[vertex];
    const auto row_of = [&](size_t) -> WeightedRow {
      const auto joint = size_t(weights_[first].joint_mat_offset) / sizeof(ulna_joint_mat);
      return {1, joints_[joint].m + 4 * row, &base_[first].x};
    };
    return reference::skin_sum<Real>(1, row_of, base_[first].w);
  }

  std::span<const ulna_joint_mat> joints_;
  std::span<const ulna_vec4> base_;
  std::span<const ulna_joint_weight> weights_;
  bool flush_;
  Clause w_;
  std::vector<uint32_t> first_;
};

void enter_domain(Case& c) {
  const std::vector<uint32_t> first = first_influences(c);
  const int exponent = mend::safe_exponent(4, 2);
  mend::repair_unjudged(c, [&](size_t v) {
    ulna_vec4& b = c.arrays[kBase].as<ulna_vec4>()[first[v]];
    const auto offset =
        size_t(c.arrays[kWeights].as<ulna_joint_weight>()[first[v]].joint_mat_offset);
    mend::tame(c.arrays[kJoints].as<ulna_joint_mat>()[offset / sizeof(ulna_joint_mat)].m, exponent);
    mend::tame({&b.x, 4}, exponent);
    b.w = mend::with_exponent(b.w, 0);
  });
}

} // namespace

const Operation& transform_verts_lod() {
  static const Operation op = [] {
    Operation o = transform_verts();
    o.name = "transform_verts_lod";
    o.member = offsetof(ulna_port, transform_verts_lod);
    o.contract = kContract;
    o.enter_domain = enter_domain;
    o.evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
      return std::make_unique<Positions>(c);
    };
    o.generate = generate_transform_verts_lod;
    o.num_edge_cases = num_distant_edge_cases();
    o.with_influences = [](std::span<const size_t> counts, uint64_t seed, uint64_t i) {
      return generate_skinning_of(transform_verts_lod(), counts, seed, i);
    };
    return o;
  }();
  return op;
}

} // namespace ulna
