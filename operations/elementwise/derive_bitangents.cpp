// The contract of derive_bitangents.

#include "operations/elementwise/elementwise.h"
#include "operations/list.h"
#include "operations/shared/bounds.h"
#include "operations/shared/generate.h"
#include "operations/shared/mend.h"
#include "reference/bitangent.h"

namespace ulna {
namespace {

using reference::Rung;
using reference::SkinSum;

enum : int { kBitangents, kVerts };

constexpr Contract kContract{
    .version = 1,
    .summary = "bitangent.xyz = tangent.w * (normal x tangent)",
    .domain =
        "any vectors, unit or not, and any tangent.w; the sums of |w||n||t|, |n||t|, |w||n| "
        "and |w||t| over the two terms of a component below FLT_MAX/4; positions and normal.w "
        "may hold anything",
    .footprint = "reads verts (4-byte aligned); writes the 12 bytes of x, y, z of each vector of "
                 "bitangents (16) and nothing else; the arrays do not overlap",
    .bound = "gamma_3 |w|(|n_j t_k| + |n_k t_j|), gamma_n = n u / (1 - n u), u = 2^-24; plus "
             "2^-150 (2 + sum (|w| + |n| + |t|)) for underflow, or twice that with 2^-126 and the "
             "terms with a denormal factor where the caller flushes; any association, with or "
             "without FMA",
    .source = "J.M.P. van Waveren, Fast Skinning, 2005, section 2; Higham, Accuracy and Stability "
              "of Numerical Algorithms, 2nd ed., section 3.1",
};

class Bitangents : public Evaluator {
public:
  explicit Bitangents(const Case& c)
      : verts_(c.arrays[kVerts].as<ulna_vertex>()), flush_(c.flush),
        w_(c.profiles.has(Profile::w_is_padding) ? Clause::unjudged : Clause::untouched) {}

  void expect(size_t /*array*/, size_t vertex, Rung rung, Expectation& e) const override {
    using namespace reference;
    const ulna_vec4& n = verts_[vertex].normal;
    const ulna_vec4& t = verts_[vertex].tangent;
    const std::array<SkinSum, 3> sums = rung == Rung::fast   ? bitangent<Fast>(n, t)
                                        : rung == Rung::wide ? bitangent<Wide>(n, t)
                                                             : bitangent<Top>(n, t);
    e.clause[3] = w_;
    for (size_t i = 0; i < 3; ++i) {
      const SkinSum& s = sums[i];
      e.clause[i] = is_inside(s) ? Clause::bounded : Clause::unjudged;
      e.exact[i] = s.value;
      const Bound bound = bound_of_weighted_products(s, 2, 1, {flush_});
      e.bound[i] = bound.value;
      e.quantity[i] = bound.underflow;
    }
  }

private:
  std::span<const ulna_vertex> verts_;
  bool flush_;
  Clause w_;
};

void enter_domain(Case& c) {
  const int exponent = mend::safe_exponent(2, 3);
  mend::repair_unjudged(c, [&](size_t vertex) {
    ulna_vertex& v = c.arrays[kVerts].as<ulna_vertex>()[vertex];
    for (ulna_vec4* vector : {&v.normal, &v.tangent}) mend::tame({&vector->x, 4}, exponent);
  });
}

} // namespace

const Operation& derive_bitangents() {
  static const Operation op = [] {
    Operation o = elementwise::operation();
    o.name = "derive_bitangents";
    o.member = offsetof(ulna_port, derive_bitangents);
    o.arrays = {{"bitangents", "ffff", 16, true, "x y z w"},
                {"verts", "ffffffffffff", 4, false, "position.xyzw normal.xyzw tangent.xyzw"}};
    o.element = "vertex";
    o.quantities = {"bitangent", "bitangent in underflow"};
    o.contract = kContract;
    o.evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
      return std::make_unique<Bitangents>(c);
    };
    o.enter_domain = enter_domain;
    o.generate = generate_derive_bitangents;
    o.num_edge_cases = num_elementwise_edge_cases(false);
    o.profiles = Profile::w_is_padding;
    return o;
  }();
  return op;
}

} // namespace ulna
