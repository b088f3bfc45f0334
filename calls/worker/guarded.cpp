#include "calls/worker/guarded.h"

#include "calls/shared/chooser.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

namespace ulna {

using namespace arena;

namespace {

bool reserve_at(uint64_t begin, size_t size) {
  auto* const wanted = reinterpret_cast<void*>(begin);
  return mmap(wanted, size, PROT_NONE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) == wanted;
}

} // namespace

const char* GuardedSpace::reserve(int arena_file) {
  file_ = arena_file;
  // Emulators keep a record of each page, which takes them seconds and gigabytes; where they place
  // what nobody placed is far from here.
  // Under the address sanitizer the rest is its own memory.
  constexpr bool kIsApart = kOwnConvention.has_apart && !kAddressSanitizer;
  constexpr bool kReserves = kOwnConvention.machine == ElfMachine::x86_64;
  bool reserved = !kReserves || reserve_at(kGuardedBase, kGuardedSize);
  for (size_t a = 0; kIsApart && a < kMaxArrays; ++a)
    reserved = reserved && reserve_at(apart_address(a) - kPage, kSmallBytes + 2 * kPage);
  return reserved ? nullptr : "cannot reserve address space";
}

const char* GuardedSpace::map(const Call& call) {
  const char* wrong = nullptr;
  for (size_t a = 0; a < call.num_arrays && !wrong; ++a) wrong = map_region(call, a);
  return wrong;
}

const char* GuardedSpace::map_region(const Call& call, size_t array) {
  const Call::Region& wanted = call.regions[array];
  Call::Region& now = mapped_[call.slot][array];
  if (now.pages == wanted.pages && now.writable == wanted.writable) return nullptr;
  std::byte* at = region(call, array);
  if (now.pages > wanted.pages &&
      mmap(at, now.pages * kPage, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
    return "cannot unmap a region";
  const int access = wanted.writable ? PROT_READ | PROT_WRITE : PROT_READ;
  if (wanted.pages != 0 && mmap(at, wanted.pages * kPage, access, MAP_SHARED | MAP_FIXED, file_,
                                static_cast<off_t>(file_offset(call.slot, array))) == MAP_FAILED)
    return "cannot map a region";
  now = wanted;
  return nullptr;
}

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

} // namespace

LoadedPort load_port(const char* path, const uint64_t* adversary) {
  announce(adversary);
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return {dlerror()};
  if (adversary)
    if (const char* wrong = install(*adversary, library)) return {wrong};
  const auto entry = reinterpret_cast<const ulna_port* (*)()>(dlsym(library, "ulna_port_v1"));
  if (!entry) return {"it does not export ulna_port_v1; declare it as ulna/port.h does"};
  LoadedPort loaded;
  const ulna_port* port = loaded.port = entry();
  if (!port) return {"ulna_port_v1 returned NULL; return the address of a static ulna_port"};
  if (port->struct_size < offsetof(ulna_port, transform_verts))
    return {"struct_size is too small; set it to sizeof(ulna_port)"};
  if (!port->name || !port->cpu_features)
    return {"name or cpu_features is NULL; set both, cpu_features to \"\" if any x86-64 will do"};
  const size_t size = std::min<size_t>(port->struct_size, 64 * sizeof(void*));
  for (size_t at = offsetof(ulna_port, transform_verts); at + sizeof(void*) <= size;
       at += sizeof(void*)) {
    void* member;
    std::memcpy(&member, reinterpret_cast<const char*>(port) + at, sizeof member);
    if (member) loaded.members |= uint64_t{1} << (at / sizeof member);
  }
  link_map* map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0) loaded.base = map->l_addr;
  return loaded;
}

uint64_t LoadedPort::function(size_t i) const {
  uint64_t address;
  std::memcpy(&address, reinterpret_cast<const char*>(port) + i * sizeof address, sizeof address);
  return address;
}

const char* prepare(GuardedSpace& space, const ulna_port* port, const Call& call,
                    WatchedCall& watched) {
  if (const char* wrong = space.map(call)) return wrong;
  prepare_call(call, watched);
  std::memcpy(&watched.function,
              reinterpret_cast<const char*>(port) + call.function * sizeof watched.function,
              sizeof watched.function);
  return nullptr;
}

} // namespace ulna
