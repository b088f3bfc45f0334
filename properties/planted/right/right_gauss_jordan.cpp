// The inverse by Gauss-Jordan elimination with partial pivoting, on the linear part.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Eliminated : Bones {
  template <class Port, class R>
  static Affine<R> inverse(const Affine<R>& a, R) {
    R rows[3][6]; // the matrix, and beside it what becomes its inverse
    for (int i = 0; i < 18; ++i)
      rows[i / 6][i % 6] = i % 6 < 3 ? a.m[i / 6 * 3 + i % 6] : R(i % 6 - 3 == i / 6);
    for (int c = 0; c < 3; ++c) {
      int pivot = c;
      for (int row = c + 1; row < 3; ++row)
        if (std::fabs(rows[row][c]) > std::fabs(rows[pivot][c])) pivot = row;
      std::swap(rows[c], rows[pivot]);
      for (int row = 0; row < 3; ++row) {
        if (row == c) continue;
        const R factor = rows[row][c] / rows[c][c];
        for (int k = c; k < 6; ++k) rows[row][k] -= factor * rows[c][k];
      }
    }
    Affine<R> x;
    for (int i = 0; i < 9; ++i) x.m[i] = rows[i / 3][3 + i % 3] / rows[i / 3][i / 3];
    for (int c = 0; c < 3; ++c)
      x.m[9 + c] = -(a.m[9] * x.m[c] + a.m[10] * x.m[3 + c] + a.m[11] * x.m[6 + c]);
    return x;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_gauss_jordan", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Eliminated>);
}
