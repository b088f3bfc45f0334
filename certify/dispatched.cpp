#include "certify/dispatched.h"

#include <dlfcn.h>

namespace ulna {

Dispatched::Dispatched(const Installation& installation)
    : library_(dlopen((installation.ports_dir + "/best.so").c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (library_)
    origin_ =
        reinterpret_cast<const char* (*)(size_t, const char*)>(dlsym(library_, "ulna_best_origin"));
}

Dispatched::~Dispatched() {
  if (library_) dlclose(library_);
}

std::optional<std::string> Dispatched::origin(const Operation& op, const char* cpu_features) const {
  const char* name = origin_ ? origin_(op.member, cpu_features) : nullptr;
  if (!name) return {};
  return name;
}

} // namespace ulna
