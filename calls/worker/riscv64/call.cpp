#include "calls/worker/riscv64/call.h"

#include "calls/shared/make_call.h"

#include <sys/auxv.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace ulna {

using arena::kRiscv64;

namespace {

enum Control : size_t { kFrm, kVstart }; // of kRiscv64.controls

constexpr size_t kFloats[] = {8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27}; // fs0 to fs11

/// As if a function that does nothing had been called.
void come_back(WatchedCall& call) {
  std::copy(std::begin(call.saved), std::end(call.saved), call.saved_after);
  call.gp = call.tp = call.saved_after[12] = call.saved_after[13] = 0;
  for (size_t i = 0; i < std::size(kFloats); ++i) call.floats_after[i] = call.floats[kFloats[i]];
  call.stack_pointer_after = call.stack_pointer;
  call.fcsr_after = call.fcsr;
}

} // namespace

void prepare_call(const arena::Call& call, WatchedCall& watched) {
  leave(static_cast<Leftovers>(call.leftovers), watched);
  const auto place_real = [&](uint32_t bits) {
    constexpr uint64_t kBoxed = 0xffff'ffff'0000'0000; // or it would be a NaN
    watched.floats[10] = kBoxed | bits;                // fa0
  };
  // Unlike elsewhere it is extended by its sign.
  const auto int32 = [](uint64_t, uint32_t value) {
    return static_cast<uint64_t>(int64_t{static_cast<int32_t>(value)});
  };
  place_arguments(call, watched, place_real, int32);
}

void leave_upper_halves(WatchedCall&) {}

void make_watched_call(WatchedCall& call) {
  if (call.times == 0) return come_back(call);
  make_calls(
      call, [&] { ulna_watched_call(&call); },
      [&] { return kRiscv64.is_as_owed(state_after(call), false); });
}

arena::State state_after(const WatchedCall& watched) {
  arena::State state{};
  uint64_t bit = 1;
  const auto compare = [&](uint64_t before, uint64_t after) {
    if (before != after) state.registers |= bit;
    bit <<= 1;
  };
  for (size_t i = 0; i < std::size(watched.saved); ++i)
    compare(watched.saved[i], watched.saved_after[i]);
  compare(watched.gp, watched.saved_after[12]);
  compare(watched.tp, watched.saved_after[13]);
  for (size_t i = 0; i < std::size(kFloats); ++i)
    compare(watched.floats[kFloats[i]], watched.floats_after[i]);
  state.stack = static_cast<int64_t>(watched.stack_pointer_after - watched.stack_pointer);
  state.controls[kFrm] = static_cast<uint32_t>(watched.fcsr_after);
  state.controls[kVstart] = static_cast<uint32_t>(watched.vstart_after);
  state.frame = static_cast<uint32_t>(watched.frame_after);
  state.returned = static_cast<int32_t>(watched.returned);
  state.returned_above = static_cast<uint32_t>(watched.returned >> 32);
  return state;
}

void describe_processor(uint64_t (&features)[2]) {
  features[0] = getauxval(AT_HWCAP);
}

} // namespace ulna
