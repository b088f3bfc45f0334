// Inverses: the error grows with the condition of the matrix, and with how its rows are scaled.
#include "cases/objective.h"
#include "cases/make_case.h"
#include "cases/values.h"
#include "operations/bones/bone_judging.h"
#include "operations/shared/special_values.h"
#include "ulna/port.h"

namespace ulna {
namespace {

enum : size_t { kParents = 2, kLocals = 3 };
enum : size_t { kCombinedQuantity, kOffsetQuantity };
constexpr size_t kBones = 64;

/// Bones without a parent: what is inverted is what was given.
Case packed(const Operation& op, std::span<const ulna_mat44> locals) {
  Case c = make_case(op);
  for (size_t a = 0; a < c.arrays.size(); ++a)
    c.arrays[a].resize(locals.size() * (a == kParents ? sizeof(int32_t) : sizeof(ulna_mat44)));
  for (int32_t& parent : c.arrays[kParents].as<int32_t>()) parent = -1;
  std::copy(locals.begin(), locals.end(), c.arrays[kLocals].as<ulna_mat44>().begin());
  return c;
}

/// What the inverse stretches most beside what it stretches least: the singular values of a matrix
/// are one large and two small, or two large and one small, or one of each. Or it stretches next to
/// nothing, along the axes, where the bounds are smallest.
enum Kind : size_t { kOneSmall, kTwoSmall, kStaircase, kRows, kAxes, kKinds };

std::array<double, 3> singular_values(Kind kind, Random& r) {
  // Beyond 2^-11 a port may call it singular, which has no error.
  const int power = -r.between(1, 11);
  const double small = std::ldexp(1 + r.unit(), power);
  const double middle = std::sqrt(small);
  switch (kind) {
  case kOneSmall:
    return {1, 1, small};
  case kTwoSmall:
    return {1, small, small};
  default:
    return {1, middle, small};
  }
}

ulna_mat44 conditioned(Kind kind, Random& r) {
  const std::array<double, 9> left = random_rotation(r);
  const std::array<double, 9> right = random_rotation(r);
  const std::array<double, 3> values = singular_values(kind, r);
  ulna_mat44 m{};
  for (size_t row = 0; row < 3; ++row) {
    // Of rows that are scaled after a rotation, elimination sees the scales.
    const double scale = kind == kRows ? values[row] : 1;
    for (size_t col = 0; col < 3; ++col) {
      double sum = 0;
      for (size_t k = 0; k < 3; ++k)
        sum += left[3 * row + k] * (kind == kRows ? 1 : values[k]) * right[3 * k + col];
      m.m[4 * row + col] = static_cast<float>(scale * sum);
    }
  }
  if (kind == kAxes) {
    permuted_linear(AffineFloats(m.m), r);
    unscaled_linear(AffineFloats(m.m), r);
  }
  const int reach = r.between(-4, 10);
  for (size_t col = 0; col < 3; ++col)
    m.m[12 + col] = static_cast<float>(std::ldexp(r.uniform(-1, 1), reach));
  m.m[15] = 1;
  return m;
}

Case scatter(const Operation& op, size_t kind, Random& random) {
  std::vector<ulna_mat44> locals;
  for (size_t i = 0; i < kBones; ++i)
    locals.push_back(conditioned(static_cast<Kind>(kind), random));
  return packed(op, locals);
}

Case vary(const Case& best, Random& random) {
  constexpr size_t kMostSteps = 4;
  constexpr int kBits = 18;
  std::vector<ulna_mat44> locals(kBones, best.arrays[kLocals].as<ulna_mat44>()[0]);
  for (size_t i = 1; i < kBones; ++i) {
    for (size_t n = random.size(1, kMostSteps); n > 0; --n) {
      const size_t row = random.below(4);
      float& x = locals[i].m[4 * row + random.below(3)]; // column 3 stays 0, 0, 0, 1
      x = stepped(x, kBits, random);
    }
  }
  return packed(*best.operation, locals);
}

} // namespace

const Objective bones::kObjective{kOffsetQuantity, kKinds, scatter, vary};

} // namespace ulna
