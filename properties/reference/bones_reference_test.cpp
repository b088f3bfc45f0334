// The references of bones, key meshes and bitangents against exact rational arithmetic, and the
// audit of their rungs.
#include "base/random.h"
#include "cases/make_case.h"
#include "operations/bones/bone_bounds.h"
#include "operations/list.h"
#include "properties/fewer.h"
#include "properties/laws.h"
#include "reference/bitangent.h"
#include "reference/matrices.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>

namespace ulna {
namespace {

using namespace reference;
using boost::multiprecision::cpp_rational;

/// Any float but NaNs and infinities, of exponents from a to b.
float number(Random& r, int a, int b) {
  return r.one_in(16) ? 0.0f : static_cast<float>(r.scaled(a, b));
}

ulna_mat44 affine_matrix(Random& r, int a, int b) {
  ulna_mat44 m{};
  for (size_t e = 0; e < 15; ++e)
    if (e % 4 != 3) m.m[e] = number(r, a, b);
  m.m[15] = 1;
  return m;
}

/// Exact, as the definition has it: by cofactors of the 4x4 matrix nobody would dare.
cpp_rational exact_determinant(const ulna_mat44& m) {
  const auto at = [&](size_t row, size_t c) { return cpp_rational(m.m[4 * row + c]); };
  return at(0, 0) * at(1, 1) * at(2, 2) + at(0, 1) * at(1, 2) * at(2, 0) +
         at(0, 2) * at(1, 0) * at(2, 1) - at(0, 2) * at(1, 1) * at(2, 0) -
         at(0, 1) * at(1, 0) * at(2, 2) - at(0, 0) * at(1, 2) * at(2, 1);
}

// --- Against rational arithmetic ----------------------------------------------------------------

TEST(BonesReference, AnExactlySingularMatrixIsToldFromANearlySingularOne) {
  Random r(5, 1);
  int singular = 0;
  int close = 0;
  for (int i = 0; i < 20000 / int{kFewer}; ++i) {
    ulna_mat44 m = affine_matrix(r, -3, 3);
    if (r.one_in(8)) m = affine_matrix(r, -140, 120);
    const size_t row = r.below(3);
    const float* other = m.m + 4 * ((row + 1) % 3);
    if (r.one_in(2)) // a multiple of another row
      for (size_t c = 0; c < 3; ++c) m.m[4 * row + c] = -4 * other[c];
    if (r.one_in(2)) { // and a little off
      float& x = m.m[4 * row + r.below(3)];
      x = std::nextafter(x, INFINITY);
    }
    if (!std::all_of(m.m, m.m + 16, [](float x) { return std::isfinite(x); })) continue;
    const bool owed = exact_determinant(m) == 0;
    ASSERT_EQ(is_singular(m), owed) << "matrix " << i;
    singular += owed;
    const Affine<double> a = affine<double>(m);
    close += !owed && std::fabs(determinant(a.data())) < 1e-12;
  }
  EXPECT_GT(singular, 3000 / int{kFewer});
  EXPECT_GT(close, 100 / int{kFewer});
}

TEST(BonesReference, TheInverseUndoesTheMatrix) {
  // In exact arithmetic, so that the formulas are right and not only nearly.
  Random r(5, 2);
  for (int i = 0; i < 200; ++i) {
    const Affine<cpp_rational> a = affine<cpp_rational>(affine_matrix(r, -6, 6));
    const cpp_rational det = determinant(a.data());
    if (det == 0) continue;
    const Affine<cpp_rational> x = inverse(a, det);
    for (const auto& product : {multiply(a, x), multiply(x, a)})
      for (size_t e = 0; e < 12; ++e)
        ASSERT_EQ(product[e], (e < 9 && e % 4 == 0) ? 1 : 0) << "matrix " << i << ", " << e;
  }
}

TEST(BonesReference, AChainIsTheProductOfItsMatrices) {
  // The same element as a sum over all ways through the chain.
  Random r(5, 3);
  for (int i = 0; i < 200; ++i) {
    const ulna_mat44 chain[3] = {affine_matrix(r, -6, 6), affine_matrix(r, -6, 6),
                                 affine_matrix(r, -6, 6)};
    const Affine<cpp_rational> first = affine<cpp_rational>(chain[0]);
    const auto product =
        multiply(first, multiply(affine<cpp_rational>(chain[1]), affine<cpp_rational>(chain[2])));
    for (size_t e = 0; e < 12; ++e) {
      cpp_rational owed = 0;
      for (size_t j = 0; j < 4; ++j)
        for (size_t k = 0; k < 4; ++k)
          owed += cpp_rational(chain[0].m[4 * (e / 3) + j]) * cpp_rational(chain[1].m[4 * j + k]) *
                  cpp_rational(chain[2].m[4 * k + e % 3]);
      ASSERT_EQ(product[e], owed);
    }
  }
}

/// An exact value against one of a reference, which must lie within what the reference states.
testing::AssertionResult states(const Approx& got, const cpp_rational& owed) {
  const cpp_rational off = cpp_rational(got.value) + cpp_rational(got.tail) - owed;
  if (abs(off) <= cpp_rational(got.error)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << got.value << " is off by " << static_cast<double>(off)
                                     << ", stated error " << got.error;
}

TEST(BonesReference, ProductsKeepTheirStatedErrorOnEveryRung) {
  Random r(5, 4);
  for (int i = 0; i < 2000 / int{kFewer}; ++i) {
    ulna_mat44 a, b;
    const bool tiny = r.one_in(4);
    for (size_t e = 0; e < 16; ++e) {
      a.m[e] = tiny ? number(r, -149, -60) : number(r, -20, 20);
      b.m[e] = tiny ? number(r, -90, -1) : number(r, -20, 20);
      if (e % 2 && r.one_in(2)) a.m[e] = -a.m[e - 1]; // cancelling, where b's rows are alike
      if (e >= 4 && r.one_in(2)) b.m[e] = b.m[e - 4];
    }
    const MatrixProduct fast = multiply<Fast>(a, b);
    const MatrixProduct wide = multiply<Wide>(a, b);
    const MatrixProduct top = multiply<Top>(a, b);
    for (size_t e = 0; e < 16; ++e) {
      cpp_rational owed = 0;
      double terms = 0;
      for (size_t k = 0; k < 4; ++k) {
        owed += cpp_rational(a.m[e / 4 * 4 + k]) * cpp_rational(b.m[4 * k + e % 4]);
        terms += std::fabs(double(a.m[e / 4 * 4 + k]) * b.m[4 * k + e % 4]);
      }
      for (const MatrixProduct* p : {&fast, &wide, &top})
        ASSERT_TRUE(states(p->value[e], owed)) << "product " << i;
      ASSERT_NEAR(fast.terms[e], terms, terms * 0x1p-50);
    }
  }
}

TEST(BonesReference, BitangentsKeepTheirStatedErrorOnEveryRung) {
  Random r(5, 5);
  for (int i = 0; i < 5000 / int{kFewer}; ++i) {
    float v[7];
    for (float& x : v) x = number(r, -20, 20);
    if (r.one_in(2)) // nearly parallel
      for (size_t c = 0; c < 3; ++c) v[3 + c] = std::nextafter(2 * v[c], r.one_in(2) ? 0 : 1e9f);
    const ulna_vec4 n{v[0], v[1], v[2], NAN};
    const ulna_vec4 t{v[3], v[4], v[5], v[6]};
    const auto fast = bitangent<Fast>(n, t);
    const auto wide = bitangent<Wide>(n, t);
    const auto top = bitangent<Top>(n, t);
    for (size_t c = 0; c < 3; ++c) {
      const size_t j = (c + 1) % 3, k = (c + 2) % 3;
      const cpp_rational owed = cpp_rational(v[6]) * (cpp_rational(v[j]) * cpp_rational(v[3 + k]) -
                                                      cpp_rational(v[k]) * cpp_rational(v[3 + j]));
      for (const auto* p : {&fast, &wide, &top})
        ASSERT_TRUE(states((*p)[c].value, owed)) << "vertex " << i;
    }
  }
}

// --- The audit of the rungs, on generated cases -------------------------------------------------

/// The largest difference of a lower rung from the top one, as a fraction of what both state.
double audit(const Operation& op, uint64_t cases, size_t most_elements) {
  double largest = 0;
  uint64_t words = 0;
  for (uint64_t i = 0; i < cases / kFewer; ++i) {
    const Case c = op.generate(7, op.num_edge_cases + i);
    for (size_t a = 0; a < op.arrays.size(); ++a) {
      if (!op.arrays[a].output) continue;
      const size_t count = std::min(c.arrays[a].words() / op.arrays[a].words(c), most_elements);
      const auto evaluator = op.evaluate(c);
      Expectation top;
      for (size_t element = 0; element < count; ++element) {
        evaluator->expect(a, element, Rung::top, top);
        for (const Rung rung : {Rung::fast, Rung::wide}) {
          Expectation lower;
          evaluator->expect(a, element, rung, lower);
          for (size_t w = 0; w < op.arrays[a].words(c); ++w) {
            EXPECT_EQ(lower.clause[w], top.clause[w]);
            if (top.clause[w] != Clause::bounded) continue;
            EXPECT_EQ(lower.bound[w], top.bound[w]);
            const Approx& x = lower.exact[w];
            const Approx& y = top.exact[w];
            const double off = std::fabs((x.value - y.value) + (x.tail - y.tail));
            const double stated = x.error + y.error + std::fabs(y.value) * 0x1p-105;
            EXPECT_LE(off, stated) << op.name << ", case " << i << ", " << element << ", " << w;
            // Nothing that decides between right and wrong is left to a rung of this error.
            EXPECT_LE(x.error, lower.bound[w] * 0x1p-20 + std::fabs(x.value) * 0x1p-100);
            if (stated > 0) largest = std::max(largest, off / stated);
            ++words;
          }
        }
      }
    }
  }
  EXPECT_GT(words, 10000u / kFewer);
  std::cout << "largest error of " << op.name << ": " << largest << " of what its rungs state, in "
            << words << " words\n";
  return largest;
}

TEST(Rungs, CombinedAndOffsetMatricesKeepTheirStatedError) {
  EXPECT_GT(audit(bone_offset_matrices(), 150, 60), 0);
}

TEST(Rungs, PalettesKeepTheirStatedError) {
  EXPECT_GT(audit(combine_bones(), 100, 20), 0);
}

TEST(Rungs, TweensKeepTheirStatedError) {
  EXPECT_GT(audit(tween_verts(), 200, 30), 0);
}

TEST(Rungs, BitangentsKeepTheirStatedError) {
  EXPECT_GT(audit(derive_bitangents(), 200, 30), 0);
}

TEST(Rungs, StreamsKeepTheirStatedError) {
  EXPECT_GT(audit(skin_sorted_verts(), 100, 30), 0);
}

TEST(Rungs, VerticesWithOneNumberOfInfluencesKeepTheirStatedError) {
  EXPECT_GT(audit(skin_aos_verts(), 100, 30), 0);
  EXPECT_GT(audit(skin_soa_verts(), 100, 30), 0);
}

TEST(Rungs, VerticesWithFourInfluencesKeepTheirStatedError) {
  EXPECT_GT(audit(skin_interleaved_verts(), 100, 30), 0);
  EXPECT_GT(audit(skin_split_verts(), 100, 30), 0);
}

// --- The bounds of bones ------------------------------------------------------------------------

TEST(BoneBounds, TheNormIsNoSmallerThanAnyStretch) {
  Random r(5, 6);
  for (int i = 0; i < 20000 / int{kFewer}; ++i) {
    const ulna_mat44 m = affine_matrix(r, -4, 4);
    const bones::Chain chain = bones::extend({}, m);
    double v[3];
    double before = 0;
    for (double& x : v) {
      x = r.uniform(-1, 1);
      before += x * x;
    }
    double after = 0;
    for (size_t c = 0; c < 3; ++c) {
      const double x = v[0] * m.m[c] + v[1] * m.m[4 + c] + v[2] * m.m[8 + c];
      after += x * x;
    }
    ASSERT_LE(after, before * chain.norm * chain.norm * (1 + 1e-12));
  }
}

TEST(BoneBounds, OfRotationsGrowsWithTheirNumberAndNotWithTheirProduct) {
  Random r(5, 7);
  ulna_mat44 turn{};
  const double angle = 0.7;
  turn.m[0] = turn.m[5] = float(std::cos(angle));
  turn.m[1] = float(std::sin(angle));
  turn.m[4] = -turn.m[1];
  turn.m[10] = turn.m[12] = turn.m[15] = 1;
  bones::Chain chain;
  for (int i = 0; i <= 1000; ++i) chain = bones::extend(chain, turn);
  const bones::CombinedBound bound = bones::bound_of_combined(chain, false);
  EXPECT_LT(bound.value[0], 1000 * 10 * 0x1p-24);
  EXPECT_LT(bound.value[9], 1001 * 1000 * 10 * 0x1p-24); // the sum of a thousand translations
}

TEST(BoneBounds, OfARootIsZero) {
  Random r(5, 8);
  const bones::CombinedBound bound =
      bones::bound_of_combined(bones::extend({}, affine_matrix(r, -4, 4)), false);
  for (const double b : bound.value) EXPECT_EQ(b, 0);
}

/// What the port may return is told apart by what it does with each.
std::string returned(const ulna_mat44& local, int32_t value, bool flush = false) {
  Case c = make_case(bone_offset_matrices());
  laws::put(c.arrays[0], std::vector<ulna_mat44>(1));
  laws::put(c.arrays[1], std::vector<ulna_mat44>(1));
  laws::put(c.arrays[2], std::vector<int32_t>{-1});
  laws::put(c.arrays[3], std::vector<ulna_mat44>{local});
  c.flush = flush;
  return bone_offset_matrices().evaluate(c)->returned(value);
}

TEST(BoneRulings, MustBeReportedMayBeOrMustNot) {
  const auto diagonal = [](float x, float y, float z) {
    return ulna_mat44{{x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1}};
  };
  struct Example {
    const char* what;
    ulna_mat44 local;
    bool may_pass, may_be_reported;
    bool flush = false;
  };
  ulna_mat44 equal_rows = diagonal(0.1f, 0.3f, 1);
  equal_rows.m[1] = 0.3f;
  equal_rows.m[4] = 0.1f;
  ulna_mat44 nearly = equal_rows;
  nearly.m[5] = std::nextafter(0.3f, 1.0f);
  ulna_mat44 negative_zero = diagonal(1, 2, 3);
  negative_zero.m[3] = -0.0f;
  ulna_mat44 denormal = negative_zero;
  denormal.m[3] = 0x1p-140f;
  ulna_mat44 infinite = diagonal(1, 2, 3);
  infinite.m[13] = -INFINITY;
  ulna_mat44 projective = diagonal(1, 2, 3);
  projective.m[15] = 1 + 0x1p-23f;
  const Example examples[] = {
      {"scaled", diagonal(0.001f, 0.001f, 0.001f), true, false},
      {"mirrored", diagonal(-1, 1, 1), true, false},
      {"negative zero", negative_zero, true, false},
      {"of scales far apart", diagonal(1, 1, 1e-4f), true, true},
      {"a determinant that underflows", diagonal(1e-15f, 1e-15f, 1e-15f), true, true},
      {"nearly singular", nearly, true, true},
      {"denormal column 3, flushed", denormal, true, true, true},
      {"denormal column 3", denormal, false, true},
      {"singular", equal_rows, false, true},
      {"zero", diagonal(0, 0, 0), false, true},
      {"singular, of products that underflow", diagonal(1e-30f, 1e-30f, 0), false, true},
      {"infinite", infinite, false, true},
      {"projective", projective, false, true},
  };
  for (const Example& e : examples) {
    EXPECT_EQ(returned(e.local, -1, e.flush).empty(), e.may_pass) << e.what;
    EXPECT_EQ(returned(e.local, 0, e.flush).empty(), e.may_be_reported) << e.what;
    EXPECT_FALSE(returned(e.local, 1, e.flush).empty()) << e.what;
  }
}

} // namespace
} // namespace ulna
