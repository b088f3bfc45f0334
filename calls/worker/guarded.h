// What makes a call as the judge laid it out: the guarded regions, the loaded port, and the state
// in which the port came back. The worker uses it, and the fuzzers in their own process.
#pragma once

#include "calls/shared/arena.h"
#include "calls/worker/machine.h"
#include "ulna/port.h"

namespace ulna {

/// The regions of the arena as a port sees them: just the pages that arrays occupy are mapped, and
/// nothing on either side.
class GuardedSpace {
public:
  /// Reserves the address space. Returns what is wrong, or null. `arena_file` stays the caller's.
  const char* reserve(int arena_file);

  /// Maps what the regions of the call need. Returns what is wrong, or null.
  const char* map(const arena::Call& call);

  static std::byte* region(const arena::Call& call, size_t array) {
    return reinterpret_cast<std::byte*>(arena::guarded_address(call, array));
  }

private:
  const char* map_region(const arena::Call& call, size_t array);

  int file_ = -1;
  arena::Call::Region mapped_[arena::kSlots][arena::kMaxArrays]{};
};

struct LoadedPort {
  const char* error = nullptr; ///< why it is none, for people
  const ulna_port* port = nullptr;
  uint64_t members = 0; ///< bit i: the pointer at offset 8 i of ulna_port is there and not null
  uint64_t base = 0;    ///< what the loader adds to the library's addresses

  /// The address that the pointer at offset 8 i holds.
  uint64_t function(size_t i) const;
};

/// Loads the library into this process. Where there is an adversary, it chooses the approximations
/// of a port that is built with ulna/approximations.h, those that are wanted during the loading
/// among them; any other is refused. Changes the environment: for one thread at a time.
LoadedPort load_port(const char* path, const uint64_t* adversary = nullptr);

/// Maps the regions of a call and fills in what make_watched_call takes. Returns what is wrong, or
/// null.
const char* prepare(GuardedSpace& space, const ulna_port* port, const arena::Call& call,
                    WatchedCall& watched);

} // namespace ulna
