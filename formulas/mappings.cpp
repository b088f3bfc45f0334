#include "formulas/mappings.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace ulna::formulas {

Mappings::Mappings(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/maps", process));
  for (std::string line; std::getline(file, line);) {
    Mapping m;
    std::istringstream in(line);
    char dash = 0;
    std::string offset, device, inode;
    in >> std::hex >> m.begin >> dash >> m.end >> m.access >> offset >> device >> inode;
    std::getline(in >> std::ws, m.path);
    all_.push_back(std::move(m));
  }
}

const Mappings::Mapping* Mappings::at(uint64_t address) const {
  const auto is_there = [&](const Mapping& m) { return address >= m.begin && address < m.end; };
  const auto here = std::find_if(all_.begin(), all_.end(), is_there);
  return here == all_.end() ? nullptr : &*here;
}

bool Mappings::is_constant(uint64_t address) const {
  const Mapping* here = at(address);
  return here && here->access.starts_with("r-") && here->access.ends_with('p');
}

std::string Mappings::name(uint64_t address) const {
  const Mapping* here = at(address);
  if (!here || here->path.empty()) return fmt::format("{:#x}", address);
  uint64_t base = here->begin;
  for (const Mapping& m : all_)
    if (m.path == here->path) base = std::min(base, m.begin);
  return fmt::format("{}+{:#x}", std::filesystem::path(here->path).filename().string(),
                     address - base);
}

} // namespace ulna::formulas
