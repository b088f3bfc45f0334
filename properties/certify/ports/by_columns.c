/* combine_bones with all matrices stored by columns. */
#include <ulna/port.h>

static void combine(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones,
                    int32_t num_bones) {
  for (int32_t i = 0; i < num_bones; ++i)
    for (int r = 0; r < 4; ++r)
      for (int c = 0; c < 4; ++c) {
        float sum = 0;
        for (int k = 0; k < 4; ++k) sum += offset[i].m[r + 4 * k] * bones[i].m[k + 4 * c];
        palette[i].m[r + 4 * c] = sum;
      }
}

static const ulna_port port = {.struct_size = sizeof(ulna_port),
                               .name = "by columns",
                               .cpu_features = "",
                               .combine_bones = combine};

__attribute__((visibility("default"))) const ulna_port* ulna_port_v1(void) {
  return &port;
}
