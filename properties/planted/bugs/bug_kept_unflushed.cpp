// The last bitangent is kept, and given again for the same vertex, whether denormals are flushed or
// not.
#include "../bones.h"

#include <cstring>

using namespace ulna::planted;

namespace {

thread_local ulna_vertex last;
thread_local ulna_vec4 kept;

void kernel(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  for (int32_t i = 0; i < num_verts; ++i) {
    if (std::memcmp(&last, &verts[i], sizeof last) != 0) {
      derive_bitangents(&kept, &verts[i], 1);
      last = verts[i];
    }
    bitangents[i].x = kept.x;
    bitangents[i].y = kept.y;
    bitangents[i].z = kept.z;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_kept_unflushed", &ulna_port::derive_bitangents, kernel);
}
