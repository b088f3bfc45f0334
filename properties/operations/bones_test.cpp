// Laws of bone_offset_matrices and combine_bones, on every built-in port that has them. As for
// skinning, the tolerance of a law is the sum of the bounds of what it compares, and zero where no
// operation of any conforming port can round.
#include "cases/case_file.h"
#include "cases/make_case.h"
#include "operations/list.h"
#include "properties/numbers.h"
#include "properties/ports.h"

#include <cmath>
#include <numeric>
#include <ostream>

namespace ulna {
namespace {

using laws::any_float;
using laws::matrix_of;
using laws::short_float;

enum : int { kCombined, kOffset, kParents, kLocals };

constexpr ulna_mat44 kIdentity{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};

ulna_mat44 translation(float x, float y, float z) {
  ulna_mat44 m = kIdentity;
  m.m[12] = x;
  m.m[13] = y;
  m.m[14] = z;
  return m;
}

/// What RapidCheck makes and shrinks. The parent of bone i is parents[i] modulo i + 1, less one.
struct Bones {
  std::vector<ulna_mat44> locals;
  std::vector<uint32_t> parents;
  bool flush = false;
};

int32_t parent_of(const Bones& bones, size_t i) {
  return static_cast<int32_t>(bones.parents[i] % (i + 1)) - 1;
}

Case case_of(const Bones& bones) {
  Case c = make_case(bone_offset_matrices());
  const size_t count = bones.locals.size();
  ulna_mat44 before;
  std::fill_n(before.m, 16, 123.456f);
  laws::put(c.arrays[kCombined], std::vector<ulna_mat44>(count, before));
  laws::put(c.arrays[kOffset], std::vector<ulna_mat44>(count, before));
  std::vector<int32_t> parents;
  for (size_t i = 0; i < count; ++i) parents.push_back(parent_of(bones, i));
  laws::put(c.arrays[kParents], parents);
  laws::put(c.arrays[kLocals], bones.locals);
  c.flush = bones.flush;
  validate(c);
  return c;
}

Case palette_case(const std::vector<ulna_mat44>& offset, const std::vector<ulna_mat44>& bones) {
  Case c = make_case(combine_bones());
  laws::put(c.arrays[0], std::vector<ulna_mat44>(offset.size()));
  laws::put(c.arrays[1], offset);
  laws::put(c.arrays[2], bones);
  validate(c);
  return c;
}

std::ostream& operator<<(std::ostream& out, const Bones& bones) {
  return out << write_case(case_of(bones));
}

// --- Generators --------------------------------------------------------------------------------

/// Affine in most cases.
rc::Gen<ulna_mat44> any_local() {
  return rc::gen::apply(
      [](ulna_mat44 m, bool affine) {
        if (affine)
          for (size_t row = 0; row < 4; ++row) m.m[4 * row + 3] = row == 3 ? 1 : 0;
        return m;
      },
      matrix_of(any_float(16)), rc::gen::weightedElement<bool>({{15, true}, {1, false}}));
}

/// Nothing that could be taken for singular: a rotation of its own for each bone, a scale for each
/// axis, and a translation.
rc::Gen<ulna_mat44> sound_local() {
  return rc::gen::map(
      rc::gen::container<std::array<int, 10>>(laws::symmetric(64)),
      [](const std::array<int, 10>& numbers) {
        const double w = 32; // no zero quaternion
        double q[4] = {double(numbers[0]), double(numbers[1]), double(numbers[2]), w};
        double norm = 0;
        for (const double part : q) norm += part * part;
        for (double& part : q) part /= std::sqrt(norm);
        const auto [x, y, z, s] = q;
        const double rows[9] = {
            1 - 2 * (y * y + z * z), 2 * (x * y + z * s),     2 * (x * z - y * s),
            2 * (x * y - z * s),     1 - 2 * (x * x + z * z), 2 * (y * z + x * s),
            2 * (x * z + y * s),     2 * (y * z - x * s),     1 - 2 * (x * x + y * y)};
        ulna_mat44 m = kIdentity;
        for (size_t i = 0; i < 9; ++i) {
          const int number = numbers[3 + i / 3];
          const double scale = (number < 0 ? -1 : 1) * (1 + std::abs(number) / 64.0);
          m.m[4 * (i / 3) + i % 3] = static_cast<float>(scale * rows[i]);
        }
        for (size_t c = 0; c < 3; ++c) m.m[12 + c] = float(numbers[6 + c]) / 4;
        return m;
      });
}

rc::Gen<Bones> bones_of(const rc::Gen<ulna_mat44>& local) {
  return rc::gen::mapcat(rc::gen::inRange<size_t>(0, 24), [local](size_t count) {
    return rc::gen::construct<Bones>(
        rc::gen::container<std::vector<ulna_mat44>>(count, local),
        rc::gen::container<std::vector<uint32_t>>(count, rc::gen::arbitrary<uint32_t>()),
        rc::gen::arbitrary<bool>());
  });
}

// --- Outputs and their bounds ------------------------------------------------------------------

/// Matrices that came out, with a bound for each element: NaN where nothing is owed.
struct Values {
  std::vector<ulna_mat44> got;
  std::vector<std::array<double, 16>> bound;
};

Values values_of(const Case& c, const Array& output, int array) {
  const auto got = output.as<ulna_mat44>();
  Values values{{got.begin(), got.end()}, {}};
  for (const Expectation& e : laws::expectations(c, reference::Rung::fast, array)) {
    auto& bound = values.bound.emplace_back();
    for (size_t i = 0; i < 16; ++i) bound[i] = e.clause[i] == Clause::bounded ? e.bound[i] : NAN;
  }
  RC_ASSERT(values.got.size() == values.bound.size());
  return values;
}

struct Both {
  Values combined, offset;
};

class BoneLaws : public testing::TestWithParam<const char*> {
protected:
  laws::Port& port() const { return laws::port(GetParam()); }

