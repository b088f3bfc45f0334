#include "cases/enter_profile.h"

#include "base/random.h"
#include "cases/make_case.h"
#include "cases/mend.h"
#include "cases/operation.h"
#include "reference/skinning.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace ulna {
namespace {

using reference::is_denormal;

constexpr size_t kMostInfluences = 4;
constexpr double kWithinSlack = kWeightSlack * (1 - 0x1p-20); // also behind the roundings of a sum
constexpr size_t kAlignment = 64;

void clear_denormals(Case& c) {
  constexpr uint32_t kSign = 0x80000000;
  c.flush = true;
  if (is_denormal(c.real)) c.real = std::copysign(0.0f, c.real);
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const ArraySpec& spec = c.operation->arrays[a];
    for (size_t w = 0; w < c.arrays[a].words(); ++w) {
      const uint32_t word = c.arrays[a].word(w);
      // First what is rare.
      if (is_denormal(std::bit_cast<float>(word)) && spec.letter(c, w) == 'f')
        c.arrays[a].set_word(w, word & kSign);
    }
  }
}

double sum_of(const VertexWeights& weights) {
  double sum = 0;
  for (size_t i = 0; i < weights.count; ++i) sum += double(weights[i]);
  return sum;
}

bool all_from_0_to_1(const VertexWeights& weights) {
  for (size_t i = 0; i < weights.count; ++i)
    if (!(weights[i] >= 0 && weights[i] <= 1)) return false;
  return true;
}

size_t largest_of(const VertexWeights& weights) {
  size_t largest = 0;
  for (size_t i = 1; i < weights.count; ++i)
    if (weights[i] > weights[largest]) largest = i;
  return largest;
}

/// From 0 to 1, with a sum that is 1 but for roundings.
void normalise(const VertexWeights& weights) {
  double sum = 0;
  for (size_t i = 0; i < weights.count; ++i) {
    float& w = weights[i];
    w = std::isfinite(w) ? std::fabs(w) : 1;
    sum += double(w);
  }
  if (sum == 0) {
    weights[0] = 1;
    return;
  }
  for (size_t i = 0; i < weights.count; ++i) {
    weights[i] = static_cast<float>(double(weights[i]) / sum);
    if (is_denormal(weights[i])) weights[i] = 0;
  }
}

/// Adds up to 1 within a rounding of the largest, or as far from it as may be.
void sum_to_one(const VertexWeights& weights, Random& random) {
  if (all_from_0_to_1(weights) && std::fabs(sum_of(weights) - 1) <= kWithinSlack) return;
  normalise(weights);
  float& largest = weights[largest_of(weights)];
  const double others = sum_of(weights) - double(largest);
  const double off = random.one_in(2) ? 0 : random.uniform(-1, 1) * (kWithinSlack - 0x1p-24);
  largest = static_cast<float>(std::min(1 - others + off, 1.0));
}

/// Whole units: the largest takes what the others leave, or no more than that where one is implied.
void imply_last(const VertexWeights& weights, bool is_implied) {
  const auto is_whole = [](float w) {
    const double units = double(w) / kWeightUnit; // 2^24 at most
    return units == double(int64_t(units));
  };
  bool all_whole = all_from_0_to_1(weights);
  for (size_t i = 0; all_whole && i < weights.count; ++i)
    all_whole = all_whole && is_whole(weights[i]);
  const double sum = sum_of(weights);
  if (all_whole && (is_implied ? sum <= 1 : sum == 1)) return;
  if (!(all_from_0_to_1(weights) && sum <= 1)) normalise(weights);
  const size_t largest = largest_of(weights);
  double left = 1;
  for (size_t i = 0; i < weights.count; ++i) {
    if (i == largest) continue;
    weights[i] = static_cast<float>(std::floor(double(weights[i]) / kWeightUnit) * kWeightUnit);
    left -= double(weights[i]);
  }
  const double stays = std::floor(double(weights[largest]) / kWeightUnit) * kWeightUnit;
  weights[largest] = static_cast<float>(is_implied ? std::min(stays, left) : left);
}

