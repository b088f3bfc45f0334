#include "calls/worker/x86_64/call.h"

#include "calls/shared/make_call.h"

#include <x86intrin.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace ulna {

using arena::kX86_64;

namespace {

/// Of kX86_64.controls.
enum Control : size_t { kDirection, kX87Control, kX87Tags, kMxcsr };

bool flushes(const WatchedCall& call) {
  const arena::ControlWord& mxcsr = kX86_64.controls[kMxcsr];
  return (call.mxcsr & mxcsr.mask) == mxcsr.owed_flushing;
}

/// As if a function that does nothing had been called.
void come_back(WatchedCall& call) {
  std::copy(std::begin(call.saved), std::end(call.saved), call.registers_after);
  call.stack_pointer_after = call.stack_pointer;
  call.mxcsr_after = call.mxcsr;
  std::memcpy(call.x87_after, &kX86_64.controls[kX87Control].owed, sizeof(uint16_t));
  std::memcpy(call.x87_after + 8, &kX86_64.controls[kX87Tags].owed, sizeof(uint16_t));
}

} // namespace

void prepare_call(const arena::Call& call, WatchedCall& watched) {
  leave(static_cast<Leftovers>(call.leftovers), watched);
  const auto place_real = [&](uint32_t bits) {
    std::memcpy(watched.vectors, &bits, sizeof bits); // the lowest lane of xmm0
  };
  place_arguments(call, watched, place_real, with_any_upper_half);
  // Where upper halves hold something, processors take ten times as long for code that mixes SSE
  // and AVX. Small cases are quick all the same, and show who takes them for zero.
  if (call.slot >= arena::kSmallSlots) leave_upper_halves(watched);
  watched.mxcsr |= kX86_64.owed(kMxcsr, call.flush);
}

void make_watched_call(WatchedCall& call) {
  if (call.times == 0) return come_back(call);
  const bool flush = flushes(call);
  make_calls(
      call, [&] { ulna_watched_call(&call); },
      [&] { return kX86_64.is_as_owed(state_after(call), flush); });
}

arena::State state_after(const WatchedCall& watched) {
  arena::State state{};
  for (uint32_t i = 0; i < kX86_64.num_registers; ++i)
    if (watched.registers_after[i] != watched.saved[i]) state.registers |= uint64_t{1} << i;
  state.stack = static_cast<int64_t>(watched.stack_pointer_after - watched.stack_pointer);
  state.controls[kDirection] = (watched.flags_after >> 10) & 1;
  std::memcpy(&state.controls[kX87Control], watched.x87_after, sizeof(uint16_t));
  std::memcpy(&state.controls[kX87Tags], watched.x87_after + 8, sizeof(uint16_t));
  state.controls[kMxcsr] = watched.mxcsr_after;
  state.frame = static_cast<uint32_t>(watched.frame_after);
  state.returned = static_cast<int32_t>(watched.returned);
  state.returned_above = static_cast<uint32_t>(watched.returned >> 32);
  return state;
}

void describe_processor(uint64_t (&)[2]) {}

uint64_t processor_ticks() {
  return __rdtsc();
}

} // namespace ulna
