#include "calls/worker/wasm/call.h"

#include "calls/shared/convention.h"
#include "calls/shared/leftover_words.h"
#include "calls/shared/make_call.h"
#include "calls/worker/wasm/engine.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <span>
#include <vector>

namespace ulna {
namespace {

/// What the stack in linear memory holds: below the call leftovers, in the caller's frame marks.
struct Image {
  std::array<uint32_t, kBytesBelow / sizeof(uint32_t)> below;
  std::array<uint32_t, 0x2000 / sizeof(uint32_t)> frame;

  explicit Image(Leftovers leftovers) {
    for (size_t i = 0; i < below.size(); ++i) below[i] = vector_lane(leftovers, i);
    for (size_t i = 0; i < frame.size(); ++i)
      frame[i] = static_cast<uint32_t>(general_register(Leftovers::mixed, i));
  }
};

const Image& image(Leftovers leftovers) {
  static const auto all = [] {
    std::vector<Image> images;
    for (unsigned i = 0; i < kNumLeftovers; ++i) images.emplace_back(static_cast<Leftovers>(i));
    return images;
  }();
  return all[static_cast<unsigned>(leftovers) % kNumLeftovers];
}

/// Where the stack may begin at the lowest: behind the data, or at 0 where that lies above it.
uint32_t lowest_of_stack(uint32_t top) {
  static const uint32_t end_of_data = wasm::global("__data_end");
  if (end_of_data == 0) return top; // nobody says
  return end_of_data <= top ? end_of_data : 0;
}

/// The bytes from null on that are neither data nor stack.
uint32_t bytes_behind_null(uint32_t top) {
  static const uint32_t data = wasm::begin_of_data();
  return lowest_of_stack(top) < data || top < data
             ? 0
             : std::min<uint32_t>(data / sizeof(uint32_t) * sizeof(uint32_t), kBytesBelow);
}

void fill_memory(const WatchedCall& call) {
  const Image& words = image(call.leftovers);
  std::memcpy(wasm::memory(), words.below.data(), call.behind_null);
  std::byte* const frame = wasm::memory() + call.stack_pointer;
  std::memcpy(frame, words.frame.data(), call.frame);
  const uint32_t top = call.stack_pointer + call.frame;
  const uint32_t room = call.stack_pointer - std::min(call.stack_pointer, lowest_of_stack(top));
  const size_t bytes =
      std::min<size_t>(room / sizeof(uint32_t), call.words_below) * sizeof(uint32_t);
  std::memcpy(frame - bytes, words.below.data(), bytes);
}

uint32_t changed(uint32_t at, uint32_t bytes, const uint32_t* words) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < bytes; i += sizeof *words, ++words)
    count += std::memcmp(wasm::memory() + at + i, words, sizeof *words) != 0;
  return count;
}

uint32_t changed_words(const WatchedCall& call) {
  const Image& words = image(call.leftovers);
  return changed(call.stack_pointer, call.frame, words.frame.data()) +
         changed(0, call.behind_null, words.below.data());
}

} // namespace

void leave(Leftovers leftovers, WatchedCall& call) {
  static const uint32_t top = wasm::stack_pointer();
  call = WatchedCall{};
  call.leftovers = leftovers;
  call.words_below = kBytesBelow / sizeof(uint32_t);
  // Half of the stack at most: it may be small.
  const uint32_t room = top - std::min(top, lowest_of_stack(top));
  constexpr uint32_t kAlignment = 16;
  call.frame =
      std::min(static_cast<uint32_t>(frame_bytes(leftovers)), room / 2) / kAlignment * kAlignment;
  call.stack_pointer = call.stack_pointer_after = top - call.frame;
  call.behind_null = bytes_behind_null(top);
}

void prepare_call(const arena::Call& call, WatchedCall& watched) {
  leave(static_cast<Leftovers>(call.leftovers), watched);
  watched.num_arguments = call.num_arguments;
  for (size_t i = 0; i < call.num_arguments; ++i) {
    const arena::Call::Argument& from = call.arguments[i];
    watched.is_real[i] = from.array == arena::Call::Argument::kReal;
    watched.steps[i] = from.step;
    watched.integers[i] = from.array == arena::Call::Argument::kNull ? 0
                          : from.array < 0
                              ? from.value
                              : arena::guarded_address(call, size_t(from.array)) + from.value;
  }
  watched.returns = call.returns;
  watched.times = call.times;
}

void leave_upper_halves(WatchedCall&) {}

void make_watched_call(WatchedCall& call) {
  if (call.times == 0) return;
  const auto index = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(call.function));
  const auto once = [&] {
    wasm::Argument arguments[arena::kMaxArguments];
    for (size_t i = 0; i < call.num_arguments; ++i)
      arguments[i] = {static_cast<uint32_t>(call.integers[i]), call.is_real[i]};
    if (call.stack_pointer != 0) {
      fill_memory(call);
      wasm::set_stack_pointer(call.stack_pointer);
    }
    call.returned = wasm::call(index, std::span(arguments).first(call.num_arguments), call.returns);
    if (call.stack_pointer == 0) return;
    call.stack_pointer_after = wasm::stack_pointer();
    call.frame_after = changed_words(call);
    wasm::set_stack_pointer(call.stack_pointer + call.frame);
  };
  make_calls(call, once, [&] { return arena::kWasm.is_as_owed(state_after(call), false); });
}

arena::State state_after(const WatchedCall& watched) {
  arena::State state{};
  state.stack = int64_t{watched.stack_pointer_after} - int64_t{watched.stack_pointer};
  state.frame = watched.frame_after;
  state.returned = watched.returned;
  return state;
}

} // namespace ulna
