// The contract of tween_verts.

#include "operations/elementwise/elementwise.h"
#include "operations/list.h"
#include "operations/shared/bounds.h"
#include "operations/shared/generate.h"
#include "operations/shared/mend.h"
#include "reference/lerp.h"

namespace ulna {
namespace {

using reference::Rung;

enum : int { kDst, kA, kB };

constexpr Contract kContract{
    .version = 1,
    .summary = "every float of dst is a (1-t) + b t, positions and normals alike; nothing is "
               "clamped or normalised",
    .domain =
        "any t, also outside 0 to 1; |a| + |b| and |1-t||a| + |t|(|a| + |b|) below FLT_MAX/4; "
        "nothing about values for a NaN t",
    .footprint =
        "reads a and b (4-byte aligned); writes the 24 bytes of each vertex of dst (4) and "
        "nothing else; no two arrays overlap",
    .bound = "gamma_3 (|1-t||a| + |t|(|a| + |b|)), gamma_n = n u / (1 - n u), u = 2^-24; plus "
             "2 * 2^-150 for underflow, or (4 + |t|) * 2^-126 and what denormal inputs contribute "
             "where the caller flushes; covers a(1-t) + bt, a + (b-a)t and a - at + bt, with or "
             "without FMA, but not b + (a-b)(1-t)",
    .source = "a textbook chapter on skinned meshes in Direct3D 9, on key meshes; Higham, Accuracy "
              "and Stability of Numerical Algorithms, 2nd ed., chapter 2",
};

class Tweened : public Evaluator {
public:
  explicit Tweened(const Case& c)
      : a_(c.arrays[kA].as<float>()), b_(c.arrays[kB].as<float>()), t_(c.real), flush_(c.flush) {}

  void expect(size_t /*array*/, size_t vertex, Rung rung, Expectation& e) const override {
    using namespace reference;
    for (size_t i = 0; i < 6; ++i) {
      const float a = a_[6 * vertex + i];
      const float b = b_[6 * vertex + i];
      const double most =
          std::max(terms_of_lerp(a, b, t_), std::fabs(double(a)) + std::fabs(double(b)));
      e.clause[i] = most < kSumLimit ? Clause::bounded : Clause::unjudged;
      if (e.clause[i] == Clause::unjudged) continue;
      e.exact[i] = rung == Rung::fast   ? lerp_scalar<Fast>(a, b, t_)
                   : rung == Rung::wide ? lerp_scalar<Wide>(a, b, t_)
                                        : lerp_scalar<Top>(a, b, t_);
      const Bound bound = bound_of_lerp(a, b, t_, flush_);
      e.bound[i] = bound.value;
      e.quantity[i] = bound.underflow;
    }
  }

private:
  std::span<const float> a_;
  std::span<const float> b_;
  float t_;
  bool flush_;
};

void enter_domain(Case& c) {
  if (mend::count_of(c, kDst) > 0) c.real = mend::tamed(c.real, mend::kFinite);
  const int exponent = mend::safe_exponent(4, 2); // (1 + |t|)|a| + |t|(|a| + |b|)
  mend::repair_unjudged(c, [&](size_t vertex) {
    c.real = mend::tamed(c.real, exponent);
    for (const int array : {kA, kB})
      mend::tame(c.arrays[size_t(array)].as<float>().subspan(6 * vertex, 6), exponent);
  });
}

} // namespace

const Operation& tween_verts() {
  static const Operation op = [] {
    Operation o = elementwise::operation();
    o.name = "tween_verts";
    o.member = offsetof(ulna_port, tween_verts);
    o.arrays = {{"dst", "ffffff", 4, true, "position.xyz normal.xyz"},
                {"a", "ffffff", 4, false, "position.xyz normal.xyz"},
                {"b", "ffffff", 4, false, "position.xyz normal.xyz"}};
    o.element = "vertex";
    o.quantities = {"vertex", "vertex in underflow"};
    o.real = "t";
    o.contract = kContract;
    o.evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
      return std::make_unique<Tweened>(c);
    };
    o.enter_domain = enter_domain;
    o.generate = generate_tween_verts;
    o.num_edge_cases = num_elementwise_edge_cases(true);
    o.profiles = Profile::t_in_0_1;
    return o;
  }();
  return op;
}

} // namespace ulna
