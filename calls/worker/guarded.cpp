#include "calls/worker/guarded.h"

#include <sys/mman.h>

#include <cstring>

namespace ulna {

using namespace arena;

bool GuardedSpace::reserve_at(uint64_t begin, size_t size) {
  void* const wanted = at_address(begin);
  const int how = origin_ != 0 ? MAP_FIXED : MAP_FIXED_NOREPLACE; // in memory of the port's
  return mmap(wanted, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | how, -1, 0) ==
         wanted;
}

const char* GuardedSpace::begin_at(std::byte* origin) {
  if (!origin) return nullptr;
  origin_ = reinterpret_cast<uintptr_t>(origin);
  return reserve_at(kNarrowWindows[0], kNarrowEnd - kNarrowWindows[0])
             ? nullptr
             : "cannot reserve address space";
}

const char* GuardedSpace::reserve(int arena_file) {
  file_ = arena_file;
  // Emulators keep a record of each page, which takes them seconds and gigabytes; where they place
  // what nobody placed is far from here.
  // Under the address sanitizer the rest is its own memory.
  constexpr bool kIsApart = kOwnConvention.has_apart && !kAddressSanitizer;
  bool reserved = true;
  if constexpr (kOwnConvention.machine == MachineNumber::x86_64 ||
                kOwnConvention.machine == MachineNumber::win64)
    reserved = reserve_at(kGuardedBase, kGuardedSize);
  if constexpr (kOwnConvention.machine == MachineNumber::i386)
    reserved =
        reserve_at(kNarrowWindows[0], kNarrowWindows[2] + kNarrowWindow - kNarrowWindows[0]) &&
        reserve_at(kNarrowBase, kNarrowEnd - kNarrowBase);
  for (size_t a = 0; kIsApart && a < kMaxArrays; ++a)
    reserved = reserved && reserve_at(apart_address(a) - kPage, kSmallBytes + 2 * kPage);
  return reserved ? nullptr : "cannot reserve address space";
}

const char* GuardedSpace::map(const Call& call) {
  const char* wrong = nullptr;
  // Where a region lies may depend on the others: what an earlier call had there goes first.
  for (size_t a = 0; a < kMaxArrays && !wrong; ++a) wrong = unmap_region(call, a);
  for (size_t a = 0; a < call.num_arrays && !wrong; ++a) wrong = map_region(call, a);
  return wrong;
}

const char* GuardedSpace::unmap_region(const Call& call, size_t array) {
  Mapped& now = mapped_[call.slot][array];
  const bool stays = now.begin == guarded_address(call, array);
  if (now.pages == 0 || (stays && now.pages <= call.regions[array].pages)) return nullptr;
  if (mmap(at_address(now.begin), now.pages * kPage, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
    return "cannot unmap a region";
  now.pages = 0;
  return nullptr;
}

const char* GuardedSpace::map_region(const Call& call, size_t array) {
  const Call::Region& wanted = call.regions[array];
  Mapped& now = mapped_[call.slot][array];
  if (now.pages == wanted.pages && now.writable == wanted.writable) return nullptr;
  const int access = wanted.writable ? PROT_READ | PROT_WRITE : PROT_READ;
  if (wanted.pages != 0 &&
      mmap(region(call, array), wanted.pages * kPage, access, MAP_SHARED | MAP_FIXED, file_,
           static_cast<off_t>(file_offset(call.slot, array))) == MAP_FAILED)
    return "cannot map a region";
  now = {guarded_address(call, array), wanted.pages, wanted.writable};
  return nullptr;
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
