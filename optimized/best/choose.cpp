#include "choose.h"

#include <cstring>
#include <string_view>

#if defined(__aarch64__)
#include <sys/auxv.h>
#include <sys/prctl.h>
#else
#include <cpuid.h>
#endif

// The other ports are linked into this library under these names. The build writes their list.
extern "C" {
#define ULNA_PORT(name) [[gnu::visibility("hidden")]] const ulna_port* ulna_port_of_##name(void);
#include "dispatched_ports.inc"
#undef ULNA_PORT
}

namespace {

// The fastest first.
using Port = const ulna_port* (*)(void);
constexpr Port kPorts[] = {
#define ULNA_PORT(name) ulna_port_of_##name,
#include "dispatched_ports.inc"
#undef ULNA_PORT
};

using std::string_view;

// Calls take(feature) for each of the list until that returns false; returns whether none did.
template <class Take>
bool all_features(string_view list, Take take) {
  while (!list.empty()) {
    const size_t comma = list.find(',');
    if (!take(list.substr(0, comma))) return false;
    list = comma == list.npos ? string_view() : list.substr(comma + 1);
  }
  return true;
}

bool is_listed(string_view feature, string_view list) {
  return !all_features(list, [&](string_view other) { return other != feature; });
}

bool runs_on(const ulna_port& port, string_view cpu_features) {
  return all_features(port.cpu_features,
                      [&](string_view feature) { return is_listed(feature, cpu_features); });
}

bool has(const ulna_port& port, size_t operation) {
  void (*member)();
  std::memcpy(&member, reinterpret_cast<const char*>(&port) + offset_of(operation), sizeof member);
  return member != nullptr;
}

// A port that is not the fastest that processors of a family can run. What is not listed was not
// measured to be so: docs/kernels.md has the numbers.
struct Slower {
  string_view family, port;
  size_t member;
};
constexpr Slower kSlower[] = {
    // Zen 4 has units of 256 bits.
    {"zen4", "avx512", offsetof(ulna_port, transform_verts)},
    {"zen4", "avx512", offsetof(ulna_port, transform_verts_and_tangents)},
    {"zen4", "avx512", offsetof(ulna_port, skin_sorted_verts)},
    {"golden-cove", "avx512", offsetof(ulna_port, skin_aos_verts)},
    {"golden-cove", "avx512", offsetof(ulna_port, skin_soa_verts)},
};

bool is_slower(const ulna_port& port, size_t operation, string_view cpu_features) {
  for (const Slower& slower : kSlower)
    if (slower.port == port.name && operation_at(slower.member) == operation &&
        is_listed(slower.family, cpu_features))
      return true;
  return false;
}

#if !defined(__aarch64__)
// "" if it is none of them.
string_view family_of_this_cpu() {
  unsigned a, vendor_b, c, d;
  if (!__get_cpuid(0, &a, &vendor_b, &c, &d)) return "";
  unsigned b = 0;
  __get_cpuid(1, &a, &b, &c, &d);
  unsigned family = a >> 8 & 0xf, model = a >> 4 & 0xf;
  if (family == 6 || family == 0xf) model += (a >> 16 & 0xf) << 4;
  if (family == 0xf) family += a >> 20 & 0xff;
  constexpr unsigned kZen3And4 = 0x19, kSapphireRapids = 143, kEmeraldRapids = 207;
  if (vendor_b == signature_AMD_ebx && family == kZen3And4 && __builtin_cpu_supports("avx512f"))
    return "zen4"; // Zen 3 has no AVX-512
  if (vendor_b == signature_INTEL_ebx && family == 6 &&
      (model == kSapphireRapids || model == kEmeraldRapids))
    return "golden-cove";
  return "";
}
#endif

} // namespace

std::string features_of_this_cpu() {
#if defined(__aarch64__)
  // Vectors of 128 bits are NEON's, which needs no predicates.
  constexpr int kNeonBytes = 16;
  const bool wider = (getauxval(AT_HWCAP) & HWCAP_SVE) != 0 &&
                     (prctl(PR_SVE_GET_VL) & PR_SVE_VL_LEN_MASK) > kNeonBytes;
  return wider ? "sve" : "";
#else
  __builtin_cpu_init();
  std::string all;
  const auto add = [&](const char* feature, bool is_there) {
    if (is_there) all.append(all.empty() ? "" : ",").append(feature);
  };
  // The builtin takes literals only; it says yes to what the operating system saves, too.
  add("pni", __builtin_cpu_supports("sse3"));
  add("popcnt", __builtin_cpu_supports("popcnt"));
  add("bmi2", __builtin_cpu_supports("bmi2"));
  add("fma", __builtin_cpu_supports("fma"));
  add("avx2", __builtin_cpu_supports("avx2"));
  add("avx512f", __builtin_cpu_supports("avx512f"));
  add("avx512vl", __builtin_cpu_supports("avx512vl"));
  add("avx512bw", __builtin_cpu_supports("avx512bw"));
  add("avx512dq", __builtin_cpu_supports("avx512dq"));
  const string_view family = family_of_this_cpu();
  add(family.data(), !family.empty());
  return all;
#endif
}

Origins choose(const std::string& cpu_features) {
  Origins origins{};
  for (const Port port_of : kPorts) {
    const ulna_port& port = *port_of();
    if (!runs_on(port, cpu_features)) continue;
    for (size_t i = 0; i < num_operations; i++)
      if (!origins[i] && has(port, i) && !is_slower(port, i, cpu_features)) origins[i] = &port;
  }
  return origins;
}

void take_operations(ulna_port& port, const Origins& origins) {
  for (size_t i = 0; i < num_operations; i++) {
    const size_t at = offset_of(i);
    if (origins[i])
      std::memcpy(reinterpret_cast<char*>(&port) + at,
                  reinterpret_cast<const char*>(origins[i]) + at, sizeof(void (*)()));
  }
}

std::string features_needed(const Origins& origins) {
  std::string needed;
  for (const ulna_port* port : origins) {
    if (!port) continue;
    all_features(port->cpu_features, [&](string_view feature) {
      if (!is_listed(feature, needed)) needed.append(needed.empty() ? "" : ",").append(feature);
      return true;
    });
  }
  return needed;
}
