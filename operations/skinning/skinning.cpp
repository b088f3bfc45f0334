#include "operations/skinning/skinning.h"

#include "base/error.h"
#include "operations/shared/mend.h"
#include "operations/shared/reduce.h"

#include <fmt/format.h>

#include <numeric>

namespace ulna::skinning {
namespace {

constexpr int32_t kMatBytes = sizeof(ulna_joint_mat);
constexpr int32_t kWeightBytes = sizeof(ulna_joint_weight);

/// The influences of each vertex, as lists of entries.
std::vector<std::vector<uint32_t>> influence_lists(const Case& c) {
  const std::vector<uint32_t> first = first_influences(c);
  std::vector<std::vector<uint32_t>> lists(first.size() - 1);
  for (size_t v = 0; v < lists.size(); ++v) {
    lists[v].resize(first[v + 1] - first[v]);
    std::iota(lists[v].begin(), lists[v].end(), first[v]);
  }
  return lists;
}

/// The case with the joints for which `keep` is set, its offsets adjusted. Every used joint must be
/// kept.
Case with_joints(const Case& c, const std::vector<bool>& keep) {
  Case smaller = c;
  const auto joints = c.arrays[kJoints].as<ulna_joint_mat>();
  std::vector<int32_t> offset(joints.size());
  smaller.arrays[kJoints].resize(0);
  for (size_t j = 0; j < joints.size(); ++j) {
    if (!keep[j]) continue;
    offset[j] = static_cast<int32_t>(smaller.arrays[kJoints].size());
    append(smaller.arrays[kJoints], joints[j]);
  }
  for (ulna_joint_weight& w : smaller.arrays[kWeights].as<ulna_joint_weight>())
    w.joint_mat_offset = offset[size_t(w.joint_mat_offset / kMatBytes)];
  return smaller;
}

void add_joint_reductions(const Case& c, std::vector<Reduction>& out) {
  const size_t num_joints = c.arrays[kJoints].size() / kMatBytes;
  std::vector<bool> used(num_joints);
  for (const ulna_joint_weight& w : c.arrays[kWeights].as<ulna_joint_weight>())
    used[size_t(w.joint_mat_offset / kMatBytes)] = true;
  for (const auto& kept : fewer_unused(used))
    out.push_back([&c, kept] { return with_joints(c, kept); });
}

} // namespace

std::vector<ArraySpec> arrays() {
  return {{"verts", "ffffffffffff", 4, true, "position.xyzw normal.xyzw tangent.xyzw"},
          {"joints", "ffffffffffff", 16, false},
          {"base", "ffff", 16, false},
          {"weights", "fis", 4, false}};
}

std::vector<Argument> arguments(const Case& c) {
  return {{kVerts},
          {-1, static_cast<int32_t>(num_vertices(c))},
          {kJoints},
          {kBase},
          {kWeights},
          {-1, static_cast<int32_t>(c.arrays[kWeights].size() / sizeof(ulna_joint_weight))}};
}

std::vector<uint32_t> first_influences(const Case& c) {
  const auto weights = c.arrays[kWeights].as<ulna_joint_weight>();
  std::vector<uint32_t> first{0};
  for (size_t i = 0; i < weights.size(); ++i)
    if (weights[i].next_vertex_offset == kWeightBytes)
      first.push_back(static_cast<uint32_t>(i + 1));
  if (first.back() != weights.size())
    throw BadInput("weights: the last entry must end a vertex (next_vertex_offset 12)");
  if (first.size() - 1 != num_vertices(c))
    throw BadInput(fmt::format("weights: they end {} vertices, but verts has {}", first.size() - 1,
                               num_vertices(c)));
  return first;
}

void validate(const Case& c, size_t base_per_vertex) {
  const auto weights = c.arrays[kWeights].as<ulna_joint_weight>();
  const std::vector<uint32_t> first = first_influences(c);
  for (size_t v = 0; v + 1 < first.size(); ++v) {
    for (uint32_t i = first[v]; i < first[v + 1]; ++i) {
      const auto owed = static_cast<int64_t>(first[v + 1] - i) * kWeightBytes;
      if (weights[i].next_vertex_offset != owed)
        throw BadInput(fmt::format("weights: entry {} has next_vertex_offset {}, must be {}", i,
                                   weights[i].next_vertex_offset, owed));
    }
  }
  const size_t joint_bytes = c.arrays[kJoints].size();
  if (joint_bytes > INT32_MAX) throw BadInput("joints: more than a 32-bit offset can reach");
  for (size_t i = 0; i < weights.size(); ++i) {
    const int32_t offset = weights[i].joint_mat_offset;
    if (offset < 0 || offset % kMatBytes != 0 || size_t(offset) >= joint_bytes)
      throw BadInput(fmt::format("weights: entry {} has joint_mat_offset {}, must be a multiple of "
                                 "{} below {}",
                                 i, offset, kMatBytes, joint_bytes));
  }
  const size_t num_base = c.arrays[kBase].size() / sizeof(ulna_vec4);
  const size_t owed = base_per_vertex ? base_per_vertex * num_vertices(c) : weights.size();
  if (num_base != owed) throw BadInput(fmt::format("base: {} vectors, must be {}", num_base, owed));
}

void make_valid(Case& c, size_t base_per_vertex) {
  const size_t most_joints = INT32_MAX / kMatBytes;
  const auto weights = c.arrays[kWeights].as<ulna_joint_weight>();
  if (mend::count_of(c, kJoints) == 0 && !weights.empty()) mend::set_count(c, kJoints, 1);
  if (mend::count_of(c, kJoints) > most_joints) mend::set_count(c, kJoints, most_joints);
  const auto joints = static_cast<uint32_t>(mend::count_of(c, kJoints));
  size_t vertices = 0;
  int64_t to_next = 0;
  for (size_t i = weights.size(); i > 0; --i) {
    ulna_joint_weight& w = weights[i - 1];
    const int32_t next = w.next_vertex_offset;
    const bool sensible = next > 0 && next % kWeightBytes == 0;
    const bool ends = i == weights.size() || next == kWeightBytes || (!sensible && next % 2 != 0);
    vertices += ends;
    to_next = ends ? kWeightBytes : to_next + kWeightBytes;
    w.next_vertex_offset = static_cast<int32_t>(to_next);
    const auto offset = static_cast<uint32_t>(w.joint_mat_offset);
    if (offset % kMatBytes != 0 || offset / kMatBytes >= joints)
      w.joint_mat_offset = static_cast<int32_t>(offset % joints) * kMatBytes;
  }
  mend::set_count(c, kVerts, vertices);
  mend::set_count(c, kBase, base_per_vertex ? base_per_vertex * vertices : weights.size());
}

void enter_domain(Case& c, size_t base_per_vertex, Influences influences) {
  const bool all = influences == Influences::all;
  const bool weighted = base_per_vertex && all;
  const std::vector<uint32_t> first = first_influences(c);
  const auto base = c.arrays[kBase].as<ulna_vec4>();
  mend::repair_unjudged(c, [&](size_t v) {
    const size_t count = all ? first[v + 1] - first[v] : 1;
    const int exponent = mend::safe_exponent(4 * count, weighted ? 3 : 2);
    for (ulna_joint_weight& w :
         c.arrays[kWeights].as<ulna_joint_weight>().subspan(first[v], count)) {
      if (weighted) w.weight = mend::tamed(w.weight, exponent);
      mend::tame(c.arrays[kJoints].as<ulna_joint_mat>()[size_t(w.joint_mat_offset / kMatBytes)].m,
                 exponent);
    }
    const auto vectors = base_per_vertex ? base.subspan(v * base_per_vertex, base_per_vertex)
                                         : base.subspan(first[v], count);
    for (ulna_vec4& b : vectors) mend::tame({&b.x, 4}, exponent);
  });
}

Case with_influences(const Case& c, std::span<const std::vector<uint32_t>> entries,
                     std::span<const size_t> vertices, size_t base_per_vertex) {
  const auto verts = c.arrays[kVerts].as<ulna_vertex>();
  const auto base = c.arrays[kBase].as<ulna_vec4>();
  const auto weights = c.arrays[kWeights].as<ulna_joint_weight>();
  size_t num_weights = 0;
  for (const size_t v : vertices) num_weights += entries[v].size();
  const size_t num_base = base_per_vertex ? base_per_vertex * vertices.size() : num_weights;
  Case smaller = without_arrays(c);
  smaller.arrays[kJoints] = c.arrays[kJoints];
  smaller.arrays[kVerts].resize(vertices.size() * sizeof(ulna_vertex));
  smaller.arrays[kBase].resize(num_base * sizeof(ulna_vec4));
  smaller.arrays[kWeights].resize(num_weights * sizeof(ulna_joint_weight));
  auto to_vert = smaller.arrays[kVerts].as<ulna_vertex>().begin();
  auto to_base = smaller.arrays[kBase].as<ulna_vec4>().begin();
  auto to_weight = smaller.arrays[kWeights].as<ulna_joint_weight>().begin();
  for (const size_t v : vertices) {
    *to_vert++ = verts[v];
    to_base = std::ranges::copy(base.subspan(v * base_per_vertex, base_per_vertex), to_base).out;
    for (size_t k = 0; k < entries[v].size(); ++k) {
      *to_weight = weights[entries[v][k]];
      to_weight++->next_vertex_offset = static_cast<int32_t>(entries[v].size() - k) * kWeightBytes;
      if (base_per_vertex == 0) *to_base++ = base[entries[v][k]];
    }
  }
  return smaller;
}

Case keep(const Case& c, std::span<const size_t> vertices, size_t base_per_vertex) {
  return with_influences(c, influence_lists(c), vertices, base_per_vertex);
}

void limit_influences(Case& c, size_t most, size_t base_per_vertex) {
  auto lists = influence_lists(c);
  if (!cap_influences(lists, most)) return;
  std::vector<size_t> all(lists.size());
  std::iota(all.begin(), all.end(), size_t{0});
  c = with_influences(c, lists, all, base_per_vertex);
}

std::vector<VertexWeights> vertex_weights(Case& c) {
  const std::vector<uint32_t> first = first_influences(c);
  const auto weights = c.arrays[kWeights].as<ulna_joint_weight>();
  constexpr size_t kStride = sizeof(ulna_joint_weight) / sizeof(float);
  std::vector<VertexWeights> all;
  for (size_t v = 0; v + 1 < first.size(); ++v)
    all.push_back({v, &weights[first[v]].weight, first[v + 1] - first[v], kStride});
  return all;
}

std::vector<Reduction> reductions(const Case& c, size_t base_per_vertex) {
  std::vector<Reduction> out;
  const auto lists = influence_lists(c);
  std::vector<size_t> all(lists.size());
  std::iota(all.begin(), all.end(), size_t{0});
  for (const auto& fewer : fewer_influences(lists))
    out.push_back([=, &c] { return with_influences(c, fewer, all, base_per_vertex); });
  add_joint_reductions(c, out);
  return out;
}

} // namespace ulna::skinning
