#include "operations/shared/mend.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ulna::mend {

void set_count(Case& c, int array, size_t count) {
  Array& a = c.arrays[size_t(array)];
  const size_t had = a.size();
  const size_t wanted = count * c.operation->arrays[size_t(array)].element_size(c);
  if (had == wanted) return;
  a.resize(wanted);
  if (had == 0) return;
  for (size_t filled = had; filled < wanted;) {
    const size_t bytes = std::min(filled, wanted - filled);
    std::memcpy(a.data() + filled, a.data(), bytes);
    filled += bytes;
  }
}

void make_rising(std::span<uint32_t> numbers, uint32_t most) {
  for (uint32_t& x : numbers) x = below(x, size_t{most} + 1);
  if (!std::is_sorted(numbers.begin(), numbers.end())) std::sort(numbers.begin(), numbers.end());
}

float with_exponent(float x, int exponent) {
  constexpr uint32_t kExponent = 0x7f800000;
  const uint32_t rest = std::bit_cast<uint32_t>(x) & ~kExponent;
  return std::bit_cast<float>(rest | static_cast<uint32_t>(127 + exponent) << 23);
}

float tamed(float x, int exponent) {
  if (std::fabs(x) < std::ldexp(1.0f, exponent)) return x;
  return with_exponent(x, std::isfinite(x) ? exponent - 1 : 0);
}

void tame(std::span<float> values, int exponent) {
  for (float& x : values) x = tamed(x, exponent);
}

int safe_exponent(size_t terms, int factors) {
  constexpr int kSafe = 125; // the limit is just below 2^126
  return (kSafe - static_cast<int>(std::bit_width(terms))) / factors;
}

} // namespace ulna::mend
