#include "choose.h"

#include <cstring>
#include <string_view>

#if defined(__aarch64__)
#include <sys/auxv.h>
#include <sys/prctl.h>
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
  return all;
#endif
}

Origins choose(const std::string& cpu_features) {
  Origins origins{};
  for (const Port port_of : kPorts) {
    const ulna_port& port = *port_of();
    if (!runs_on(port, cpu_features)) continue;
    for (size_t i = 0; i < num_operations; i++)
      if (!origins[i] && has(port, i)) origins[i] = &port;
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
