// The contract of combine_bones.

#include "operations/elementwise/elementwise.h"
#include "operations/list.h"
#include "operations/shared/bounds.h"
#include "operations/shared/generate.h"
#include "operations/shared/mend.h"
#include "reference/matrices.h"

namespace ulna {
namespace {

using reference::Rung;

enum : int { kPalette, kOffset, kBones };

constexpr Contract kContract{
    .version = 1,
    .summary = "palette[i] = offset[i] * bones[i], 4x4 matrices by rows for row vectors",
    .domain = "any 4x4 matrices, affine or not; the sum of |offset||bone| below FLT_MAX/4 for each "
              "element",
    .footprint = "reads offset and bones (16-byte aligned); writes the 64 bytes of each matrix of "
                 "palette (16) and nothing else; no two arrays overlap",
    .bound = "gamma_4 * sum |offset||bone|, gamma_n = n u / (1 - n u), u = 2^-24; plus 4 * 2^-150 "
             "for underflow, or 8 * 2^-126 and the terms with a denormal factor where the caller "
             "flushes; any order of summation, with or without FMA",
    .source = "a textbook chapter on skinned meshes in Direct3D 9, on bone offset matrices; "
              "Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1",
};

class Products : public Evaluator {
public:
  explicit Products(const Case& c)
      : offset_(c.arrays[kOffset].as<ulna_mat44>()), bones_(c.arrays[kBones].as<ulna_mat44>()),
        flush_(c.flush) {}

  void expect(size_t /*array*/, size_t bone, Rung rung, Expectation& e) const override {
    using namespace reference;
    const ulna_mat44& a = offset_[bone];
    const ulna_mat44& b = bones_[bone];
    const MatrixProduct p = rung == Rung::fast   ? multiply<Fast>(a, b)
                            : rung == Rung::wide ? multiply<Wide>(a, b)
                                                 : multiply<Top>(a, b);
    e.exact = p.value;
    for (size_t i = 0; i < 16; ++i) {
      e.clause[i] = p.terms[i] < kSumLimit ? Clause::bounded : Clause::unjudged;
      const Bound bound = bound_of_sum(p.terms[i], p.denormal[i], 4, flush_);
      e.bound[i] = bound.value;
      e.quantity[i] = bound.underflow;
    }
  }

private:
  std::span<const ulna_mat44> offset_;
  std::span<const ulna_mat44> bones_;
  bool flush_;
};

void enter_domain(Case& c) {
  const int exponent = mend::safe_exponent(4, 2);
  mend::repair_unjudged(c, [&](size_t bone) {
    for (const int a : {kOffset, kBones})
      mend::tame(c.arrays[size_t(a)].as<ulna_mat44>()[bone].m, exponent);
  });
}

} // namespace

const Operation& combine_bones() {
  static const Operation op = [] {
    Operation o = elementwise::operation();
    o.name = "combine_bones";
    o.member = offsetof(ulna_port, combine_bones);
    o.arrays = {{"palette", "ffffffffffffffff", 16, true, "4x4"},
                {"offset", "ffffffffffffffff", 16, false, "4x4"},
                {"bones", "ffffffffffffffff", 16, false, "4x4"}};
    o.element = "bone";
    o.quantities = {"palette", "palette in underflow"};
    o.quick_elements = 1'060'000; // of sixteen words each
    o.contract = kContract;
    o.evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
      return std::make_unique<Products>(c);
    };
    o.enter_domain = enter_domain;
    o.generate = generate_combine_bones;
    o.num_edge_cases = num_elementwise_edge_cases(false);
    return o;
  }();
  return op;
}

} // namespace ulna
