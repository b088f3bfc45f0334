/* lerp_joints that reads behind blend_joints, at the line that is marked. */
#include <ulna/port.h>

static void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                   const int32_t* index, int32_t num_joints) {
  for (int32_t i = 0; i < num_joints; ++i) {
    const volatile float* from = (const volatile float*)&blend_joints[index[i]];
    joints[index[i]].t.w = lerp;
    joints[index[i]].t.x = from[8]; /* at fault */
  }
}

static const ulna_port port = {
    .struct_size = sizeof(ulna_port), .name = "overrun", .cpu_features = "", .lerp_joints = kernel};

__attribute__((visibility("default"))) const ulna_port* ulna_port_v1(void) {
  return &port;
}
