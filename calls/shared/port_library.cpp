#include "calls/shared/port_library.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace ulna {

LoadedPort looked_at(const ulna_port* port) {
  if (!port) return {"ulna_port_v1 returned NULL; return the address of a static ulna_port"};
  if (port->struct_size < offsetof(ulna_port, transform_verts))
    return {"struct_size is too small; set it to sizeof(ulna_port)"};
  if (!port->name || !port->cpu_features)
    return {
        "name or cpu_features is NULL; set both, cpu_features to \"\" if any processor will do"};
  LoadedPort loaded;
  loaded.port = port;
  const size_t size = std::min<size_t>(port->struct_size, 64 * sizeof(void*));
  for (size_t at = offsetof(ulna_port, transform_verts); at + sizeof(void*) <= size;
       at += sizeof(void*)) {
    void* member;
    std::memcpy(&member, reinterpret_cast<const char*>(port) + at, sizeof member);
    if (member) loaded.members |= uint64_t{1} << (at / sizeof member);
  }
  constexpr size_t kProfiles = offsetof(ulna_port, profiles);
  loaded.members &= ~(uint64_t{1} << (kProfiles / sizeof(void*))); // no function
  if (size >= kProfiles + sizeof port->profiles && port->profiles) loaded.profiles = port->profiles;
  if (strnlen(loaded.profiles, kLongestProfiles + 1) > kLongestProfiles)
    return {"profiles has more than 255 characters; name each once"};
  return loaded;
}

uint64_t LoadedPort::function(size_t i) const {
  uintptr_t address;
  std::memcpy(&address, reinterpret_cast<const char*>(port) + i * sizeof address, sizeof address);
  return address;
}

} // namespace ulna
