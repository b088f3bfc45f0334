/* The description of a peer, the same for all: CMakeLists.txt says what it is. */
#include <ulna/port.h>

void slerp_joints(ulna_joint_quat*, const ulna_joint_quat*, float, const int32_t*, int32_t);
void lerp_joints(ulna_joint_quat*, const ulna_joint_quat*, float, const int32_t*, int32_t);
void transform_verts(ulna_vertex*, int32_t, const ulna_joint_mat*, const ulna_vec4*,
                     const ulna_joint_weight*, int32_t);
void transform_verts_and_tangents(ulna_vertex*, int32_t, const ulna_joint_mat*, const ulna_vec4*,
                                  const ulna_joint_weight*, int32_t);
void skin_aos_verts(ulna_mesh_vertex*, const float*, const float*, const ulna_mat44*,
                    const uint8_t*, const float*, int32_t, int32_t);

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port),
                                 .name = ULNA_PEER_NAME,
                                 .cpu_features = ULNA_PEER_FEATURES,
#ifdef ULNA_PEER_SKINS
                                 .transform_verts = transform_verts,
                                 .transform_verts_and_tangents = transform_verts_and_tangents,
#endif
#ifdef ULNA_PEER_SKINS_AOS
                                 .skin_aos_verts = skin_aos_verts,
#endif
                                 .slerp_joints = slerp_joints,
                                 .lerp_joints = lerp_joints};
  return &port;
}
