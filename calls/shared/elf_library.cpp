#include "calls/shared/chooser.h"
#include "calls/shared/port_library.h"

#include <dlfcn.h>
#include <link.h>

#include <cstdlib>
#include <string>
#include <thread>

namespace ulna {
namespace {

/// A library may want its first approximation while it is loaded.
void announce(const uint64_t* adversary) {
  if (adversary) {
    setenv(approximations::kVariable, std::to_string(*adversary).c_str(), 1);
  } else {
    unsetenv(approximations::kVariable);
  }
}

/// Sees to it that the adversary chooses for the loaded library. Returns what is wrong, or null.
const char* install(uint64_t adversary, void* library) {
  using approximations::Chooser;
  auto* chooser = static_cast<Chooser*>(dlsym(library, approximations::kSymbol));
  if (!chooser || chooser->struct_size < sizeof(Chooser))
    return "it is not built with ulna/approximations.h; add -include ulna/approximations.h";
  if (chooser->chosen && chooser->adversary != adversary)
    return "while it was loaded another adversary chose; let it keep its hands off the environment "
           "and ulna_approximations_v2";
  chooser->adversary = adversary;
  chooser->chosen = 1;
  return nullptr;
}

/// Of the symbol at this address.
bool is_data(const void* address) {
  Dl_info info;
  void* found = nullptr;
  if (dladdr1(address, &info, &found, RTLD_DL_SYMENT) == 0 || !found) return false;
  return (static_cast<const ElfW(Sym)*>(found)->st_info & 0xf) == STT_OBJECT;
}

} // namespace

LoadedPort load_port(const char* path, const uint64_t* adversary) {
  announce(adversary);
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return {dlerror()};
  if (adversary)
    if (const char* wrong = install(*adversary, library)) return {wrong};
  void* const symbol = dlsym(library, "ulna_port_v1");
  if (!symbol) return {"it does not export ulna_port_v1; declare it as ulna/port.h does"};
  if (is_data(symbol)) return {"its ulna_port_v1 is no function; declare it as ulna/port.h does"};
  LoadedPort loaded = looked_at(reinterpret_cast<const ulna_port* (*)()>(symbol)());
  link_map* map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0) loaded.base = map->l_addr;
  return loaded;
}

void start_thread(void (*run)(void*), void* argument) {
  std::thread(run, argument).detach();
}

} // namespace ulna
