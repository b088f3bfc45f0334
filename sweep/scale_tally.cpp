#include "sweep/scale_tally.h"

#include "base/error.h"
#include "reference/slerp.h"
#include "sweep/exact_scales.h"
#include "sweep/slerp_bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace ulna::sweep {
namespace {

/// Of equal errors the one at the smaller cosine stays, of both signs the positive one: then the
/// order of adding does not matter.
bool larger(double error, float cosine, double than_error, float than_cosine) {
  if (error != than_error) return error > than_error;
  const float y = std::fabs(cosine);
  const float than_y = std::fabs(than_cosine);
  return error > 0 && (y != than_y ? y < than_y : cosine > than_cosine);
}

void keep_larger(ScaleError& kept, double error, float cosine, float got, double exact) {
  if (larger(error, cosine, kept.error, kept.cosine)) kept = {error, cosine, got, exact};
}

void keep_larger(WorstCosine& kept, const WorstCosine& other) {
  if (larger(other.possible, other.cosine, kept.possible, kept.cosine)) kept = other;
}

double no_nan(double error) {
  return std::isnan(error) ? INFINITY : error;
}

/// Decides the error on the top rung.
void decide(ScaleError& e, float t, bool to) {
  using reference::Top;
  const auto scales =
      reference::slerp_scales<Top>(Top(std::fabs(double(e.cosine))), Top(double(t)));
  const Top exact = to ? scales.to : scales.from;
  const double value = static_cast<double>(exact);
  if (!(std::fabs(value - e.exact) <= kExactError))
    throw InternalError(fmt::format("the scale at cosine {} and t {} is {} by the top rung and {} "
                                    "in double",
                                    e.cosine, t, value, e.exact));
  e.exact = value;
  if (std::isfinite(e.error)) e.error = static_cast<double>(abs(Top(Top(double(e.got)) - exact)));
}

} // namespace

ScaleTally::ScaleTally(float t, bool exact)
    : t_(t), exact_(exact), cells_(kCosineCells), worst_of_cell_(kCosineCells) {}

void ScaleTally::add(std::span<const float> cosines, std::span<const ulna_joint_quat> results) {
  // Where cosines lie apart, what is the same for all of a range would be loose.
  constexpr float kNarrow = 0x1p-8f;
  for (size_t begin = 0, end = 0; begin < cosines.size(); begin = end) {
    float low = INFINITY;
    float high = 0;
    for (; end < cosines.size(); ++end) {
      const float y = std::fabs(cosines[end]);
      if (std::max(high, y) - std::min(low, y) > kNarrow && end > begin) break;
      low = std::min(low, y);
      high = std::max(high, y);
    }
    add_range(cosines.subspan(begin, end - begin), results.subspan(begin, end - begin), low, high);
  }
}

void ScaleTally::add_range(std::span<const float> cosines, std::span<const ulna_joint_quat> results,
                           float low, float high) {
  const size_t n = cosines.size();
  std::vector<double> exact_from(n), exact_to(n);
  exact_scales(cosines, t_, exact_from, exact_to);
  const Composition composition(double(low), double(high), t_);
  WorstCosine worst;
  CosineCell cell;
  for (size_t i = 0; i < n; ++i) {
    const float c = cosines[i];
    const ulna_vec4& q = results[i].q;
    // At 0 either sign of q1 is right.
    const float to = std::fabs(c) <= 0x1p-22f ? std::copysign(q.y, 1.0f) : c < 0 ? -q.y : q.y;
    const double d0 = double(q.z) - exact_from[i];
    const double d1 = double(to) - exact_to[i];
    const double e0 = no_nan(std::fabs(d0));
    const double e1 = no_nan(std::fabs(d1));
    cell.from = std::max(cell.from, e0);
    cell.to = std::max(cell.to, e1);
    if (e0 >= from_.error) keep_larger(from_, e0, c, q.z, exact_from[i]);
    if (e1 >= to_.error) keep_larger(to_, e1, c, to, exact_to[i]);
    const double y = std::fabs(double(c));
    if (!(composition.stages_at_most(y, d0, d1) < worst.possible))
      keep_larger(worst, {composition.stages(y, d0, d1), c, d0, d1});
    const double x = double(q.z) + double(q.y) * double(c);
    const double slack = 4 * kUnit * (1 + std::fabs(double(q.z)) + std::fabs(double(q.y)));
    const bool follows = std::fabs(double(q.x) - x) <= slack && q.w == 0;
    inconsistent_ += !follows && std::isfinite(x);
  }
  worst.possible +=
      composition.combination(worst.possible) + (exact_ ? 0 : kUnit) + 4 * kExactError;
  cell.possible = worst.possible;
  keep_larger(worst_, worst);
  const auto place = std::min(static_cast<size_t>(double(low) * kCosineCells), kCosineCells - 1);
  keep_larger(worst_of_cell_[place], worst);
  CosineCell& whole = cells_[place];
  whole = {std::max(whole.from, cell.from), std::max(whole.to, cell.to),
           std::max(whole.possible, cell.possible)};
}

void ScaleTally::add(const ScaleTally& other) {
  keep_larger(from_, other.from_.error, other.from_.cosine, other.from_.got, other.from_.exact);
  keep_larger(to_, other.to_.error, other.to_.cosine, other.to_.got, other.to_.exact);
  keep_larger(worst_, other.worst_);
  for (size_t i = 0; i < kCosineCells; ++i) {
    const CosineCell& cell = other.cells_[i];
    cells_[i] = {std::max(cells_[i].from, cell.from), std::max(cells_[i].to, cell.to),
                 std::max(cells_[i].possible, cell.possible)};
    keep_larger(worst_of_cell_[i], other.worst_of_cell_[i]);
  }
  inconsistent_ += other.inconsistent_;
}

SweptLerp ScaleTally::result() const {
  SweptLerp result{.t = t_,
                   .from_sample = false,
                   .from = from_,
                   .to = to_,
                   .possible = worst_.possible,
                   .worst_cosine = worst_.cosine,
                   .found = {},
                   .cells = cells_};
  decide(result.from, t_, false);
  decide(result.to, t_, true);
  return result;
}

std::vector<WorstCosine> ScaleTally::worst_cosines() const {
  std::vector<WorstCosine> all;
  for (const WorstCosine& worst : worst_of_cell_)
    if (worst.possible > 0) all.push_back(worst);
  std::sort(all.begin(), all.end(),
            [](const WorstCosine& a, const WorstCosine& b) { return a.possible > b.possible; });
  return all;
}

} // namespace ulna::sweep
