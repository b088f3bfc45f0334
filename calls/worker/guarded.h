// What makes a call as the judge laid it out: the guarded regions, and the state in which the port
// came back. The worker uses it, and the fuzzers in their own process.
#pragma once

#include "calls/shared/arena.h"
#include "calls/shared/port_library.h"
#include "calls/worker/machine.h"
#include "ulna/port.h"

namespace ulna {

/// The regions of the arena as a port sees them: just the pages that arrays occupy are mapped, and
/// nothing on either side.
class GuardedSpace {
public:
  /// Reserves the address space. Returns what is wrong, or null. `arena_file` stays the caller's.
  const char* reserve(int arena_file);

  /// The port's addresses count from there (LoadedPort::origin). Returns what is wrong, or null.
  const char* begin_at(std::byte* origin);

  /// Maps what the regions of the call need. Returns what is wrong, or null.
  const char* map(const arena::Call& call);

  static std::byte* region(const arena::Call& call, size_t array) {
    return at_address(arena::guarded_address(call, array));
  }

private:
  static std::byte* at_address(uint64_t address) {
    return reinterpret_cast<std::byte*>(origin_ + static_cast<uintptr_t>(address));
  }
  static bool reserve_at(uint64_t begin, size_t size);
  const char* unmap_region(const arena::Call& call, size_t array);
  const char* map_region(const arena::Call& call, size_t array);

  struct Mapped {
    uint64_t begin;
    uint32_t pages, writable;
  };
  static inline uintptr_t origin_ = 0;
  int file_ = -1;
  Mapped mapped_[arena::kSlots][arena::kMaxArrays]{};
};

/// Maps the regions of a call and fills in what make_watched_call takes. Returns what is wrong, or
/// null.
const char* prepare(GuardedSpace& space, const ulna_port* port, const arena::Call& call,
                    WatchedCall& watched);

} // namespace ulna
