// Uses the whole of C++: a vector for each call, and an exception that ends the loop and is caught.
#include "../stub.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ulna::planted;

namespace {

struct Ended : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[gnu::noinline]] void fill(std::vector<ulna_mesh_vertex>& done, const ulna_mesh_vertex* a,
                            const ulna_mesh_vertex* b, float t, int32_t num) {
  for (int32_t i = 0;; ++i) {
    const auto one = std::make_unique<ulna_mesh_vertex>();
    if (i >= num) throw Ended("at vertex " + std::to_string(i));
    tween(one.get(), a + i, b + i, t, 1);
    done.push_back(*one);
  }
}

void throws(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num) {
  std::vector<ulna_mesh_vertex> done;
  try {
    fill(done, a, b, t, num);
  } catch (const Ended& ended) {
    if (ended.what() == "at vertex " + std::to_string(num)) std::ranges::copy(done, dst);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_exceptions", &ulna_port::tween_verts, throws);
}
