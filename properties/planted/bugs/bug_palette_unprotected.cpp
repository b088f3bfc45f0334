// Hostile: makes the palette's page writable before it changes the palette. A judge that relies on
// read-only pages alone does not see it.
#include "../kernels.h"

#include <sys/mman.h>

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  call.run(transform_verts<Skin>);
  if (call.num_verts == 0) return;
  char* changed = reinterpret_cast<char*>(const_cast<ulna_joint_mat*>(call.joints));
  mprotect(changed - reinterpret_cast<uintptr_t>(changed) % 4096, 4096, PROT_READ | PROT_WRITE);
  *changed ^= 1;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_palette_unprotected", &ulna_port::transform_verts, skin_call<kernel>);
}
