/* ulna/approximations.h: the approximation instructions as no processor has them, but may.
 *
 * What is promised of rsqrtps and rcpps is an error bound, 1.5 * 2^-12 relative (2^-14 for the
 * AVX-512 forms), and every processor fills it in its own way. A port that is built with this
 * header gets, for each input, a value of that interval that an adversary chooses. Built so, a port
 * is judged by `ulna certify --approximations adversarial`; do not ship it.
 *
 * How to build: add `-include ulna/approximations.h` (and -I for the folder that holds ulna/) to
 * the compiler's command line, or include it after the headers of the intrinsics. C99 and C++, GCC
 * and Clang, x86-64. MIT licensed. Intrinsics that are called are replaced; assembly, an intrinsic
 * whose address is taken, and what -mrecip makes of a division are not, and ulna refuses a port in
 * which one is left.
 *
 * Replaced are _mm_ and _mm256_ rsqrt_ps, rcp_ps; _mm_ rsqrt_ss, rcp_ss; and with mask and maskz
 * _mm_, _mm256_ and _mm512_ rsqrt14_ps, rcp14_ps and _mm_ rsqrt14_ss, rcp14_ss.
 *
 * Source of what is promised: Intel 64 and IA-32 Architectures Software Developer's Manual, volume
 * 2, RCPPS, RSQRTPS, VRCP14PS, VRSQRT14PS. See docs/approximations.md.
 */
#ifndef ULNA_APPROXIMATIONS_H
#define ULNA_APPROXIMATIONS_H

#include <immintrin.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Who chooses. The library asks the environment when it wants its first value, which may be while
 * it is loaded, and the answer does not change then: the same input always gives the same value, as
 * on a processor. The judge sets ULNA_APPROXIMATIONS_ADVERSARY, a decimal number, before it loads
 * the library. Where it is not set, or is no such number, adversary 0 chooses.
 *
 * Adversaries 0 to 63 follow one rule each for rsqrt (adversary % 8) and for rcp (adversary / 8):
 *   0  the float nearest to the exact value
 *   1  the largest float that is allowed       2  the smallest
 *   3  the largest in the lower half of each binade and the smallest in the upper   4  the reverse
 *   5  the largest for even exponents and the smallest for odd                      6  the reverse
 *   7  as those from 64 on
 * From 64 on each input has a choice of its own, drawn by its bits and the adversary: the largest
 * or the smallest in seven of eight cases, else one in between. */
typedef struct ulna_approximations {
  uint32_t struct_size; /* sizeof(ulna_approximations) */
  uint32_t chosen;      /* 0 until `adversary` has been asked for */
  uint64_t adversary;
} ulna_approximations;

/* One for the whole library, however many files include this. */
__attribute__((weak, visibility("default"))) extern ulna_approximations ulna_approximations_v2;
__attribute__((weak, visibility("default")))
ulna_approximations ulna_approximations_v2 = {sizeof(ulna_approximations), 0, 0};

#ifdef __cplusplus
}
#endif

#define ULNA_APPROXIMATES static inline __attribute__((unused))

#define ULNA_BOUND_12_ (1.5 / 4096)
#define ULNA_BOUND_14_ (1.0 / 16384)

enum { ulna_is_rsqrt_ = 0, ulna_is_rcp_ = 1 };

ULNA_APPROXIMATES uint64_t ulna_mix_(uint64_t x) { /* a bijection that spreads all bits */
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  return x ^ (x >> 32);
}

/* Threads that ask at the same time get the same answer. */
static __attribute__((unused, noinline, cold)) void ulna_ask_(void) {
  const char* digit = getenv("ULNA_APPROXIMATIONS_ADVERSARY");
  uint64_t who = 0;
  while (digit && *digit >= '0' && *digit <= '9') who = who * 10 + (uint64_t)(*digit++ - '0');
  if (digit && *digit) who = 0;
  __atomic_store_n(&ulna_approximations_v2.adversary, who, __ATOMIC_RELAXED);
  __atomic_store_n(&ulna_approximations_v2.chosen, 1, __ATOMIC_RELEASE);
}

ULNA_APPROXIMATES uint64_t ulna_adversary_(void) {
  if (!__atomic_load_n(&ulna_approximations_v2.chosen, __ATOMIC_ACQUIRE)) ulna_ask_();
  return __atomic_load_n(&ulna_approximations_v2.adversary, __ATOMIC_RELAXED);
}

