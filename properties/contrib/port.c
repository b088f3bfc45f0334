/* The smallest port that takes part: one operation, which is quick to judge. */
#include <ulna/port.h>

#ifndef FEATURES
#define FEATURES ""
#endif
#ifndef FIRST
#define FIRST 0
#endif

static void reorder(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  for (int32_t j = FIRST; j < num_joints; ++j)
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 4; ++column)
        joints[j].m[4 * row + column] = palette[j].m[4 * column + row];
}

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port),
                                 .name = "mine",
                                 .cpu_features = FEATURES,
                                 .reorder_palette = reorder};
  return &port;
}
