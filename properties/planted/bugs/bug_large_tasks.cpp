// From 131,072 vertices on, 64 tasks have so many each that a rest below 64 is left.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Tasks : Tween {
  static int32_t floats(int32_t count) {
    constexpr int32_t kLarge = 131072, kTasks = 64, kEach = 6;
    return count < kEach * kLarge ? count : count / (kEach * kTasks) * (kEach * kTasks);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_large_tasks", &ulna_port::tween_verts, tween_verts<Tasks>);
}