  /// Of a skeleton that must come out whole.
  Both whole(const Bones& bones) const {
    const Case c = case_of(bones);
    const auto given = port().call(c);
    RC_ASSERT(given.arrays.size() == 2u);
    RC_ASSERT(given.returned == -1);
    return {values_of(c, given.arrays[0], kCombined), values_of(c, given.arrays[1], kOffset)};
  }

  Values palette(const std::vector<ulna_mat44>& offset,
                 const std::vector<ulna_mat44>& bones) const {
    const Case c = palette_case(offset, bones);
    return values_of(c, port().output(c), 0);
  }
};

TEST_P(BoneLaws, HoldTheContract) {
  laws::check([this] {
    const std::string findings = port().findings(case_of(*bones_of(any_local())));
    if (!findings.empty()) RC_FAIL(findings);
  });
}

TEST_P(BoneLaws, PalettesHoldTheContract) {
  laws::check([this] {
    const auto pairs = *rc::gen::container<std::vector<std::pair<ulna_mat44, ulna_mat44>>>(
        rc::gen::pair(matrix_of(any_float(16)), matrix_of(any_float(16))));
    std::vector<ulna_mat44> offset, bones;
    for (const auto& [a, b] : pairs) {
      offset.push_back(a);
      bones.push_back(b);
    }
    const std::string findings = port().findings(palette_case(offset, bones));
    if (!findings.empty()) RC_FAIL(findings);
  });
}

TEST_P(BoneLaws, OffsetTimesCombinedIsTheIdentity) {
  laws::check([this] {
    const Both both = whole(*bones_of(sound_local()));
    const Values product = palette(both.offset.got, both.combined.got);
    for (size_t b = 0; b < product.got.size(); ++b) {
      for (size_t i = 0; i < 16; ++i) {
        // What the errors of the two factors make of the product, and its own.
        double tolerance = product.bound[b][i];
        for (size_t k = 0; k < 4; ++k) {
          const size_t left = i / 4 * 4 + k;
          const size_t right = 4 * k + i % 4;
          const double off_left = both.offset.bound[b][left];
          const double off_right = both.combined.bound[b][right];
          tolerance += off_left * std::fabs(double(both.combined.got[b].m[right])) +
                       (std::fabs(double(both.offset.got[b].m[left])) + off_left) * off_right;
        }
        RC_ASSERT(std::fabs(product.got[b].m[i] - double(kIdentity.m[i])) <= tolerance);
      }
    }
  });
}

/// A quarter turn about z and a step: products with it are exact.
constexpr ulna_mat44 kMotion{{0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 3, -2, 5, 1}};

TEST_P(BoneLaws, AMotionOfTheRootMovesAllBones) {
  laws::check([this] {
    // Of short numbers, so that the moved root is exact.
    Bones bones = *bones_of(rc::gen::map(matrix_of(short_float(8)), [](ulna_mat44 m) {
      for (size_t row = 0; row < 4; ++row) {
        m.m[4 * row + 3] = row == 3 ? 1 : 0;
        if (row < 3) m.m[5 * row] += 32; // far from singular
      }
      return m;
    }));
    bones.parents.assign(bones.parents.size(), 1);       // all on bone 0,
    for (size_t i = 2; i < bones.parents.size(); i += 2) // or on the one before
      bones.parents[i] = static_cast<uint32_t>(i);
    const Values before = whole(bones).combined;
    if (bones.locals.empty()) return;
    ulna_mat44& root = bones.locals[0];
    const ulna_mat44 old = root;
    for (size_t row = 0; row < 4; ++row) {
      root.m[4 * row] = -old.m[4 * row + 1] + (row == 3 ? kMotion.m[12] : 0);
      root.m[4 * row + 1] = old.m[4 * row] + (row == 3 ? kMotion.m[13] : 0);
      root.m[4 * row + 2] += row == 3 ? kMotion.m[14] : 0;
    }
    const Values after = whole(bones).combined;
    for (size_t b = 0; b < after.got.size(); ++b) {
      for (size_t i = 0; i < 16; ++i) {
        double owed = 0;
        double tolerance = after.bound[b][i];
        for (size_t k = 0; k < 4; ++k) {
          const double motion = kMotion.m[4 * k + i % 4];
          owed += before.got[b].m[i / 4 * 4 + k] * motion;
          tolerance += before.bound[b][i / 4 * 4 + k] * std::fabs(motion);
        }
        if (std::isnan(tolerance)) continue;
        // `owed` is rounded in double.
        RC_ASSERT(std::fabs(after.got[b].m[i] - owed) <= tolerance + std::fabs(owed) * 0x1p-50);
      }
    }
  });
}

void expect_same(const Values& a, size_t bone_of_a, const Values& b, size_t bone_of_b) {
  for (size_t i = 0; i < 16; ++i) {
    const double tolerance = a.bound[bone_of_a][i] + b.bound[bone_of_b][i];
    if (std::isnan(tolerance)) continue;
    RC_ASSERT(std::fabs(double(a.got[bone_of_a].m[i]) - b.got[bone_of_b].m[i]) <= tolerance);
  }
}

TEST_P(BoneLaws, NumbersAreOnlyLabels) {
  laws::check([this] {
    const Bones bones = *bones_of(sound_local());
    const size_t count = bones.locals.size();
    // Another order with parents before their children: by depth, the last of each depth first.
    std::vector<size_t> depth(count), order(count);
    for (size_t i = 0; i < count; ++i)
      depth[i] = parent_of(bones, i) < 0 ? 0 : depth[size_t(parent_of(bones, i))] + 1;
    std::iota(order.rbegin(), order.rend(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return depth[a] < depth[b]; });
    std::vector<size_t> number(count);
    for (size_t i = 0; i < count; ++i) number[order[i]] = i;
    Bones other = bones;
    for (size_t i = 0; i < count; ++i) {
      const int32_t parent = parent_of(bones, order[i]);
      other.locals[i] = bones.locals[order[i]];
      other.parents[i] = parent < 0 ? 0 : static_cast<uint32_t>(number[size_t(parent)] + 1);
    }
    const Both a = whole(bones);
    const Both b = whole(other);
    for (size_t i = 0; i < count; ++i) {
      expect_same(a.combined, i, b.combined, number[i]);
      expect_same(a.offset, i, b.offset, number[i]);
    }
  });
}

TEST_P(BoneLaws, WhatComesLaterDoesNotMatter) {
  laws::check([this] {
    Bones bones = *bones_of(sound_local());
    const Both all = whole(bones);
    const size_t count = *rc::gen::inRange<size_t>(0, bones.locals.size() + 1);
    bones.locals.resize(count);
    bones.parents.resize(count);
    const Both some = whole(bones);
    for (size_t i = 0; i < count; ++i) {
      expect_same(all.combined, i, some.combined, i);
      expect_same(all.offset, i, some.offset, i);
    }
  });
}

TEST_P(BoneLaws, TheFirstBadBoneIsReportedAndNothingIsWrittenFromThereOn) {
  laws::check([this] {
    Bones bones = *rc::gen::suchThat(bones_of(sound_local()),
                                     [](const Bones& b) { return !b.locals.empty(); });
    const size_t bad = *rc::gen::inRange<size_t>(0, bones.locals.size());
    float* m = bones.locals[bad].m;
    switch (*rc::gen::inRange(0, 4)) {
    case 0:
      std::fill_n(m + 4, 3, 0.0f);
      break;
    case 1:
      std::copy_n(m, 3, m + 8);
      break;
    case 2:
      m[*rc::gen::inRange<size_t>(0, 16)] = NAN;
      break;
    default:
      m[7] = 0x1p-20f;
    }
    if (*rc::gen::arbitrary<bool>()) bones.locals.back().m[15] = 0;
    const Case c = case_of(bones);
    const auto given = port().call(c);
    RC_ASSERT(given.returned == static_cast<int32_t>(bad));
    for (size_t a = 0; a < 2; ++a)
      for (size_t i = 16 * bad; i < given.arrays[a].words(); ++i)
        RC_ASSERT(given.arrays[a].word(i) == c.arrays[a].word(i));
  });
}

TEST_P(BoneLaws, PalettesWithTheIdentityAreWhatTheyWere) {
  laws::check([this] {
    // Nothing rounds: one product with 1 and three with 0.
    const auto matrices = *rc::gen::container<std::vector<ulna_mat44>>(matrix_of(short_float(8)));
    const std::vector<ulna_mat44> identities(matrices.size(), kIdentity);
    for (const Values& product : {palette(matrices, identities), palette(identities, matrices)})
      for (size_t b = 0; b < matrices.size(); ++b)
        for (size_t i = 0; i < 16; ++i) RC_ASSERT(product.got[b].m[i] == matrices[b].m[i]);
  });
}

TEST_P(BoneLaws, TheTransposeOfAProductIsTheProductOfTheTransposes) {
  laws::check([this] {
    const ulna_mat44 a = *matrix_of(short_float(8));
    const ulna_mat44 b = *matrix_of(short_float(8));
    const auto transposed = [](const ulna_mat44& m) {
      ulna_mat44 t;
      for (size_t i = 0; i < 16; ++i) t.m[i] = m.m[i % 4 * 4 + i / 4];
      return t;
    };
    const Values ab = palette({a}, {b});
    const Values ba = palette({transposed(b)}, {transposed(a)});
    for (size_t i = 0; i < 16; ++i) {
      const size_t j = i % 4 * 4 + i / 4;
      RC_ASSERT(std::fabs(double(ab.got[0].m[i]) - ba.got[0].m[j]) <=
                ab.bound[0][i] + ba.bound[0][j]);
    }
  });
}

// --- The textbook's examples -------------------------------------------------------------------

/// Where the palette takes a point.
std::array<double, 3> moved(const ulna_mat44& m, double x, double y, double z) {
  std::array<double, 3> to;
  for (size_t c = 0; c < 3; ++c) to[c] = x * m.m[c] + y * m.m[4 + c] + z * m.m[8 + c] + m.m[12 + c];
  return to;
}

using Point = std::array<double, 3>;

TEST_P(BoneLaws, TheTextbookExampleOfOneBone) {
  const Case c = case_of({{translation(50, 50, 50)}, {0}});
  const auto given = port().call(c);
  ASSERT_EQ(given.returned, -1);
  const auto combined = given.arrays[0].as<ulna_mat44>();
  const std::vector<ulna_mat44> offset{given.arrays[1].as<ulna_mat44>()[0]};
  const Array still = port().output(palette_case(offset, {combined[0]}));
  EXPECT_EQ(moved(still.as<ulna_mat44>()[0], 60, 60, 60), (Point{60, 60, 60}));
  EXPECT_EQ(moved(combined[0], 60, 60, 60), (Point{110, 110, 110})); // without the offset
  const Array gone = port().output(palette_case(offset, {translation(100, 100, 100)}));
  EXPECT_EQ(moved(gone.as<ulna_mat44>()[0], 60, 60, 60), (Point{110, 110, 110}));
}

TEST_P(BoneLaws, TheTextbookExampleOfTwoBones) {
  // Bone 1 at (5, 5), and bone 2 at (3, 8) as its child.
  const auto given = port().call(case_of({{translation(5, 5, 0), translation(-2, 3, 0)}, {0, 1}}));
  ASSERT_EQ(given.returned, -1);
  EXPECT_EQ(moved(given.arrays[0].as<ulna_mat44>()[1], 0, 0, 0), (Point{3, 8, 0}));
  const auto offset = given.arrays[1].as<ulna_mat44>();
  const Array palette = port().output(
      palette_case({offset.begin(), offset.end()}, {translation(7, 9, 0), translation(5, 12, 0)}));
  const Point by_first = moved(palette.as<ulna_mat44>()[0], 5, 8, 0);
  const Point by_second = moved(palette.as<ulna_mat44>()[1], 5, 8, 0);
  EXPECT_EQ(0.5 * by_first[0] + 0.5 * by_second[0], 7);
  EXPECT_EQ(0.5 * by_first[1] + 0.5 * by_second[1], 12);
}

INSTANTIATE_TEST_SUITE_P(Ports, BoneLaws,
                         testing::ValuesIn(ports_with({"bone_offset_matrices", "combine_bones"})),
                         [](const auto& test) { return std::string(test.param); });

} // namespace
} // namespace ulna
