#include "bench/limits.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace ulna::bench {
namespace {

using Sse = float __attribute__((vector_size(16)));
using Avx = float __attribute__((vector_size(32)));
using Avx512 = float __attribute__((vector_size(64)));

// The bodies are inlined into functions for each kind of CPU, and are compiled as these are.
#define ULNA_ALWAYS [[gnu::always_inline]] inline

template <class V>
ULNA_ALWAYS void add_scaled(float* a, const float* b, const float* c, size_t n) {
  constexpr size_t kWidth = sizeof(V) / sizeof(float);
  constexpr float kScale = 0.5f;
  for (size_t i = 0; i + kWidth <= n; i += kWidth) {
    V x, y;
    std::memcpy(&x, b + i, sizeof x);
    std::memcpy(&y, c + i, sizeof y);
    x += y * kScale;
    std::memcpy(a + i, &x, sizeof x);
  }
}

constexpr int kChains = 12; // covers a latency of up to six cycles at two a cycle
constexpr int kRounds = 512;

/// Towards 1, so that nothing overflows and nothing is denormal. Unrolled throughout, so that the
/// chains are in registers.
template <class V>
ULNA_ALWAYS void multiply_and_add() {
  V x[kChains];
#pragma GCC unroll 12
  for (int i = 0; i < kChains; ++i) x[i] = V{} + float(i + 2); // 1 would stay what it is
  for (int round = 0; round < kRounds; ++round) {
#pragma GCC unroll 12
    for (int i = 0; i < kChains; ++i) x[i] = x[i] * 0.5f + 0.5f;
  }
  V sum{};
#pragma GCC unroll 12
  for (int i = 0; i < kChains; ++i) sum += x[i];
  benchmark::DoNotOptimize(sum);
}

/// One for each width of vectors.
struct Kernels {
  void (*triad)(float*, const float*, const float*, size_t);
  void (*peak)();
  double lanes;
};

void triad_sse(float* a, const float* b, const float* c, size_t n) {
  add_scaled<Sse>(a, b, c, n);
}
void peak_sse() {
  multiply_and_add<Sse>();
}
[[gnu::target("avx2,fma")]] void triad_avx(float* a, const float* b, const float* c, size_t n) {
  add_scaled<Avx>(a, b, c, n);
}
[[gnu::target("avx2,fma")]] void peak_avx() {
  multiply_and_add<Avx>();
}
[[gnu::target("avx512f,fma")]] void triad_avx512(float* a, const float* b, const float* c,
                                                 size_t n) {
  add_scaled<Avx512>(a, b, c, n);
}
[[gnu::target("avx512f,fma")]] void peak_avx512() {
  multiply_and_add<Avx512>();
}

const Kernels& kernels() {
  static const Kernels widest = [] {
    if (__builtin_cpu_supports("avx512f")) return Kernels{triad_avx512, peak_avx512, 16};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      return Kernels{triad_avx, peak_avx, 8};
    return Kernels{triad_sse, peak_sse, 4};
  }();
  return widest;
}

constexpr int kMultiplications = 1024;
constexpr int kLatency = 3;

} // namespace

Triad::Triad(size_t working_set)
    : a_(std::max<size_t>(working_set / sizeof(float) / 3, 64)), b_(a_.size(), 1.0f),
      c_(a_.size(), 2.0f) {}

void Triad::run(benchmark::State& state) {
  for (auto _ : state) {
    kernels().triad(a_.data(), b_.data(), c_.data(), a_.size());
    benchmark::ClobberMemory();
  }
}

double Triad::bytes(bool whole_lines) const {
  return double(a_.size() * sizeof(float)) * (whole_lines ? 4 : 3);
}

void run_peak(benchmark::State& state) {
  for (auto _ : state) kernels().peak();
}

double peak_flops() {
  return 2.0 * kChains * kRounds * kernels().lanes;
}

void run_clock(benchmark::State& state) {
  uint32_t x = 3;
  for (auto _ : state)
    for (int i = 0; i < kMultiplications; ++i) asm volatile("imul %0, %0" : "+r"(x));
  benchmark::DoNotOptimize(x);
}

double clock_cycles() {
  return double{kMultiplications} * kLatency;
}

} // namespace ulna::bench
