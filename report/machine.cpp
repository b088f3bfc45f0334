#include "report/machine.h"

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "calls/targets.h"
#include "report/feature_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>

namespace ulna {
namespace {

constexpr std::string_view kSpaces = " \t\n";

/// What follows "key :" on its first line: the kernel lists the same flags for every processor.
std::string_view entry(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const size_t colon = line.find(':');
    if (colon == line.npos) continue;
    const std::string_view left = line.substr(0, colon);
    if (left.substr(0, left.find_last_not_of(kSpaces) + 1) != key) continue;
    const size_t start = line.find_first_not_of(kSpaces, colon + 1);
    return start == line.npos ? std::string_view() : line.substr(start);
  }
  return {};
}

std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts;
  for (;;) {
    const size_t start = text.find_first_not_of(separators);
    if (start == text.npos) return parts;
    text.remove_prefix(start);
    parts.emplace_back(text.substr(0, text.find_first_of(separators)));
    text.remove_prefix(parts.back().size());
  }
}

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

std::vector<std::string> features(std::string_view cpuinfo) {
  return split(entry(cpuinfo, "flags"), kSpaces);
}

} // namespace

Machine this_machine() {
  const std::string cpuinfo = read_file("/proc/cpuinfo");
  Machine machine;
  machine.cpu = entry(cpuinfo, "model name");
  if (machine.cpu.empty()) machine.cpu = "unknown";
  machine.features = features(cpuinfo);
  // Once for all runs of this process: a processor does not change its tables.
  static const Hashes rsqrt = hashes([](__m128 x) { return _mm_rsqrt_ps(x); }, newton_inverse_sqrt);
  static const Hashes rcp = hashes([](__m128 x) { return _mm_rcp_ps(x); }, newton_reciprocal);
  machine.rsqrtps = rsqrt.raw;
  machine.rcpps = rcp.raw;
  machine.fingerprint =
      sha256_hex(rsqrt.raw + rsqrt.refined + rcp.raw + rcp.refined).substr(0, kFingerprintDigits);
  return machine;
}

std::vector<std::string> listed_features(std::string_view cpu_features) {
  return split(cpu_features, ", \t\n");
}

std::vector<std::string> missing_features(std::string_view cpu_features,
                                          std::span<const std::string> present,
                                          std::span<const std::string_view> known) {
  std::vector<std::string> missing = listed_features(cpu_features);
  std::erase_if(missing, [&](const std::string& feature) {
    return std::find(present.begin(), present.end(), feature) != present.end();
  });
  for (const std::string& feature : missing) {
    if (std::ranges::find(known, feature) != known.end()) continue;
    const auto likely = likely_feature_name(feature, known);
    const bool is_own = known.data() == feature_names().data();
    throw BadInput(fmt::format("cpu_features: no CPU feature is called '{}'{}; {}",
                               importer::printable(feature),
                               is_own ? " in /proc/cpuinfo" : " there",
                               likely   ? fmt::format("did you mean {}?", *likely)
                               : is_own ? std::string("see its line of flags")
                                        : fmt::format("there are {}", fmt::join(known, ", "))));
  }
  return missing;
}

std::vector<std::string> missing_features(std::string_view cpu_features) {
  static const std::vector<std::string> present = features(read_file("/proc/cpuinfo"));
  return missing_features(cpu_features, present);
}

std::vector<std::string> missing_features(const PortInfo& port) {
  if (!port.target || port.target->features.empty()) return missing_features(port.cpu_features);
  std::vector<std::string_view> known;
  for (const auto& names : port.target->features)
    known.insert(known.end(), names.begin(), names.end());
  return missing_features(port.cpu_features, port.processor, known);
}

} // namespace ulna