void drop_without_influence(Case& c) {
  std::vector<size_t> kept(c.operation->size(c));
  std::iota(kept.begin(), kept.end(), size_t{0});
  std::vector<size_t> without;
  for (const VertexWeights& weights : c.operation->vertex_weights(c))
    if (weights.count == 0) without.push_back(weights.vertex);
  if (without.empty()) return;
  std::erase_if(kept, [&](size_t v) { return std::ranges::binary_search(without, v); });
  c = c.operation->keep(c, kept);
}

void weigh(Case& c, bool whole) {
  constexpr uint64_t kStream = 0x77656967;
  const bool is_implied = c.operation->last_weight_is_implied;
  if (!is_implied) drop_without_influence(c);
  if (c.operation->real && !(c.real <= 0)) c.real = 0; // min_influence
  Random random(bytes_of(c), kStream);
  for (const VertexWeights& weights : c.operation->vertex_weights(c))
    if (weights.count > 0) whole ? imply_last(weights, is_implied) : sum_to_one(weights, random);
}

void put_t_in_0_1(Case& c) {
  if (c.real >= 0 && c.real <= 1) return;
  const float part = std::fabs(c.real) - std::floor(std::fabs(c.real));
  c.real = part > 0 ? part : c.real < 0 ? 0.0f : 1.0f;
  if (std::isnan(part)) c.real = 0.5f;
}

void pad_counts(Case& c) {
  const Operation& op = *c.operation;
  constexpr size_t kMultiple = Profiles(Profile::counts_multiple_of_4).count_multiple();
  if (op.padded) return op.padded(c, kMultiple);
  const size_t size = op.size(c);
  if (size % kMultiple == 0) return;
  std::vector<size_t> elements(size);
  std::iota(elements.begin(), elements.end(), size_t{0});
  elements.resize((size + kMultiple - 1) / kMultiple * kMultiple, size - 1);
  c = op.keep(c, elements);
}

void align(Case& c) {
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const size_t missing = c.operation->missing_at_end ? c.operation->missing_at_end(c, a) : 0;
    const size_t bytes = c.operation->arrays[a].size_in_memory(c.arrays[a].size()) - missing;
    const size_t rest = (kAlignment - bytes % kAlignment) % kAlignment;
    Placement& place = c.places[a];
    if (rest % c.operation->arrays[a].alignment != 0) place.side = Side::before;
    // An empty array lies where its shift says.
    const bool behind = place.side == Side::behind && bytes > 0;
    place.shift = behind ? static_cast<uint8_t>(rest) : uint8_t{0};
  }
}

void enter_one(Profile profile, Case& c) {
  switch (profile) {
  case Profile::at_most_4_influences:
    return c.operation->limit_influences(c, kMostInfluences);
  case Profile::no_denormals:
    return clear_denormals(c);
  case Profile::weights_sum_to_one:
    return weigh(c, false);
  case Profile::last_weight_implied:
    return weigh(c, true);
  case Profile::w_is_padding:
    if (c.operation->set_usual_w) c.operation->set_usual_w(c);
    return;
  case Profile::t_in_0_1:
    return put_t_in_0_1(c);
  case Profile::counts_multiple_of_4:
    return pad_counts(c);
  case Profile::aligned_64:
    return align(c);
  }
}

} // namespace

Profiles profiles_of(const Operation& op) {
  Profiles all = op.profiles;
  if (op.limit_influences) all = all | Profile::at_most_4_influences;
  if (op.has_errors()) all = all | Profile::no_denormals;
  if (op.vertex_weights) all = all | Profile::last_weight_implied;
  if (op.vertex_weights && !op.last_weight_is_implied) all = all | Profile::weights_sum_to_one;
  if (op.set_usual_w) all = all | Profile::w_is_padding;
  if (op.takes_one_element) return all;
  all = all | Profile::aligned_64;
  if (!op.check_whole && !op.returns) all = all | Profile::counts_multiple_of_4;
  return all;
}

void enter(Profiles profiles, Case& c) {
  const Profiles of_operation = profiles & profiles_of(*c.operation);
  for (const Profile p : of_operation.list()) enter_one(p, c);
  if (!of_operation.empty()) share_array(c);
  c.profiles = of_operation;
}

bool is_within(Profiles profiles, const Case& c) {
  if (profiles.empty()) return true;
  Case entered = c;
  enter(profiles, entered);
  return same_input(entered, c);
}

} // namespace ulna
