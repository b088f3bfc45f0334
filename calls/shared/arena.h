// The memory that a judge shares with its worker, and the messages in it.
//
// The judge lays a case out in a slot: one region for each array, on pages of one memory file. The
// judge maps the whole file for writing. The worker, in which the port runs, maps just the pages
// that an array occupies, with nothing mapped on either side, and read-only unless the array is the
// one that the operation may write. So what a port does to memory can neither change its input nor
// the judge.
#pragma once

#include "base/sanitizers.h"

#include <cstddef>
#include <cstdint>

namespace ulna::arena {

inline constexpr size_t kPage = 4096;
inline constexpr size_t kMaxArrays = 16;    // of a case, with its records
inline constexpr size_t kMaxArguments = 12; // six in registers, the others on the stack
inline constexpr uint32_t kSmallSlots = 96;
inline constexpr uint32_t kLargeSlots = 12;
inline constexpr uint32_t kSlots = kSmallSlots + kLargeSlots;
inline constexpr size_t kSmallBytes = size_t{64} << 10;
inline constexpr size_t kLargeBytes = size_t{2} << 30;

inline constexpr uint64_t capacity(uint32_t slot) {
  return slot < kSmallSlots ? kSmallBytes : kLargeBytes;
}

/// Where a region begins, in the file (gap 0), or in the worker's address space, where a gap of a
/// page separates regions.
inline constexpr uint64_t region_offset(uint32_t slot, size_t array, size_t gap) {
  const uint64_t small = kMaxArrays * uint64_t{kSmallBytes + gap};
  const uint64_t large = kMaxArrays * uint64_t{kLargeBytes + gap};
  const uint64_t begin =
      slot < kSmallSlots ? slot * small : kSmallSlots * small + (slot - kSmallSlots) * large;
  return gap + begin + array * (capacity(slot) + gap);
}
inline constexpr uint64_t file_offset(uint32_t slot, size_t array) {
  return region_offset(slot, array, 0);
}

/// Each slot has an order in which arrays lie in the worker's address space (Case::order), and one
/// in so many the same.
inline constexpr uint32_t kOrders = 6;
/// Large slots are of the first of them alone: new pages cost more than the call.
inline constexpr uint32_t kLargeOrders = 2;
static_assert(kSmallSlots % kOrders == 0 && kLargeSlots % kOrders == 0);
inline constexpr uint32_t order_of(uint32_t slot) {
  return slot % kOrders;
}
inline constexpr size_t place_of(uint32_t slot, size_t array) {
  constexpr size_t kFirst[kOrders] = {0, 15, 8, 7, 0, 15}; // and how far on the next is, each odd
  constexpr size_t kStep[kOrders] = {1, 15, 9, 7, 9, 7};
  static_assert(kMaxArrays == 16);
  return (kFirst[order_of(slot)] + kStep[order_of(slot)] * array) % kMaxArrays;
}
inline constexpr uint64_t guarded_offset(uint32_t slot, size_t array) {
  return region_offset(slot, place_of(slot, array), kPage);
}
inline constexpr uint64_t kFileSize = region_offset(kSlots, 0, 0);
inline constexpr uint64_t kGuardedSize = region_offset(kSlots, 0, kPage);

/// Where every worker maps its regions: far from where the system puts anything, so that the judge
/// can write the pointers that a record holds; and about 2^31, so that the lower half of an address
/// is negative in some slots for those who take it for an int.
inline constexpr uint64_t kGuardedBase = 0x2000'7e00'0000;

/// The regions of this slot may begin at a power of two each (Call::apart): two addresses may have
/// no bit in common, and the lower halves are zero.
inline constexpr uint32_t kApartSlot = 1;
inline constexpr uint64_t apart_address(size_t array) {
  return uint64_t{1} << (31 + place_of(kApartSlot, array));
}

/// Where the second call of a pair comes into the first one: at each of these places, in ascending
/// order, or at the end if it meets none.
struct Interruptions {
  static constexpr uint32_t kMost = 16;
  enum class Behind : uint32_t {
    nothing,     ///< both at the same time
    stores,      ///< so many stores to the data of the port's library, of the first thousand
    instructions ///< so many of the library's own, of some thousand in all
  };
  Behind behind = Behind::nothing;
  uint32_t num_places = 0;
  uint32_t places[kMost] = {};
};

/// Where the regions of a call lie.
enum class Placing : uint32_t {
  wide,   // at kGuardedBase
  apart,  // at apart_address
  narrow, // at narrow_address
  across  // there, too, but for one array that the middle of all addresses lies in
};

/// A call for the worker to make. What the judge and its worker share has the same layout for every
/// compiler on every machine: members of fixed size, at multiples of it, and no pointers.
struct alignas(8) Call {
  struct alignas(8) Region {
    uint32_t pages; // from the start of the region
    uint32_t writable;
    uint64_t offset; // of the array's first byte
    uint64_t bytes;  // of the array
  };
  /// In the order in which the function declares them.
  struct alignas(8) Argument {
    int32_t array; // value is an offset into its region; or one of those below
    uint32_t step; // bytes from one of the calls to the next
    uint64_t value;
    static constexpr int32_t kInteger = -1; // value is an int32
    static constexpr int32_t kNull = -2;
    static constexpr int32_t kReal = -3; // value has the bits of a float
  };
  uint32_t slot;
  uint32_t function; // the number of its pointer in ulna_port
  uint32_t num_arrays;
  uint32_t num_arguments;
  Region regions[kMaxArrays];
  Argument arguments[kMaxArguments];
  uint32_t flush;     // FTZ and DAZ set by the caller
  uint32_t with_next; // run at the same time as the next call, which a second thread makes
  uint32_t leftovers; // ulna::Leftovers
  uint32_t repeats;   // how often the call is made again, until one leaves other outputs
  uint32_t times;     // that the function is called, the arguments a step farther each time
  Placing placing;
  uint32_t across;  // the array of which Placing::across tells
  uint32_t returns; // 1 where the function is declared to return an int32
};
static_assert(sizeof(Call::Region) == 24 && offsetof(Call::Region, offset) == 8);
static_assert(sizeof(Call::Argument) == 16 && offsetof(Call::Argument, value) == 8);
static_assert(offsetof(Call, regions) == 16 && offsetof(Call, arguments) == 400);
static_assert(offsetof(Call, flush) == 592 && sizeof(Call) == 624);

/// The state in which a call came back, by the convention of its machine (convention.h).
inline constexpr size_t kMaxControls = 5;
struct alignas(8) State {
  uint64_t registers;              // bit i: the machine's callee-saved register i changed
  int64_t stack;                   // bytes by which the stack pointer is off
  uint32_t controls[kMaxControls]; // what the machine's control words hold
  uint32_t frame;                  // changed words in the caller's stack frame
  int32_t returned;
  uint32_t returned_above; // the upper half of the register that holds what was returned
  uint64_t begin;          // of the call and its end, by the processor's counter
  uint64_t end;
};
static_assert(offsetof(State, controls) == 16 && offsetof(State, begin) == 48 &&
              sizeof(State) == 64);

/// Where addresses have 32 bits: small slots, and windows for large ones, in which regions lie
/// close together, with gaps that tell an overrun. A program that is loaded at its own address, its
/// libraries and its stack lie below and above; the port has half of all addresses for itself.
inline constexpr uint64_t kNarrowMiddle = 0x8000'0000; // where signed numbers become negative
inline constexpr uint64_t kNarrowBase = 0x7800'0000;
inline constexpr uint64_t kNarrowWindow = 0x1900'0000;
inline constexpr uint64_t kNarrowGap = 0x1'0000;
inline constexpr uint64_t kNarrowAbove = 0x0900'0000; // farther on are slots of the last orders
/// Alternates between the two orders.
inline constexpr uint64_t kNarrowWindows[] = {0x1000'0000, 0x9000'0000, 0x2900'0000, 0xa900'0000};
inline constexpr uint64_t kNarrowEnd = 0xc200'0000; // of the last
inline constexpr uint64_t narrow_address(const Call& call, size_t array) {
  if (call.slot < kSmallSlots)
    return kNarrowBase + guarded_offset(call.slot, array) +
           (order_of(call.slot) < kOrders / 2 ? 0 : kNarrowAbove);
  const uint32_t i = call.slot - kSmallSlots;
  const uint64_t window = kNarrowWindows[i / kOrders * kLargeOrders + i % kLargeOrders];
  uint64_t before = kNarrowGap; // and in the other order those before it lie above it
  for (size_t a = 0; a < array; ++a) before += call.regions[a].pages * kPage + kNarrowGap;
  return order_of(call.slot) % kLargeOrders == 0
             ? window + before
             : window + kNarrowWindow - before - call.regions[array].pages * kPage;
}
static_assert(kNarrowWindows[2] + kNarrowWindow < kNarrowBase);
static_assert(kNarrowBase + region_offset(kSmallSlots, 0, kPage) + kSmallBytes < kNarrowMiddle);
static_assert(kNarrowMiddle + 2 * kSmallBytes < kNarrowBase + kNarrowAbove);
static_assert(kNarrowBase + kNarrowAbove + region_offset(kSmallSlots, 0, kPage) <
              kNarrowWindows[1]);
static_assert(kSlots - kSmallSlots == 2 * kOrders);

/// Of the one array that lies across the middle, or ends there if it has no more than a page.
inline constexpr uint64_t across_address(const Call::Region& region) {
  const uint32_t half = region.pages / 2;
  return kNarrowMiddle - (half == 0 ? 1 : half) * kPage;
}

/// Where a region of the call's slot lies in the worker.
inline constexpr uint64_t guarded_address(const Call& call, size_t array) {
  switch (call.placing) {
  case Placing::apart:
    return apart_address(array);
  case Placing::narrow:
    return narrow_address(call, array);
  case Placing::across:
    return array == call.across ? across_address(call.regions[array]) : narrow_address(call, array);
  case Placing::wide:
    break;
  }
  return kGuardedBase + guarded_offset(call.slot, array);
}

/// How far a region reaches: up to the last page before the next.
inline constexpr uint64_t room(const Call& call, size_t array) {
  const bool is_close = call.placing == Placing::narrow && call.slot >= kSmallSlots;
  return is_close ? call.regions[array].pages * kPage + kNarrowGap - kPage : capacity(call.slot);
}

/// The signal that ended the worker, as its handler saw it.
struct alignas(8) Fault {
  uint32_t signal; // 0: none was caught
  int32_t code;    // si_code
  uint64_t address;
  uint32_t write;
  int32_t array;      // the array of the call that it belongs to, or -1
  int64_t offset;     // from that array's first byte
  int64_t from_stack; // the address, less the stack pointer
  /// What was executed, as the linker has it if it is the port's; 0: not known.
  uint64_t instruction;
};
static_assert(offsetof(Fault, address) == 8 && offsetof(Fault, offset) == 24 &&
              sizeof(Fault) == 48);

/// The descriptors that a worker finds open.
inline constexpr int kSocket = 3;
inline constexpr int kArenaFile = 4;
inline constexpr int kControlFile = 5;

/// Exit codes of a worker that gives up before or after a port could be at fault.
inline constexpr int kBadSetup = 70;
inline constexpr int kOtherProtocol = 71; // of another build of ulna
inline constexpr int kNotConfined = 72;

} // namespace ulna::arena
