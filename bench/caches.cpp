#include "bench/caches.h"

#include "base/error.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
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

namespace {

/// The first word of a file, or nothing.
std::string word_in(const std::filesystem::path& path) {
  std::string word;
  std::ifstream(path) >> word;
  return word;
}

/// As the kernel knows them, and lscpu prints them: "32768K".
Caches from_kernel() {
  Caches caches;
  for (int i = 0;; ++i) {
    const std::filesystem::path cache =
        "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(i);
    const std::string level = word_in(cache / "level"), size = word_in(cache / "size");
    if (level.empty()) return caches;
    size_t kilobytes{};
    std::from_chars(size.data(), size.data() + size.size(), kilobytes);
    if (level.size() == 1 && level >= "1" && level <= "3" &&
        word_in(cache / "type") != "Instruction")
      caches.bytes[size_t(level[0] - '1')] = kilobytes << 10;
  }
}

/// As the C library asks the processor, which on some tells of all its cores' together.
Caches from_processor() {
  Caches caches;
  constexpr int kSizes[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
  for (size_t i = 0; i < caches.bytes.size(); ++i)
    caches.bytes[i] = size_t(std::max(0L, sysconf(kSizes[i])));
  return caches;
}

} // namespace

Caches this_machines_caches() {
  Caches caches = from_kernel();
  if (caches.largest() == 0) caches = from_processor();
  if (caches.largest() == 0)
    throw BadInput("the sizes of the caches are not known here; see `getconf -a | grep CACHE`");
  return caches;
}

} // namespace ulna::bench
