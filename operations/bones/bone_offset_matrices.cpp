// The contract of bone_offset_matrices.

#include "base/error.h"
#include "operations/bones/bone_judging.h"
#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/shared/reduce.h"

#include <fmt/format.h>

#include <unordered_map>

namespace ulna {
namespace {

using bones::Bone;
using bones::Judged;
using bones::Report;
using reference::Affine;
using reference::Rung;

using namespace bones::layout;
enum : uint8_t { kOfCombined, kOfOffset, kUnderflow }; ///< quantities

constexpr Contract kContract{
    .version = 1,
    .summary =
        "combined[i] = locals[i] * combined[parents[i]], or locals[i] for a root; offset[i] = "
        "the inverse of combined[i]; 4x4 affine matrices by rows for row vectors. Returns -1, "
        "or the number of the first bad bone: the bones before it are complete, and nothing "
        "is written for it and those behind it. Bad is a local matrix with a NaN, an infinity "
        "or a column 3 that is not 0, 0, 0, 1 (-0 is 0), or whose linear part is singular in "
        "exact arithmetic; such a matrix shows |det| <= 16 u * the sum of the absolute terms "
        "of det, in float, before anything has been rounded",
    .domain =
        "parents come before their children. Combined: partial products of the chain, in any "
        "order, below 2^124. Offset: also well enough conditioned for its bound to be finite, "
        "determinants from 2^-120 to 2^122. A bone must not be reported where |det| >= 2^-12 of "
        "the absolute terms of det and max|a| * (largest row or column sum of |inverse|) <= "
        "2^12, for its local and, within the error of the chain, its combined matrix, all "
        "between 2^-100 and 2^100. Elsewhere either is right: to report a bone, or not to, and "
        "then its values are judged as far as there is a bound",
    .footprint =
        "reads parents (4-byte aligned) and locals (16); writes the 64 bytes of each matrix "
        "of combined and offset (16) before the bone returned, and nothing else; no two "
        "arrays overlap",
    .bound =
        "combined, for d products: the smaller of gamma_3d (translation gamma_4d) times |L_i| "
        "... |L_root| and ((1 + 3 gamma_3)^d - 1) times the product of the spectral norms "
        "(translation: the sum of |t| times the norms above); column 3 exactly 0, 0, 0, 1, "
        "where denormals are 0 for a caller who flushes. "
        "Offset: |X| E |X| / (1 - eta) for an error E of combined, plus that of an inversion by "
        "cofactors (gamma_2 |minors|/|det| + gamma_9 |X| * terms of det/|det|) or by elimination "
        "with pivoting in the linear part or its transpose (176 u * row sums |X| * column "
        "maxima * |X|), the translation likewise. Any association of the chain, any order of "
        "summation, with or without FMA. Not covered: products of inverted local matrices, "
        "elimination with pivots from the translation's row, the transpose as inverse. Derived "
        "in docs/bounds.md",
    .source =
        "a textbook chapter on skinned meshes in Direct3D 9, on bone offset matrices; Higham, "
        "Accuracy and Stability of Numerical Algorithms, 2nd ed., chapters 3, 9 and 14",
};

std::span<const int32_t> parents_of(const Case& c) {
  return c.arrays[kParents].as<int32_t>();
}
std::span<const ulna_mat44> locals_of(const Case& c) {
  return c.arrays[kLocals].as<ulna_mat44>();
}
size_t num_bones(const Case& c) {
  return parents_of(c).size();
}

// --- The exact matrices on the upper rungs ----------------------------------------------------

/// Combined matrices as they are asked for; one is found from the nearest ancestor that is known.
template <class Real>
class Combined {
public:
  const Affine<Real>& of(size_t bone, std::span<const int32_t> parents,
                         std::span<const ulna_mat44> locals) {
    std::vector<size_t> below;
    auto known = known_.find(bone);
    size_t at = bone;
    while (known == known_.end() && parents[at] >= 0) {
      below.push_back(at);
      at = static_cast<size_t>(parents[at]);
      known = known_.find(at);
    }
    Affine<Real> matrix =
        known == known_.end() ? reference::affine<Real>(locals[at]) : known->second;
    for (size_t i = below.size(); i > 0; --i)
      matrix = reference::multiply(reference::affine<Real>(locals[below[i - 1]]), matrix);
    return known_.insert_or_assign(bone, matrix).first->second;
  }

private:
  std::unordered_map<size_t, Affine<Real>> known_;
};

// --- The evaluator ----------------------------------------------------------------------------

class Skeleton : public Evaluator {
public:
  explicit Skeleton(const Case& c)
      : parents_(parents_of(c)), locals_(locals_of(c)), flush_(c.flush), written_(parents_.size()) {
    bones_.reserve(parents_.size());
    for (size_t i = 0; i < parents_.size(); ++i) {
      const bones::Ruling local = bones::rule_on_local(locals_[i], flush_);
      if (local.report == Report::must) {
        first_bad_ = static_cast<int32_t>(i);
        why_ = local.why;
        written_ = i;
        return;
      }
      const Bone* parent = parents_[i] < 0 ? nullptr : &bones_[size_t(parents_[i])];
      bones_.push_back(bones::judge_bone(parent, locals_[i], local.report, flush_));
      if (bones_.back().report == Report::may) may_be_bad_.push_back(static_cast<int32_t>(i));
    }
  }

