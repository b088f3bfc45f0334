// The built-in ports that this processor can run, loaded to be called directly.
#pragma once

#include "certify/certify.h"
#include "certify/error.h"
#include "certify/report/machine.h"

#include <dlfcn.h>

namespace ulna::bench {

struct Library {
  std::string name;
  const ulna_port* port;
};

inline std::vector<Library> load_ports() {
  const Installation installation = find_installation();
  std::vector<Library> libraries;
  for (const std::string& name : builtin_ports(installation)) {
    void* library = dlopen(port_path(name, installation).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) throw BadInput(dlerror());
    const auto entry = reinterpret_cast<const ulna_port* (*)()>(dlsym(library, "ulna_port_v1"));
    if (!entry) throw BadInput(dlerror());
    if (missing_features(entry()->cpu_features).empty()) libraries.push_back({name, entry()});
  }
  return libraries;
}

} // namespace ulna::bench
