// What a worker has mapped where.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

namespace ulna::formulas {

class Mappings {
public:
  /// As the process has it now.
  explicit Mappings(pid_t process);

  /// Whether nobody writes there: code, constants, and what the loader has filled in and closed. Of
  /// memory that is shared with other processes, nowhere.
  bool is_constant(uint64_t address) const;

  /// "my_port.so+0x11c0": the address that the linker gave, where libraries begin at 0.
  std::string name(uint64_t address) const;

private:
  struct Mapping {
    uint64_t begin = 0, end = 0;
    std::string access, path;
  };
  const Mapping* at(uint64_t address) const;

  std::vector<Mapping> all_;
};

} // namespace ulna::formulas
