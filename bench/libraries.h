// The built-in ports that this processor can run, loaded to be called directly. ULNA_BENCH_PORT in
// the environment names the file of one more.
#pragma once

#include "certify/certify.h"
#include "certify/error.h"
#include "certify/report/machine.h"

#include <dlfcn.h>

#include <cstdlib>

namespace ulna::bench {

struct Library {
  std::string name;
  const ulna_port* port;
};

inline std::vector<Library> load_ports() {
  const Installation installation = find_installation();
  std::vector<std::string> paths;
  for (const std::string& name : builtin_ports(installation))
    paths.push_back(port_path(name, installation));
  if (const char* path = std::getenv("ULNA_BENCH_PORT")) paths.emplace_back(path);
  std::vector<Library> libraries;
  for (const std::string& path : paths) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) throw BadInput(dlerror());
    const auto entry = reinterpret_cast<const ulna_port* (*)()>(dlsym(library, "ulna_port_v1"));
    if (!entry) throw BadInput(dlerror());
    if (missing_features(entry()->cpu_features).empty())
      libraries.push_back({entry()->name, entry()});
  }
  return libraries;
}

} // namespace ulna::bench
