// The contract of skin_aos_verts.

#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/uniform_verts/uniform_verts.h"

namespace ulna {
namespace {

enum : int { kDst, kPositions, kNormals, kPalette, kJointIndices, kJointWeights };

constexpr Contract kContract{
    .version = 1,
    .summary = "position = sum over the vertex's influences of w * (position, 1) * M; normal = s / "
               "|s| with s = sum of w * normal * M without row 3",
    .domain = uniform_verts::kDomain,
    .footprint = "reads positions and normals (4-byte aligned; three floats for each vertex), "
                 "palette (16; column 3 takes no part), joint_indices (1) and joint_weights (4; "
                 "num_influences entries for each vertex); writes the 24 bytes of each vertex of "
                 "dst (4) and nothing else; dst overlaps nothing",
    .bound = uniform_verts::kBound,
    .source = uniform_verts::kSource,
};

std::vector<Argument> arguments(const Case& c) {
  return {{kDst},
          {kPositions},
          {kNormals},
          {kPalette},
          {kJointIndices},
          {kJointWeights},
          {Argument::kInteger, c.integers[uniform_verts::kNumInfluences]},
          {Argument::kInteger, static_cast<int32_t>(uniform_verts::num_vertices(c))}};
}

} // namespace

const Operation& skin_aos_verts() {
  static const Operation op = [] {
    static constexpr uniform_verts::Layout kLayout{.has_four = false, .is_soa = false};
    Operation o =
        uniform_verts::operation(kLayout, {{"dst", "ffffff", 4, true, "position.xyz normal.xyz"},
                                           {"positions", "fff", 4, false},
                                           {"normals", "fff", 4, false},
                                           {"palette", "ffffffffffffffff", 16, false, "4x4"},
                                           {"joint_indices", "q", 1, false},
                                           {"joint_weights", "f", 4, false}});
    o.name = "skin_aos_verts";
    o.member = offsetof(ulna_port, skin_aos_verts);
    o.contract = kContract;
    o.arguments = arguments;
    o.generate = generate_skin_aos_verts;
    return o;
  }();
  return op;
}

} // namespace ulna
