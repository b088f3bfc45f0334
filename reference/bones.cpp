#include "reference/bones.h"

#include <boost/multiprecision/cpp_int.hpp>

namespace ulna::reference {

// In double the products of three floats round once each, and the six of them add up with five
// roundings more, so that what is beyond 2^-49 of their absolute values is no zero.
bool is_singular(const ulna_mat44& mat) {
  using Exact = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<
      1024, 1024, boost::multiprecision::signed_magnitude, boost::multiprecision::unchecked, void>>;
  double in_double[9];
  double absolute[9];
  Exact exact[9];
  for (size_t i = 0; i < 9; ++i) {
    in_double[i] = mat.m[4 * (i / 3) + i % 3];
    absolute[i] = std::fabs(in_double[i]);
  }
  double permanent = 0;
  for (size_t c = 0; c < 3; ++c) {
    const Minor<double> minor = minor_of(absolute, 0, c);
    permanent += absolute[c] * (minor.plus + minor.minus);
  }
  if (std::fabs(determinant(in_double)) > 0x1p-49 * permanent) return false;
  for (size_t i = 0; i < 9; ++i) {
    // The element as a multiple of 2^-172; a product of three of them has at most 904 bits.
    int exponent = 0;
    const double fraction = std::frexp(in_double[i], &exponent);
    exact[i] = Exact(static_cast<int64_t>(std::ldexp(fraction, 24)));
    if (in_double[i] != 0) exact[i] <<= exponent - 24 + 172;
  }
  return determinant(exact) == 0;
}

} // namespace ulna::reference
