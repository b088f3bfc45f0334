#include "properties/code/code_samples.h"
#include "properties/support.h"

#include <dlfcn.h>

#include <cstring>
#include <set>

namespace ulna::code {

std::vector<BuiltinPort> builtin_ports() {
  std::vector<BuiltinPort> all;
  // By name: a folder has no order, and the tests draw from what they find here.
  const std::filesystem::directory_iterator files(test_installation().ports_dir);
  for (const auto& path : std::set<std::filesystem::path>(begin(files), end(files))) {
    if (path.extension() != ".so") continue;
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      ADD_FAILURE() << dlerror();
      continue;
    }
    const auto describe = reinterpret_cast<const ulna_port* (*)()>(dlsym(library, "ulna_port_v1"));
    const ulna_port& port = *describe();
    BuiltinPort& out = all.emplace_back();
    out.name = path.stem();
    out.path = path;
    out.features = port.cpu_features;
    for (const Operation* op : operations()) {
      const char* function = nullptr;
      std::memcpy(&function, reinterpret_cast<const char*>(&port) + op->member, sizeof function);
      Dl_info info;
      if (!function || !dladdr(function, &info)) continue;
      out.entries.push_back({op, uint64_t(function - static_cast<const char*>(info.dli_fbase))});
    }
  }
  return all;
}

} // namespace ulna::code
