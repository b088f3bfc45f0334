// Fast Skinning, section 4, for positions alone: weighted matrices are added up and multiplied
// once, with one base vector for each vertex. Beside transform_verts this says what section 3
// gains. Not what the contract of transform_verts asks for, and not to be judged; with ULNA_PLAIN
// in C.
#include "../../../optimized/common/weights.h"

#ifdef ULNA_PLAIN
namespace {

// Written out, as compilers keep in registers only what no loop counts.
void add_weighted(float* sum, float weight, const float* row) {
  sum[0] += weight * row[0];
  sum[1] += weight * row[1];
  sum[2] += weight * row[2];
  sum[3] += weight * row[3];
}

float row_dot(const float* row, const ulna_vec4& v) {
  return row[0] * v.x + row[1] * v.y + row[2] * v.z + row[3] * v.w;
}

struct Sum {
  float m[12] = {};

  void add(const ulna_joint_mat& joint, float weight) {
    add_weighted(m, weight, joint.m);
    add_weighted(m + 4, weight, joint.m + 4);
    add_weighted(m + 8, weight, joint.m + 8);
  }
  void put(ulna_vec4& to, const ulna_vec4& base) const {
    to.x = row_dot(m, base);
    to.y = row_dot(m + 4, base);
    to.z = row_dot(m + 8, base);
  }
};

} // namespace
#else
#include "../../../optimized/published/row_sums.h"
namespace {

struct Sum {
  Rows rows = zero_rows();

  void add(const ulna_joint_mat& joint, float weight) {
    rows = ::add(rows, multiply(load_rows(joint), _mm_set1_ps(weight)));
  }
  void put(ulna_vec4& to, const ulna_vec4& base) const {
    store_row_sums(to, multiply(rows, _mm_load_ps(&base.x)));
  }
};

} // namespace
#endif

namespace {

void transform_verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                     const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  for (int32_t i = 0; i < num_verts; i++) {
    Sum sum;
    bool last;
    do {
      sum.add(joint_matrix(joints, *weights), weights->weight);
      last = is_last_influence(*weights++);
    } while (!last);
    sum.put(verts[i].position, base[i]);
  }
}

} // namespace

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = [] {
    ulna_port p{};
    p.struct_size = sizeof p;
    p.name = "matrices";
    p.cpu_features = "";
    p.transform_verts = transform_verts;
    return p;
  }();
  return &port;
}
