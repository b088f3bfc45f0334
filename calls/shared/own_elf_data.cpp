#include "calls/shared/arena.h"
#include "calls/shared/own_data.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <span>

namespace ulna {

MappedLibrary::MappedLibrary(const void* function) {
  dl_find_object found;
  if (_dl_find_object(const_cast<void*>(function), &found) != 0) return;
  begin = reinterpret_cast<uintptr_t>(found.dlfo_map_start);
  end = reinterpret_cast<uintptr_t>(found.dlfo_map_end);
}

namespace {

using Segments = std::span<const ElfW(Phdr)>;

struct Loaded {
  uintptr_t begin;    ///< of the first segment
  uintptr_t base = 0; ///< what is added to addresses
  Segments segments{};
};

/// Fills in the library that begins there.
int find(dl_phdr_info* info, size_t, void* wanted) {
  auto& loaded = *static_cast<Loaded*>(wanted);
  const Segments segments(info->dlpi_phdr, info->dlpi_phnum);
  const auto first =
      std::ranges::find_if(segments, [](const ElfW(Phdr) & s) { return s.p_type == PT_LOAD; });
  if (first == segments.end() || info->dlpi_addr + first->p_vaddr != loaded.begin) return 0;
  loaded.base = info->dlpi_addr;
  loaded.segments = segments;
  return 1;
}

} // namespace

OwnData::OwnData(const MappedLibrary& library) {
  Loaded loaded{library.begin};
  if (library.begin != 0) dl_iterate_phdr(find, &loaded);
  for (const ElfW(Phdr) & segment : loaded.segments)
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) != 0)
      add(loaded.base + segment.p_vaddr, loaded.base + segment.p_vaddr + segment.p_memsz);
  if (pages_.empty()) return;
  // What the loader has made read-only stays so.
  std::span<std::byte>& pages = pages_.back();
  for (const ElfW(Phdr) & s : loaded.segments) {
    if (s.p_type != PT_GNU_RELRO) continue;
    const uintptr_t begin = reinterpret_cast<uintptr_t>(pages.data());
    const uintptr_t behind = (loaded.base + s.p_vaddr + s.p_memsz) / arena::kPage * arena::kPage;
    if (loaded.base + s.p_vaddr >= begin)
      pages = pages.subspan(std::min(pages.size(), std::max(begin, behind) - begin));
  }
}

} // namespace ulna
