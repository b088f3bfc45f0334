#include "calls/worker/aarch64/call.h"

#include "calls/shared/make_call.h"

#include <sys/auxv.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace ulna {

using arena::kAArch64;

namespace {

constexpr size_t kFpcr = 0; // of kAArch64.controls

/// As if a function that does nothing had been called.
void come_back(WatchedCall& call) {
  std::copy(std::begin(call.saved), std::end(call.saved), call.saved_after);
  for (size_t i = 0; i < std::size(call.vectors_after); ++i)
    std::memcpy(&call.vectors_after[i], call.vectors[8 + i], sizeof call.vectors_after[i]);
  call.stack_pointer_after = call.stack_pointer;
  call.fpcr_after = call.fpcr;
}

} // namespace

void prepare_call(const arena::Call& call, WatchedCall& watched) {
  leave(static_cast<Leftovers>(call.leftovers), watched);
  const auto place_real = [&](uint32_t bits) { watched.vectors[0][0] = bits; }; // s0
  place_arguments(call, watched, place_real, with_any_upper_half);
  watched.fpcr = kAArch64.owed(kFpcr, call.flush);
}

void leave_upper_halves(WatchedCall&) {}

void make_watched_call(WatchedCall& call) {
  if (call.times == 0) return come_back(call);
  const bool flush = call.fpcr == kAArch64.controls[kFpcr].owed_flushing;
  make_calls(
      call, [&] { ulna_watched_call(&call); },
      [&] { return kAArch64.is_as_owed(state_after(call), flush); });
}

arena::State state_after(const WatchedCall& watched) {
  arena::State state{};
  uint64_t bit = 1;
  for (size_t i = 0; i < std::size(watched.saved); ++i, bit <<= 1)
    if (watched.saved_after[i] != watched.saved[i]) state.registers |= bit;
  for (size_t i = 0; i < std::size(watched.vectors_after); ++i, bit <<= 1)
    if (std::memcmp(&watched.vectors_after[i], watched.vectors[8 + i], sizeof(double)) != 0)
      state.registers |= bit;
  state.stack = static_cast<int64_t>(watched.stack_pointer_after - watched.stack_pointer);
  state.controls[kFpcr] = static_cast<uint32_t>(watched.fpcr_after);
  state.frame = static_cast<uint32_t>(watched.frame_after);
  state.returned = static_cast<int32_t>(watched.returned);
  state.returned_above = static_cast<uint32_t>(watched.returned >> 32);
  return state;
}

void describe_processor(uint64_t (&features)[2]) {
  features[0] = getauxval(AT_HWCAP);
  features[1] = getauxval(AT_HWCAP2);
}

} // namespace ulna
