#include "formulas/expression.h"

#include "base/bits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ulna::formulas {
namespace {

constexpr uint64_t kSign = 0x8000'0000;

template <class Float>
using BitsOf = std::conditional_t<sizeof(Float) == 4, uint32_t, uint64_t>;

template <class Float>
uint64_t relation(Float x, Float y) {
  return x < y ? kLess : x > y ? kGreater : x == y ? kEqual : kUnordered;
}

// The processor's own: where denormals count as zero, so does the one that comes out.
#if defined(__x86_64__)
float smaller(float x, float y) {
  return _mm_cvtss_f32(_mm_min_ss(_mm_set_ss(x), _mm_set_ss(y)));
}
double smaller(double x, double y) {
  return _mm_cvtsd_f64(_mm_min_sd(_mm_set_sd(x), _mm_set_sd(y)));
}
float larger(float x, float y) {
  return _mm_cvtss_f32(_mm_max_ss(_mm_set_ss(x), _mm_set_ss(y)));
}
double larger(double x, double y) {
  return _mm_cvtsd_f64(_mm_max_sd(_mm_set_sd(x), _mm_set_sd(y)));
}
#else
template <class Float>
Float smaller(Float x, Float y) {
  return x < y ? x : y;
}
template <class Float>
Float larger(Float x, Float y) {
  return x > y ? x : y;
}
#endif

/// What the compiler must neither compute itself nor move to where MXCSR is another.
template <class Float>
[[gnu::noinline]] std::optional<uint64_t> value_of(Kind kind, uint64_t number,
                                                   const std::vector<uint64_t>& of) {
  using Bits = BitsOf<Float>;
  const auto x = [&](size_t i) { return std::bit_cast<Float>(static_cast<Bits>(of[i])); };
  const auto out = [](Float value) { return uint64_t{std::bit_cast<Bits>(value)}; };
  switch (kind) {
  case Kind::add:
    return out(x(0) + x(1));
  case Kind::subtract:
    return out(x(0) - x(1));
  case Kind::multiply:
    return out(x(0) * x(1));
  case Kind::divide:
    return out(x(0) / x(1));
  case Kind::minimum:
    return out(smaller(x(0), x(1)));
  case Kind::maximum:
    return out(larger(x(0), x(1)));
  case Kind::square_root:
    return out(std::sqrt(x(0)));
  case Kind::fused:
    return out(std::fma(x(0), x(1), x(2)));
  case Kind::compare:
    return (relation(x(0), x(1)) & number) != 0 ? (sizeof(Float) == 4 ? kAllBits : ~uint64_t{0})
                                                : 0;
  case Kind::negate:
    return of[0] ^ Bits { 1 } << (8 * sizeof(Float) - 1);
  case Kind::absolute:
    return of[0] & ~(Bits{1} << (8 * sizeof(Float) - 1));
  default:
    return {};
  }
}

} // namespace

std::optional<uint64_t> value_of(Kind kind, bool wide, uint64_t number,
                                 const std::vector<uint64_t>& of) {
  switch (kind) {
  case Kind::bit_and:
    return of[0] & of[1];
  case Kind::bit_or:
    return of[0] | of[1];
  case Kind::bit_xor:
    return of[0] ^ of[1];
  case Kind::select:
    return (of[0] & kSign) != 0 ? of[1] : of[2];
  case Kind::pair:
    return of[0] | of[1] << 32;
  case Kind::low:
    return of[0] & kAllBits;
  case Kind::high:
    return of[0] >> 32;
  case Kind::widen: {
    const double value = std::bit_cast<float>(static_cast<uint32_t>(of[0]));
    return std::bit_cast<uint64_t>(value);
  }
  case Kind::narrow: {
    const auto value = static_cast<float>(std::bit_cast<double>(of[0]));
    return std::bit_cast<uint32_t>(value);
  }
  default:
    return wide ? value_of<double>(kind, number, of) : value_of<float>(kind, number, of);
  }
}

bool same_float(uint64_t a, uint64_t b, bool wide) {
  if (a == b) return true;
  if (wide) return std::isnan(std::bit_cast<double>(a)) && std::isnan(std::bit_cast<double>(b));
  return std::isnan(std::bit_cast<float>(static_cast<uint32_t>(a))) &&
         std::isnan(std::bit_cast<float>(static_cast<uint32_t>(b)));
}

