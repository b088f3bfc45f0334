// The contract of skin_split_verts.

#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/uniform_verts/uniform_verts.h"

namespace ulna {
namespace {

constexpr Contract kContract{
    .version = 1,
    .summary = "position = sum over the vertex's four influences of w * (position, 1) * M; normal "
               "= sum of w * normal * M without row 3, not renormalised",
    .domain = uniform_verts::kDomainOfFour,
    .footprint =
        "reads src (4-byte aligned; 24 bytes for each vertex), palette (16; column 3 takes no "
        "part), joint_indices (2) and joint_weights (4; four entries for each vertex); "
        "writes the 24 bytes of each vertex of dst (4) and nothing else; dst overlaps nothing",
    .bound = uniform_verts::kBoundOfFour,
    .source = uniform_verts::kSourceOfFour,
};

} // namespace

const Operation& skin_split_verts() {
  static const Operation op = [] {
    static constexpr uniform_verts::Layout kLayout{.has_four = true, .is_soa = false};
    Operation o =
        uniform_verts::operation(kLayout, {{"dst", "ffffff", 4, true, "position.xyz normal.xyz"},
                                           {"src", "ffffff", 4, false},
                                           {"palette", "ffffffffffffffff", 16, false, "4x4"},
                                           {"joint_indices", "h", 2, false},
                                           {"joint_weights", "f", 4, false}});
    o.name = "skin_split_verts";
    o.member = offsetof(ulna_port, skin_split_verts);
    o.contract = kContract;
    o.generate = generate_skin_split_verts;
    return o;
  }();
  return op;
}

} // namespace ulna
