#include "base/process_time.h"

#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

namespace ulna {

bool asleep(pid_t pid) {
  std::error_code error;
  const std::filesystem::directory_iterator end;
  std::filesystem::directory_iterator thread("/proc/" + std::to_string(pid) + "/task", error);
  for (; !error && thread != end; thread.increment(error)) {
    std::ifstream file(thread->path() / "stat");
    std::string stat;
    std::getline(file, stat, '\0');
    // The state follows the name, which may hold anything but ends with the last parenthesis.
    const size_t name_end = stat.rfind(") ");
    if (name_end != stat.npos && stat[name_end + 2] != 'S' && stat[name_end + 2] != 'T')
      return false;
  }
  return true;
}

std::optional<double> processor_seconds(pid_t pid) {
  clockid_t clock;
  timespec now{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &now) != 0) return {};
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace ulna
