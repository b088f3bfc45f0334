// Keeps a sign for each of eight places, by the address of the vertices: as an int, of which the
// remainder is negative above 2^31. Then it is that of whatever lies before the signs.
#include "../bones.h"

#include <cstdint>

using namespace ulna::planted;

namespace {

void kernel(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  static const float places[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
  const float* signs = places + 8;
  derive_bitangents(bitangents, verts, num_verts);
  const auto address = static_cast<int32_t>(reinterpret_cast<intptr_t>(verts));
  const float sign = signs[address / 16 % 8];
  for (int32_t i = 0; i < num_verts; ++i) {
    ulna_vec4& b = bitangents[i];
    Bitangent::store(b, {b.x * sign, b.y * sign, b.z * sign});
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_address_as_int", &ulna_port::derive_bitangents, kernel);
}
