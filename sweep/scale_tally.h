// What is remembered of a sweep of scales for one t: it adds up, whatever the order.
#pragma once

#include "sweep/swept_lerp.h"

#include <span>

namespace ulna::sweep {

/// One cosine with the errors of both scales, signs kept.
struct WorstCosine {
  double possible = 0;
  float cosine = 0;
  double from = 0;
  double to = 0;
};

class ScaleTally {
public:
  /// `exact` is whether a result is to the bit what its float scales give: else half an ulp of each
  /// scale is added to what is possible.
  ScaleTally(float t, bool exact);

  /// The results for some cosines: quicker, and possible() less, where they are in order.
  void add(std::span<const float> cosines, std::span<const ulna_joint_quat> results);
  void add(const ScaleTally& other);

  /// The largest errors, those of the scales decided on the top rung. Throws InternalError if that
  /// one disagrees.
  SweptLerp result() const;

  /// The worst cosine of each cell, from the worst cell down; of those that were reached.
  std::vector<WorstCosine> worst_cosines() const;

  double possible() const { return worst_.possible; }

  /// Results whose x or w does not follow from the scales; see docs/bounds.md.
  uint64_t inconsistent() const { return inconsistent_; }

private:
  void add_range(std::span<const float> cosines, std::span<const ulna_joint_quat> results,
                 float low, float high);

  float t_;
  bool exact_;
  ScaleError from_;
  ScaleError to_;
  WorstCosine worst_;
  std::vector<CosineCell> cells_;
  std::vector<WorstCosine> worst_of_cell_;
  uint64_t inconsistent_ = 0;
};

} // namespace ulna::sweep