  std::string returned(int32_t value) override {
    const bool right =
        value == first_bad_ || std::binary_search(may_be_bad_.begin(), may_be_bad_.end(), value);
    if (right) {
      if (value >= 0) written_ = static_cast<size_t>(value);
      return {};
    }
    const std::string owed = first_bad_ < 0
                                 ? std::string("must be -1: no bone has to be reported")
                                 : fmt::format("must be {}: that bone has {}", first_bad_, why_);
    return fmt::format("returned {}, {}", value, owed);
  }

  void expect(size_t array, size_t bone, Rung rung, Expectation& e) const override {
    if (bone >= written_) {
      e.clause.fill(Clause::untouched);
      return;
    }
    const bool of_combined = array == kCombined;
    const Judged& judged = of_combined ? bones_[bone].combined : bones_[bone].offset;
    if (!judged.judged) {
      e.clause.fill(Clause::unjudged);
      return;
    }
    e.clause.fill(Clause::bounded);
    e.quantity.fill(of_combined ? kOfCombined : kOfOffset);
    if (rung == Rung::fast) {
      put<double>(judged.value, judged, e);
    } else if (rung == Rung::wide) {
      put<reference::Wide>(exact(wide_, bone, of_combined), judged, e);
    } else {
      put<reference::Top>(exact(top_, bone, of_combined), judged, e);
    }
    for (size_t i = 0; i < 12 && of_combined; ++i)
      if (bones_[bone].underflow[i]) e.quantity[i / 3 * 4 + i % 3] = kUnderflow;
  }

private:
  template <class Real>
  Affine<Real> exact(Combined<Real>& combined, size_t bone, bool of_combined) const {
    const Affine<Real>& matrix = combined.of(bone, parents_, locals_);
    if (of_combined) return matrix;
    return reference::inverse<Real>(matrix, reference::determinant(matrix.data()));
  }

  /// The reference computes as the bounds allow, with another unit roundoff. Every term of a bound
  /// has a factor that is at most proportional to the roundoff and others that fall with it, so the
  /// error falls at least in proportion; twice that, because the bounds are rounded too.
  template <class Real>
  void put(const Affine<Real>& exact, const Judged& judged, Expectation& e) const {
    constexpr double kLargestDenormal = 0x1p-126 - 0x1p-149; // is 0 to a caller who flushes
    constexpr double kShare = 2 * reference::kRoundoff<Real> / 0x1p-24;
    for (size_t row = 0; row < 4; ++row) {
      for (size_t c = 0; c < 3; ++c) {
        const double bound = judged.bound[3 * row + c];
        e.exact[4 * row + c] = reference::pack<Real>(exact[3 * row + c], bound * kShare);
        e.bound[4 * row + c] = bound;
      }
      e.exact[4 * row + 3] = {row == 3 ? 1.0 : 0.0, 0, 0};
      e.bound[4 * row + 3] = row < 3 && flush_ ? kLargestDenormal : 0;
    }
  }

