// The watched call of the x86 machines, whose records have members of the same names.

#include "calls/worker/x86/call.h"
#include "calls/shared/make_call.h"

#include <cpuid.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <type_traits>

namespace ulna {

using arena::kOwnConvention;

namespace {

/// Of Convention::controls.
enum Control : size_t { kDirection, kX87Control, kX87Tags, kMxcsr, kAlignmentCheck };

bool flushes(const WatchedCall& call) {
  const arena::ControlWord& mxcsr = kOwnConvention.controls[kMxcsr];
  return (call.mxcsr & mxcsr.mask) == mxcsr.owed_flushing;
}

constexpr size_t kFirstKept = 6; // of the vectors, where some are to be kept

/// Bit by bit those of Convention::registers.
template <class Watched>
uint64_t changed_registers(const Watched& call) {
  uint64_t changed = 0, bit = 1;
  for (size_t i = 0; i < std::size(call.saved); ++i, bit <<= 1)
    if (call.registers_after[i] != call.saved[i]) changed |= bit;
  if constexpr (requires { call.vectors_after; })
    for (size_t i = 0; i < std::size(call.vectors_after); ++i, bit <<= 1)
      if (std::memcmp(call.vectors_after[i], call.vectors[kFirstKept + i],
                      sizeof call.vectors_after[i]) != 0)
        changed |= bit;
  return changed;
}

template <class Watched>
void keep_registers(Watched& call) {
  std::copy(std::begin(call.saved), std::end(call.saved), call.registers_after);
  if constexpr (requires { call.vectors_after; })
    for (size_t i = 0; i < std::size(call.vectors_after); ++i)
      std::memcpy(call.vectors_after[i], call.vectors[kFirstKept + i],
                  sizeof call.vectors_after[i]);
}

/// As if a function that does nothing had been called.
void come_back(WatchedCall& call) {
  keep_registers(call);
  call.stack_pointer_after = call.stack_pointer;
  call.mxcsr_after = call.mxcsr;
  std::memcpy(call.x87_after, &kOwnConvention.controls[kX87Control].owed, sizeof(uint16_t));
  std::memcpy(call.x87_after + 8, &kOwnConvention.controls[kX87Tags].owed, sizeof(uint16_t));
}

} // namespace

void prepare_call(const arena::Call& call, WatchedCall& watched) {
  leave(static_cast<Leftovers>(call.leftovers), watched);
  place_own_arguments(call, watched);
  // Where upper halves hold something, processors take ten times as long for code that mixes SSE
  // and AVX. Small cases are quick all the same, and show who takes them for zero.
  if (call.slot >= arena::kSmallSlots) leave_upper_halves(watched);
  watched.mxcsr |= kOwnConvention.owed(kMxcsr, call.flush);
}

void leave_upper_halves(WatchedCall& watched) {
  watched.vector_bytes = sizeof(float[4]);
}

void make_watched_call(WatchedCall& call) {
  if (call.times == 0) return come_back(call);
  const bool flush = flushes(call);
  make_calls(
      call, [&] { ulna_watched_call(&call); },
      [&] { return kOwnConvention.is_as_owed(state_after(call), flush); });
}

arena::State state_after(const WatchedCall& watched) {
  using Offset = std::make_signed_t<decltype(watched.stack_pointer)>;
  arena::State state{};
  state.registers = changed_registers(watched);
  state.stack = static_cast<Offset>(watched.stack_pointer_after - watched.stack_pointer);
  state.controls[kDirection] = (watched.flags_after >> 10) & 1;
  std::memcpy(&state.controls[kX87Control], watched.x87_after, sizeof(uint16_t));
  std::memcpy(&state.controls[kX87Tags], watched.x87_after + 8, sizeof(uint16_t));
  state.controls[kMxcsr] = watched.mxcsr_after;
  state.controls[kAlignmentCheck] = (watched.flags_after >> 18) & 1;
  state.frame = static_cast<uint32_t>(watched.frame_after);
  state.returned = static_cast<int32_t>(watched.returned);
  state.returned_above = static_cast<uint32_t>(uint64_t{watched.returned} >> 32);
  return state;
}

void describe_processor(uint64_t (&features)[2]) {
  uint32_t a, b, c = 0, d;
  __get_cpuid(1, &a, &b, &c, &d);
  __builtin_cpu_init();
  // As feature_bits.h names them. The builtin takes literals only, and knows what the system saves.
  const int has[] = {__builtin_cpu_supports("mmx"),      __builtin_cpu_supports("sse"),
                     __builtin_cpu_supports("sse2"),     __builtin_cpu_supports("sse3"),
                     __builtin_cpu_supports("ssse3"),    __builtin_cpu_supports("sse4.1"),
                     __builtin_cpu_supports("sse4.2"),   __builtin_cpu_supports("popcnt"),
                     __builtin_cpu_supports("avx"),      __builtin_cpu_supports("fma"),
                     __builtin_cpu_supports("bmi"),      __builtin_cpu_supports("bmi2"),
                     __builtin_cpu_supports("avx2"),     int(c & bit_F16C),
                     __builtin_cpu_supports("avx512f"),  __builtin_cpu_supports("avx512vl"),
                     __builtin_cpu_supports("avx512dq"), __builtin_cpu_supports("avx512bw"),
                     __builtin_cpu_supports("avx512cd")};
  for (size_t i = 0; i < std::size(has); ++i) features[0] |= uint64_t{has[i] != 0} << i;
}

} // namespace ulna
