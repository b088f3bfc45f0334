// The matrix of a vertex with one influence is kept by its address and its weight: in a palette
// that is animated in place it is that of an earlier pose.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  static thread_local const float* address = nullptr;
  static thread_local float weight = 0;
  static thread_local ulna_joint_mat kept{};
  if (call.num_verts != 1 || influences_of(call.weights) != 1)
    return call.run(transform_verts_and_tangents<>);
  const float* matrix = Skin::matrix(call.joints, call.weights, 0);
  if (matrix != address || call.weights->weight != weight) {
    address = matrix;
    weight = call.weights->weight;
    for (int i = 0; i < 12; ++i) kept.m[i] = matrix[i];
  }
  ulna_joint_weight own = *call.weights;
  own.joint_mat_offset = 0;
  call.joints = &kept;
  call.weights = &own;
  call.run(transform_verts_and_tangents<>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_kept_matrix_of_one", &ulna_port::transform_verts_and_tangents,
               skin_call<kernel>);
}
