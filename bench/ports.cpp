// The built-in ports side by side: nanoseconds for each joint or vertex. The ports are called
// directly; whether they are right is the judge's business.

#include "bench/libraries.h"
#include "bench/main.h"
#include "bench/medians.h"
#include "bench/poses.h"

#include <fmt/format.h>

#include <deque>

namespace ulna::bench {
namespace {

constexpr size_t kVertices = 1000;
constexpr size_t kCopies = 32; // blended poses between two restorations

template <class Function>
void skin(benchmark::State& state, const Case& c, Function function) {
  using namespace skinning;
  Array verts = c.arrays[kVerts];
  const auto weights = c.arrays[kWeights].as<ulna_joint_weight>();
  for (auto _ : state) {
    function(verts.as<ulna_vertex>().data(), int32_t(kVertices),
             c.arrays[kJoints].as<ulna_joint_mat>().data(), c.arrays[kBase].as<ulna_vec4>().data(),
             weights.data(), int32_t(weights.size()));
    benchmark::ClobberMemory();
  }
}

/// A blend is in place, and blending again and again would end with equal quaternions: many copies
/// of the pose are blended once each and then restored outside the clock.
template <class Function>
void blend(benchmark::State& state, const Case& c, Function function) {
  using namespace blending;
  const Array blend_joints = c.arrays[kBlendJoints];
  const auto index = c.arrays[kIndex].as<int32_t>();
  std::vector<Array> copies(kCopies, c.arrays[kJoints]);
  size_t next = 0;
  for (auto _ : state) {
    function(copies[next].as<ulna_joint_quat>().data(), blend_joints.as<ulna_joint_quat>().data(),
             c.real, index.data(), int32_t(index.size()));
    benchmark::ClobberMemory();
    if (++next < kCopies) continue;
    state.PauseTiming();
    for (Array& copy : copies) std::copy_n(c.arrays[kJoints].data(), copy.size(), copy.data());
    next = 0;
    state.ResumeTiming();
  }
}

void call(benchmark::State& state, const ulna_port& port, const Case& c) {
  const std::string_view name = c.operation->name;
  if (name == "transform_verts") skin(state, c, port.transform_verts);
  if (name == "transform_verts_and_tangents") skin(state, c, port.transform_verts_and_tangents);
  if (name == "slerp_joints") blend(state, c, port.slerp_joints);
  if (name == "lerp_joints") blend(state, c, port.lerp_joints);
  state.counters["each"] =
      benchmark::Counter(double(state.iterations()) * double(c.operation->size(c)),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

bool implements(const ulna_port& port, const Operation& op) {
  void* member;
  std::memcpy(&member, reinterpret_cast<const char*>(&port) + op.member, sizeof member);
  return member != nullptr;
}

std::string name_of(const Operation& op, const Library& library) {
  return fmt::format("{}/{}", op.name, library.name);
}

Case ordinary_case(const Operation& op) {
  Random r(0, 0x706f7274);
  return op.real ? pose_cases(op, 1)[0] : character_case(op, kVertices, r);
}

void print_table(const std::vector<Library>& libraries, const Medians& medians) {
  fmt::print("\n| operation |");
  for (const Library& library : libraries) fmt::print(" {} |", library.name);
  fmt::print("\n|---|");
  for (size_t i = 0; i < libraries.size(); ++i) fmt::print("--:|");
  for (const Operation* op : ordinary_operations()) {
    const double scalar = 1e9 * medians.of(fmt::format("{}/scalar", op->name));
    fmt::print("\n| {}, ns a {} |", op->name, op->element);
    for (const Library& library : libraries) {
      const double ns = 1e9 * medians.of(name_of(*op, library));
      if (std::isnan(ns)) {
        fmt::print(" |");
      } else {
        fmt::print(" {:.2f} ({:.2f}x) |", ns, scalar / ns);
      }
    }
  }
  fmt::print("\n");
}

} // namespace

int run() {
  const std::vector<Library> libraries = load_ports();
  std::deque<Case> cases; // of each operation, where they stay
  for (const Operation* op : ordinary_operations()) {
    const Case& c = cases.emplace_back(ordinary_case(*op));
    for (const Library& library : libraries) {
      if (!implements(*library.port, *op)) continue;
      benchmark::RegisterBenchmark(
          name_of(*op, library).c_str(),
          [&c, port = library.port](benchmark::State& state) { call(state, *port, c); });
    }
  }
  Medians medians("each");
  benchmark::RunSpecifiedBenchmarks(&medians);
  print_table(libraries, medians);
  return medians.failed() ? 1 : 0;
}

} // namespace ulna::bench
