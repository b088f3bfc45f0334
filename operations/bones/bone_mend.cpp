// Brings cases of bone_offset_matrices into the rules and the domain.

#include "operations/bones/bone_judging.h"
#include "operations/shared/mend.h"

#include <algorithm>
#include <cmath>

namespace ulna::bones {
namespace {

using namespace layout;

bool is_judged(const Bone& bone) {
  return bone.combined.judged && bone.offset.judged;
}

bool stays_judged(const Bone* parent, const ulna_mat44& local, bool flush, Bone& bone) {
  const Report ruling = rule_on_local(local, flush).report;
  if (ruling == Report::must) return false;
  bone = judge_bone(parent, local, ruling, flush);
  return is_judged(bone);
}

/// Finite, and affine.
void make_affine(ulna_mat44& m) {
  constexpr int kLarge = 20; // nothing of a skeleton is
  for (size_t row = 0; row < 4; ++row) {
    mend::tame({m.m + 4 * row, 3}, kLarge);
    m.m[4 * row + 3] = row == 3 ? 1 : 0;
  }
}

/// The linear part becomes the rotation or reflection that its rows are about, one after the other;
/// an axis stands in for a row that the ones before it leave nothing of.
void make_orthonormal(ulna_mat44& m) {
  double rows[3][3];
  for (size_t row = 0; row < 3; ++row) {
    double* const v = rows[row];
    for (size_t axis = 0; axis < 4; ++axis) { // the row itself, then the three axes
      for (size_t c = 0; c < 3; ++c)
        v[c] = axis == 0 ? double(m.m[4 * row + c]) : double(c == axis - 1);
      const double before = std::hypot(v[0], v[1], v[2]);
      for (size_t other = 0; other < row; ++other) {
        const double* const u = rows[other];
        const double along = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
        for (size_t c = 0; c < 3; ++c) v[c] -= along * u[c];
      }
      const double length = std::hypot(v[0], v[1], v[2]);
      constexpr double kLeft = 0.1; // some axis leaves more
      for (size_t c = 0; c < 3; ++c) v[c] /= length;
      if (length > kLeft * before) break;
    }
  }
  for (size_t row = 0; row < 3; ++row)
    for (size_t c = 0; c < 3; ++c) m.m[4 * row + c] = static_cast<float>(rows[row][c]);
}

/// Changes bones, each as little as it takes, until one cannot be judged below its ancestors.
bool repair_bones(Case& c) {
  const auto parents = c.arrays[kParents].as<int32_t>();
  const auto locals = c.arrays[kLocals].as<ulna_mat44>();
  std::vector<Bone> bones(parents.size());
  for (size_t i = 0; i < parents.size(); ++i) {
    const Bone* parent = parents[i] < 0 ? nullptr : &bones[size_t(parents[i])];
    if (stays_judged(parent, locals[i], c.flush, bones[i])) continue;
    make_affine(locals[i]);
    if (stays_judged(parent, locals[i], c.flush, bones[i])) continue;
    make_orthonormal(locals[i]);
    if (!stays_judged(parent, locals[i], c.flush, bones[i])) return false;
  }
  return true;
}

} // namespace

void make_valid(Case& c) {
  const auto parents = c.arrays[kParents].as<int32_t>();
  for (const int a : {kCombined, kOffset, kLocals}) mend::set_count(c, a, parents.size());
  for (size_t i = 0; i < parents.size(); ++i)
    parents[i] = mend::within(parents[i], -1, static_cast<int32_t>(i) - 1);
}

void enter_domain(Case& c) {
  if (repair_bones(c)) return;
  for (ulna_mat44& local : c.arrays[kLocals].as<ulna_mat44>()) {
    make_affine(local);
    make_orthonormal(local);
  }
}

} // namespace ulna::bones