/* Where in the interval: -1 is its lower end, 1 its upper one, 0 the exact value. */
ULNA_APPROXIMATES double ulna_place_(uint32_t bits, int function) {
  const uint64_t who = ulna_adversary_();
  const uint64_t rule = who >= 64 ? 7 : (function == ulna_is_rsqrt_ ? who % 8 : who / 8);
  const int upper_half = (bits >> 22) & 1;
  const int odd = !((bits >> 23) & 1); /* the bias is odd */
  uint64_t drawn;
  switch (rule) {
  case 0:
    return 0;
  case 1:
    return 1;
  case 2:
    return -1;
  case 3:
    return upper_half ? -1 : 1;
  case 4:
    return upper_half ? 1 : -1;
  case 5:
    return odd ? -1 : 1;
  case 6:
    return odd ? 1 : -1;
  default:
    drawn = ulna_mix_(ulna_mix_(who * 2 + (uint64_t)function) ^ bits);
    if (drawn % 8 != 0) return drawn & 8 ? 1 : -1;
    return (double)(int64_t)(drawn >> 12) / 2251799813685248.0 - 1;
  }
}

ULNA_APPROXIMATES float ulna_float_of_(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

ULNA_APPROXIMATES double ulna_sqrt_(double x) {
  return _mm_cvtsd_f64(_mm_sqrt_sd(_mm_setzero_pd(), _mm_set_sd(x)));
}

/* The float of the interval exact * (1 +- bound), 2^-128 <= exact < 2^128, that the adversary
 * chooses. At most 2^-36 of the bound is given away, which is far more than the few roundings in
 * double cost, so it is inside. `exact` is off by less than 2^-51. The result may be denormal. */
ULNA_APPROXIMATES float ulna_choose_(double exact, double bound, uint32_t bits, int function) {
  const double place = ulna_place_(bits, function);
  const double wanted = exact * (1 + place * (bound * (1 - 1 / 68719476736.0)));
  /* Towards the exact value, by bits, so that FTZ and the rounding mode have no say. */
  uint64_t w;
  memcpy(&w, &wanted, sizeof w);
  const int exponent = (int)(w >> 52) - 1023;
  const int dropped = exponent >= -126 ? 29 : 29 + (-126 - exponent);
  const uint64_t unit = (uint64_t)1 << dropped;
  const uint64_t up = place < 0 ? unit - 1 : place > 0 ? 0 : unit / 2;
  const uint64_t mantissa = ((w & 0xfffffffffffffu) | 0x10000000000000u) + up;
  if (exponent > 127) return ulna_float_of_(0x7f7fffffu); /* FLT_MAX, as `exact` is below 2^128 */
  /* The carry of a mantissa into the exponent is what rounding up to a power of two is. */
  const uint32_t whole = (uint32_t)(mantissa >> dropped);
  return ulna_float_of_(exponent >= -126 ? whole + ((uint32_t)(exponent + 126) << 23) : whole);
}

/* rsqrtps and rcpps of one float. Denormal inputs are zeros, denormal results become zeros. */
ULNA_APPROXIMATES uint32_t ulna_approximate_12_(uint32_t bits, int function) {
  const uint32_t sign = bits & 0x80000000u;
  const uint32_t size = bits & 0x7fffffffu;
  float r;
  uint32_t out;
  if (size > 0x7f800000u) return bits | 0x00400000u; /* NaN, made quiet */
  if (size < 0x00800000u) return sign | 0x7f800000u;
  if (function == ulna_is_rsqrt_ && sign) return 0xffc00000u; /* the default NaN */
  if (size == 0x7f800000u) return sign;
  if (function == ulna_is_rsqrt_) {
    r = ulna_choose_(1 / ulna_sqrt_((double)ulna_float_of_(size)), ULNA_BOUND_12_, bits, function);
  } else {
    r = ulna_choose_(1 / (double)ulna_float_of_(size), ULNA_BOUND_12_, size, function);
  }
  memcpy(&out, &r, sizeof out);
  /* Up to 1.11111111110100000000000b * 2^125 no result is tiny; beyond, those below 2^-126 are
   * flushed. (From 1.00000000000110000000001b * 2^126 on all of the interval is below.) */
  if (out < 0x00800000u) out = size <= 0x7e7fe800u ? 0x00800000u : 0;
  return sign | out;
}

/* The AVX-512 forms: DAZ and FTZ decide about denormal numbers, and powers of two are exact. */
ULNA_APPROXIMATES uint32_t ulna_approximate_14_(uint32_t bits, int function) {
  const unsigned mode = _mm_getcsr();
  const int daz = (mode >> 6) & 1, ftz = (mode >> 15) & 1;
  const uint32_t sign = bits & 0x80000000u;
  const uint32_t size = bits & 0x7fffffffu;
  double x, bound = ULNA_BOUND_14_;
  uint64_t wide;
  int exponent;
  uint32_t out;
  float r;
  if (size > 0x7f800000u) return bits | 0x00400000u;
  if (size == 0 || (daz && size < 0x00800000u)) return sign | 0x7f800000u;
  if (function == ulna_is_rsqrt_ && sign) return 0xffc00000u;
  if (size == 0x7f800000u) return sign;
  if (size < 0x00800000u) {                       /* by integers, which DAZ does not touch */
    x = (double)size * 1.4012984643248170709e-45; /* 2^-149 */
  } else {
    x = (double)ulna_float_of_(size);
  }
  memcpy(&wide, &x, sizeof wide);
  exponent = (int)(wide >> 52) - 1023;
  if (!(wide & 0xfffffffffffffu) && (function == ulna_is_rcp_ || exponent % 2 == 0)) bound = 0;
  if (function == ulna_is_rsqrt_) {
    r = ulna_choose_(1 / ulna_sqrt_(x), bound, bits, function);
  } else if (size <= 0x00200000u) { /* 2^-128: the reciprocal has no float */
    return sign | 0x7f800000u;
  } else {
    r = ulna_choose_(1 / x, bound, size, function);
  }
  memcpy(&out, &r, sizeof out);
  if (ftz && out < 0x00800000u) out = 0;
  return sign | out;
}

#define ULNA_LANES_(name, type, lanes, load, store, target_, approximate, function)                \
  ULNA_APPROXIMATES __attribute__((target(target_))) type name(type x) {                           \
    uint32_t lane[lanes];                                                                          \
    int i;                                                                                         \
    store((float*)(void*)lane, x);                                                                 \
    for (i = 0; i < lanes; ++i) lane[i] = approximate(lane[i], function);                          \
    return load((const float*)(const void*)lane);                                                  \
  }

ULNA_LANES_(ulna_rsqrt_ps_, __m128, 4, _mm_loadu_ps, _mm_storeu_ps, "sse2", ulna_approximate_12_,
            ulna_is_rsqrt_)
ULNA_LANES_(ulna_rcp_ps_, __m128, 4, _mm_loadu_ps, _mm_storeu_ps, "sse2", ulna_approximate_12_,
            ulna_is_rcp_)
ULNA_LANES_(ulna_rsqrt14_ps_, __m128, 4, _mm_loadu_ps, _mm_storeu_ps, "sse2", ulna_approximate_14_,
            ulna_is_rsqrt_)
ULNA_LANES_(ulna_rcp14_ps_, __m128, 4, _mm_loadu_ps, _mm_storeu_ps, "sse2", ulna_approximate_14_,
            ulna_is_rcp_)
ULNA_LANES_(ulna_rsqrt_ps256_, __m256, 8, _mm256_loadu_ps, _mm256_storeu_ps, "avx",
            ulna_approximate_12_, ulna_is_rsqrt_)
ULNA_LANES_(ulna_rcp_ps256_, __m256, 8, _mm256_loadu_ps, _mm256_storeu_ps, "avx",
            ulna_approximate_12_, ulna_is_rcp_)
ULNA_LANES_(ulna_rsqrt14_ps256_, __m256, 8, _mm256_loadu_ps, _mm256_storeu_ps, "avx",
            ulna_approximate_14_, ulna_is_rsqrt_)
ULNA_LANES_(ulna_rcp14_ps256_, __m256, 8, _mm256_loadu_ps, _mm256_storeu_ps, "avx",
            ulna_approximate_14_, ulna_is_rcp_)
ULNA_LANES_(ulna_rsqrt14_ps512_, __m512, 16, _mm512_loadu_ps, _mm512_storeu_ps, "avx512f",
            ulna_approximate_14_, ulna_is_rsqrt_)
ULNA_LANES_(ulna_rcp14_ps512_, __m512, 16, _mm512_loadu_ps, _mm512_storeu_ps, "avx512f",
            ulna_approximate_14_, ulna_is_rcp_)

/* The lowest lane from b, the others from a. */
#define ULNA_LOWEST_(a, b) _mm_move_ss((a), (b))

/* An argument may have commas: f<0, 1>(x), __m128{1, 2, 3, 4}. */
#define _mm_rsqrt_ps(...) ulna_rsqrt_ps_(__VA_ARGS__)
#define _mm_rcp_ps(...) ulna_rcp_ps_(__VA_ARGS__)
#define _mm_rsqrt_ss(...) ulna_lowest_rsqrt_(__VA_ARGS__)
#define _mm_rcp_ss(...) ulna_lowest_rcp_(__VA_ARGS__)
#define _mm256_rsqrt_ps(...) ulna_rsqrt_ps256_(__VA_ARGS__)
#define _mm256_rcp_ps(...) ulna_rcp_ps256_(__VA_ARGS__)

ULNA_APPROXIMATES __m128 ulna_lowest_rsqrt_(__m128 x) {
  return _mm_move_ss(x, ulna_rsqrt_ps_(x));
}
ULNA_APPROXIMATES __m128 ulna_lowest_rcp_(__m128 x) {
  return _mm_move_ss(x, ulna_rcp_ps_(x));
}

#undef _mm_rsqrt14_ps
#undef _mm_rcp14_ps
#define _mm_rsqrt14_ps(...) ulna_rsqrt14_ps_(__VA_ARGS__)
#define _mm_rcp14_ps(...) ulna_rcp14_ps_(__VA_ARGS__)
#define _mm_mask_rsqrt14_ps(s, k, x) _mm_mask_mov_ps((s), (k), ulna_rsqrt14_ps_(x))
#define _mm_mask_rcp14_ps(s, k, x) _mm_mask_mov_ps((s), (k), ulna_rcp14_ps_(x))
#define _mm_maskz_rsqrt14_ps(k, x) _mm_maskz_mov_ps((k), ulna_rsqrt14_ps_(x))
#define _mm_maskz_rcp14_ps(k, x) _mm_maskz_mov_ps((k), ulna_rcp14_ps_(x))
#define _mm256_rsqrt14_ps(...) ulna_rsqrt14_ps256_(__VA_ARGS__)
#define _mm256_rcp14_ps(...) ulna_rcp14_ps256_(__VA_ARGS__)
#define _mm256_mask_rsqrt14_ps(s, k, x) _mm256_mask_mov_ps((s), (k), ulna_rsqrt14_ps256_(x))
#define _mm256_mask_rcp14_ps(s, k, x) _mm256_mask_mov_ps((s), (k), ulna_rcp14_ps256_(x))
#define _mm256_maskz_rsqrt14_ps(k, x) _mm256_maskz_mov_ps((k), ulna_rsqrt14_ps256_(x))
#define _mm256_maskz_rcp14_ps(k, x) _mm256_maskz_mov_ps((k), ulna_rcp14_ps256_(x))
#define _mm512_rsqrt14_ps(...) ulna_rsqrt14_ps512_(__VA_ARGS__)
#define _mm512_rcp14_ps(...) ulna_rcp14_ps512_(__VA_ARGS__)
#define _mm512_mask_rsqrt14_ps(s, k, x) _mm512_mask_mov_ps((s), (k), ulna_rsqrt14_ps512_(x))
#define _mm512_mask_rcp14_ps(s, k, x) _mm512_mask_mov_ps((s), (k), ulna_rcp14_ps512_(x))
#define _mm512_maskz_rsqrt14_ps(k, x) _mm512_maskz_mov_ps((k), ulna_rsqrt14_ps512_(x))
#define _mm512_maskz_rcp14_ps(k, x) _mm512_maskz_mov_ps((k), ulna_rcp14_ps512_(x))
#define _mm_rsqrt14_ss(a, b) ULNA_LOWEST_(a, ulna_rsqrt14_ps_(b))
#define _mm_rcp14_ss(a, b) ULNA_LOWEST_(a, ulna_rcp14_ps_(b))
#define _mm_mask_rsqrt14_ss(s, k, a, b) _mm_mask_move_ss((s), (k), (a), ulna_rsqrt14_ps_(b))
#define _mm_mask_rcp14_ss(s, k, a, b) _mm_mask_move_ss((s), (k), (a), ulna_rcp14_ps_(b))
#define _mm_maskz_rsqrt14_ss(k, a, b) _mm_maskz_move_ss((k), (a), ulna_rsqrt14_ps_(b))
#define _mm_maskz_rcp14_ss(k, a, b) _mm_maskz_move_ss((k), (a), ulna_rcp14_ps_(b))

#endif
