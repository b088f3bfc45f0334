#include "weights.h"

#include <algorithm>

// A weight is a whole number of units of 2^-24, and a vertex's weights are 2^24 units together.
// Every whole number of units up to 2^24 is a float: so is every partial sum, in any order, and 1
// less any of them. So no addition of the weights is ever rounded, the implicit weight of an
// influence's slot has the very bits that were not stored, and that of a slot behind them is 1 - 1.
//
// An influence has a unit at least, that it does not vanish. Rounding moves the others by less than
// one unit, and what they lend to k influences below a unit by k less what those have themselves.
// With k <= 2 that is less than 2 units = 2^-23 for each. With k = 3 the one other influence gives
// 3 - s, where s is what the three have together: 1.5 at most if s is not below 1.5.
//
// What is left is a vertex of four influences of which three have less than 1.5 units together. It
// fills all slots that there can be, so that nothing has to come out as 0. An eighth of a unit for
// each of the three and 1 - 2^-24 for the other are within 1.5 units of what is due. Any two of the
// three, added to the other before, after or in between, are rounded away (1/4 of a unit is below
// half of the spacing there), and the third, if implicit, gets one unit. If the largest is
// implicit, it gets 1 - 3/8 of a unit, which rounds to 1.
static constexpr int32_t kUnits = 1 << 24;

static bool is_almost_rigid(const Influences& influences, double sum) {
  if (influences.count < kMaxInfluences) return false;
  const double* end = influences.weight + influences.count;
  const double* most = std::max_element(influences.weight, end);
  double others = 0.0;
  for (const double* w = influences.weight; w != end; w++) {
    if (w != most) others += *w;
  }
  return others / sum * kUnits < 1.5;
}

void store_weights(const Influences& influences, float* weights) {
  const uint32_t count = influences.count;
  if (count == 1) {
    weights[0] = 1.0f;
    return;
  }
  double sum = 0.0;
  for (uint32_t i = 0; i < count; i++) sum += influences.weight[i];
  if (is_almost_rigid(influences, sum)) {
    for (uint32_t i = 0; i < count; i++)
      weights[i] = influences.weight[i] > 0.5 * sum ? 1.0f - 0x1p-24f : 0x1p-27f;
    return;
  }
  int32_t units[kMaxInfluences];
  double due[kMaxInfluences]; // units that an influence ought to have beyond those it has
  int32_t left = kUnits;
  for (uint32_t i = 0; i < count; i++) {
    const double exact = influences.weight[i] / sum * kUnits;
    units[i] = std::max(static_cast<int32_t>(exact), 1);
    due[i] = exact - units[i];
    left -= units[i];
  }
  for (; left > 0; left--) {
    const auto i = std::max_element(due, due + count) - due;
    units[i]++;
    due[i] -= 1.0;
  }
  for (; left < 0; left++) {
    uint32_t giver = count;
    for (uint32_t i = 0; i < count; i++) {
      if (units[i] > 1 && (giver == count || due[i] < due[giver])) giver = i;
    }
    units[giver]--;
    due[giver] += 1.0;
  }
  for (uint32_t i = 0; i < count; i++) weights[i] = static_cast<float>(units[i]) * 0x1p-24f;
}
