// The worker's report of the port, the judge's orders, and how far the worker is.
#pragma once

#include "calls/shared/arena.h"
#include "calls/shared/convention.h"

#include <atomic>

namespace ulna::arena {

inline constexpr size_t kMaxMembers = 64; // of ulna_port, in words
inline constexpr uint32_t kMaxPatches = 16;
inline constexpr uint32_t kMaxBreakpoints = 1 << 15;

/// How the port's code differs from its file's. Addresses are those that the linker gave.
struct CodeChanges {
  struct Patch {
    uint64_t address;
    uint8_t size;
    uint8_t bytes[15];
  };
  uint32_t num_patches;
  uint32_t num_breakpoints;
  Patch patches[kMaxPatches];
  uint64_t breakpoints[kMaxBreakpoints]; // sorted; each is removed when it is met
  uint8_t reached[kMaxBreakpoints];      // 1: has been met, and is not set again
};

/// Bytes of an array's region.
struct KeptRange {
  uint32_t array;
  uint32_t offset; // from the start of the region
  uint32_t size;
};
inline constexpr uint32_t kMaxKeptRanges = 1024;

/// Which instructions of a call are made one by one, so that what is kept changes behind each.
enum class Stepped : uint32_t {
  from_the_start, ///< some thousand, and then those that touch what is kept
  at_the_end,     ///< the same from the first touch on
  touches,        ///< those alone: what others call is not followed (worker/x86/stepped_call.h)
  traced          ///< all, by the judge (calls/traced_call.h); nothing changes
};

enum class Load : uint32_t { pending, loaded, failed };

/// The version of what arena.h and this file lay out, and of its meaning. Raise it with any change.
inline constexpr uint32_t kProtocol = 10;

/// The worker's report of the port, the judge's orders, and how far the worker is. What the worker
/// writes here is only as good as the port: the judge never takes sizes or addresses from it, and
/// no output is judged by it.
struct alignas(8) Control {
  uint32_t protocol;     // the judge's
  MachineNumber machine; // the worker's
  std::atomic<Load> load;
  uint32_t adversarial; // not 0: `adversary` chooses the port's approximations
  char message[512];
  char name[128];
  char cpu_features[256];
  char profiles[256];
  uint64_t processor[2]; // of the worker's: AT_HWCAP and AT_HWCAP2; 0 on x86-64
  uint64_t members;      // bit i: the i-th word of ulna_port, a pointer, is there and not null
  uint64_t functions[kMaxMembers]; // what it points to, as the linker has it
  uint64_t adversary;
  uint32_t processors;         // that the port is told of; 0: those that there are
  std::atomic<uint32_t> asked; // 1: it, or a library that it uses, asked for their number

  uint32_t num_calls;
  uint32_t num_kept; // see kept
  Call calls[kSlots];
  State states[kSlots];
  uint8_t stored[kSlots]; // 1: the call, made alone, changed the data of the port's library
  Stepped stepped;        // how, where anything is kept
  // Where there are any, the one call of the batch is stepped (worker/stepped_call.h).
  KeptRange kept[kMaxKeptRanges];
  Interruptions interruptions;   // of the one pair of the batch
  uint32_t counted;              // in it: stores or instructions
  std::atomic<uint32_t> started; // calls begun
  // In the call begun last: how often it was made again, and stopped by the worker's own hand.
  std::atomic<uint32_t> progress;
  std::atomic<uint32_t> finished; // calls that came back
  Fault fault;

  CodeChanges changes; // made once the port is loaded
};
static_assert(std::atomic<Load>::is_always_lock_free && sizeof(std::atomic<Load>) == 4);
static_assert(sizeof(CodeChanges::Patch) == 24 && sizeof(KeptRange) == 12);
static_assert(offsetof(Control, members) == 1184 && offsetof(Control, calls) == 1728);
static_assert(offsetof(Control, states) == offsetof(Control, calls) + sizeof(Call) * kSlots);
static_assert(offsetof(Control, kept) % 8 == 0 && offsetof(Control, fault) % 8 == 0);
static_assert(offsetof(Control, changes) == offsetof(Control, fault) + sizeof(Fault));
static_assert(sizeof(Control) == offsetof(Control, changes) + 8 + 16 * 24 + kMaxBreakpoints * 9);

} // namespace ulna::arena
