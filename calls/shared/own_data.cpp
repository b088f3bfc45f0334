#include "calls/shared/own_data.h"

#include "calls/shared/arena.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <span>

namespace ulna {

MappedLibrary::MappedLibrary(const void* function) {
  dl_find_object found;
  if (_dl_find_object(const_cast<void*>(function), &found) != 0) return;
  begin = reinterpret_cast<uint64_t>(found.dlfo_map_start);
  end = reinterpret_cast<uint64_t>(found.dlfo_map_end);
}

OwnData::OwnData(const MappedLibrary& library) : begin_(library.begin) {
  const auto add = [](dl_phdr_info* info, size_t, void* self) {
    static_cast<OwnData*>(self)->look_at(*info);
    return 0;
  };
  if (begin_ != 0) dl_iterate_phdr(add, this);
}

uint64_t OwnData::sum() const {
  uint64_t sum = 0;
  for (size_t i = 0; i < count_; ++i) sum = (sum ^ words_[i]) * 0x9e37'79b9'7f4a'7c15;
  return sum;
}

std::span<std::byte> OwnData::pages() const {
  return {reinterpret_cast<std::byte*>(first_page_), pages_end_ - first_page_};
}

void OwnData::look_at(const dl_phdr_info& info) {
  constexpr size_t kMostBytes = size_t{1} << 14;
  constexpr auto kPage = uint64_t{arena::kPage};
  const std::span segments(info.dlpi_phdr, info.dlpi_phnum);
  const auto is_loaded = [](const ElfW(Phdr) & s) { return s.p_type == PT_LOAD; };
  const auto first = std::ranges::find_if(segments, is_loaded);
  if (first == segments.end() || info.dlpi_addr + first->p_vaddr != begin_) return;
  for (const ElfW(Phdr) & segment : segments) {
    if (!is_loaded(segment) || (segment.p_flags & PF_W) == 0) continue;
    const uint64_t at = info.dlpi_addr + segment.p_vaddr;
    const uint64_t aligned = (at + sizeof *words_ - 1) / sizeof *words_ * sizeof *words_;
    words_ = reinterpret_cast<const uint64_t*>(aligned);
    count_ = (std::min(at + segment.p_memsz, aligned + kMostBytes) - aligned) / sizeof *words_;
    first_page_ = at / kPage * kPage;
    pages_end_ = (at + segment.p_memsz + kPage - 1) / kPage * kPage;
  }
  // What the loader has made read-only stays so.
  for (const ElfW(Phdr) & s : segments)
    if (s.p_type == PT_GNU_RELRO && info.dlpi_addr + s.p_vaddr >= first_page_)
      first_page_ = std::min(pages_end_, (info.dlpi_addr + s.p_vaddr + s.p_memsz) / kPage * kPage);
}

} // namespace ulna