bool agrees(const Expression& e, uint64_t bits) {
  if (!e.bits || same_float(*e.bits, bits, e.wide)) return true;
  if (e.kind != Kind::low && e.kind != Kind::high) return false;
  const auto& whole = e.of[0]->bits;
  return whole && std::isnan(std::bit_cast<double>(*whole));
}

const Expression* Expressions::number(uint64_t bits) {
  return add({Kind::number, false, bits, {}, {}}, {}, bits);
}

const Expression* Expressions::leaf(Kind kind, std::string text, std::optional<uint64_t> bits) {
  return add({kind, false, 0, std::move(text), {}}, {}, bits);
}

const Expression* Expressions::add(Key key, std::vector<const Expression*> of,
                                   std::optional<uint64_t> bits) {
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  Expression& e = all_.emplace_back();
  e.kind = key.kind;
  e.wide = key.wide;
  e.id = static_cast<uint32_t>(all_.size() - 1);
  e.number = key.number;
  e.text = key.text;
  e.symbolic = key.kind == Kind::input || key.kind == Kind::undefined || key.kind == Kind::kept ||
               std::any_of(of.begin(), of.end(), [](const auto* o) { return o->symbolic; });
  e.of = std::move(of);
  e.bits = bits;
  known_.emplace(std::move(key), &e);
  return &e;
}

/// Null: it stays as it is.
const Expression* Expressions::simplified(Kind kind, const std::vector<const Expression*>& of) {
  const auto is = [&](size_t i, uint64_t bits) {
    return of[i]->kind == Kind::number && of[i]->number == bits;
  };
  const auto is_half = [&](size_t i, Kind half) { return of[i]->kind == half; };
  switch (kind) {
  case Kind::pair:
    if (is_half(0, Kind::low) && is_half(1, Kind::high) && of[0]->of[0] == of[1]->of[0])
      return of[0]->of[0];
    return nullptr;
  case Kind::low:
    return of[0]->kind == Kind::pair ? of[0]->of[0] : nullptr;
  case Kind::high:
    return of[0]->kind == Kind::pair ? of[0]->of[1] : nullptr;
  case Kind::negate:
    return of[0]->kind == Kind::negate ? of[0]->of[0] : nullptr;
  case Kind::bit_and:
    for (const size_t i : {0U, 1U}) {
      if (is(i, 0)) return of[i];
      if (is(i, kAllBits)) return of[1 - i];
      if (is(i, kAllBits & ~kSign)) return make(Kind::absolute, false, {of[1 - i]});
    }
    return of[0] == of[1] ? of[0] : nullptr;
  case Kind::bit_or:
    for (const size_t i : {0U, 1U}) {
      if (is(i, 0)) return of[1 - i];
      if (is(i, kAllBits)) return of[i];
    }
    return of[0] == of[1] ? of[0] : nullptr;
  case Kind::bit_xor:
    for (const size_t i : {0U, 1U}) {
      if (is(i, 0)) return of[1 - i];
      if (is(i, kSign)) return make(Kind::negate, false, {of[1 - i]});
    }
    return of[0] == of[1] ? number(0) : nullptr;
  case Kind::select:
    if (of[0]->kind == Kind::number) return of[(of[0]->number & kSign) != 0 ? 1 : 2];
    return of[1] == of[2] ? of[1] : nullptr;
  default:
    return nullptr;
  }
}

const Expression* Expressions::make(Kind kind, bool wide, std::vector<const Expression*> of,
                                    uint64_t number, std::string text) {
  if (const Expression* simpler = simplified(kind, of)) return simpler;
  std::vector<uint32_t> ids;
  std::vector<uint64_t> operands;
  bool symbolic = false;
  for (const Expression* o : of) {
    ids.push_back(o->id);
    if (o->bits) operands.push_back(*o->bits);
    symbolic = symbolic || o->symbolic;
  }
  std::optional<uint64_t> bits;
  if (operands.size() == of.size() && !of.empty()) bits = value_of(kind, wide, number, operands);
  if (!symbolic && bits) return this->number(*bits);
  return add({kind, wide, number, std::move(text), std::move(ids)}, std::move(of), bits);
}

} // namespace ulna::formulas
