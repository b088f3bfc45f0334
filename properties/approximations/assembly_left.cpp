// Includes the header, and goes around it.
#include "../planted/kernels.h"

using namespace ulna::planted;

namespace {

struct Assembly : LerpWith<Assembly> {
  static double inverse_root(double norm2) {
    float r = static_cast<float>(norm2);
    asm("rsqrtss %0, %0" : "+x"(r));
    return r * (1.5 - 0.5 * norm2 * r * r);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_all<Skin, Slerp, Assembly>("assembly_left");
}
