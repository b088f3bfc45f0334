// Writing a converted mesh.
#ifndef ULNA_OPTIMIZED_EMIT_H
#define ULNA_OPTIMIZED_EMIT_H

#include "cover.h"

// What has been decided about a mesh.
struct Conversion {
  const Skin& skin;
  const Patterns& patterns;
  const Items& items;
  const Cover& cover;
};

// All that it allocates it allocates before it writes.
void emit(Form form, const ulna_skinned_mesh& mesh, uint32_t max_bones,
          const Conversion& conversion, const ulna_blended_mesh& out,
          ulna_conversion_counts& counts);

#endif
