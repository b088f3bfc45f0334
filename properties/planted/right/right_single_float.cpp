// All in floats but the angle, which comes from its sine and cosine.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

struct Float : SingleSlerp {
  static Scales scales(double cosine, float t) {
    const double sine_squared = (1 - cosine) * (1 + cosine);
    if (!(sine_squared > 0)) return {1 - t, t};
    const double sine = std::sqrt(sine_squared);
    const double angle = std::atan2(sine, cosine);
    return {float(std::sin((1 - double(t)) * angle) / sine), float(std::sin(t * angle) / sine)};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_single_float", &ulna_port::slerp, blend_single<Float>, &ulna_port::nlerp,
               blend_single<SingleNlerp>);
}
