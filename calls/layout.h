// A case in the arena: where its arrays and records lie for a call, and what they are like after
// it.
#pragma once

#include "calls/caller.h"
#include "cases/operation.h"

namespace ulna {

/// The byte offset of an array's first byte in its region, and the pages it needs.
struct Extent {
  size_t offset;
  size_t pages;
};
/// An array whose length is no multiple of its alignment lies as near to a page behind it as the
/// alignment allows.
Extent extent(size_t bytes, Placement place, size_t alignment);

/// Whether a small slot holds the case.
bool is_small(const Case& c);

/// Throws BadInput for a case that no slot holds, or for which the worker of such a machine lacks
/// address space.
void check_size(const Case& c, const arena::Convention& convention);

/// Writes the case's arrays and records into a slot of the arena, with canaries around them, and
/// the call of `member`. Pointers in records are those of the guarded address space.
void lay_out(std::byte* arena, const Case& c, uint32_t slot, arena::Call& call,
             const arena::Convention& convention = arena::kOwnConvention);

/// The record as a compiler lays it out for pointers of so many bytes: each field at a multiple of
/// its size, and arrays by their addresses.
std::vector<std::byte> laid_out(const Record& record, uint32_t pointer_bytes,
                                const std::function<uint64_t(size_t array)>& address_of);

/// The output arrays as they lie in the slot.
Outputs outputs_in(const std::byte* arena, const Case& c, uint32_t slot);

/// The array or record, no output, that is not as it was laid out, or -1. Pages that a port cannot
/// write protect its input, unless it lifts the protection.
int changed_input(const std::byte* arena, const Case& c, const arena::Call& call,
                  const arena::Convention& convention = arena::kOwnConvention);

} // namespace ulna
