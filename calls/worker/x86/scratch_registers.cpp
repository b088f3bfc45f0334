#include "calls/worker/x86/scratch_registers.h"

#include "calls/worker/x86/registers.h"

#include <cpuid.h>
#include <dlfcn.h>
#include <link.h>
#include <signal.h> // the state that a handler gets

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace ulna {

#if defined(ULNA_WIN64)

/// What Windows' functions leave as it was is not known well enough here.
bool is_ordinary(uintptr_t) {
  return false;
}

void change_scratch(mcontext_t&, uintptr_t, uint64_t) {}

#else

namespace {

constexpr const char* kLibraries[] = {"libc.so.6", "libm.so.6", "libstdc++.so.6"};

/// What is called where nobody wrote a call (-pg) keeps all.
constexpr const char* kKeepAll[] = {"mcount", "_mcount", "__fentry__"};
/// What gives an address or an integer, or nothing.
constexpr const char* kOfIntegers[] = {"memcpy", "memmove", "memset", "memcmp", "malloc",
                                       "calloc", "realloc", "free",   "_Znwm",  "_Znam",
                                       "_ZdlPv", "_ZdaPv",  "_ZdlPvm"};
/// What gives one float or double.
constexpr const char* kOfNumbers[] = {"sin",    "cos",   "tan",  "asin",  "acos",  "atan",
                                      "atan2",  "sqrt",  "exp",  "log",   "pow",   "fmod",
                                      "sinf",   "cosf",  "tanf", "asinf", "acosf", "atanf",
                                      "atan2f", "sqrtf", "expf", "logf",  "powf",  "fmodf"};

std::optional<dl_find_object> library_of(uintptr_t address) {
  dl_find_object found;
  if (_dl_find_object(reinterpret_cast<void*>(address), &found) != 0) return {};
  return found;
}

/// The addresses that the loader gives for the names, of libraries that are loaded.
template <size_t N>
std::vector<uintptr_t> addresses_of(const char* const (&names)[N]) {
  std::vector<uintptr_t> all;
  for (const char* library : kLibraries) {
    void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (!handle) continue;
    for (const char* name : names)
      if (void* const function = dlsym(handle, name))
        all.push_back(reinterpret_cast<uintptr_t>(function));
    dlclose(handle);
  }
  return all;
}

/// A part of the state beyond FXSAVE: its number, and where it lies in the state of a handler.
struct Part {
  uint32_t number;
  uint32_t offset = 0, size = 0; ///< 0: this processor has none

  explicit Part(uint32_t n) : number(n) {
    constexpr unsigned kStates = 0xd;
    unsigned unused1, unused2;
    if (!__get_cpuid_count(kStates, n, &size, &offset, &unused1, &unused2)) size = 0;
  }
};

/// What the system's libraries and the processor say.
struct Known {
  std::vector<uintptr_t> keep_all = addresses_of(kKeepAll);
  std::vector<uintptr_t> of_integers = addresses_of(kOfIntegers);
  std::vector<uintptr_t> of_numbers = addresses_of(kOfNumbers);
  /// The upper halves of ymm, the masks, the upper halves of zmm, and zmm16 to zmm31.
  std::array<Part, 4> parts{Part(2), Part(5), Part(6), Part(7)};
};

const Known& known() {
  static const Known all;
  return all;
}

bool is_in(const std::vector<uintptr_t>& functions, uintptr_t function) {
  return std::ranges::find(functions, function) != functions.end();
}

/// All 64 bits are a NaN as a double, and as floats.
constexpr uint64_t kNoNumber = 0x7fc1'dead'7fc1'dead;

void fill(std::byte* begin, size_t bytes, uint64_t seed) {
  for (size_t i = 0; i + sizeof seed <= bytes; i += sizeof seed) {
    const uint64_t word = kNoNumber + seed + i;
    std::memcpy(begin + i, &word, sizeof word);
  }
}

/// The system puts the state of the x87 unit as it was once before that of today for 32 bits.
constexpr size_t kBeforeXsave = sizeof(_fpstate) - 512;

/// All parts that the system keeps for this process.
void change_parts(const mcontext_t& state, uint64_t seed) {
  auto* const area = reinterpret_cast<std::byte*>(state.fpregs);
  _fpx_sw_bytes kept; // behind what FXSAVE writes
  std::memcpy(&kept, area + sizeof(_fpstate) - sizeof kept, sizeof kept);
  if (kept.magic1 != FP_XSTATE_MAGIC1) return;
  for (const Part& part : known().parts) {
    const uint64_t bit = uint64_t{1} << part.number;
    if (!(kept.xstate_bv & bit)) continue;
    fill(area + kBeforeXsave + part.offset, part.size, seed);
    reinterpret_cast<_xstate*>(area)->xstate_hdr.xstate_bv |= bit;
  }
}

} // namespace

bool is_ordinary(uintptr_t function) {
  if (is_in(known().keep_all, function)) return false;
  const auto library = library_of(function);
  if (!library) return false;
  const std::string_view path = library->dlfo_link_map->l_name;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return std::ranges::find(kLibraries, name) != std::end(kLibraries);
}

void change_scratch(mcontext_t& state, uintptr_t function, uint64_t seed) {
  const bool integer = is_in(known().of_integers, function);
  const bool number = is_in(known().of_numbers, function);
  const auto spoil = [&](int r) { state.gregs[r] = static_cast<greg_t>(kNoNumber + seed); };
#if defined(__x86_64__)
  for (const int r : {REG_RCX, REG_RSI, REG_RDI, REG_R8, REG_R9, REG_R10, REG_R11}) spoil(r);
  if (integer || number) spoil(REG_RDX);
  if (number) spoil(REG_RAX);
  const unsigned first = integer ? 0 : number ? 1 : 2;
#else // numbers are returned in st0
  spoil(REG_ECX);
  if (integer || number) spoil(REG_EDX);
  if (number) spoil(REG_EAX);
  const unsigned first = integer || number ? 0 : 1;
#endif
  auto& vectors = reinterpret_cast<_fpstate*>(state.fpregs)->_xmm;
  for (unsigned v = first; v < std::size(vectors); ++v)
    for (auto& lane : vectors[v].element) lane = 0x7fc0'0001U + v;
  change_parts(state, seed);
  state.gregs[REG_EFL] ^= static_cast<greg_t>(kArithmeticFlags);
}

#endif

} // namespace ulna
