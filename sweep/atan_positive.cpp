// The arguments of atan_positive: there are 2^62 pairs, so a set of them that is dense in what the
// error depends on: the quotient, and the mantissa of the larger, whose reciprocal may be
// approximated.
#include "sweep/piece.h"

#include "reference/pieces.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

namespace ulna::sweep {
namespace {

// The segments, each from its own multiple of 2^32 on.
enum Set : uint64_t { kQuotients, kTurned, kScales, kSmall, kAxes, kBeyond };
constexpr uint64_t first_of(Set set) {
  return uint64_t{set} << 32;
}

constexpr uint32_t kOne = 0x3f800000;
constexpr uint32_t kSmallest = 0x3a800000; // 2^-10
constexpr uint64_t kNumQuotients = kOne - kSmallest + 1;

constexpr std::array kExponents{-125, -107, -89, -71, -53, -36, -18, -1,
                                0,    1,    18,  53,  89,  107, 124};
constexpr uint64_t kPerScale = uint64_t{1} << 22;
constexpr uint64_t kNumScales = 2 * kExponents.size() * kPerScale;

constexpr uint64_t kShifts = 274; // the smaller of the pair goes down to zero
constexpr uint64_t kPerShift = 256;
constexpr uint64_t kNumSmall = 2 * kExponents.size() * kShifts * kPerShift;

constexpr uint64_t kLengths = uint64_t{1} << 19;
constexpr uint64_t kNumAxes = 5 * kLengths;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr std::array kSpecials{0.0f,      -0.0f,
                               0x1p-149f, 0x1p-126f,
                               0x1p126f,  std::numeric_limits<float>::max(),
                               kInf,      std::numeric_limits<float>::quiet_NaN(),
                               -1.0f,     -kInf};

struct Pair {
  float y, x;
};

Pair ordered(bool turned, float smaller, float larger) {
  return turned ? Pair{larger, smaller} : Pair{smaller, larger};
}

/// The i-th of numbers in [0, 1) that lie evenly however many are taken: multiples of the golden
/// ratio.
double evenly(uint64_t i) {
  return double((i * 0x9e3779b97f4a7c15) >> 11) * 0x1p-53;
}

float larger_of(size_t scale, uint64_t i) {
  return std::ldexp(static_cast<float>(1 + std::floor(evenly(i) * 0x1p23) * 0x1p-23),
                    kExponents[scale]);
}

/// Every quotient in turn, with a larger number that has nothing to do with it.
Pair scaled(uint64_t i) {
  const uint64_t j = i / 2;
  const float larger = larger_of(j / kPerScale, j % kPerScale + 1);
  const double quotient = (double(j % kPerScale) + 1) / double(kPerScale);
  return ordered(i % 2, static_cast<float>(quotient * larger), larger);
}

/// Quotients down to zero, and denormal numbers.
Pair small(uint64_t i) {
  const uint64_t j = i / 2;
  const uint64_t k = j / kPerShift;
  const float larger = larger_of(k / kShifts, j + 1);
  const double part = 1 - evenly(3 * j + 1) / 2;
  return ordered(i % 2, static_cast<float>(std::ldexp(part * larger, -int(k % kShifts))), larger);
}

/// Pairs with a zero, and pairs that are equal or next to each other.
Pair on_axes(uint64_t i) {
  constexpr uint64_t kFrom = uint64_t{2} << 23; // 2^-125
  constexpr uint64_t kTo = uint64_t{252} << 23; // 2^125
  const auto bits = uint32_t(kFrom + i / 5 * (kTo - kFrom) / (kLengths - 1));
  const auto length = std::bit_cast<float>(bits);
  const auto below = std::bit_cast<float>(bits - 1);
  switch (i % 5) {
  case 0:
    return {0, length};
  case 1:
    return {length, 0};
  case 2:
    return {length, length};
  case 3:
    return {below, length};
  default:
    return {length, below};
  }
}

Pair pair(uint64_t number) {
  const auto i = uint32_t(number);
  switch (static_cast<Set>(number >> 32)) {
  case kQuotients:
    return {std::bit_cast<float>(kSmallest + i), 1};
  case kTurned:
    return {1, std::bit_cast<float>(kSmallest + i)};
  case kScales:
    return scaled(i);
  case kSmall:
    return small(i);
  case kAxes:
    return on_axes(i);
  case kBeyond:
    break;
  }
  return {kSpecials[i / kSpecials.size()], kSpecials[i % kSpecials.size()]};
}

} // namespace

const Piece& atan_positive() {
  static const Operation op = operation_of(kAtan, {"y", "x"});
  static const Piece piece{
      .operation = &op,
      .help = kAtan.help,
      .domain = "pairs of zero or positive floats, the larger from 2^-125 to 2^125",
      .segments = {{"y / 1, every float y from 2^-10 to 1", first_of(kQuotients), kNumQuotients,
                    true},
                   {"1 / x, the same", first_of(kTurned), kNumQuotients, true},
                   {"2^22 quotients up to 1 at 15 scales, both orders", first_of(kScales),
                    kNumScales, true},
                   {"quotients down to 0 and denormals, both orders", first_of(kSmall), kNumSmall,
                    true},
                   {"a zero, equal, or neighbours", first_of(kAxes), kNumAxes, true},
                   {"beyond the domain: pairs of special values", first_of(kBeyond),
                    kSpecials.size() * kSpecials.size(), false}},
      .arguments =
          [](uint64_t first, std::span<float> a, std::span<float> b) {
            for (size_t i = 0; i < a.size(); ++i) {
              const Pair p = pair(first + i);
              a[i] = p.y, b[i] = p.x;
            }
          },
      .reference =
          [](std::span<const float> y, std::span<const float> x, std::span<double> exact) {
            for (size_t i = 0; i < y.size(); ++i) exact[i] = reference::atan_positive(y[i], x[i]);
          },
      .reference_error = reference::kAtanError,
      .top = [](float y, float x) { return reference::atan_positive_on<reference::Top>(y, x); },
      .relative = false,
      .bound = 0x1p-21,
      .claims = {{1.359e-8, "Slerping Clock Cycles, section 5, for the polynomial"}},
      .axis = {"exact angle, radians",
               {{0, "0"}, {0.25, "pi/8"}, {0.5, "pi/4"}, {0.75, "3 pi/8"}, {1, "pi/2"}},
               [](float, double exact) { return exact * (0.9999999 * 2 / std::numbers::pi); }}};
  return piece;
}

} // namespace ulna::sweep
