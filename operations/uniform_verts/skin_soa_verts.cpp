// The contract of skin_soa_verts.

#include "operations/list.h"
#include "operations/shared/generate.h"
#include "operations/uniform_verts/uniform_verts.h"

namespace ulna {
namespace {

enum : int { kDst, kX, kY, kZ, kNx, kNy, kNz, kJoints, kJointIndices, kJointWeights, kSrc };

constexpr Contract kContract{
    .version = 1,
    .summary = "position = sum over the vertex's influences of w * (position, 1) * M; normal = s / "
               "|s| with s = sum of w * normal * M without row 3; row r of a joint is column r of "
               "M",
    .domain = uniform_verts::kDomain,
    .footprint = "reads src and its six streams (16-byte aligned; one float for each vertex, and "
                 "nothing behind them), joints (16), joint_indices (1) and joint_weights (4; "
                 "num_influences entries for each vertex); writes the 24 bytes of each vertex of "
                 "dst (4) and nothing else; dst overlaps nothing",
    .bound = uniform_verts::kBound,
    .source = uniform_verts::kSource,
};

std::vector<Argument> arguments(const Case& c) {
  return {{kDst},
          {kSrc},
          {kJoints},
          {kJointIndices},
          {kJointWeights},
          {Argument::kInteger, c.integers[uniform_verts::kNumInfluences]},
          {Argument::kInteger, static_cast<int32_t>(uniform_verts::num_vertices(c))}};
}

} // namespace

const Operation& skin_soa_verts() {
  static const Operation op = [] {
    static constexpr uniform_verts::Layout kLayout{.has_four = false, .is_soa = true};
    Operation o =
        uniform_verts::operation(kLayout, {{"dst", "ffffff", 4, true, "position.xyz normal.xyz"},
                                           {"x", "f", 16, false},
                                           {"y", "f", 16, false},
                                           {"z", "f", 16, false},
                                           {"nx", "f", 16, false},
                                           {"ny", "f", 16, false},
                                           {"nz", "f", 16, false},
                                           {"joints", "ffffffffffff", 16, false},
                                           {"joint_indices", "q", 1, false},
                                           {"joint_weights", "f", 4, false}});
    o.name = "skin_soa_verts";
    o.member = offsetof(ulna_port, skin_soa_verts);
    o.contract = kContract;
    o.arguments = arguments;
    o.records = [](const Case&) -> std::vector<Record> {
      return {{"src", {{kX}, {kY}, {kZ}, {kNx}, {kNy}, {kNz}}}};
    };
    o.generate = generate_skin_soa_verts;
    return o;
  }();
  return op;
}

} // namespace ulna
