#include "base/process_memory.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace ulna {

uint64_t own_bytes_in_memory(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  uint64_t size = 0, resident = 0, shared = 0; // pages
  if (!(file >> size >> resident >> shared) || shared > resident) return 0;
  return (resident - shared) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

uint64_t memory_of_machine() {
  const auto machine =
      static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  std::ifstream file("/proc/self/cgroup");
  const std::string groups((std::istreambuf_iterator<char>(file)), {});
  return std::min(machine, memory_limit(groups, "/sys/fs/cgroup"));
}

uint64_t memory_limit(const std::string& groups, const std::string& root) {
  uint64_t least = UINT64_MAX;
  // A container sees its own group as the root, but may have the path outside in /proc; a limit of
  // a group above holds as well.
  const auto look = [&](std::filesystem::path group, const std::string& mount, const char* name) {
    for (;;) {
      std::ifstream file(mount + group.string() + "/" + name);
      if (uint64_t limit{}; file >> limit) least = std::min(least, limit);
      if (!group.has_relative_path()) return;
      group = group.parent_path();
    }
  };
  std::istringstream lines(groups);
  for (std::string line; std::getline(lines, line);) { // "0::/a/b", or "8:memory:/a/b"
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,") look(group, root, "memory.max");
    if (controllers.find(",memory,") != controllers.npos)
      look(group, root + "/memory", "memory.limit_in_bytes");
  }
  return least;
}

} // namespace ulna
