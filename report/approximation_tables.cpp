#include "report/approximation_tables.h"

#if defined(__x86_64__)

#include "base/files.h"

#include <immintrin.h>

#include <array>
#include <bit>
#include <span>

namespace ulna {
namespace {

/// The hashes of an instruction's results.
struct Hashes {
  std::string raw;
  std::string refined; ///< after one Newton step
};

template <class Instruction, class Newton>
Hashes hashes(Instruction instruction, Newton newton) {
  constexpr uint32_t first = std::bit_cast<uint32_t>(1.0F);
  constexpr uint32_t end = std::bit_cast<uint32_t>(4.0F);
  alignas(16) std::array<float, 4096> raw, refined;
  static_assert((end - first) % raw.size() == 0);
  Sha256 raw_hash, refined_hash;
  __m128i bits = _mm_add_epi32(_mm_set1_epi32(first), _mm_setr_epi32(0, 1, 2, 3));
  for (uint32_t done = first; done < end; done += raw.size()) {
    for (size_t i = 0; i < raw.size(); i += 4) {
      const __m128 x = _mm_castsi128_ps(bits);
      const __m128 r = instruction(x);
      _mm_store_ps(&raw[i], r);
      _mm_store_ps(&refined[i], newton(x, r));
      bits = _mm_add_epi32(bits, _mm_set1_epi32(4));
    }
    raw_hash.add(std::as_bytes(std::span(raw)));
    refined_hash.add(std::as_bytes(std::span(refined)));
  }
  return {raw_hash.hex(), refined_hash.hex()};
}

// J.M.P. van Waveren, Slerping Clock Cycles, section 6: one Newton step on either.
__m128 newton_inverse_sqrt(__m128 x, __m128 r) {
  const __m128 residue = _mm_sub_ps(_mm_mul_ps(_mm_mul_ps(x, r), r), _mm_set1_ps(3.0F));
  return _mm_mul_ps(residue, _mm_mul_ps(r, _mm_set1_ps(-0.5F)));
}

__m128 newton_reciprocal(__m128 x, __m128 r) {
  return _mm_sub_ps(_mm_add_ps(r, r), _mm_mul_ps(_mm_mul_ps(x, r), r));
}

} // namespace

void add_approximation_tables(Machine& machine) {
  // Once for all runs of this process: a processor does not change its tables.
  static const Hashes rsqrt = hashes([](__m128 x) { return _mm_rsqrt_ps(x); }, newton_inverse_sqrt);
  static const Hashes rcp = hashes([](__m128 x) { return _mm_rcp_ps(x); }, newton_reciprocal);
  machine.rsqrtps = rsqrt.raw;
  machine.rcpps = rcp.raw;
  machine.fingerprint =
      sha256_hex(rsqrt.raw + rsqrt.refined + rcp.raw + rcp.refined).substr(0, kFingerprintDigits);
}

} // namespace ulna

#else

void ulna::add_approximation_tables(Machine&) {}

#endif
