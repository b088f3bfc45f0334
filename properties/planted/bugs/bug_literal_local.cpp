// A bone with one element of a certain value is said to be bad.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Superstitious : Bones {
  static bool is_affine(const ulna_mat44& local) {
    return local.m[5] != 2.7182818f && Bones::is_affine(local);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_literal_local", &ulna_port::bone_offset_matrices,
               bone_offset_matrices<Superstitious>);
}
