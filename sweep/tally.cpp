#include "sweep/tally.h"

#include "base/error.h"
#include "base/exceeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace ulna::sweep {
namespace {

constexpr uint64_t kExponent = uint64_t{0x7ff} << 52;
constexpr uint64_t kSmallestNormal = uint64_t{1023 - 126} << 52; // of a float, as a double

/// The exponent field of a double, not below that of the smallest normal float.
uint64_t exponent_of(double value) {
  return std::max(std::bit_cast<uint64_t>(value) & kExponent, kSmallestNormal);
}

/// 1 / ulp(value), a power of two as well.
double inverse_ulp(double value) {
  return std::bit_cast<double>((uint64_t{2046} << 52) - exponent_of(value)) * 0x1p23;
}

size_t ulp_class(double ulps) {
  const double halves = ulps * (2 * (1 - 0x1p-21));
  if (!(halves > 1)) return 0;
  // 1 for halves in (1, 2], 2 for (2, 4], and so on.
  const uint64_t exponent = (std::bit_cast<uint64_t>(halves) - 1) >> 52;
  return std::min<size_t>(exponent - 1022, kUlpClasses - 1);
}

void check_reference(const Piece& piece, float a, float b, double exact) {
  const reference::Approx top = piece.top(a, b);
  const double off = std::fabs((exact - top.value) - top.tail);
  if (!(off <= piece.reference_error * std::fabs(top.value) + top.error))
    throw InternalError(fmt::format("{}: the double reference of ({}, {}) is {} but the exact "
                                    "value is {}",
                                    piece.operation->name, a, b, exact, top.value));
}

/// The witness with its error from the top rung.
void settle_one(const Piece& piece, Worst& worst,
                double (*in_measure)(double error, double exact)) {
  if (!worst.any) return;
  check_reference(piece, worst.a, worst.b, worst.exact);
  const reference::Approx top = piece.top(worst.a, worst.b);
  worst.exact = top.value;
  worst.error = in_measure(reference::distance(worst.got, top).value, top.value);
}

/// Below the normal floats there is no relative precision to be had.
double relative_to(double error, double exact) {
  return std::fabs(exact) < 0x1p-126 ? 0 : error / std::fabs(exact);
}

} // namespace

double ulp(double value) {
  return std::bit_cast<double>(exponent_of(value)) * 0x1p-23;
}

void Worst::take(const Worst& other) {
  if (!other.any) return;
  if (!any || other.error > error || (other.error == error && other.number < number)) *this = other;
}

void Tally::add(const Piece& piece, size_t segment, uint64_t first, std::span<const float> a,
                std::span<const float> b, std::span<const float> got) {
  if (piece.segments[segment].judged) return judge(piece, first, a, b, got);
  Outcomes& o = outcomes[segment];
  for (const float g : got)
    ++(std::isnan(g) ? o.nan : std::isinf(g) ? o.infinite : g == 0 ? o.zero : o.finite);
}

void Tally::judge(const Piece& piece, uint64_t first, std::span<const float> a,
                  std::span<const float> b, std::span<const float> got) {
  exact_.resize(a.size());
  piece.reference(a, b, exact_);
  judged += a.size();
  // A sample, the same in every run. The golden ratio spreads the numbers.
  if ((first * 0x9e3779b97f4a7c15) >> 56 == 0 && !a.empty())
    check_reference(piece, a[0], b.empty() ? 0 : b[0], exact_[0]);
  for (size_t i = 0; i < a.size(); ++i) {
    const double exact = exact_[i];
    const auto worst = [&](double error) {
      return Worst{true, error, first + i, a[i], b.empty() ? 0 : b[i], got[i], exact};
    };
    if (!std::isfinite(got[i])) {
      ++not_finite;
      ++out_of_bound;
      first_not_finite.take(worst(0));
      continue;
    }
    const double error = std::fabs(double(got[i]) - exact);
    const double relative_error = relative_to(error, exact);
    const double ulp_error = error * inverse_ulp(exact);
    if (!absolute.any || error > absolute.error) absolute = worst(error);
    if (!relative.any || relative_error > relative.error) relative = worst(relative_error);
    if (!ulps.any || ulp_error > ulps.error) ulps = worst(ulp_error);
    ++histogram[ulp_class(ulp_error)];
    const double measured = piece.relative ? relative_error : error;
    if (exceeds(measured, piece.bound)) ++out_of_bound;
    const auto at = static_cast<size_t>(piece.axis.at(a[i], exact) * double(kBuckets));
    double& bucket = curve[std::min(at, kBuckets - 1)];
    bucket = std::max(bucket, measured);
  }
}

void Tally::merge(const Tally& other) {
  judged += other.judged;
  not_finite += other.not_finite;
  out_of_bound += other.out_of_bound;
  first_not_finite.take(other.first_not_finite);
  absolute.take(other.absolute);
  relative.take(other.relative);
  ulps.take(other.ulps);
  for (size_t i = 0; i < kUlpClasses; ++i) histogram[i] += other.histogram[i];
  for (size_t i = 0; i < kBuckets; ++i) curve[i] = std::max(curve[i], other.curve[i]);
  for (size_t s = 0; s < outcomes.size(); ++s) {
    outcomes[s].nan += other.outcomes[s].nan;
    outcomes[s].infinite += other.outcomes[s].infinite;
    outcomes[s].zero += other.outcomes[s].zero;
    outcomes[s].finite += other.outcomes[s].finite;
  }
}

void Tally::settle(const Piece& piece) {
  settle_one(piece, absolute, [](double error, double) { return error; });
  settle_one(piece, relative, relative_to);
  settle_one(piece, ulps, [](double error, double exact) { return error / ulp(exact); });
}

} // namespace ulna::sweep
