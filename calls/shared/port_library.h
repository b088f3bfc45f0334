// The library of a port in this process, as its system loads it.
#pragma once

#include "ulna/port.h"

#include <cstddef>
#include <cstdint>

namespace ulna {

inline constexpr size_t kLongestProfiles = 255; ///< characters of ulna_port::profiles

struct LoadedPort {
  const char* error = nullptr; ///< why it is none, for people
  const ulna_port* port = nullptr;
  uint64_t members = 0; ///< bit i: the i-th word of ulna_port, a pointer, is there and not null
  uint64_t base = 0;    ///< what the loader adds to the library's addresses
  const char* profiles = ""; ///< that it declares
  /// Where its address 0 lies in this process; null where its addresses are those of the process.
  std::byte* origin = nullptr;

  /// The address that the i-th word holds.
  uint64_t function(size_t i) const;
};

/// Loads the library into this process. Where there is an adversary, it chooses the approximations
/// of a port that is built with ulna/approximations.h, those that are wanted during the loading
/// among them; any other is refused. Changes the environment: for one thread at a time.
LoadedPort load_port(const char* path, const uint64_t* adversary = nullptr);

/// What its ulna_port_v1 returned, looked at.
LoadedPort looked_at(const ulna_port* port);

/// A second thread in which ports can be called, to be started once. It lives as long as the
/// process.
void start_thread(void (*run)(void*), void* argument);

} // namespace ulna
