#include "bench/caches.h"

#include "certify/error.h"

#include <algorithm>
#include <unistd.h>

namespace ulna::bench {

const char* name(Level level) {
  constexpr const char* kNames[kLevels] = {"L1", "L2", "L3", "DRAM"};
  return kNames[size_t(level)];
}

Level Caches::level_of(size_t working_set) const {
  const auto fits = std::ranges::find_if(bytes, [&](size_t size) { return working_set <= size; });
  return static_cast<Level>(fits - bytes.begin());
}

size_t Caches::largest() const {
  return std::ranges::max(bytes);
}

Caches this_machines_caches() {
  Caches caches;
  constexpr int kSizes[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
  for (size_t i = 0; i < caches.bytes.size(); ++i)
    caches.bytes[i] = size_t(std::max(0L, sysconf(kSizes[i])));
  if (caches.largest() == 0)
    throw BadInput("the sizes of the caches are not known here; see `getconf -a | grep CACHE`");
  return caches;
}

} // namespace ulna::bench
