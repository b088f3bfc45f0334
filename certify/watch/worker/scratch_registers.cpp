#include "certify/watch/worker/scratch_registers.h"

#include <cpuid.h>
#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

namespace ulna {
namespace {

constexpr const char* kLibraries[] = {"libc.so.6", "libm.so.6", "libstdc++.so.6"};

/// What gives an address or an integer, or nothing.
constexpr const char* kOfIntegers[] = {"memcpy", "memmove", "memset", "memcmp", "malloc",
                                       "calloc", "realloc", "free",   "_Znwm",  "_Znam",
                                       "_ZdlPv", "_ZdaPv",  "_ZdlPvm"};
/// What gives one float or double.
constexpr const char* kOfNumbers[] = {"sin",    "cos",   "tan",  "asin",  "acos",  "atan",
                                      "atan2",  "sqrt",  "exp",  "log",   "pow",   "fmod",
                                      "sinf",   "cosf",  "tanf", "asinf", "acosf", "atanf",
                                      "atan2f", "sqrtf", "expf", "logf",  "powf",  "fmodf"};

std::optional<dl_find_object> library_of(uint64_t address) {
  dl_find_object found;
  if (_dl_find_object(reinterpret_cast<void*>(address), &found) != 0) return {};
  return found;
}

/// The addresses that the loader gives for the names, of libraries that are loaded.
template <size_t N>
std::vector<uint64_t> addresses_of(const char* const (&names)[N]) {
  std::vector<uint64_t> all;
  for (const char* library : kLibraries) {
    void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (!handle) continue;
    for (const char* name : names)
      if (void* const function = dlsym(handle, name))
        all.push_back(reinterpret_cast<uint64_t>(function));
    dlclose(handle);
  }
  return all;
}

struct Known {
  std::vector<uint64_t> of_integers = addresses_of(kOfIntegers);
  std::vector<uint64_t> of_numbers = addresses_of(kOfNumbers);
  // What is called where nobody wrote a call (-pg) keeps all.
  std::array<void*, 3> keep_all{dlsym(RTLD_DEFAULT, "mcount"), dlsym(RTLD_DEFAULT, "_mcount"),
                                dlsym(RTLD_DEFAULT, "__fentry__")};
};

const Known& known() {
  static const Known all;
  return all;
}

/// Parts of the state as XSAVE numbers them.
enum Part : uint32_t { kUpperHalves = 2, kMasks = 5, kUpperZmm = 6, kZmm16To31 = 7 };

struct Extent {
  uint32_t offset, size;
};

/// Where a part lies behind the handler's copy of the vectors; nothing without it.
Extent extent_of(Part part) {
  constexpr unsigned kStates = 0xd;
  Extent e{};
  unsigned unused1, unused2;
  if (!__get_cpuid_count(kStates, part, &e.size, &e.offset, &unused1, &unused2)) return {};
  return e;
}

/// All 64 bits are a NaN as a double, and as floats.
constexpr uint64_t kNoNumber = 0x7fc1'dead'7fc1'dead;

void fill(std::byte* begin, size_t bytes, uint64_t seed) {
  for (size_t i = 0; i + sizeof seed <= bytes; i += sizeof seed) {
    const uint64_t word = kNoNumber + seed + i;
    std::memcpy(begin + i, &word, sizeof word);
  }
}

/// Upper halves and masks, of as many as the system keeps for this process.
void change_extended(const mcontext_t& state, uint64_t seed) {
  static const std::array<std::pair<Part, Extent>, 4> extents{
      std::pair{kUpperHalves, extent_of(kUpperHalves)},
      {kMasks, extent_of(kMasks)},
      {kUpperZmm, extent_of(kUpperZmm)},
      {kZmm16To31, extent_of(kZmm16To31)}};
  // The kernel's struct _fpx_sw_bytes, and the header of the area: <asm/sigcontext.h>.
  constexpr size_t kSoftware = 464, kFeatures = kSoftware + 8, kHeader = 512;
  constexpr uint32_t kMagic = 0x46505853;
  auto* const area = reinterpret_cast<std::byte*>(state.fpregs);
  uint32_t magic;
  std::memcpy(&magic, area + kSoftware, sizeof magic);
  if (magic != kMagic) return;
  uint64_t features, used;
  std::memcpy(&features, area + kFeatures, sizeof features);
  std::memcpy(&used, area + kHeader, sizeof used);
  for (const auto& [part, extent] : extents) {
    const uint64_t bit = uint64_t{1} << part;
    if (!(features & bit) || extent.size == 0) continue;
    fill(area + extent.offset, extent.size, seed);
    used |= bit;
  }
  std::memcpy(area + kHeader, &used, sizeof used);
}

} // namespace

bool is_ordinary(uint64_t function) {
  if (std::ranges::find(known().keep_all, reinterpret_cast<void*>(function)) !=
      known().keep_all.end())
    return false;
  const auto library = library_of(function);
  if (!library) return false;
  const std::string_view path = library->dlfo_link_map->l_name;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return std::ranges::find(kLibraries, name) != std::end(kLibraries);
}

void change_scratch(mcontext_t& state, uint64_t function, uint64_t seed) {
  const bool integer =
      std::ranges::find(known().of_integers, function) != known().of_integers.end();
  const bool number = std::ranges::find(known().of_numbers, function) != known().of_numbers.end();
  const auto spoil = [&](int r) { state.gregs[r] = static_cast<greg_t>(kNoNumber + seed); };
  for (const int r : {REG_RCX, REG_RSI, REG_RDI, REG_R8, REG_R9, REG_R10, REG_R11}) spoil(r);
  if (integer || number) spoil(REG_RDX);
  if (number) spoil(REG_RAX);
  const int first = integer ? 0 : number ? 1 : 2;
  for (int v = first; v < 16; ++v)
    for (uint32_t& lane : state.fpregs->_xmm[v].element) lane = 0x7fc0'0001U + uint32_t(v);
  change_extended(state, seed);
  constexpr greg_t kArithmetic = 0x8d5; // CF, PF, AF, ZF, SF, OF
  state.gregs[REG_EFL] ^= kArithmetic;
}

} // namespace ulna
