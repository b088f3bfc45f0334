#include "reference/number.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/mpfr.hpp>

#include <new>

namespace ulna::reference {
namespace {

namespace mp = boost::multiprecision;

template <class Kind>
struct Boosts;
template <>
struct Boosts<Mpfr50> {
  using Type = mp::number<mp::mpfr_float_backend<50, mp::allocate_stack>, mp::et_off>;
};
template <>
struct Boosts<BinFloat100> {
  using Type = mp::number<mp::cpp_bin_float_100::backend_type, mp::et_off>;
};

/// MPFR keeps pi and the like for each thread; Boost has those of the main thread freed alone.
void free_caches_with_thread() {
  struct Caches {
    ~Caches() { mpfr_free_cache(); }
  };
  static thread_local const Caches caches;
  static_cast<void>(caches);
}

} // namespace

template <class Kind>
struct Number<Kind>::Access {
  using Held = typename Boosts<Kind>::Type;
  static_assert(sizeof(Held) <= sizeof(Number) && alignof(Held) <= alignof(Number));

  static Held& in(Number& x) { return *std::launder(reinterpret_cast<Held*>(x.bytes_)); }
  static const Held& in(const Number& x) {
    return *std::launder(reinterpret_cast<const Held*>(x.bytes_));
  }
  static Number with(const Held& value) {
    Number x;
    in(x) = value;
    return x;
  }
};

template <class Kind>
Number<Kind>::Number(double value) {
  new (bytes_) typename Access::Held(value);
}

template <class Kind>
Number<Kind>::Number(const Number& other) {
  new (bytes_) typename Access::Held(Access::in(other));
}

template <class Kind>
Number<Kind>& Number<Kind>::operator=(const Number& other) {
  Access::in(*this) = Access::in(other);
  return *this;
}

template <class Kind>
Number<Kind>::~Number() {
  using Held = typename Access::Held;
  Access::in(*this).~Held();
}

template <class Kind>
Number<Kind>::operator double() const {
  return static_cast<double>(Access::in(*this));
}

template <class Kind>
Number<Kind> Number<Kind>::operator-() const {
  return Access::with(-Access::in(*this));
}

template <class Kind>
Number<Kind>& Number<Kind>::operator+=(const Number& b) {
  Access::in(*this) += Access::in(b);
  return *this;
}

template <class Kind>
Number<Kind>& Number<Kind>::operator-=(const Number& b) {
  Access::in(*this) -= Access::in(b);
  return *this;
}

template <class Kind>
Number<Kind>& Number<Kind>::operator*=(const Number& b) {
  Access::in(*this) *= Access::in(b);
  return *this;
}

template <class Kind>
Number<Kind>& Number<Kind>::operator/=(const Number& b) {
  Access::in(*this) /= Access::in(b);
  return *this;
}

template <class Kind>
bool Number<Kind>::is_below(const Number& b) const {
  return Access::in(*this) < Access::in(b);
}

template <class Kind>
bool Number<Kind>::equals(const Number& b) const {
  return Access::in(*this) == Access::in(b);
}

template <class Kind>
Number<Kind> Number<Kind>::root() const {
  return Access::with(sqrt(Access::in(*this)));
}

template <class Kind>
Number<Kind> Number<Kind>::sine() const {
  free_caches_with_thread();
  return Access::with(sin(Access::in(*this)));
}

template <class Kind>
Number<Kind> Number<Kind>::angle_from(const Number& x) const {
  free_caches_with_thread();
  return Access::with(atan2(Access::in(*this), Access::in(x)));
}

template class Number<Mpfr50>;
template class Number<BinFloat100>;

} // namespace ulna::reference
