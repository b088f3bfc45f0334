// The numbers of the upper rungs, on Boost.Multiprecision. Its templates take longer to compile
// than all else in a file that uses them: they are compiled once, in number.cpp.
#pragma once

#include <cstddef>

namespace ulna::reference {

struct Mpfr50;      ///< MPFR with 50 decimal digits, on the stack: no allocation per operation
struct BinFloat100; ///< cpp_bin_float_100

/// A number of one of the kinds above. Takes infinities and NaN as that kind does. Values convert
/// from float, double and int exactly, and to the nearest double.
template <class Kind>
class Number {
public:
  Number(double value = 0); // implicit: templates over the rungs mix it with numbers
  Number(const Number& other);
  Number& operator=(const Number& other);
  ~Number();

  explicit operator double() const;

  Number operator-() const;
  Number& operator+=(const Number& b);
  Number& operator-=(const Number& b);
  Number& operator*=(const Number& b);
  Number& operator/=(const Number& b);
  friend Number operator+(Number a, const Number& b) { return a += b; }
  friend Number operator-(Number a, const Number& b) { return a -= b; }
  friend Number operator*(Number a, const Number& b) { return a *= b; }
  friend Number operator/(Number a, const Number& b) { return a /= b; }

  friend bool operator<(const Number& a, const Number& b) { return a.is_below(b); }
  friend bool operator>(const Number& a, const Number& b) { return b.is_below(a); }
  friend bool operator==(const Number& a, const Number& b) { return a.equals(b); }

  friend Number abs(const Number& x) { return x < 0 ? -x : x; }
  friend Number sqrt(const Number& x) { return x.root(); }
  friend Number sin(const Number& x) { return x.sine(); }
  friend Number atan2(const Number& y, const Number& x) { return y.angle_from(x); }

private:
  bool is_below(const Number& b) const;
  bool equals(const Number& b) const;
  Number root() const;
  Number sine() const;
  Number angle_from(const Number& x) const;

  struct Access; // to what the bytes hold
  alignas(16) std::byte bytes_[128];
};

extern template class Number<Mpfr50>;
extern template class Number<BinFloat100>;

} // namespace ulna::reference
