#include "base/memory.h"

#include <malloc.h>

namespace ulna {

void keep_freed_memory() {
  mallopt(M_ARENA_MAX, 1);
  // Either of these alone would leave the other at what it is for small blocks, for good.
  mallopt(M_MMAP_THRESHOLD, 32 << 20); // the largest that there is
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

} // namespace ulna
