#include "bench/workloads/workload.h"

#include "base/error.h"
#include "cases/objective.h"

#include <fmt/format.h>

#include <algorithm>

namespace ulna::bench {

std::span<const Workload> workloads() {
  static const std::vector<Workload> all = [] {
    std::vector<Workload> found;
    for (const auto of_family : {blending_workloads, bone_workloads, conversion_workloads,
                                 elementwise_workloads, skinned_mesh_workloads, skinning_workloads,
                                 sorted_workloads, uniform_workloads, vertex_blending_workloads}) {
      const std::vector<Workload> some = of_family();
      found.insert(found.end(), some.begin(), some.end());
    }
    std::ranges::sort(found, {}, [](const Workload& w) { return w.operation->member; });
    return found;
  }();
  return all;
}

const Workload& workload_of(const Operation& op) {
  const auto found = std::ranges::find(workloads(), op.member,
                                       [](const Workload& w) { return w.operation->member; });
  if (found == workloads().end()) throw InternalError(fmt::format("{} has no workload", op.name));
  return *found;
}

Case characters(const Operation& op, size_t /*i*/, Random& random) {
  return workload_of(op).make(op, kFamilyElements, random);
}

Case hard_sums(const Operation& op, size_t i, Random& random) {
  const Objective& objective = objective_of(op);
  return objective.scatter(op, i % objective.kinds, random);
}

size_t influences_of(size_t vertex, size_t vertices) {
  size_t influences = 1;
  double share = kInfluenceShares[0];
  while (influences < kInfluenceShares.size() && double(vertex) >= share * double(vertices))
    share += kInfluenceShares[influences++];
  return influences;
}

std::vector<float> weights_of(size_t influences, Random& random) {
  std::vector<float> weights;
  float left = 1;
  for (size_t k = 1; k <= influences; ++k) {
    weights.push_back(k == influences ? left : left * float(random.unit()));
    left -= weights.back();
  }
  return weights;
}

} // namespace ulna::bench
