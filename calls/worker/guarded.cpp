#include "calls/worker/guarded.h"

#include "calls/worker/chooser.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
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
  bool reserved = reserve_at(kGuardedBase, kGuardedSize);
  for (size_t a = 0; kIsApart && a < kMaxArrays; ++a)
    reserved =
        reserved && reserve_at(guarded_address(kApartSlot, a) - kPage, kSmallBytes + 2 * kPage);
  return reserved ? nullptr : "cannot reserve address space";
}

const char* GuardedSpace::map(const Call& call) {
  const char* wrong = nullptr;
  for (size_t a = 0; a < call.num_arrays && !wrong; ++a)
    wrong = map_region(call.slot, a, call.regions[a]);
  return wrong;
}

const char* GuardedSpace::map_region(uint32_t slot, size_t array, Call::Region wanted) {
  Call::Region& now = mapped_[slot][array];
  if (now.pages == wanted.pages && now.writable == wanted.writable) return nullptr;
  std::byte* at = region(slot, array);
  if (now.pages > wanted.pages &&
      mmap(at, now.pages * kPage, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
    return "cannot unmap a region";
  const int access = wanted.writable ? PROT_READ | PROT_WRITE : PROT_READ;
  if (wanted.pages != 0 && mmap(at, wanted.pages * kPage, access, MAP_SHARED | MAP_FIXED, file_,
                                static_cast<off_t>(file_offset(slot, array))) == MAP_FAILED)
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

constexpr size_t kInRegisters = std::size(WatchedCall{}.integers);
static_assert(kMaxArguments == kInRegisters + std::size(WatchedCall{}.stack_integers));

const char* prepare(GuardedSpace& space, const ulna_port* port, const Call& call,
                    WatchedCall& watched) {
  if (const char* wrong = space.map(call)) return wrong;
  leave(static_cast<Leftovers>(call.leftovers), watched);
  std::memcpy(&watched.function,
              reinterpret_cast<const char*>(port) + call.function * sizeof watched.function,
              sizeof watched.function);
  size_t integers = 0;
  for (size_t i = 0; i < call.num_arguments; ++i) {
    const Call::Argument& argument = call.arguments[i];
    if (argument.array == Call::Argument::kReal) {
      // The one of a call, in the lowest lane of xmm0.
      const auto bits = static_cast<uint32_t>(argument.value);
      std::memcpy(watched.vectors, &bits, sizeof bits);
      continue;
    }
    const size_t at = integers++;
    uint64_t& to =
        at < kInRegisters ? watched.integers[at] : watched.stack_integers[at - kInRegisters];
    if (at < kInRegisters) watched.steps[at] = argument.step;
    // The upper half of a register that carries an int32 is not part of the interface.
    to = argument.array == Call::Argument::kInteger
             ? (to & ~uint64_t{0xffffffff}) | uint32_t(argument.value)
         : argument.array == Call::Argument::kNull
             ? 0
             : reinterpret_cast<uint64_t>(space.region(call.slot, size_t(argument.array))) +
                   argument.value;
  }
  watched.num_stack_integers = integers > kInRegisters ? integers - kInRegisters : 0;
  // Where upper halves hold something, processors take ten times as long for code that mixes SSE
  // and AVX. Small cases are quick all the same, and show who takes them for zero.
  if (call.slot >= kSmallSlots) watched.vector_bytes = sizeof(float[4]);
  watched.mxcsr |= owed_mxcsr(call.flush);
  watched.times = call.times;
  return nullptr;
}

namespace {

/// As if a function that does nothing had been called.
void come_back(WatchedCall& call) {
  std::copy(std::begin(call.saved), std::end(call.saved), call.registers_after);
  call.stack_pointer_after = call.stack_pointer;
  call.mxcsr_after = call.mxcsr;
  std::memcpy(call.x87_after, &kX87Control, sizeof kX87Control);
  std::memcpy(call.x87_after + 8, &kX87Tags, sizeof kX87Tags);
}

} // namespace

void make_watched_call(WatchedCall& call) {
  if (call.times == 0) return come_back(call);
  const bool flush = (call.mxcsr & kMxcsrControl) == owed_mxcsr(true);
  uint64_t before[kInRegisters];
  std::copy(std::begin(call.integers), std::end(call.integers), before);
  ulna_watched_call(&call);
  for (uint32_t i = 1; i < call.times && state_after(call).is_as_owed(flush); ++i) {
    for (size_t k = 0; k < kInRegisters; ++k) call.integers[k] += call.steps[k];
    ulna_watched_call(&call);
  }
  std::copy(std::begin(before), std::end(before), call.integers);
}

State state_after(const WatchedCall& watched) {
  State state{};
  for (uint32_t i = 0; i < 6; ++i)
    if (watched.registers_after[i] != watched.saved[i]) state.registers |= 1u << i;
  state.direction = (watched.flags_after >> 10) & 1;
  state.stack = static_cast<int64_t>(watched.stack_pointer_after - watched.stack_pointer);
  state.mxcsr = watched.mxcsr_after;
  std::memcpy(&state.x87_control, watched.x87_after, 2);
  std::memcpy(&state.x87_tags, watched.x87_after + 8, 2);
  state.frame = static_cast<uint32_t>(watched.frame_after);
  state.returned = static_cast<int32_t>(watched.returned);
  return state;
}

} // namespace ulna
