#include "cases/mend.h"

#include "cases/operation.h"
#include "cases/stride.h"

#include <algorithm>

namespace ulna {
namespace {

/// Strides may have changed: what is left of an element goes.
void make_elements_whole(Case& c) {
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const size_t element = c.operation->arrays[a].element_size(c);
    const size_t count = std::min<size_t>(c.arrays[a].size() / element, INT32_MAX);
    c.arrays[a].resize(count * element);
  }
}

} // namespace

void share_array(Case& c) {
  if (!c.same_array) return;
  c.arrays[size_t(c.operation->same_array)] = c.arrays[size_t(c.operation->output)];
}

void make_strides_valid(Case& c) {
  for (const ArraySpec& spec : c.operation->arrays) {
    if (spec.stride < 0) continue;
    int32_t& bytes = c.integers[size_t(spec.stride)];
    if (bytes > 0 && bytes % 4 == 0 && size_t(bytes) <= kMaxStride) continue;
    bytes = static_cast<int32_t>(4 + 4 * (static_cast<uint32_t>(bytes) / 4 % kMaxWords));
  }
}

void make_valid(Case& c) {
  const Operation& op = *c.operation;
  make_strides_valid(c);
  make_elements_whole(c);
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    uint8_t& shift = c.places[a].shift;
    shift = static_cast<uint8_t>(shift % 64 / op.arrays[a].alignment * op.arrays[a].alignment);
  }
  c.same_array = c.same_array && op.same_array >= 0;
  share_array(c);
  op.make_valid(c);
  make_elements_whole(c);
}

void enter_domain(Case& c) {
  c.operation->enter_domain(c);
  share_array(c);
}

} // namespace ulna
