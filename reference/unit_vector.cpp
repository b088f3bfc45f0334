#include "reference/unit_vector.h"

#include "reference/rungs.h"

namespace ulna::reference {
namespace {

template <class Real>
UnitVector on(const std::array<Approx, 3>& s) {
  using std::sqrt;
  constexpr double u = kRoundoff<Real>;
  std::array<Real, 3> v;
  Real square = 0;
  double d = 0;
  for (size_t i = 0; i < 3; ++i) {
    v[i] = Real(s[i].value) + Real(s[i].tail);
    square += v[i] * v[i];
    d += s[i].error * s[i].error;
  }
  d = std::sqrt(d) * (1 + 0x1p-50);
  const Real length = sqrt(square);
  const auto l = static_cast<double>(length);
  UnitVector unit;
  for (size_t i = 0; i < 3; ++i) {
    const Real direction = v[i] / length;
    const double size = std::fabs(static_cast<double>(direction));
    const double moved = d == 0  ? 0
                         : d < l ? (s[i].error + size * d) / (l - d) * (1 + 0x1p-40)
                                 : INFINITY;
    unit.direction[i] = pack<Real>(direction, moved + 4 * u * size);
  }
  unit.length = pack<Real>(length, d + 3 * u * l);
  return unit;
}

} // namespace

UnitVector unit_vector(const std::array<Approx, 3>& s, Rung rung) {
  switch (rung) {
  case Rung::fast:
    return on<Fast>(s);
  case Rung::wide:
    return on<Wide>(s);
  case Rung::top:
    break;
  }
  return on<Top>(s);
}

} // namespace ulna::reference
