// A port that is a WebAssembly module, in Node.

#include "calls/shared/own_data.h"
#include "calls/shared/port_library.h"
#include "calls/worker/wasm/engine.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

namespace ulna {
namespace {

/// The port's table as this process has it: of its members, which are addresses and indices of 32
/// bits there, each in a word of 64.
std::array<uint64_t, 64> table;

/// What lies at an address of the module's own part of memory; null where that ends before.
const char* own(uint32_t address, size_t bytes) {
  const bool is = address != 0 && address < wasm::kBegin && bytes <= wasm::kBegin - address;
  return is ? reinterpret_cast<const char*>(wasm::memory()) + address : nullptr;
}

LoadedPort failed(std::string why) {
  static std::string text;
  text = std::move(why);
  return {text.c_str()};
}

} // namespace

LoadedPort load_port(const char* path, const uint64_t* adversary) {
  if (adversary) return {"approximations are chosen for x86-64 Linux alone"};
  if (std::string wrong = wasm::load(path); !wrong.empty()) return failed(std::move(wrong));
  const uint32_t at = wasm::port();
  if (at == 0) return looked_at(nullptr);
  uint32_t size = 0;
  const char* const begin = own(at, sizeof size);
  if (begin) std::memcpy(&size, begin, sizeof size);
  constexpr size_t kWord = sizeof(uint32_t);
  size = std::min<uint32_t>(size, table.size() * kWord);
  if (!begin || !own(at, size))
    return {"ulna_port_v1 returned no address in its memory; return that of a static ulna_port"};
  for (size_t i = 0; i < size / kWord; ++i) {
    uint32_t word;
    std::memcpy(&word, begin + i * kWord, kWord);
    table[i] = word;
    constexpr size_t kProfiles = offsetof(ulna_port, profiles) / sizeof(uint64_t);
    constexpr size_t kFirst = offsetof(ulna_port, transform_verts) / sizeof(uint64_t);
    if (i >= kFirst && i != kProfiles && word != 0 && !wasm::has_function(word))
      return failed("function " + std::to_string(i - kFirst + 1) + " of its ulna_port is " +
                    std::to_string(word) + ", where its table has none");
  }
  for (size_t i : {offsetof(ulna_port, name), offsetof(ulna_port, cpu_features),
                   offsetof(ulna_port, profiles)}) {
    uint64_t& word = table[i / sizeof(uint64_t)];
    constexpr size_t kLongest = 256;
    const bool is_null = word == 0;
    word = reinterpret_cast<uintptr_t>(own(static_cast<uint32_t>(word), kLongest));
    if (word == 0 && !is_null)
      return {"name, cpu_features or profiles is no address in its memory"};
  }
  if (const char* wrong = wasm::close_the_rest()) return {wrong};
  table[0] = size / kWord * sizeof(uint64_t);
  LoadedPort loaded = looked_at(reinterpret_cast<const ulna_port*>(table.data()));
  loaded.origin = wasm::memory();
  return loaded;
}

/// A module has one thread, and the judge asks for no calls at the same time (Target::has_threads).
void start_thread(void (*)(void*), void*) {
  std::abort();
}

/// Nothing of it is looked at between calls: no call comes into the middle of another.
MappedLibrary::MappedLibrary(const void*) {}

OwnData::OwnData(const MappedLibrary&) {}

} // namespace ulna