  std::span<const int32_t> parents_;
  std::span<const ulna_mat44> locals_;
  bool flush_;
  size_t written_;         ///< how many bones the call completes
  int32_t first_bad_ = -1; ///< the first that must be reported
  const char* why_ = "";
  std::vector<int32_t> may_be_bad_; ///< those before it that may be
  std::vector<Bone> bones_;
  mutable Combined<reference::Wide> wide_;
  mutable Combined<reference::Top> top_;
};

// --- Cases -----------------------------------------------------------------------------------

void check(const Case& c) {
  const size_t count = num_bones(c);
  for (const int a : {kCombined, kOffset, kLocals})
    if (c.arrays[size_t(a)].size() != count * sizeof(ulna_mat44))
      throw BadInput(fmt::format("{}: must have as many matrices as there are parents",
                                 c.operation->arrays[size_t(a)].name));
  for (size_t i = 0; i < count; ++i)
    if (parents_of(c)[i] < -1 || parents_of(c)[i] >= static_cast<int32_t>(i))
      throw BadInput(fmt::format("parents: that of bone {} is {}, must be -1 or an earlier bone", i,
                                 parents_of(c)[i]));
}

/// Bones whose parents are left out hang on the nearest ancestor that is kept.
Case keep(const Case& c, std::span<const size_t> kept) {
  Case smaller = c;
  for (const int a : {kCombined, kOffset, kLocals})
    smaller.arrays[size_t(a)] = with_elements(c.arrays[size_t(a)], kept, sizeof(ulna_mat44));
  std::vector<int32_t> number(num_bones(c), -1);
  for (size_t i = 0; i < kept.size(); ++i) number[kept[i]] = static_cast<int32_t>(i);
  // A bone that is left out stands for its nearest ancestor that is kept.
  for (size_t i = 0; i < number.size(); ++i)
    if (number[i] < 0 && parents_of(c)[i] >= 0) number[i] = number[size_t(parents_of(c)[i])];
  smaller.arrays[kParents].resize(kept.size() * sizeof(int32_t));
  for (size_t i = 0; i < kept.size(); ++i) {
    const int32_t parent = parents_of(c)[kept[i]];
    smaller.arrays[kParents].as<int32_t>()[i] = parent < 0 ? -1 : number[size_t(parent)];
  }
  return smaller;
}

/// Bones become roots, or identities.
std::vector<Reduction> reductions(const Case& c) {
  constexpr size_t kMaxBones = 16; // each step costs a call
  static constexpr ulna_mat44 kIdentity{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
  std::vector<Reduction> out;
  if (num_bones(c) > kMaxBones) return out;
  for (size_t i = 0; i < num_bones(c); ++i) {
    if (parents_of(c)[i] >= 0)
      out.push_back([&c, i] {
        Case smaller = c;
        smaller.arrays[kParents].as<int32_t>()[i] = -1;
        return smaller;
      });
    if (std::memcmp(&locals_of(c)[i], &kIdentity, sizeof kIdentity) != 0)
      out.push_back([&c, i] {
        Case smaller = c;
        smaller.arrays[kLocals].as<ulna_mat44>()[i] = kIdentity;
        return smaller;
      });
  }
  return out;
}

} // namespace

const Operation& bone_offset_matrices() {
  static const Operation op{
      .name = "bone_offset_matrices",
      .member = offsetof(ulna_port, bone_offset_matrices),
      .arrays = {{"combined", "ffffffffffffffff", 16, true, "4x4"},
                 {"offset", "ffffffffffffffff", 16, true, "4x4"},
                 {"parents", "s", 4, false, ""},
                 {"locals", "ffffffffffffffff", 16, false, "4x4"}},
      .output = kCombined,
      .element = "bone",
      .quantities = {"combined", "offset", "combined in underflow"},
      .quick_elements = 610'000, // of two matrices each, that depend on others
      .contract = kContract,
      .arguments = [](const Case& c) -> std::vector<Argument> {
        return {{kCombined},
                {kOffset},
                {kParents},
                {kLocals},
                {Argument::kInteger, static_cast<int32_t>(num_bones(c))}};
      },
      .returns = true,
      .may_write = [](const Case&) { return true; },
      .validate = check,
      .make_valid = bones::make_valid,
      .enter_domain = bones::enter_domain,
      .evaluate = [](const Case& c) -> std::unique_ptr<Evaluator> {
        return std::make_unique<Skeleton>(c);
      },
      .computes =
          [](const Case& c) {
            return num_bones(c) > 0 &&
                   bones::rule_on_local(locals_of(c)[0], c.flush).report == Report::must_not;
          },
      .generate = generate_bone_offset_matrices,
      .num_edge_cases = num_bones_edge_cases(),
      .keep = keep,
      .size = num_bones,
      .place_of = [](const Case&, size_t bone) { return bone; },
      .reductions = reductions,
      .objective = &bones::kObjective,
      .mend_variant =
          [](Case& c) {
            // Negated, column 3 would be affine no more.
            for (ulna_mat44& local : c.arrays[kLocals].as<ulna_mat44>())
              for (size_t row = 0; row < 4; ++row) local.m[4 * row + 3] = -local.m[4 * row + 3];
          },
  };
  return op;
}

} // namespace ulna
