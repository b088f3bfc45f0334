// The bytes of ELF files, and hostile ones made of them byte by byte.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <elf.h>
#include <string>
#include <utility>

namespace ulna::approximations {

template <class T>
T get(const std::string& file, size_t at) {
  T value;
  std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

template <class T>
void put(std::string& file, size_t at, const T& value) {
  std::memcpy(file.data() + at, &value, sizeof value);
}

/// Changes each program header.
template <class Change>
std::string with_segments(std::string file, const Change& change) {
  const auto header = get<Elf64_Ehdr>(file, 0);
  for (size_t i = 0; i < header.e_phnum; ++i) {
    const size_t at = header.e_phoff + i * sizeof(Elf64_Phdr);
    auto segment = get<Elf64_Phdr>(file, at);
    change(segment);
    put(file, at, segment);
  }
  return file;
}

/// Changes the header of the file.
template <class Change>
std::string with_header(std::string file, const Change& change) {
  auto header = get<Elf64_Ehdr>(file, 0);
  change(header);
  put(file, 0, header);
  return file;
}

inline std::string without_sections(std::string file) {
  return with_header(std::move(file),
                     [](Elf64_Ehdr& h) { h.e_shoff = h.e_shnum = h.e_shstrndx = 0; });
}

/// Puts the entry in the place of the first one with that tag in the dynamic section.
inline std::string with_dynamic(std::string file, int64_t tag, Elf64_Dyn entry) {
  const auto header = get<Elf64_Ehdr>(file, 0);
  for (size_t i = 0; i < header.e_phnum; ++i) {
    const auto segment = get<Elf64_Phdr>(file, header.e_phoff + i * sizeof(Elf64_Phdr));
    if (segment.p_type != PT_DYNAMIC) continue;
    for (size_t at = 0; at < segment.p_filesz; at += sizeof(Elf64_Dyn)) {
      if (get<Elf64_Dyn>(file, segment.p_offset + at).d_tag != tag) continue;
      put(file, segment.p_offset + at, entry);
      return file;
    }
  }
  ADD_FAILURE() << "no dynamic entry has the tag " << tag;
  return file;
}

} // namespace ulna::approximations
