#include "bench/work.h"

#include "bench/poses.h"

#include <cmath>

namespace ulna::bench {
namespace {

bool blends(const Operation& op) {
  return op.real != nullptr;
}

bool is_distant(const Operation& op) {
  return op.member == transform_verts_and_tangents_lod().member;
}

bool has_tangents(const Operation& op) {
  return op.member == transform_verts_and_tangents().member || is_distant(op);
}

bool is_sorted(const Operation& op) {
  return op.member == skin_sorted_verts().member;
}

Case make(const Operation& op, size_t elements, uint64_t stream) {
  Random random(0, stream);
  return blends(op) ? pose_case(op, elements, random) : character_case(op, elements, random);
}

} // namespace

std::vector<const Operation*> measured_operations() {
  return ordinary_operations();
}

Work::Work(const Operation& op, size_t elements)
    : case_(make(op, elements, 0x706f7274)), elements_(elements) {
  if (blends(op)) other_aim_ = make(op, elements, 0x61696d).arrays[blending::kBlendJoints];
  // A case has a word for each.
  if (is_sorted(op)) {
    const auto indices = case_.arrays[sorted_verts::kJointIndices].as<uint32_t>();
    joint_indices_.assign(indices.begin(), indices.end());
  }
  if (is_uniform(op)) {
    const auto indices =
        case_.arrays[size_t(uniform_verts::joint_indices_of(case_))].as<uint32_t>();
    if (is_whole(op))
      joint_indices_.assign(indices.begin(), indices.end());
    else
      joint_bytes_.assign(indices.begin(), indices.end());
  }
}

size_t Work::working_set() const {
  size_t bytes = other_aim_.size();
  for (size_t a = 0; a < case_.arrays.size(); ++a)
    bytes += operation().arrays[a].size_in_memory(case_.arrays[a].size());
  return bytes;
}

void Work::call_uniform(const ulna_port& port) {
  using namespace uniform_verts;
  const auto stream = [this](int s) {
    return case_.arrays[size_t(kFirstStream + s)].as<float>().data();
  };
  Array& palette = case_.arrays[size_t(palette_of(case_))];
  const float* weights = case_.arrays[size_t(joint_weights_of(case_))].as<float>().data();
  const auto dst = case_.arrays[kDst].as<ulna_mesh_vertex>().data();
  const auto count = int32_t(elements_);
  const int32_t influences = case_.integers[kNumInfluences];
  if (is_soa(case_)) {
    const ulna_soa_verts src = {stream(0), stream(1), stream(2), stream(3), stream(4), stream(5)};
    port.skin_soa_verts(dst, &src, palette.as<ulna_joint_mat>().data(), joint_bytes_.data(),
                        weights, influences, count);
  } else {
    port.skin_aos_verts(dst, stream(0), stream(1), palette.as<ulna_mat44>().data(),
                        joint_bytes_.data(), weights, influences, count);
  }
}

void Work::call_whole(const ulna_port& port) {
  using namespace uniform_verts;
  const auto skin = [this](auto function, auto vertex) {
    using Vertex = decltype(vertex);
    function(case_.arrays[kDst].as<Vertex>().data(), case_.arrays[kFirstStream].as<Vertex>().data(),
             case_.arrays[size_t(palette_of(case_))].as<ulna_mat44>().data(), joint_indices_.data(),
             case_.arrays[size_t(joint_weights_of(case_))].as<float>().data(), int32_t(elements_));
  };
  if (operation().member == skin_split_verts().member)
    skin(port.skin_split_verts, ulna_mesh_vertex{});
  else
    skin(port.skin_interleaved_verts, ulna_textured_vertex{});
}

void Work::call(const ulna_port& port) {
  const Operation& op = operation();
  const auto count = int32_t(elements_);
  if (blends(op)) {
    using namespace blending;
    const auto blend = op.member == slerp_joints().member ? port.slerp_joints : port.lerp_joints;
    Array& aim = to_other_ ? other_aim_ : case_.arrays[kBlendJoints];
    to_other_ = !to_other_;
    blend(case_.arrays[kJoints].as<ulna_joint_quat>().data(), aim.as<ulna_joint_quat>().data(),
          case_.real, case_.arrays[kIndex].as<int32_t>().data(), count);
  } else if (is_sorted(op)) {
    using namespace sorted_verts;
    port.skin_sorted_verts(case_.arrays[kPositions].as<ulna_vec4>().data(), nullptr,
                           case_.arrays[kSrcPositions].as<ulna_vec4>().data(), nullptr,
                           case_.arrays[kPalette].as<ulna_mat44>().data(), joint_indices_.data(),
                           case_.arrays[kJointWeights].as<float>().data(),
                           case_.arrays[kCounts].as<int32_t>().data());
  } else if (is_whole(op)) {
    call_whole(port);
  } else if (is_uniform(op)) {
    call_uniform(port);
  } else {
    using namespace skinning;
    const auto skin = is_distant(op)     ? port.transform_verts_and_tangents_lod
                      : has_tangents(op) ? port.transform_verts_and_tangents
                                         : port.transform_verts;
    const auto weights = case_.arrays[kWeights].as<ulna_joint_weight>();
    skin(case_.arrays[kVerts].as<ulna_vertex>().data(), count,
         case_.arrays[kJoints].as<ulna_joint_mat>().data(),
         case_.arrays[kBase].as<ulna_vec4>().data(), weights.data(), int32_t(weights.size()));
  }
}

size_t elements_for(const Operation& op, size_t working_set) {
  constexpr size_t kSome = 1000;
  const double each =
      double(Work(op, 2 * kSome).working_set() - Work(op, kSome).working_set()) / double(kSome);
  const double elements = double(working_set) / each;
  const double unit = std::pow(10, std::floor(std::log10(elements)) - 1);
  return size_t(std::ceil(elements / unit) * unit);
}

Cost least_cost(const Operation& op, Level level) {
  const bool whole_lines = level != Level::l1;
  constexpr double kInfluences = 2, kDot = 7, kVec4 = sizeof(ulna_vec4);
  constexpr double kStep = 5; // a Newton step for an inverse root
  if (blends(op)) {
    constexpr double kBlended = 4 * 3; // components, each the sum of two products
    constexpr double kScales = 2 * 8 * 2;
    constexpr double kLength = kDot + kStep + 4; // and the components times what comes of it
    const double q = kDot + kBlended + (op.member == slerp_joints().member ? kScales : kLength);
    return {.bytes = 3 * sizeof(ulna_joint_quat) + sizeof(int32_t), .flops = q + kBlended};
  }
  if (is_sorted(op)) {
    Cost cost{.bytes = kVec4 * (whole_lines ? 3 : 2), .flops = 0};
    for (size_t k = 1; k <= kInfluenceShares.size(); ++k) {
      const double share = kInfluenceShares[k - 1];
      const auto n = double(k);
      cost.bytes += share * n * (sizeof(uint16_t) + (k > 1 ? sizeof(float) : 0));
      cost.flops += share * 4 * (kDot * n + (k > 1 ? 2 * n - 1 : 0));
    }
    return cost;
  }
  if (is_uniform(op)) {
    constexpr auto k = double(kUniformInfluences);
    constexpr double kDot3 = 5;
    const bool whole = is_whole(op);
    const bool has_rest = op.member == skin_interleaved_verts().member;
    const double read = has_rest ? sizeof(ulna_textured_vertex) : sizeof(ulna_mesh_vertex);
    const double index = whole ? sizeof(uint16_t) : sizeof(uint8_t);
    const double unit = whole ? 0 : kDot3 + kStep + 3;
    return {.bytes = read + k * (index + sizeof(float)) + (whole_lines ? 2 : 1) * read,
            .flops = 12 * (2 * k - 1) + 3 * (kDot3 + 1) + 3 * kDot3 + unit};
  }
  const double outputs = has_tangents(op) ? 3 : 1;
  const double base = has_tangents(op) ? 3 : kInfluences;
  const double written = whole_lines ? 2 * sizeof(ulna_vertex) : outputs * 3 * sizeof(float);
  const double products = 3 * kDot; // a matrix times a vector
  const double blended = is_distant(op) ? 0 : 12 + (kInfluences - 1) * 2 * 12;
  const double read = is_distant(op) && !whole_lines ? 1 : kInfluences;
  return {.bytes = read * sizeof(ulna_joint_weight) + base * kVec4 + written,
          .flops = has_tangents(op) ? blended + 3 * products
                                    : kInfluences * products + (kInfluences - 1) * 3};
}

} // namespace ulna::bench
