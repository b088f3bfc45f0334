#include "operations/skinning/skinned_vectors.h"

#include "operations/shared/bounds.h"

namespace ulna::skinning {
namespace {

using reference::Rung;
using reference::SkinSum;
using reference::WeightedRow;

// A class for each form: the sums are the judge's hottest loop, and take 1.4 to 2 times as long
// where they ask which it is.
template <Influences influences>
class Vectors : public Evaluator {
public:
  explicit Vectors(const Case& c)
      : joints_(c.arrays[kJoints].as<ulna_joint_mat>()), base_(c.arrays[kBase].as<ulna_vec4>()),
        weights_(c.arrays[kWeights].as<ulna_joint_weight>()), allowed_(allowance(c)),
        w_(clause_of_w(c)), first_(first_influences(c)) {}

  void expect(size_t /*array*/, size_t vertex, Rung rung, Expectation& e) const override {
    e.clause.fill(Clause::untouched);
    e.two_branches = false;
    for (size_t vector = 0; vector < kBasePerVertex; ++vector) {
      e.clause[4 * vector + 3] = w_;
      for (size_t row = 0; row < 3; ++row) {
        const SkinSum s = rung == Rung::fast   ? sum<reference::Fast>(vertex, vector, row)
                          : rung == Rung::wide ? sum<reference::Wide>(vertex, vector, row)
                                               : sum<reference::Top>(vertex, vector, row);
        const size_t word = 4 * vector + row;
        e.clause[word] = is_inside(s) ? Clause::bounded : Clause::unjudged;
        e.exact[word] = s.value;
        const Bound bound = kWeighted ? bound_of_weighted_products(s, size_t{4} * count(vertex),
                                                                   count(vertex), allowed_)
                                      : bound_of_products(s, count(vertex), allowed_.flush);
        e.bound[word] = bound.value;
        e.quantity[word] = bound.underflow;
      }
    }
  }

private:
  static constexpr bool kWeighted = influences == Influences::all;

  /// How many influences take part.
  size_t count(size_t vertex) const { return kWeighted ? first_[vertex + 1] - first_[vertex] : 1; }

  bool is_inside(const SkinSum& s) const {
    if (!kWeighted) return s.terms < kSumLimit;
    return s.terms < kSumLimit && s.wm < kSumLimit && s.mb < kSumLimit && s.wb < kSumLimit;
  }

  template <class Real>
  SkinSum sum(size_t vertex, size_t vector, size_t row) const {
    const ulna_vec4& b = base_[vertex * kBasePerVertex + vector];
    const uint32_t first = first_[vertex];
    const auto row_of = [&](size_t k) -> WeightedRow {
      const size_t i = first + k;
      const auto joint = size_t(weights_[i].joint_mat_offset) / sizeof(ulna_joint_mat);
      return {kWeighted ? weights_[i].weight : 1, joints_[joint].m + 4 * row, &b.x};
    };
    std::array sums{reference::skin_sum<Real>(count(vertex), row_of)};
    if (allowed_.weights)
      reference::note_most(sums, count(vertex), [&](size_t i) {
        return std::array{
            reference::skin_sum<reference::Fast>(1, [&](size_t) { return row_of(i); })};
      });
    return sums[0];
  }

  std::span<const ulna_joint_mat> joints_;
  std::span<const ulna_vec4> base_;
  std::span<const ulna_joint_weight> weights_;
  Allowance allowed_;
  Clause w_;
  std::vector<uint32_t> first_;
};

} // namespace

void set_usual_w(Case& c) {
  const auto base = c.arrays[kBase].as<ulna_vec4>();
  for (size_t i = 0; i < base.size(); ++i) base[i].w = i % kBasePerVertex == 0 ? 1.0f : 0.0f;
}

std::unique_ptr<Evaluator> evaluate_vectors(const Case& c, Influences influences) {
  if (influences == Influences::all) return std::make_unique<Vectors<Influences::all>>(c);
  return std::make_unique<Vectors<Influences::first>>(c);
}

} // namespace ulna::skinning
