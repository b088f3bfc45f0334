// The coefficients of the last joint are kept for all threads and both operations, which take
// turns. Its neighbour bug_operations_share has a turn for each operation.
#include "../kernels.h"

#include <mutex>

using namespace ulna::planted;

namespace {

std::mutex turn;
volatile double first, second;

template <class Kernel>
struct Shared : Kernel {
  static Scales scales(const Pair& pair, double lerp) {
    const Scales own = Kernel::scales(pair, lerp);
    const std::lock_guard lock(turn);
    first = own.first;
    second = own.second;
    return {first, second};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_operations_take_turns", &ulna_port::slerp_joints, blend<Shared<Slerp>>,
               &ulna_port::lerp_joints, blend<Shared<Lerp>>);
}
